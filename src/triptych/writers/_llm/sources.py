"""What the model is given: a digest of the evidence, or the raw sources; either way fenced, as data."""

from collections.abc import Iterator, Sequence

from triptych.calls.budget import estimate_tokens
from triptych.calls.fence import Fence, neutralise
from triptych.records import Product
from triptych.texts import show_money
from triptych.writers._plan.points import Point
from triptych.writers._plan.sheets import Sheet

_MOST_POINTS = 12
_FEWEST_POINTS = 3
_MOST_SPECS = 14
_MOST_REVIEWS = 400


def show_digest(query: str | None, sheets: Sequence[Sheet], fence: Fence, room: int | None = None) -> str:
    """The evidence: facts, and for each aspect how many like it, how many do not, and a quotation of each side."""
    most = _MOST_POINTS
    while True:
        shown = _show(query, [_digest(sheet, most) for sheet in sheets], fence)
        if room is None or most <= _FEWEST_POINTS or estimate_tokens(shown) <= room:
            return shown
        most -= 2


def show_sources(query: str | None, products: Sequence[Product], fence: Fence, room: int | None = None) -> str:
    """The raw sources: everything the shop has, reviews word for word."""
    most = _MOST_REVIEWS
    while True:
        shown = _show(query, [_raw(product, most) for product in products], fence)
        if room is None or most < 1 or estimate_tokens(shown) <= room:
            return shown
        most = most * 2 // 3


def _show(query: str | None, blocks: Sequence[Iterator[str]], fence: Fence) -> str:
    parts = [fence.wrap("query", neutralise(query))] if query else []
    for number, lines in enumerate(blocks, start=1):
        parts.append(fence.wrap(f"product {number}", neutralise("\n".join(lines))))
    return "\n\n".join(parts)


def _digest(sheet: Sheet, most: int) -> Iterator[str]:
    product = sheet.product
    yield from _facts(product)
    for spec in sheet.specs[:_MOST_SPECS]:
        yield f"{spec.name}: {spec.value}"
    yield f"Reviewers: {sheet.reading.reviewers}"
    for point in sheet.points[:most]:
        yield _point(point)
    for denied in sheet.reading.contradictions:
        yield f"Disputed: {denied.fact.attribute} {denied.fact.value}, by {denied.reviewers} reviewers"


def _point(point: Point) -> str:
    likes = [quote.words for quote in point.for_quotes[:1]] if point.lean != "disliked" else []
    dislikes = [quote.words for quote in point.against_quotes[:1]] if point.lean != "liked" else []
    quotes = "".join(f'; "{quote}"' for quote in (*likes, *dislikes))
    return f"- {point.name}: {point.liked} like, {point.disliked} dislike{quotes}"


def _facts(product: Product) -> Iterator[str]:
    yield f"Title: {' '.join(product.title.split())}"
    yield f"Base price: {show_money(product.base_price) if product.base_price else 'N/A'}"
    yield f"Final price: {show_money(product.final_price) if product.final_price else 'N/A'}"
    rating = f"{product.average_rating:g}" if product.average_rating is not None else "N/A"
    yield f"Average rating: {rating}" + (f" from {product.rating_count} ratings" if product.rating_count else "")


def _raw(product: Product, most: int) -> Iterator[str]:
    yield from _facts(product)
    if product.description:
        yield f"Description: {product.description}"
    for feature in product.key_features:
        yield f"Key feature: {feature}"
    for name, value in product.specifications.items():
        yield f"{name}: {value}"
    if product.ugc_summary:
        yield f"Summary: {product.ugc_summary}"
    yield f"Reviews: {len(product.reviews)}"
    for review in product.reviews[:most]:
        stars = f" ({review.stars:g} stars)" if review.stars is not None else ""
        yield f"- {' '.join(review.text.split())}{stars}"
