"""Findings have who says it and who says the contrary; themes have who likes an aspect and who does not."""

import pytest

from briefed import a_point, a_product, a_reading
from triptych.writers._findings import ReviewFinding, Theme, divided, findings_of, themes_of
from triptych.writers._retold import as_cell, in_plural

TEXTS = ["It is easy to clean.", "Easy to clean, looks great", "It is hard to clean.", "So easy to clean."]
PRODUCT = a_product(TEXTS)
LID_TEXTS = ["The lid closes tightly.", "The lid feels solid.", "The lid came loose.", "The sturdy lid is fine."]
LIDDED = a_product(LID_TEXTS)
TIGHT = a_point(LIDDED, "lid closes", "+", {"r1": "The lid closes tightly", "r2": "The lid feels solid"})
STURDY = a_point(LIDDED, "sturdy lid", "+", {"r4": "The sturdy lid is fine"})
LOOSE = a_point(LIDDED, "lid came loose", "-", {"r3": "The lid came loose"})


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


def lid(*points: object) -> Theme:
    (theme,) = themes_of(LIDDED, a_reading(LIDDED, {"lid": points}))  # type: ignore[dict-item]
    return theme


def test_reviewers_count_once_and_on_one_side() -> None:
    theme = lid(TIGHT, LOOSE, LOOSE)
    assert (theme.likes, theme.dislikes) == (2, 1)
    spans = theme.spans("+") | theme.spans("-")
    assert spans.keys() == {"r1", "r2", "r3"}
    assert all(span.resolves_in(LIDDED) for span in spans.values())


def test_what_the_reading_is_not_sure_of_is_no_theme() -> None:
    reading = a_reading(LIDDED, {"lid": [TIGHT]})
    aspects = tuple(
        aspect.model_copy(update={"mentions": tuple(m.model_copy(update={"sureness": 0.5}) for m in aspect.mentions)})
        for aspect in reading.aspects
    )
    assert themes_of(LIDDED, reading.model_copy(update={"aspects": aspects})) == ()


def test_what_nearly_as_many_say_as_deny_is_divided() -> None:
    texts = ["It is sturdy.", "Very sturdy kettle.", "It is wobbly.", "It is easy to clean.", "It is easy to clean."]
    product = a_product([*texts, "It is easy to clean.", "It is hard to clean."])
    found = findings_of(product, a_reading(product, {}), is_plural=False)
    assert [(good.told, bad.told) for good, bad in divided(found)] == [("is sturdy", "is wobbly")]
