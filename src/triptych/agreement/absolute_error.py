"""Mean absolute error: how many points of the scale a judge is off."""

import numpy as np

from triptych.agreement._sampling import Floats, Scores, ratio


def mean_absolute_error(scores: Scores, draws: Floats) -> Floats:
    """The mean distance between a judge's values and people's mean, in every sample."""
    sums = np.zeros((draws.shape[1], 2))
    distances = np.abs(scores.values - scores.people)
    np.add.at(sums, scores.items, np.column_stack([distances, np.ones_like(distances)]))
    above, below = (draws @ sums).T
    return ratio(above, below)
