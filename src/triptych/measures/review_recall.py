"""How much of what reviewers say the text carries: by meaning, clause by clause, and by the words they share."""

import math
from dataclasses import dataclass

import numpy as np

from triptych.measures._analysis import Analysis
from triptych.measures._embedding import embed
from triptych.measures._language import value_of
from triptych.measures._measured import Measured

_REVIEWS, _WORDS = 8, 60
"""The usual case, for which the centres below hold: eight reviews, a summary of sixty words."""
_SPREAD = 6.0


@dataclass(frozen=True, slots=True)
class _Sign:
    """What a sign usually comes to: its centre, its spread, and what more words and more reviewers alone change."""

    centre: float
    spread: float
    per_log_word: float
    per_log_review: float

    def stand(self, value: float, words: int, reviews: int) -> float:
        """How far above or below the usual a value stands, in spreads; more words alone do not raise it."""
        usual = self.centre + self.per_log_word * math.log(max(5, words) / _WORDS)
        usual += self.per_log_review * math.log(max(1, reviews) / _REVIEWS)
        return max(-3.0, min(3.0, (value - usual) / self.spread))


# Centres, spreads and slopes as they are over summaries of Amazon and Yelp reviews by 27 systems.
_BEST = _Sign(0.29, 0.07, 0.085, -0.04)
_SHARED = _Sign(0.38, 0.16, 0.15, -0.08)
_NEAR = _Sign(0.37, 0.08, 0.053, -0.10)


def measure(analysis: Analysis) -> Measured:
    """The mean of three signs against what is usual for as many words and reviews: 0.5 is usual."""
    sources = analysis.sources[0]
    rows = list(sources.review_rows)
    if not rows or not analysis.clauses:
        return Measured(None, ("there are no reviews to recall",))
    reviews, words = len(sources.read_ids), analysis.words
    best = float((sources.vectors[rows] @ analysis.clause_vectors.T).max(axis=1).mean())
    shared = {word: n for word, n in sources.shared_words.items() if not value_of(word, "J", word)}
    told = {lemma for clause in analysis.clauses for lemma in clause.lemmas}
    common = sum(n for word, n in shared.items() if word in told) / max(1, sum(shared.values()))
    near = float(np.mean(sources.review_vectors @ embed([analysis.prose])[0]))
    signs = [_BEST.stand(best, words, reviews), _NEAR.stand(near, words, reviews)]
    if shared:
        signs.append(_SHARED.stand(common, words, reviews))
    value = 0.5 + sum(signs) / len(signs) / _SPREAD
    return Measured(
        min(1.0, max(0.0, value)),
        (f"What reviewers say is met by the text to {best:.2f} on average (1 is word for word).",),
        certainty=min(1.0, reviews / 6),
        figures={"best": best, "shared": common, "near": near},
    )
