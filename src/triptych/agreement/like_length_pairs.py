"""Right or wrong on pairs of like length: of two texts about one item, which do people prefer?

Only pairs count whose lengths differ by at most a tenth of the longer and whose ratings lie half a point apart or
more. Equal scores are half right, so that guessing and a constant judge both come to 0.5.
"""

import numpy as np

from triptych.agreement._sampling import Floats, Scores, blocks_of, ratio

LENGTH_TOLERANCE = 0.1
FEWEST_POINTS_APART = 0.5
_ROUNDING = 1e-9


def share_right(scores: Scores, draws: Floats) -> tuple[Floats, int]:
    """The share of pairs that are ordered as people order them, in every sample; and how many pairs count."""
    right, counted = np.zeros(draws.shape[1]), np.zeros(draws.shape[1])
    for block in blocks_of(scores):
        at_first, at_second = np.triu_indices(block.places.shape[1], k=1)
        first, second = block.places[:, at_first], block.places[:, at_second]
        longer = np.maximum(scores.words[first], scores.words[second])
        is_like = np.abs(scores.words[first] - scores.words[second]) <= LENGTH_TOLERANCE * longer
        people = scores.people[first] - scores.people[second]
        counts = is_like & (np.abs(people) >= FEWEST_POINTS_APART - _ROUNDING)
        agreement = np.sign(scores.values[first] - scores.values[second]) * np.sign(people)
        right[block.items] = ((1 + agreement) / 2 * counts).sum(axis=1)
        counted[block.items] = counts.sum(axis=1)
    return ratio(draws @ right, draws @ counted), int(counted.sum())
