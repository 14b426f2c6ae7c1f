"""Whether the parts of a comparison agree: pros and cons with the rows, the verdict with the table, rows in order."""

from triptych.measures._analysis import Analysis
from triptych.measures._clauses import brief
from triptych.measures._covered_aspects import CoveredAspect
from triptych.measures._measured import Measured
from triptych.measures._phrases import CONTRAST
from triptych.texts import short_names

_CLEARLY = 1.0
_STANDARD = ("title", "base_price", "final_price", "average_rating", "pros", "cons")


def measure(analysis: Analysis) -> Measured:
    """1 where no two parts contradict each other and attribute rows stand together."""
    if analysis.table.form is None:
        return Measured(0.0, ("There is no table for the verdict to agree with.",), figures={"scattered": 0.0})
    names = short_names([product.title for product in analysis.case.products])
    found = [
        f"{names[number]}, {told.name}: {how}"
        for number, product in enumerate(analysis.covered)
        for told in product
        if (how := _contradiction(analysis, told, number))
    ]
    scattered = _scattered(analysis)
    compared = sum(len(told.spots) > 1 for product in analysis.covered for told in product)
    notes = [f"Cannot both hold: {one}." for one in found[:6]]
    if scattered:
        notes.append(f"Attribute rows that stand apart from the others: {scattered}.")
    return Measured(
        max(0.0, 1 - len(found) / max(4.0, compared) - 0.1 * min(2, scattered)),
        tuple(notes) or ("No part contradicts another.",),
        certainty=0.7,
        faults=len(found),
        of=compared,
        figures={"scattered": float(scattered)},
    )


def _contradiction(analysis: Analysis, told: CoveredAspect, number: int) -> str:
    """How two parts speak against each other of one aspect of one product; empty where they do not."""
    sides: dict[str, tuple[float, str]] = {}
    for spot in told.spots:
        here = [p for p in analysis.pieces if p.start <= spot.start < p.end and p.product == number]
        # The points of a cell share its place.
        piece = next((p for p in here if spot.text in p.said), None)
        if piece is None or CONTRAST.search(piece.text) or abs(spot.value) < _CLEARLY:
            continue
        before = sides.get(piece.place)
        if before and before[0] * spot.value < 0 and before[1] != piece.text:
            return f"“{brief(sides[piece.place][1])}” and “{brief(piece.text)}”"
        sides[piece.place] = spot.value, piece.text
    values = list(sides.values())
    for first, (value, text) in enumerate(values):
        for other, other_text in values[first + 1 :]:
            if value * other < 0 and text != other_text:
                return f"“{brief(text)}” and “{brief(other_text)}”"
    return ""


def _scattered(analysis: Analysis) -> int:
    """How many attribute rows are cut off from the rest by rows that every comparison has."""
    kinds = [row.kind for row in analysis.table.rows]
    runs: list[int] = []
    for place, kind in enumerate(kinds):
        if kind == "attribute":
            if place and kinds[place - 1] == "attribute":
                runs[-1] += 1
            else:
                runs.append(1)
    return sum(runs) - max(runs, default=0)
