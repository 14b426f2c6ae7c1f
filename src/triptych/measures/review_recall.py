"""How much of what reviewers say the text carries, beside what any one review carries of the others."""

import math
from dataclasses import dataclass

import numpy as np

from triptych.english.meanings import Vectors, likeness
from triptych.measures._analysis import Analysis
from triptych.measures._clauses import Clause
from triptych.measures._language import value_of
from triptych.measures._measured import Measured
from triptych.measures._sources import ProductSources

_WORDS = 60
"""The usual summary, for which the centres below hold."""
_SPREAD = 6.0
_MOST_CLAUSES = 400
"""Clauses of reviews that are set against each other to see what one review carries."""
_LEAST_NEAR = 0.05


@dataclass(frozen=True, slots=True)
class Carried:
    """What a text, or one review, carries of what reviewers say."""

    best: float
    """How near its nearest clause comes to each of theirs, on average."""
    shared: float
    """How much of the words that several of them use."""
    near: float
    """How near it comes to each review as a whole."""


@dataclass(frozen=True, slots=True)
class _Sign:
    """What a sign usually comes to beside one review: its centre, its spread, and what more words alone change."""

    centre: float
    spread: float
    per_log_word: float

    def stand(self, value: float, words: int) -> float:
        """How far above or below the usual a value stands, in spreads; more words alone do not raise it."""
        usual = self.centre + self.per_log_word * math.log(max(5, words) / _WORDS)
        return max(-3.0, min(3.0, (value - usual) / self.spread))


# Centres, spreads and slopes as they are over summaries of Amazon and Yelp reviews by 27 systems.
_BEST = _Sign(0.068, 0.05, 0.085)
_SHARED = _Sign(0.0, 0.155, 0.187)
_NEAR = _Sign(0.764, 0.15, 0.12)


def measure(analysis: Analysis) -> Measured:
    """The mean of three signs against what is usual for as many words: 0.5 is usual."""
    sources = analysis.sources[0]
    if not sources.review_rows or not analysis.clauses:
        return Measured(None, ("there are no reviews to recall",))
    text = _text_carries(analysis)
    one = _one_review(sources)
    words = analysis.words
    signs = [
        _BEST.stand(text.best - one.best, words),
        _NEAR.stand(text.near / max(_LEAST_NEAR, one.near), words),
    ]
    if one.shared:
        signs.append(_SHARED.stand(text.shared - one.shared, words))
    value = 0.5 + sum(signs) / len(signs) / _SPREAD
    return Measured(
        min(1.0, max(0.0, value)),
        (f"What reviewers say is met by the text to {text.best:.2f} on average (1 is word for word).",),
        certainty=min(1.0, len(sources.read_ids) / 6),
        figures={"best": text.best, "shared": text.shared, "near": text.near},
    )


def _text_carries(analysis: Analysis) -> Carried:
    sources = analysis.sources[0]
    best = float(likeness(sources.review_clause_vectors, analysis.clause_vectors).max(axis=1).mean())
    told = {lemma for clause in analysis.clauses for lemma in clause.lemmas}
    whole = _whole(analysis.clauses, analysis.clause_vectors)
    return Carried(best, _share_of_words(told, _plain_words(sources)), float(np.mean(sources.review_vectors @ whole)))


def _whole(clauses: tuple[Clause, ...], vectors: Vectors) -> Vectors:
    """The meaning of all clauses together, each counting by its words."""
    lengths = np.array([len(clause.text.split()) for clause in clauses], dtype=np.float32)
    total: Vectors = lengths @ vectors
    whole: Vectors = total / max(1e-9, float(np.linalg.norm(total)))
    return whole


def _plain_words(sources: ProductSources) -> dict[str, int]:
    """The words that do not judge of those that two reviewers or more use, and how many do."""
    return {word: n for word, n in sources.shared_words.items() if not value_of(word, "J", word)}


def _share_of_words(told: set[str], shared: dict[str, int]) -> float:
    return sum(shared[word] for word in shared.keys() & told) / max(1, sum(shared.values()))


def _one_review(sources: ProductSources) -> Carried:
    """The same as below, found once for a product."""
    if sources.carried is None:
        found = _one_review_carries(sources)
        sources.carried = found.best, found.shared, found.near
    return Carried(*sources.carried)


def _one_review_carries(sources: ProductSources) -> Carried:
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
    return Carried(float(np.mean(best or [0.0])), float(np.mean(shared)), float(np.mean(near)))
