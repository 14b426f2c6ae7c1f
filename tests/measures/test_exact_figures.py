"""Figures, digit by digit."""

from collections.abc import Callable

import pytest

from triptych.measures import Analysis, take_measure

Make = Callable[..., Analysis]


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("It costs $250 and weighs 620 g.", 0),
        ("It costs $260 and weighs 620 g.", 1),
        ("It costs $250 and weighs 640 g.", 1),
        ("It has a rating of 4.1.", 0),
        ("It has a rating of 4.7.", 1),
        ("At $250 it is $50 below your $300.", 0),
        ("At $250 it is $70 below your $300.", 1),
    ],
)
def test_a_wrong_digit_is_a_fault(explanation: Make, text: str, faults: int) -> None:
    assert take_measure("exact_figures", explanation(text)).faults == faults


def test_prices_of_a_table_are_checked_against_their_own_product(comparison: Make, table: str) -> None:
    assert take_measure("exact_figures", comparison(table)).faults == 0
    assert take_measure("exact_figures", comparison(table.replace("| $290 |", "| $292 |"))).faults >= 1


def test_a_grade_that_the_sources_give_otherwise_is_wrong(opinion: Make) -> None:
    reviews = ("It is IPX5 and survives rain.", "IPX5 is enough for me.")
    assert take_measure("exact_figures", opinion("It is IPX5.", reviews)).faults == 0
    assert take_measure("exact_figures", opinion("It is IPX7.", reviews)).faults == 1
