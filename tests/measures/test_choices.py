"""Which product a verdict chooses, in the manners that people and models write verdicts."""

from collections.abc import Callable

import pytest

from triptych.measures import Analysis
from triptych.measures._choices import Choices, choices_in

Make = Callable[..., Analysis]


def choices(comparison: Make, table: str, verdict: str) -> Choices:
    analysis = comparison(table[: table.index("Final Verdict Summary")] + verdict)
    return choices_in([piece for piece in analysis.pieces if piece.place == "verdict"], analysis.case)


@pytest.mark.parametrize(
    "verdict",
    [
        "Final Verdict Summary: Overall, the Norvel Tab 10 is my top pick. The Quessa Pad 8 is heavy.",
        "Verdict: The Quessa Pad 8 has a bright screen, but I'd reach for the Norvel Tab 10.",
        "**Norvel Tab 10.** It lasts 10 hours. The Ostrin Slate 12 costs $330 and the Quessa Pad 8 costs $290.",
        "Battery first? → Norvel Tab 10 (250). The Ostrin Slate 12 costs 330.",
        "Verdict: Norvel Tab 10, no contest. It lasts 10 hours. The Ostrin Slate 12 is $330.",
        "On a budget? Norvel Tab 10 at $250. The Ostrin Slate 12 costs $330.",
        "We suggest the Norvel Tab 10: it lasts 10 hours. The Ostrin Slate 12 is not the best choice.",
        "**Which one?**\n1. Norvel Tab 10 if you have $250\n2. Ostrin Slate 12: costs $330",
    ],
)
def test_a_choice_is_found_in_other_manners(comparison: Make, table: str, verdict: str) -> None:
    assert choices(comparison, table, verdict).chosen[:1] == (0,)


def test_a_choice_goes_with_the_name_that_follows_it(comparison: Make, table: str) -> None:
    found = choices(comparison, table, "Verdict: The Norvel Tab 10 is heavy, so go for the Quessa Pad 8.")
    assert found.chosen == (1,) and found.named == (0, 1)


def test_a_list_that_only_describes_chooses_nothing(comparison: Make, table: str) -> None:
    verdict = "Verdict: The Norvel Tab 10 costs $250. The Quessa Pad 8 costs $290. The Ostrin Slate 12 costs $330."
    assert choices(comparison, table, verdict).chosen == ()


def test_what_is_warned_of_is_not_chosen(comparison: Make, table: str) -> None:
    found = choices(comparison, table, "Verdict: Avoid the Ostrin Slate 12; take the Norvel Tab 10.")
    assert found.chosen == (0,) and found.avoided == {2}
