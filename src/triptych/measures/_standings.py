"""How each product does on each need of the query, by the table: by its figures, its words, or the row about it."""

from collections.abc import Sequence

from triptych.measures._analysis import Analysis
from triptych.measures._clauses import content_lemmas, tagged
from triptych.measures._needs import Asked
from triptych.measures._ranks import Ranks, ranks_of, standing
from triptych.measures._told import tone_of
from triptych.records import Money

APART = 1.5
"""By how much a product must do better on a need to beat another, on the scale from -4 to 4."""

Standings = list[tuple[Asked, list[float | None]]]
"""For each need how each product does by the table."""


def standings_of(analysis: Analysis, asked: Sequence[Asked]) -> Standings:
    """How each product does on each need; above 0 well, below 0 badly, None where it cannot be told."""
    ranks = ranks_of(analysis)
    everyone = range(len(analysis.case.products))
    return [(one, [_standing(analysis, one, number, ranks) for number in everyone]) for one in asked]


def tells_apart(values: Sequence[float | None]) -> bool:
    """True for a need on which the table shows one product to do better than another."""
    known = [value for value in values if value is not None]
    return len(known) > 1 and max(known) - min(known) >= APART


def _standing(analysis: Analysis, one: Asked, number: int, ranks: Ranks) -> float | None:
    """How a product does on a need by the table: above 0 well, below 0 badly; None where it cannot be told."""
    product = analysis.case.products[number]
    if one.need.kind == "budget":
        price = product.final_price or product.base_price
        return _within(price, one.need.most) if price and one.need.most else None
    by_figures = standing(one.need.text, number, ranks)
    if by_figures is not None:
        return by_figures
    values = [
        spot.value
        for told in analysis.told[number]
        if told.name in one.aspects
        for spot in told.spots
        if spot.start < analysis.table.end
    ]
    return sum(values) / len(values) if values else _row_says(analysis, one, number)


def _row_says(analysis: Analysis, one: Asked, number: int) -> float | None:
    """How the cell speaks whose row has a word of the need in its label ("Fit at 6 Feet" for "a 6 foot person")."""
    for row in analysis.table.attributes:
        label = {lemma for sentence in tagged(row.label.text) for lemma in content_lemmas(sentence)}
        cells = [cell for place, cell in enumerate(row.cells) if analysis.columns[place : place + 1] == (number,)]
        if cells and not cells[0].is_gap and one.lemmas & label:
            values = tone_of(cells[0].text) or [0.0]
            # A cell that has both sides cannot be told.
            return max(values, key=abs) if min(values) >= 0 or max(values) <= 0 else None
    return None


def _within(price: Money, most: Money) -> float:
    return 2.0 if price.amount <= most.amount else -2.0
