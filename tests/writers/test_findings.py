"""A finding is what reviewers of many products say, with who says it here and who says the contrary."""

import pytest

from briefed import a_point, a_product, a_reading
from triptych.writers._findings import ReviewFinding, as_cell, findings_of, in_plural

TEXTS = ["It is easy to clean.", "Easy to clean, looks great", "It is hard to clean.", "So easy to clean."]
PRODUCT = a_product(TEXTS)


def cleaning(direction: str = "+", *points: object) -> ReviewFinding:
    reading = a_reading(PRODUCT, {"cleaning": points})  # type: ignore[dict-item]
    found = findings_of(PRODUCT, reading, is_plural=False)
    return next(each for each in found if each.direction == direction and "clean" in each.told)


def test_it_has_who_says_so_and_who_says_the_contrary() -> None:
    finding = cleaning()
    assert (set(finding.spans), set(finding.against)) == ({"r1", "r2", "r4"}, {"r3"})
    assert finding.count == 3 and finding.is_settled
    assert not cleaning("-").is_settled


def test_who_is_surely_heard_otherwise_is_left_out() -> None:
    otherwise = a_point(PRODUCT, "clean", "-", {"r4": "So easy to clean"})
    assert set(cleaning("+", otherwise).spans) == {"r1", "r2"}


@pytest.mark.parametrize(
    ("told", "plural"),
    [
        ("is easy to clean", "are easy to clean"),
        ("has good sound", "have good sound"),
        ("does not leak", "do not leak"),
        ("keeps drinks cold", "keep drinks cold"),
        ("washes well", "wash well"),
        ("loses its colour", "lose their colour"),
        ("stopped working", "stopped working"),
        ("was faulty from the start", "were faulty from the start"),
    ],
)
def test_it_is_said_of_several_things(told: str, plural: str) -> None:
    assert in_plural(told) == plural


def test_a_table_has_it_short() -> None:
    assert [as_cell(told) for told in ("is easy to clean", "has a good screen", "are not see-through", "leaks")] == [
        "easy to clean",
        "good screen",
        "not see-through",
        "leaks",
    ]
