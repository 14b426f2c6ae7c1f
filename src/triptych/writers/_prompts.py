"""What a model is asked and what it is given: the sources themselves, and our notes on them as a help."""

from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files

import yaml

from triptych.calls.budget import estimate_tokens
from triptych.calls.fence import Fence, neutralise
from triptych.models import Message
from triptych.records import Product, Task
from triptych.writers._brief import Brief
from triptych.writers._grammar import show_price
from triptych.writers._voices import LIKELY

VERSION = 3
"""Goes up when a word of `prompts.yaml` changes."""
_MOST_POINTS = 14
_FEWEST_REVIEWS = 4
_LONGEST_QUOTE = 20


def ask_for(task: Task, shown: str, mark: str) -> tuple[Message, ...]:
    """The conversation that asks for one text."""
    words = _wordings()
    return (
        Message("system", words["role"].format(mark=mark)),
        Message("user", f"{shown}\n\n{words[task].format(rules=words['rules'])}"),
    )


@cache
def _wordings() -> dict[str, str]:
    return dict(yaml.safe_load(files("triptych.writers").joinpath("prompts.yaml").read_text(encoding="utf-8")))


def ask_again(problems: Sequence[str]) -> str:
    """What the model is told when its text cannot be used as it is."""
    listed = "\n".join(f"- {problem}" for problem in problems)
    return f"That cannot be printed:\n{listed}\nWrite it again, whole, with this mended. Reply with the text only."


def show_sources(
    query: str | None, briefs: Sequence[Brief], fence: Fence, room: int | None, *, digest: bool = False
) -> str:
    """The sources of each product with our notes beside them; the notes alone where sources do not fit or on demand."""
    most = max((len(brief.product.reviews) for brief in briefs), default=0)
    while not digest and most >= min(_FEWEST_REVIEWS, most):
        shown = _show(query, [[*_raw(brief.product, most), *_notes(brief)] for brief in briefs], fence)
        if room is None or estimate_tokens(shown) <= room:
            return shown
        if most <= _FEWEST_REVIEWS:
            break
        most = max(_FEWEST_REVIEWS, most * 2 // 3)
    points = _MOST_POINTS
    while True:
        shown = _show(query, [[*_facts(brief.product), *_notes(brief, points)] for brief in briefs], fence)
        if room is None or points <= 2 or estimate_tokens(shown) <= room:
            return shown
        points -= 3


def _show(query: str | None, blocks: Sequence[Sequence[str]], fence: Fence) -> str:
    parts = [fence.wrap("query", neutralise(query))] if query else []
    for number, lines in enumerate(blocks, start=1):
        parts.append(fence.wrap(f"product {number}", neutralise("\n".join(lines))))
    return "\n\n".join(parts)


def _facts(product: Product) -> Iterator[str]:
    yield f"Title: {' '.join(product.title.split())}"
    yield f"Base price: {show_price(product.base_price) if product.base_price else 'N/A'}"
    yield f"Final price: {show_price(product.final_price) if product.final_price else 'N/A'}"
    rating = f"{product.average_rating:g}" if product.average_rating is not None else "N/A"
    yield f"Average rating: {rating}" + (f" from {product.rating_count} ratings" if product.rating_count else "")


def _raw(product: Product, most: int) -> Iterator[str]:
    """Everything the shop has, reviews word for word, spread evenly where there are too many."""
    yield from _facts(product)
    if product.description:
        yield f"Description: {product.description}"
    yield from (f"Key feature: {feature}" for feature in product.key_features)
    yield from (f"{name}: {value}" for name, value in product.specifications.items())
    if product.ugc_summary:
        yield f"Summary: {product.ugc_summary}"
    total = len(product.reviews)
    chosen = product.reviews if total <= most else [product.reviews[n * total // most] for n in range(most)]
    yield f"Reviews: {total}" + (f", {most} of them shown" if total > most else "")
    for review in chosen:
        stars = f" ({review.stars:g} stars)" if review.stars is not None else ""
        title = f"{' '.join(review.title.split())}: " if review.title else ""
        yield f"- {title}{' '.join(review.text.split())}{stars}"


def _notes(brief: Brief, most: int = _MOST_POINTS) -> Iterator[str]:
    """What our own reading found: a help that may be wrong."""
    yield f"Notes of a program, which may be wrong. Reviewers read: {brief.reviewers}"
    if brief.kind:
        yield f"It is: {brief.kind}"
    for response in brief.responses:
        quotes = "; ".join(f'"{" ".join(span.text.split()[:_LONGEST_QUOTE])}"' for span in response.evidence[:3])
        yield f"Need “{response.need.text}”: {response.state}" + (f" ({quotes})" if quotes else "")
    points = [p for aspect in brief.reading.aspects for p in aspect.points if p.sureness >= LIKELY]
    for point in sorted(points, key=lambda point: -len(point.reviewers))[:most]:
        quote = " ".join(point.quotes[0].text.split()[:_LONGEST_QUOTE])
        yield f'{point.direction} {point.point}: {len(point.reviewers)} of {brief.reviewers}, "{quote}"'
