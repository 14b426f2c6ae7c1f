"""Sayings come from what the reading is sure of; a theme counts reviewers once and goes by a name they use."""

from briefed import a_point, a_product, a_reading
from triptych.records import StrengthWord
from triptych.writers._themes import Theme, different, sayings_of, says_more, themes_of

TEXTS = ["The lid closes tightly.", "The lid feels solid.", "The lid came loose.", "Arrived today."]
PRODUCT = a_product(TEXTS)
TIGHT = a_point(PRODUCT, "lid closes", "+", {"r1": "The lid closes tightly", "r2": "The lid feels solid"})
LOOSE = a_point(PRODUCT, "lid came loose", "-", {"r3": "The lid came loose"})
READING = a_reading(PRODUCT, {"lid": [TIGHT, LOOSE]})
SAYINGS = sayings_of(PRODUCT, READING, "Brewlo Hush", "it")


def the_theme(name: str = "lid") -> Theme:
    return next(theme for theme in themes_of(PRODUCT, READING, SAYINGS) if theme.name == name)


def test_only_what_the_reading_heard_is_said() -> None:
    assert {(s.gist.text, s.direction, s.reviewer) for s in SAYINGS} == {
        ("the lid closes tightly", "+", "r1"),
        ("the lid feels solid", "+", "r2"),
        ("the lid came loose", "-", "r3"),
    }
    assert sayings_of(PRODUCT, a_reading(PRODUCT, {}), "Brewlo Hush", "it") == ()


def test_what_the_reading_is_not_sure_of_is_not_said() -> None:
    aspects = tuple(
        aspect.model_copy(update={"mentions": tuple(m.model_copy(update={"sureness": 0.5}) for m in aspect.mentions)})
        for aspect in READING.aspects
    )
    assert sayings_of(PRODUCT, READING.model_copy(update={"aspects": aspects}), "Brewlo Hush", "it") == ()


def test_a_pronoun_is_the_product_only_where_people_call_it_so() -> None:
    product = a_product(["They stay in place.", "The straw is removable. It bends easily."])
    quotes = {"r1": "They stay in place", "r2": "It bends easily"}
    reading = a_reading(product, {"performance": [a_point(product, "works", "+", quotes)]})
    assert [s.gist.text for s in sayings_of(product, reading, "Brewlo Hush", "they")] == ["stay in place"]
    assert sayings_of(product, reading, "Brewlo Hush", "it") == ()


def test_reviewers_count_once_and_on_one_side() -> None:
    theme = the_theme()
    assert (theme.likes, theme.dislikes, theme.many) == (2, 1, 3)
    assert {span.source_id for span in theme.evidence} == {"r1", "r2", "r3"}


def test_a_theme_that_no_reviewer_names_is_an_odd_heading() -> None:
    assert the_theme().is_named
    odd = a_reading(PRODUCT, {"packaging": [TIGHT]})
    (theme,) = themes_of(PRODUCT, odd, sayings_of(PRODUCT, odd, "Brewlo Hush", "it"))
    assert not theme.is_named


def test_a_fault_goes_by_another_name_where_it_is_praised() -> None:
    assert Theme("leaking", (), {}, {}).heading == "leak protection"
    assert the_theme().heading == "lid"


def test_qualities_are_given_where_two_reviewers_name_some() -> None:
    words = (
        StrengthWord(word="sturdy", direction="+", reviewers=2),
        StrengthWord(word="good", direction="+", reviewers=5),
        StrengthWord(word="flimsy", direction="-", reviewers=1),
    )
    theme = Theme("lid", (), {}, {}, words)
    assert theme.words("+") == ["sturdy"]
    assert theme.words("-") == [], "one voice is no common word"


def test_sayings_that_add_nothing_are_left_out() -> None:
    chosen = different([*SAYINGS, *SAYINGS], 10)
    assert len(chosen) == len({s.gist.text for s in chosen})
    assert all(map(says_more, SAYINGS))
