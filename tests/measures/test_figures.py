"""Figures of a text, and those that its sources bear out."""

import pytest

from triptych.measures._figures import KnownFigures, figures_in


def known(*measures: tuple[float, str]) -> KnownFigures:
    return KnownFigures(frozenset(), frozenset(), frozenset(measures), frozenset(number for number, _ in measures))


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("It costs $40 and has 4.5 stars", ["price", "rating"]),
        ("It lasts 40 hours", ["measure"]),
        ("7 reviewers like it", ["count"]),
        ("A 10k run", ["plain"]),
    ],
)
def test_kinds_of_figures(text: str, kinds: list[str]) -> None:
    assert [figure.kind for figure in figures_in(text)] == kinds


@pytest.mark.parametrize(
    ("text", "measure"),
    [
        ("40 hours", (40.0, "h")),
        ("90 minutes", (1.5, "h")),
        ("an hour and a half", (90.0, "min")),
        ("25 cm", (10.0, "in")),
        ("6 ft", (72.0, "in")),
    ],
)
def test_a_measure_holds_in_any_unit(text: str, measure: tuple[float, str]) -> None:
    (figure,) = figures_in(text)
    assert known(measure).bears_out(figure)


@pytest.mark.parametrize(("text", "measure"), [("41 hours", (40.0, "h")), ("2 hours", (90.0, "min"))])
def test_another_measure_does_not(text: str, measure: tuple[float, str]) -> None:
    (figure,) = figures_in(text)
    assert not known(measure).bears_out(figure)


@pytest.mark.parametrize("text", ["7" * 50_000, "7,,,," * 10_000, "$" + "7" * 50_000, "7" * 50_000 + " rupees"])
def test_long_runs_of_digits_are_read_in_a_moment(text: str) -> None:
    # With patterns that begin anew at every digit each of these takes minutes, and the suite its limit.
    assert figures_in(text)


def test_figures_that_overlap_are_told_once() -> None:
    assert [figure.kind for figure in figures_in("rated 4 of 5, costs 500 rupees, 3 of 9 reviewers")] == [
        *("price", "rating", "count", "count", "count"),
    ]
