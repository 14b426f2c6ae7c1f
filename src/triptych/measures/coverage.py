"""How many of the aspects that reviewers majorly discuss the text speaks of, and how much it carries of the reviews."""

import math
from dataclasses import dataclass
from functools import lru_cache
from statistics import fmean

import numpy as np

from triptych.english.meanings import likeness
from triptych.measures._analysis import Analysis, Measured, NothingToMeasure, good
from triptych.measures._sources import ProductSources
from triptych.measures._text import major_aspects
from triptych.records import Aspect, count_words, group_by

_LITTLE = 4
"""With fewer aspects than this a share says little."""

_MOST_TOGETHER = 15
"""Products of one kind share most of their aspects: one list for all of them is little longer than that of one."""
_TOUCHED, _NEAR = 0.5, 0.7
"""A clause so near to what reviewers say of an aspect touches on it, and says the same; between them credit grows."""

Places = list[tuple[int, Aspect]]
_WORDS, _CENTRE, _PER_LOG_WORD, _SPREAD = 60, 0.068, 0.085, 0.3
"""The usual summary: its words, how near it comes beside one review, what more words change, and its range."""
_MOST_CLAUSES = 400
"""Clauses of reviews that are set against each other to see what one review carries."""


@dataclass(frozen=True, slots=True)
class Coverage(Measured):
    """What the text has of the reviews; the value is the share of major aspects, half of it by how many raise them."""

    carried: float = good(0.5)
    """How much of what reviewers say it carries, beside any one review and for its length: 0.5 is usual."""


def measure(analysis: Analysis) -> Coverage:
    """The share of the major aspects that are told; what is told in other words counts by how near it comes."""
    major = [(number, aspect) for number, reading in enumerate(analysis.readings) for aspect in major_aspects(reading)]
    wanted: dict[str, Places] = group_by(major, lambda place: place[1].name)
    weights = {name: sum(aspect.reviewers.total for _, aspect in places) for name, places in wanted.items()}
    wanted = {name: wanted[name] for name in sorted(wanted, key=lambda name: -weights[name])[:_MOST_TOGETHER]}
    if not wanted:
        raise NothingToMeasure("the sources discuss no aspect that could be covered")
    told = {one.name for product in analysis.covered for one in product}
    found = {name: 1.0 for name in wanted if name in told} | _in_other_words(analysis, wanted, told)
    weights = {name: weights[name] for name in wanted}
    plain = sum(found.values()) / len(wanted)
    weighted = sum(weights[name] * much for name, much in found.items()) / sum(weights.values())
    missing = [places[0] for name, places in wanted.items() if name not in found]
    quotes = tuple(quote for n, aspect in missing for quote in analysis.sources[n].quote(aspect))
    share, certainty = (plain + weighted) / 2, min(1.0, len(wanted) / _LITTLE)
    return Coverage(share, _notes(weights, found), quotes, certainty=certainty, carried=_carried(analysis))


def _in_other_words(analysis: Analysis, wanted: dict[str, Places], told: set[str]) -> dict[str, float]:
    """Aspects that the text speaks of under no name of theirs, and how clearly."""
    found: dict[str, float] = {}
    is_table = analysis.case.task == "comparison" and len(analysis.cells) > 0
    said = np.vstack([analysis.clause_vectors, analysis.cell_vectors]) if is_table else analysis.clause_vectors
    for number, sources in enumerate(analysis.sources):
        missing = [a for name, places in wanted.items() if name not in told for n, a in places if n == number]
        for aspect in missing:
            near = float(likeness(sources.vectors[sources.rows_of(aspect)], said).max(initial=0.0))
            if near >= _TOUCHED:
                clearly = min(1.0, (near - _TOUCHED) / (_NEAR - _TOUCHED))
                found[aspect.name] = max(found.get(aspect.name, 0.0), clearly)
    return found


def _notes(weights: dict[str, int], found: dict[str, float]) -> tuple[str, ...]:
    order = sorted(weights, key=lambda name: (-weights[name], name))
    how = {name: "told" if much >= 1 else "touched on" if much else "missing" for name, much in found.items()}
    lines = [f"{n}. {name} ({weights[name]}): {how.get(name, 'missing')}" for n, name in enumerate(order, start=1)]
    whole = sum(much >= 1 for much in found.values())
    touched = len(found) - whole
    return (
        "Aspects that the sources majorly discuss (in brackets how often), and whether the text has them:",
        *lines,
        f"{whole} of {len(weights)} are told" + (f", {touched} touched on." if touched else "."),
    )


def _carried(analysis: Analysis) -> float:
    """How near it comes to the reviews' clauses, against what is usual for as many words; 0.5 without reviews."""
    sources = analysis.sources[0]
    if not sources.review_rows or not analysis.clauses:
        return 0.5
    best = float(likeness(sources.vectors[sources.review_rows.start :], analysis.clause_vectors).max(axis=1).mean())
    more = math.log(max(5, count_words(analysis.text)) / _WORDS)
    off = (best - one_review(sources) - _CENTRE - _PER_LOG_WORD * more) / _SPREAD
    return 0.5 + max(-0.5, min(0.5, off))


# The same for all texts about a product.
@lru_cache(maxsize=8)
def one_review(sources: ProductSources) -> float:
    """How near the clauses of one review come to those of all the others, on average over the reviews."""
    clauses = [sources.clauses[row].source.id for row in sources.review_rows[:_MOST_CLAUSES]]
    vectors = sources.vectors[sources.review_rows.start :][:_MOST_CLAUSES]
    alike = likeness(vectors, vectors)
    by_review = group_by(range(len(clauses)), lambda row: clauses[row]).values()
    rest = [np.delete(alike[:, rows].max(axis=1), rows) for rows in by_review if len(rows) < len(clauses)]
    return fmean([float(near.mean()) for near in rest] or [0.0])
