"""How each product does on each need of the query by the table: its figures, its words, its rows; and who is beaten."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from triptych.measures._analysis import Analysis
from triptych.measures._clauses import content_lemmas, tagged
from triptych.measures._covered_aspects import tone_of
from triptych.measures._figures import figures_in
from triptych.measures._needs import Asked
from triptych.measures._ranks import Ranks, ranks_of, standing
from triptych.records import Money

_APART = 1.5
"""By how much a product must do better on a need to beat another, on the scale from -4 to 4."""

_ADMITTED = re.compile(
    r"\b(?:but|though|although|however|yet|weak\w*|over (?:the |your )?(?:budget|limit)|compromise|expect|"
    r"plan on|stretch|catch|"
    r"falls short|fails|except|only if|drawback|too (?:high|much)|costs? (?:more|rs|[$₹]))\b",
    re.IGNORECASE,
)
"""How a verdict says that its choice has a drawback."""

Standings = list[tuple[Asked, list[float | None]]]
"""For each need how each product does by the table."""


@dataclass(frozen=True, slots=True)
class Beaten:
    """How the product to take is beaten on the query's needs: 0 not at all, 1 on the chief one without a word."""

    cost: float = 0.0
    need: str = ""
    """The need in question, in the query's words."""
    by: int = 0
    """The product that does better."""
    is_said: bool = False
    """True where the verdict says so."""


def standings_of(analysis: Analysis, asked: Sequence[Asked]) -> Standings:
    """How each product does on each need; above 0 well, below 0 badly, None where it cannot be told."""
    ranks = ranks_of(analysis)
    everyone = range(len(analysis.case.products))
    return [(one, [_standing(analysis, one, number, ranks) for number in everyone]) for one in asked]


def tells_apart(values: Sequence[float | None]) -> bool:
    """True for a need on which the table shows one product to do better than another."""
    known = [value for value in values if value is not None]
    return len(known) > 1 and max(known) - min(known) >= _APART


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
        for told in analysis.covered[number]
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


def find_beaten(analysis: Analysis, standings: Standings, winners: Sequence[int], text: str) -> Beaten:
    """How badly the product to take is beaten on the query's needs without a word about it."""
    worst = Beaten()
    for place, (one, stand) in enumerate(standings if winners else ()):
        mine = stand[winners[0]]
        # Another that is named to take as well is no rival passed over.
        rivals = {number: value for number, value in enumerate(stand) if number not in winners and value is not None}
        if mine is None or not rivals or max(rivals.values()) - mine < _APART or mine > 0:
            continue
        is_budget = one.need.kind == "budget"
        is_said = speaks_of(analysis, one, text) and (
            bool(_ADMITTED.search(text)) or _owns_up(analysis, one, winners[0])
        )
        cost = 1.0 if place <= 1 or is_budget else 0.7
        if is_said:
            cost = 0.3 if place == 0 and not is_budget else 0.0
        if cost > worst.cost:
            worst = Beaten(cost, one.need.text, max(rivals, key=lambda number: rivals[number]), is_said)
    return worst


def _owns_up(analysis: Analysis, one: Asked, winner: int) -> bool:
    """True where a sentence of the verdict speaks of its winner on a need, and only ill."""
    spots = [spot.start for told in analysis.covered[winner] if told.name in one.aspects for spot in told.spots]
    for piece in analysis.pieces:
        if piece.place != "verdict" or piece.product != winner:
            continue
        lemmas = {lemma for sentence in tagged(piece.text) for lemma in sentence.lemmas}
        tone = tone_of(piece.text)
        is_about = bool(one.lemmas & lemmas) or any(piece.start <= start < piece.end for start in spots)
        if is_about and tone and max(tone) <= 0:
            return True
    return False


def speaks_of(analysis: Analysis, one: Asked, text: str) -> bool:
    """True where a verdict takes up a need."""
    if one.need.kind == "budget":
        worded = re.search(r"[$₹€£]\s?\d|\brs\.?\s?\d|budget|price|cheap|expensive|limit", text, re.IGNORECASE)
        return bool(worded) or any(figure.number in one.amounts for figure in figures_in(text))
    lemmas = {lemma for sentence in tagged(text) for lemma in sentence.lemmas}
    if one.lemmas & lemmas:
        return True
    spots = [s for product in analysis.covered for told in product if told.name in one.aspects for s in told.spots]
    return any(spot.start >= analysis.table.end for spot in spots)
