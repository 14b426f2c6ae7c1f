"""A theme counts reviewers once, as far as they are surely heard, and goes by a name they use."""

from briefed import a_point, a_product, a_reading
from triptych.writers._themes import Theme, themes_of

TEXTS = ["The lid closes tightly.", "The lid feels solid.", "The lid came loose.", "The sturdy lid is fine."]
PRODUCT = a_product(TEXTS)
TIGHT = a_point(PRODUCT, "lid closes", "+", {"r1": "The lid closes tightly", "r2": "The lid feels solid"})
STURDY = a_point(PRODUCT, "sturdy lid", "+", {"r4": "The sturdy lid is fine"})
LOOSE = a_point(PRODUCT, "lid came loose", "-", {"r3": "The lid came loose"})


def lid(*points: object) -> Theme:
    (theme,) = themes_of(PRODUCT, a_reading(PRODUCT, {"lid": points}))  # type: ignore[dict-item]
    return theme


def test_reviewers_count_once_and_on_one_side() -> None:
    theme = lid(TIGHT, LOOSE, LOOSE)
    assert (theme.likes, theme.dislikes) == (2, 1)
    assert {span.source_id for span in theme.evidence} == {"r1", "r2", "r3"}
    assert all(span.resolves_in(PRODUCT) for span in theme.evidence)


def test_sides_decide_whether_a_theme_is_praised_blamed_or_divided() -> None:
    assert lid(TIGHT).is_praised and lid(TIGHT, STURDY, LOOSE).is_praised and not lid(TIGHT, LOOSE).is_praised
    assert lid(TIGHT, LOOSE).is_divided and not lid(TIGHT).is_divided
    several = a_point(PRODUCT, "loose", "-", {"r1": "closes", "r2": "feels"})
    assert lid(several).is_blamed and not lid(LOOSE).is_blamed


def test_two_that_are_hardly_sure_are_not_several() -> None:
    assert not lid(TIGHT.model_copy(update={"reviewers": ("r1",), "quotes": TIGHT.quotes[:1]})).is_praised


def test_what_the_reading_is_not_sure_of_is_no_theme() -> None:
    reading = a_reading(PRODUCT, {"lid": [TIGHT]})
    aspects = tuple(
        aspect.model_copy(update={"mentions": tuple(m.model_copy(update={"sureness": 0.5}) for m in aspect.mentions)})
        for aspect in reading.aspects
    )
    assert themes_of(PRODUCT, reading.model_copy(update={"aspects": aspects})) == ()


def test_a_theme_that_no_reviewer_names_is_an_odd_heading() -> None:
    assert lid(TIGHT).is_named
    (odd,) = themes_of(PRODUCT, a_reading(PRODUCT, {"design": [TIGHT]}))
    assert not odd.is_named


def test_a_fault_goes_by_another_name_where_it_is_praised() -> None:
    assert Theme("k", "leaking", {}, {}).heading == "leak protection"
    assert lid(TIGHT).heading == "lid"
