"""What is said of an aspect, one point a thing said."""

import numpy as np
import pytest

from triptych.aspects import read_product
from triptych.aspects.points import Content, say_the_same
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


def content(
    *words: str, things: int = 1, aspect: str = "lid", is_negated: bool = False, sureness: float = 0.9
) -> Content:
    """The first words are things, the others qualities."""
    return Content(words, tuple(n < things for n in range(len(words))), is_negated, aspect, sureness)


LEAKS = content("lid", "leak")


@pytest.mark.parametrize(
    ("same", "other"),
    [
        (content("lid", "leak", "terribly"), content("lid", "squeak")),
        (content("lid", "spill"), content("lid", "pretty")),
        (content("lid", "leak"), content("zipper", "stick", aspect="zip")),
        (content("lid", "leak", aspect="cap"), content("zipper", "leak", aspect="zip")),
    ],
)
def test_who_says_the_same_is_likelier(same: Content, other: Content) -> None:
    (row,) = say_the_same([LEAKS, same, other], 1)
    assert row[1] > 0.4
    assert row[2] < row[1] / 2


def test_a_member_must_have_all_that_the_wording_tells() -> None:
    rows = say_the_same([content("lid", "leak", "upside"), LEAKS], 2)
    assert rows[0, 1] == 0
    assert rows[1, 0] > 0.4


def test_opposites_are_not_the_same() -> None:
    (row,) = say_the_same([content("pump", "quiet"), content("pump", "loud"), content("pump", "quiet")], 1)
    assert row[1] < row[2] / 2


def test_what_is_unsure_is_hardly_the_same() -> None:
    (row,) = say_the_same([LEAKS, LEAKS, LEAKS._replace(sureness=0.3)], 1)
    assert row[2] < row[1]


def test_the_number_of_wordings_changes_nothing() -> None:
    contents = [LEAKS, content("lid", "squeak"), content(aspect="", things=0), content("cap", "spill")] * 3
    assert np.allclose(say_the_same(contents, 12)[:5], say_the_same(contents, 5))
