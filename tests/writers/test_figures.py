"""What the listing and reviewers measure of a need."""

import pytest

from briefed import a_product, span
from triptych.records import Need
from triptych.writers._figures import falls_short, reported_of, speaks_of_figure

NEED = Need(text="4 hours backup", kind="figure", start=0, end=14)


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
