"""How much of a need some words speak of."""

import pytest

from briefed import a_need, a_product, span
from triptych.writers._covering import asked_words, covers, is_compound, is_overdone
from triptych.writers._phrases import NeedPhrases

QUERY = (
    "leak proof bottle with long battery, high waisted, stay in, easy to clean, 6 foot person, for the gym, home use, "
    "quiet, easy to set up, comfortable for long hours, small office, compact"
)


@pytest.mark.parametrize(
    ("need", "text", "share"),
    [
        ("leak proof", "It is leak proof.", 1.0),
        ("leak proof", "It leaks.", 0.5),
        ("high waisted", "It is tight on my waist.", 0.5),
        ("high waisted", "The cord is short.", 0.0),
        ("6 foot person", "I am 5 ft tall.", 1.0),
        ("quiet", "It is noisy.", 1.0),
        ("easy to set up", "Setup was a breeze.", 1.0),
        ("comfortable for long hours", "So comfy!", 1.0),
    ],
)
def test_so_many_of_its_words_are_there(need: str, text: str, share: float) -> None:
    assert covers(span(a_product([text]), "r1", text), a_need(need, query=QUERY)) == share


def test_of_two_words_a_small_one_counts_too() -> None:
    assert asked_words(a_need("stay in", query=QUERY)) == ["stay", "in"]
    assert asked_words(a_need("easy to clean", query=QUERY)) == ["easy", "clean"]


@pytest.mark.parametrize(
    ("need", "met", "is_it"),
    [
        ("high waisted", "are high waisted", True),
        ("easy to clean", "is easy to clean", False),
        ("long battery", "has long battery", False),
    ],
)
def test_a_quality_of_several_words(need: str, met: str, is_it: bool) -> None:
    assert is_compound(a_need(need, query=QUERY), NeedPhrases(met, "", "")) is is_it


@pytest.mark.parametrize(
    ("need", "text", "share"),
    [
        ("the gym", "I wear them for workouts.", 1.0),
        ("home use", "Enough for home.", 1.0),
        ("small office", "A small parcel.", 0.0),
        ("small office", "I like it in my office.", 0.5),
    ],
)
def test_a_use_is_told_by_its_thing_or_by_what_implies_it(need: str, text: str, share: float) -> None:
    assert covers(span(a_product([text]), "r1", text), a_need(need, "use", QUERY)) == share


@pytest.mark.parametrize(("text", "is_it"), [("It is too small.", True), ("It is too big.", False)])
def test_too_much_of_a_quality_is_not_too_little(text: str, is_it: bool) -> None:
    assert is_overdone(text, a_need("compact", query=QUERY)) is is_it
