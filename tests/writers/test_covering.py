"""How much of a need some words speak of."""

import pytest

from briefed import a_need, a_product, span
from triptych.records import Need
from triptych.writers._covering import (
    asked_words,
    covers,
    falls_short,
    reported_of,
    speaks_of_figure,
)

QUERY = (
    "leak proof bottle with long battery, high waisted, stay in, easy to clean, 6 foot person, for the gym, home use, "
    "quiet, easy to set up, comfortable for long hours, small office, compact"
)
NEED = Need(text="4 hours backup", kind="figure", start=0, end=14)


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


@pytest.mark.parametrize(
    ("need", "text", "is_told"),
    [
        ("2 jars", "Juicer with 1 Jar", True),
        ("2 jars", "500 W", False),
        ("2000 watt", "rated at 1800 W", True),
        ("2000 watt", "230 V", False),
    ],
)
def test_a_figure_is_told_by_figures_of_the_same_thing(need: str, text: str, is_told: bool) -> None:
    asked = Need(kind="figure", text=need, start=0, end=len(need))
    assert (covers(span(a_product([text]), "r1", text), asked) == 1) is is_told


def test_of_two_words_a_small_one_counts_too() -> None:
    assert asked_words(a_need("stay in", query=QUERY)) == ["stay", "in"]
    assert asked_words(a_need("easy to clean", query=QUERY)) == ["easy", "clean"]


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


def test_what_reviewers_report_goes_from_the_least_to_the_most() -> None:
    texts = ["It gives 6 hours.", "It does not last 30 minutes.", "It lasted 3 hours.", "It does not last 4 hours."]
    assert [each.text for each in reported_of(NEED, a_product(texts))] == ["less than 30 minutes", "3 hours", "6 hours"]


@pytest.mark.parametrize("text", ["You should charge it for 9 hours.", "It claims 5 hours.", "Had it for 2 years."])
def test_advice_claims_and_other_times_are_no_figures(text: str) -> None:
    assert reported_of(NEED, a_product([text])) == []


@pytest.mark.parametrize(
    ("text", "is_short", "speaks"),
    [
        ("It runs 2 hours.", True, True),
        ("It runs 5 hours.", False, True),
        ("It does not give 4 hours.", True, True),
        ("It starts in 5 minutes.", True, False),
    ],
)
def test_a_figure_falls_short_or_measures_something_else(text: str, is_short: bool, speaks: bool) -> None:
    said = span(a_product([text]), "r1", text)
    assert falls_short(said, NEED) is is_short
    assert speaks_of_figure(said, NEED) is speaks
