"""How many of the aspects that reviewers majorly discuss the text speaks of."""

import numpy as np

from triptych.measures._analysis import Analysis
from triptych.measures._covered_aspects import NEAR, implied_aspects, major_aspects
from triptych.measures._measured import Measured
from triptych.records import Aspect

_LITTLE = 4
"""With fewer aspects than this a share says little."""

_MOST_TOGETHER = 15
"""Products of one kind share most of their aspects: one list for all of them is little longer than that of one."""
_TOUCHED = 0.5
"""A clause as near as this to what reviewers say of an aspect touches on it; from there to NEAR the credit grows."""

Places = list[tuple[int, Aspect]]


def measure(analysis: Analysis) -> Measured:
    """The share of the major aspects that are told, half of it weighted by how many reviewers raise them."""
    wanted: dict[str, Places] = {}
    for number, reading in enumerate(analysis.readings):
        for aspect in major_aspects(reading):
            wanted.setdefault(aspect.name, []).append((number, aspect))
    weights = {name: sum(aspect.reviewers.total for _, aspect in places) for name, places in wanted.items()}
    wanted = {name: wanted[name] for name in sorted(wanted, key=lambda name: -weights[name])[:_MOST_TOGETHER]}
    if not wanted:
        return Measured(None, ("the sources discuss no aspect that could be covered",))
    told = {one.name for product in analysis.covered for one in product}
    found = {name: 1.0 for name in wanted if name in told} | _in_other_words(analysis, wanted, told)
    weights = {name: weights[name] for name in wanted}
    plain = sum(found.values()) / len(wanted)
    weighted = sum(weights[name] * much for name, much in found.items()) / sum(weights.values())
    missing = [name for name in wanted if name not in found]
    return Measured(
        (plain + weighted) / 2,
        _notes(weights, found),
        tuple(
            quote for name in missing for n, aspect in wanted[name][:1] for quote in analysis.sources[n].quote(aspect)
        ),
        certainty=min(1.0, len(wanted) / _LITTLE),
        faults=len(missing),
        of=len(wanted),
        figures={"plain": plain, "weighted": weighted},
    )


def _in_other_words(analysis: Analysis, wanted: dict[str, Places], told: set[str]) -> dict[str, float]:
    """Aspects that the text speaks of under no name of theirs, and how clearly."""
    found: dict[str, float] = {}
    is_table = analysis.case.task == "comparison" and len(analysis.cells) > 0
    said = np.vstack([analysis.clause_vectors, analysis.cell_vectors]) if is_table else analysis.clause_vectors
    for number, sources in enumerate(analysis.sources):
        missing = [a for name, places in wanted.items() if name not in told for n, a in places if n == number]
        for name, (_, near) in implied_aspects(missing, sources, said, _TOUCHED).items():
            found[name] = max(found.get(name, 0.0), min(1.0, (near - _TOUCHED) / (NEAR - _TOUCHED)))
    return found


def _notes(weights: dict[str, int], found: dict[str, float]) -> tuple[str, ...]:
    order = sorted(weights, key=lambda name: (-weights[name], name))
    lines = [f"{n}. {name} ({weights[name]}): {_how(found.get(name, 0.0))}" for n, name in enumerate(order, start=1)]
    whole = sum(much >= 1 for much in found.values())
    touched = len(found) - whole
    return (
        "Aspects that the sources majorly discuss (in brackets how often), and whether the text has them:",
        *lines,
        f"{whole} of {len(weights)} are told" + (f", {touched} touched on." if touched else "."),
    )


def _how(much: float) -> str:
    return "told" if much >= 1 else "touched on" if much else "missing"
