"""What is said of an aspect, one point a thing said."""

from triptych.aspects import read_product
from triptych.records import Point, Product, Review

TEXTS = (
    "The lid leaks. The battery is great.",
    "lid leaks all over the bag",
    "The lid opens easily.",
    "The lid opens very easily, great.",
)


def points(*texts: str) -> dict[str, list[Point]]:
    product = Product(
        id="p", title="Acme Bottle", reviews=tuple(Review(id=f"r{n}", text=t) for n, t in enumerate(texts))
    )
    reading = read_product(product)
    for aspect in reading.aspects:
        assert all(quote.resolves_in(product) for point in aspect.points for quote in point.quotes)
    return {aspect.name: list(aspect.points) for aspect in reading.aspects}


def test_each_direction_has_points_of_its_own() -> None:
    found = [point for some in points(*TEXTS).values() for point in some]
    assert {point.direction for point in found} == {"+", "-"}
    blaming = {reviewer for point in found if point.direction == "-" for reviewer in point.reviewers}
    assert blaming == {"r0", "r1"}


def test_a_reviewer_counts_once_and_is_quoted() -> None:
    for some in points(*TEXTS).values():
        for point in some:
            assert len(set(point.reviewers)) == len(point.reviewers)
            assert {quote.source_id for quote in point.quotes} == set(point.reviewers)


def test_the_wording_is_a_reviewers_own() -> None:
    texts = [" ".join(text.lower().split()) for text in TEXTS]
    for some in points(*TEXTS).values():
        for point in some:
            assert any(point.point.lower() in text for text in texts)


def test_only_those_are_counted_who_say_the_wording() -> None:
    found = points(
        "The handle is sturdy.",
        "The handle is really sturdy and strong.",
        "The handle is pink, which I love.",
        "The handle feels comfortable.",
    )
    shared = [point for some in found.values() for point in some if len(point.reviewers) > 1]
    assert [set(point.reviewers) for point in shared] == [{"r0", "r1"}]
    assert "sturdy" in shared[0].point


def test_the_wording_can_be_read_alone() -> None:
    found = points("The straw folds, which keeps it clean.", "The straw stays clean.", "The straw keeps clean.")
    assert not any(point.point.startswith("which") for some in found.values() for point in some if point.reviewers[1:])
