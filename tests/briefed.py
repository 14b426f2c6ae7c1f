"""An invented kettle shortlist with its readings and answers, for tests of the writer that need no reading."""

from collections.abc import Mapping, Sequence

from triptych.records import (
    Answer,
    AnswerState,
    Aspect,
    Direction,
    Evidence,
    Fact,
    Mention,
    Need,
    NeedKind,
    Point,
    Product,
    Reading,
    Review,
    ReviewerCounts,
)
from triptych.writers._brief import Brief, make_brief

QUERY = "quiet kettle for a small office, easy to clean, under $40"


def a_product(reviews: Sequence[str], **fields: object) -> Product:
    """A kettle with these reviews, called r1, r2, …"""
    listed = tuple(Review(id=f"r{n}", text=text) for n, text in enumerate(reviews, start=1))
    return Product.model_validate(
        {"id": "k", "title": "Brewlo Hush Kettle, 1.7 L", "reviews": listed, "final_price": "29.99", "currency": "USD"}
        | fields
    )


def span(product: Product, source_id: str, text: str) -> Evidence:
    """Where a product's review, title or feature has this text."""
    source = next(source for source in product.sources() if source.id == source_id and text in source.text)
    start = source.text.index(text)
    return Evidence(
        product_id=product.id, source=source.kind, source_id=source.id, start=start, end=start + len(text), text=text
    )


def a_point(product: Product, wording: str, direction: Direction, quotes: dict[str, str]) -> Point:
    """A point with one quotation a reviewer."""
    spans = tuple(span(product, review, text) for review, text in quotes.items())
    return Point(point=wording, direction=direction, reviewers=tuple(quotes), quotes=spans)


def a_reading(
    product: Product, aspects: Mapping[str, Sequence[Point]], facts: Sequence[Fact] = (), kind: str | None = "kettle"
) -> Reading:
    """A reading of these points."""
    return Reading(
        product_id=product.id,
        reviewers=len(product.reviews),
        aspects=tuple(_aspect(name, tuple(points)) for name, points in aspects.items()),
        facts=tuple(facts),
        kind=kind,
    )


def _aspect(name: str, points: tuple[Point, ...]) -> Aspect:
    liked = {review for point in points if point.direction == "+" for review in point.reviewers}
    disliked = {review for point in points if point.direction == "-" for review in point.reviewers}
    mentions = tuple(
        Mention(
            review_id=quote.source_id,
            start=quote.start,
            end=quote.end,
            text=quote.text,
            polarity="positive" if point.direction == "+" else "negative",
        )
        for point in points
        for quote in point.quotes
    )
    return Aspect(
        name=name,
        sentiment="positive" if len(liked) > len(disliked) else "negative",
        reviewers=ReviewerCounts(for_=len(liked - disliked), against=len(disliked - liked)),
        mentions=mentions,
        points=points,
    )


def a_need(text: str, kind: NeedKind = "feature", query: str = QUERY, **fields: object) -> Need:
    """A need with its place in the query."""
    start = query.index(text)
    return Need.model_validate({"kind": kind, "text": text, "start": start, "end": start + len(text)} | fields)


def a_brief(
    product: Product,
    reading: Reading,
    answers: Sequence[tuple[Need, AnswerState, Sequence[Evidence]]] = (),
    name: str = "Brewlo Hush",
) -> Brief:
    """The brief of a product that answers needs like this."""
    against = {quote for aspect in reading.aspects for p in aspect.points if p.direction == "-" for quote in p.quotes}
    given = [
        Answer(
            need=need.text,
            state=state,
            evidence=tuple(evidence),
            against=tuple(span for span in evidence if state == "missed" or span in against),
        )
        for need, state, evidence in answers
    ]
    return make_brief(product, reading, name, QUERY, [need for need, _, _ in answers], given)
