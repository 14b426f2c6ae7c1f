"""Figures, digit by digit, and those that the sources bear out."""

from collections.abc import Callable

import pytest

from triptych.measures import Analysis
from triptych.measures.figures import KnownFigures, figures_in, measure

Make = Callable[..., Analysis]


def known(*measures: tuple[float, str]) -> KnownFigures:
    return KnownFigures(frozenset(), frozenset(), frozenset(measures), frozenset(number for number, _ in measures))


@pytest.mark.parametrize(
    ("text", "is_wrong"),
    [
        ("It costs $250 and weighs 620 g.", False),
        ("It costs $260 and weighs 620 g.", True),
        ("It costs $250 and weighs 640 g.", True),
        ("It has a rating of 4.1.", False),
        ("It has a rating of 4.7.", True),
        ("At $250 it is $50 below your $300.", False),
        ("At $250 it is $70 below your $300.", True),
        ("It costs 250,00 €.", False),
        ("It has 7 modes.", True),
        ("It has 3 modes.", False),
        ("The two of them are alike, all 3 say.", False),
    ],
)
def test_a_wrong_digit_is_a_fault(explanation: Make, text: str, is_wrong: bool) -> None:
    measured = measure(explanation(text))
    assert (measured.wrong > 0) == is_wrong and (measured.value < 1) == is_wrong
    assert any("is in no source" in note for note in measured.notes) == is_wrong


def test_prices_and_ratings_of_a_table_are_checked_against_their_own_product(comparison: Make, table: str) -> None:
    assert measure(comparison(table)).wrong == 0
    assert measure(comparison(table.replace("| $290 |", "| $292 |"))).wrong > 0
    assert measure(comparison(table.replace("| 4.1 | 4.2 |", "| 4.2 | 4.2 |"))).wrong > 0


def test_a_grade_that_the_sources_give_otherwise_is_wrong(opinion: Make) -> None:
    reviews = ("It is IPX5 and survives rain.", "IPX5 is enough for me.")
    assert measure(opinion("It is IPX5.", reviews)).wrong == 0
    assert measure(opinion("It is IPX7.", reviews)).wrong > 0


def test_the_number_of_ratings_is_checked(opinion: Make) -> None:
    product = opinion("x").case.products[0].model_copy(update={"rating_count": 812})
    for number, is_wrong in ((812, False), (821, True)):
        case = opinion(f"It has {number} ratings.").case.model_copy(update={"products": (product,)})
        assert (measure(Analysis(case)).wrong > 0) == is_wrong


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("It costs $40 and has 4.5 stars", ["price", "rating"]),
        ("It lasts 40 hours", ["measure"]),
        ("7 reviewers like it", ["count"]),
        ("A 10k run", ["plain"]),
        ("rated 4 of 5, costs 500 rupees, 3 of 9 reviewers", ["price", "rating", "count", "count", "count"]),
    ],
)
def test_kinds_of_figures(text: str, kinds: list[str]) -> None:
    assert [figure.kind for figure in figures_in(text)] == kinds


@pytest.mark.parametrize(("text", "number"), [("€24,99", 24.99), ("$1,299", 1299), ("Rs. 2,499.50", 2499.5)])
def test_prices_in_any_locale(text: str, number: float) -> None:
    assert figures_in(text)[0].number == number


@pytest.mark.parametrize(
    ("text", "given"),
    [
        ("40 hours", (40.0, "h")),
        ("90 minutes", (1.5, "h")),
        ("an hour and a half", (90.0, "min")),
        ("25 cm", (10.0, "in")),
        ("6 ft", (72.0, "in")),
    ],
)
def test_a_measure_holds_in_any_unit(text: str, given: tuple[float, str]) -> None:
    (figure,) = figures_in(text)
    assert known(given).bears_out(figure)


@pytest.mark.parametrize(("text", "given"), [("41 hours", (40.0, "h")), ("2 hours", (90.0, "min"))])
def test_another_measure_does_not(text: str, given: tuple[float, str]) -> None:
    (figure,) = figures_in(text)
    assert not known(given).bears_out(figure)


@pytest.mark.parametrize("text", ["7" * 50_000, "7,,,," * 10_000, "$" + "7" * 50_000, "7" * 50_000 + " rupees"])
def test_long_runs_of_digits_are_read_in_a_moment(text: str) -> None:
    # With patterns that begin anew at every digit each of these takes minutes, and the suite its limit.
    assert figures_in(text)
