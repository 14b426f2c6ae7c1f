"""How many of the aspects that reviewers majorly discuss the text speaks of, and how much it carries of the reviews."""

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from triptych.english.meanings import Vectors, likeness
from triptych.measures._analysis import Analysis
from triptych.measures._aspects import NEAR, implied_aspects, is_judging, major_aspects
from triptych.measures._measured import Measured, NothingToMeasure, good
from triptych.measures._sources import ProductSources
from triptych.measures._text import Clause
from triptych.records import Aspect

_LITTLE = 4
"""With fewer aspects than this a share says little."""

_MOST_TOGETHER = 15
"""Products of one kind share most of their aspects: one list for all of them is little longer than that of one."""
_TOUCHED = 0.5
"""A clause as near as this to what reviewers say of an aspect touches on it; from there to NEAR the credit grows."""

Places = list[tuple[int, Aspect]]
_WORDS = 60
"""The usual summary."""
_SPREAD = 6.0
_MOST_CLAUSES = 400
"""Clauses of reviews that are set against each other to see what one review carries."""
_LEAST_NEAR = 0.05


class Carried(NamedTuple):
    """What a text, or one review, carries of what reviewers say."""

    best: float
    """How near its nearest clause comes to each of theirs, on average."""
    near: float
    """How near it comes to each review as a whole."""
    shared: float
    """How much of the words that several of them use."""


# The usual text of so many words: what each comes to beside one review, its spread, and what more words alone change.
# As it is over summaries of Amazon and Yelp reviews by 27 systems.
_CENTRES, _SPREADS, _PER_LOG_WORD = Carried(0.068, 0.764, 0.0), Carried(0.05, 0.15, 0.155), Carried(0.085, 0.12, 0.187)


@dataclass(frozen=True, slots=True)
class Coverage(Measured):
    """What the text has of the reviews; the value is the share of major aspects, half of it by how many raise them."""

    carried: float = good(0.5)
    """How much of what reviewers say it carries, beside any one review and for its length: 0.5 is usual."""


def measure(analysis: Analysis) -> Coverage:
    """The share of the major aspects that are told; what is told in other words counts by how near it comes."""
    wanted: dict[str, Places] = {}
    for number, reading in enumerate(analysis.readings):
        for aspect in major_aspects(reading):
            wanted.setdefault(aspect.name, []).append((number, aspect))
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
    return Coverage(
        (plain + weighted) / 2,
        _notes(weights, found),
        tuple(quote for n, aspect in missing for quote in analysis.sources[n].quote(aspect)),
        certainty=min(1.0, len(wanted) / _LITTLE),
        carried=_carried(analysis),
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


def _carried(analysis: Analysis) -> float:
    """The mean of three signs against what is usual for as many words; 0.5 where there are no reviews."""
    sources = analysis.sources[0]
    if not sources.review_rows or not analysis.clauses:
        return 0.5
    text, one = _text_carries(analysis), one_review(sources)
    more = math.log(max(5, analysis.words) / _WORDS)
    beside = Carried(text.best - one.best, text.near / max(_LEAST_NEAR, one.near), text.shared - one.shared)
    signs = [
        max(-3.0, min(3.0, (value - centre - slope * more) / spread))
        for value, centre, spread, slope in zip(beside, _CENTRES, _SPREADS, _PER_LOG_WORD, strict=True)
    ]
    signs = signs if one.shared else signs[:2]
    return min(1.0, max(0.0, 0.5 + sum(signs) / len(signs) / _SPREAD))


def _text_carries(analysis: Analysis) -> Carried:
    sources = analysis.sources[0]
    best = float(likeness(sources.review_clause_vectors, analysis.clause_vectors).max(axis=1).mean())
    told = {lemma for clause in analysis.clauses for lemma in clause.lemmas}
    whole = _whole(analysis.clauses, analysis.clause_vectors)
    return Carried(best, float(np.mean(sources.review_vectors @ whole)), _share_of_words(told, _plain_words(sources)))


def _whole(clauses: tuple[Clause, ...], vectors: Vectors) -> Vectors:
    """The meaning of all clauses together, each counting by its words."""
    lengths = np.array([len(clause.text.split()) for clause in clauses], dtype=np.float32)
    total: Vectors = lengths @ vectors
    whole: Vectors = total / max(1e-9, float(np.linalg.norm(total)))
    return whole


def _plain_words(sources: ProductSources) -> dict[str, int]:
    """The words that do not judge of those that two reviewers or more use, and how many do."""
    return {word: n for word, n in sources.shared_words.items() if not is_judging(word)}


def _share_of_words(told: set[str], shared: dict[str, int]) -> float:
    return sum(shared[word] for word in shared.keys() & told) / max(1, sum(shared.values()))


# The same for all texts about a product.
@lru_cache(maxsize=8)
def one_review(sources: ProductSources) -> Carried:
    """What one review carries of all the others, on average over the reviews."""
    rows_of: dict[str, list[int]] = {}
    clauses = [sources.clauses[row] for row in sources.review_rows[:_MOST_CLAUSES]]
    for row, clause in enumerate(clauses):
        rows_of.setdefault(clause.source.id, []).append(row)
    vectors = sources.review_clause_vectors[:_MOST_CLAUSES]
    alike, words = likeness(vectors, vectors), _plain_words(sources)
    best: list[float] = []
    shared: list[float] = []
    for rows in rows_of.values():
        if len(rows) < len(clauses):
            nearest: Vectors = alike[:, rows].max(axis=1)
            best.append(float(np.delete(nearest, rows).mean()))
        shared.append(_share_of_words({lemma for row in rows for lemma in clauses[row].lemmas}, words))
    others = sources.review_vectors.sum(axis=0) - sources.review_vectors
    near = (sources.review_vectors * others).sum(axis=1) / np.maximum(1e-9, np.linalg.norm(others, axis=1))
    return Carried(float(np.mean(best or [0.0])), float(np.mean(near)), float(np.mean(shared)))
