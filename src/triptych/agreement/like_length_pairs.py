"""Right or wrong on pairs of like length: of two texts about one item, which do people prefer?

Only pairs count whose lengths differ by at most a tenth of the longer and whose ratings lie half a point apart or
more. Equal scores are half right, so that guessing and a constant judge both come to 0.5.
"""

from dataclasses import dataclass

import numpy as np

from triptych.agreement._sampling import Block, Floats, Ints, Scores, blocks_of, ratio

LENGTH_TOLERANCE = 0.1
FEWEST_POINTS_APART = 0.5
_ROUNDING = 1e-9


@dataclass(frozen=True, slots=True)
class PairCounts:
    """Pairs by item."""

    items: Ints
    right: Floats
    """Pairs ordered as people order them, ties counting half."""
    pairs: Floats

    @property
    def total(self) -> int:
        """All pairs that count."""
        return int(self.pairs.sum())

    def share_right(self, draws: Floats) -> Floats:
        """The share of right pairs in every sample."""
        counts = draws[:, self.items]
        return ratio(counts @ self.right, counts @ self.pairs)


def count_pairs(scores: Scores) -> PairCounts:
    """The pairs of like length within each item, and how many are ordered as people order them."""
    counts = [_count(scores, block) for block in blocks_of(scores)]
    if not counts:
        return PairCounts(np.empty(0, dtype=np.int64), np.empty(0), np.empty(0))
    return PairCounts(
        np.concatenate([count.items for count in counts]),
        np.concatenate([count.right for count in counts]),
        np.concatenate([count.pairs for count in counts]),
    )


def _count(scores: Scores, block: Block) -> PairCounts:
    left, right = np.triu_indices(block.places.shape[1], k=1)
    first, second = block.places[:, left], block.places[:, right]
    longer = np.maximum(scores.words[first], scores.words[second])
    is_like = np.abs(scores.words[first] - scores.words[second]) <= LENGTH_TOLERANCE * longer
    people = scores.people[first] - scores.people[second]
    counts = is_like & (np.abs(people) >= FEWEST_POINTS_APART - _ROUNDING)
    agreement = np.sign(scores.values[first] - scores.values[second]) * np.sign(people)
    return PairCounts(block.items, ((1 + agreement) / 2 * counts).sum(axis=1), counts.sum(axis=1).astype(np.float64))
