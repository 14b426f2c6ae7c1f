"""A verdict held against its table and the query."""

from collections.abc import Callable

import pytest

from triptych.measures import Analysis
from triptych.measures.verdict import Verdict, measure

Make = Callable[..., Analysis]
CAMERA = "It was voted camera of the year. A leather sleeve and a lifelong warranty come with it."


@pytest.fixture
def verdict(comparison: Make, table: str) -> Callable[..., Verdict]:
    """Measures a comparison with another verdict, and perhaps other rows."""

    def make(text: str, rows: str = table, query: str = "tablet with good battery under $300") -> Verdict:
        return measure(comparison(rows[: rows.index("Final Verdict Summary")] + text, query))

    return make


@pytest.mark.parametrize(
    "text",
    [
        "Final Verdict Summary: Overall, the Norvel Tab 10 is my top pick. The Quessa Pad 8 is heavy.",
        "Verdict: The Quessa Pad 8 has a bright screen, but I'd reach for the Norvel Tab 10.",
        "**Norvel Tab 10.** It lasts 10 hours. The Ostrin Slate 12 costs $330 and the Quessa Pad 8 costs $290.",
        "Battery first? → Norvel Tab 10 (250). The Ostrin Slate 12 costs 330.",
        "We suggest the Norvel Tab 10: it lasts 10 hours. The Ostrin Slate 12 is not the best choice.",
        "Final verdict: I'd go for the Norvel Tab 10, because it lasts 10 hours.",
        "That leaves the Norvel Tab 10. Its battery lasts 10 hours, so it is the one to take.",
        "Verdict: The Quessa Pad 8 is heavy, so go for the Norvel Tab 10.",
    ],
)
def test_a_choice_is_found_in_many_manners(verdict: Callable[..., Verdict], text: str) -> None:
    measured = verdict(text)
    assert measured.notes[0] == "To take: Norvel Tab 10."


@pytest.mark.parametrize(
    ("text", "choice"),
    [
        ("Do not take the Ostrin Slate 12. The Norvel Tab 10 is the one.", "Norvel Tab 10"),
        ("Take the Norvel Tab 10, not the Quessa Pad 8.", "Norvel Tab 10"),
        ("The Ostrin Slate 12 is the one to avoid. I recommend the Norvel Tab 10.", "Norvel Tab 10"),
        ("Though not the cheapest, the Norvel Tab 10 suits you.", "Norvel Tab 10"),
        ("Take the Norvel Tab 10 to avoid glare.", "Norvel Tab 10"),
        ("Do not take the Ostrin Slate 12.", "none named"),
        ("Avoid the Quessa Pad 8 if you travel.", "none named"),
        ("I can't recommend the Quessa Pad 8.", "none named"),
    ],
)
def test_what_is_rejected_is_not_chosen(verdict: Callable[..., Verdict], text: str, choice: str) -> None:
    assert verdict(f"Final Verdict Summary: {text}").notes[0] == f"To take: {choice}."


def test_a_list_that_only_describes_chooses_nothing(verdict: Callable[..., Verdict]) -> None:
    text = "Verdict: The Norvel Tab 10 costs $250. The Quessa Pad 8 costs $290. The Ostrin Slate 12 costs $330."
    measured = verdict(text)
    assert measured.value == 0


def test_no_verdict_has_no_grounds(verdict: Callable[..., Verdict]) -> None:
    assert verdict("").value == 0 and verdict("").notes == ("There is no verdict.",)


def test_reasons_that_the_table_shows_stand(comparison: Make, table: str) -> None:
    measured = measure(comparison(table))
    assert measured.value == 1.0 and measured.over_budget == 0


def test_reasons_from_nowhere_are_named(verdict: Callable[..., Verdict]) -> None:
    measured = verdict(f"Final Verdict Summary: Take the Norvel Tab 10. {CAMERA}")
    assert measured.value < 0.5 and any("Not in the table: “It was voted" in note for note in measured.notes)


def test_a_choice_over_the_budget_must_be_admitted(verdict: Callable[..., Verdict]) -> None:
    silent = verdict("Final Verdict Summary: Take the Ostrin Slate 12 for its 12 inch screen.")
    said = verdict("Final Verdict Summary: Take the Ostrin Slate 12, though it is over the budget.")
    assert silent.over_budget == 1 and said.over_budget == 0


def test_the_difference_of_two_prices_stands_in_the_table(verdict: Callable[..., Verdict]) -> None:
    text = "Final Verdict Summary: Take the Norvel Tab 10 at $250. The Quessa Pad 8 costs $40 more."
    assert verdict(text).value == 1
    assert verdict(text.replace("$40", "$45")).value < 1


def test_needs_that_are_not_weighed_are_named(verdict: Callable[..., Verdict]) -> None:
    query = "tablet with good battery under $300 for school days"
    measured = verdict("Final Verdict Summary: Take the Norvel Tab 10 for its battery at $250.", query=query)
    assert measured.weighed < 1 and any("school days" in note for note in measured.notes)


def test_reasons_that_fit_another_column_are_swapped(comparison: Make, table: str) -> None:
    rows = table[: table.index("Final Verdict Summary")]
    own = "Verdict: Take the Norvel Tab 10, since it costs $250 and is rated 4.1."
    assert measure(comparison(rows + own)).swapped == 0
    assert measure(comparison(rows + own.replace("Norvel Tab 10", "Quessa Pad 8"))).swapped > 0.6


def test_only_reasons_that_are_given_can_be_unfounded(verdict: Callable[..., Verdict]) -> None:
    assert verdict("").unfounded == 0
    assert verdict(f"Verdict: Take the Norvel Tab 10. {CAMERA}").unfounded > 0.5
