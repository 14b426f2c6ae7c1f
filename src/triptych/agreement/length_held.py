"""What is left of an agreement once length is known: two guards.

Spearman's ρ with word counts held constant: the partial rank correlation of Kendall (Biometrika 32, 1942), from the
three pairwise correlations. And pairs of like length: of two texts about one item, which do people
prefer? Only pairs count whose lengths differ by at most a tenth of the longer and whose ratings lie half a point apart
or more; equal scores are half right, so that guessing and a constant judge both come to 0.5.
"""

import numpy as np

from triptych.agreement._sampling import Floats, Scores, blocks_of, ratio
from triptych.agreement.correlations import CORRELATIONS, ItemValues, spearman_pooled, within_items

# Beyond this a correlation with length is 1 but for rounding, and nothing is left to correlate.
_ALL_LENGTH = 1 - 1e-9
_LENGTH_TOLERANCE = 0.1
_FEWEST_POINTS_APART = 0.5 - 1e-9


def partial_correlation(with_people: Floats, length_values: Floats, length_people: Floats) -> Floats:
    """The correlation of two scores with a third held constant, from the three pairwise ones.

    Where texts are all of one length, length is constant already and the plain correlation is the answer.
    """
    of_values, of_people = np.nan_to_num(length_values), np.nan_to_num(length_people)
    is_all_length = (np.abs(of_values) > _ALL_LENGTH) | (np.abs(of_people) > _ALL_LENGTH)
    with np.errstate(invalid="ignore", divide="ignore"):
        held = (with_people - of_values * of_people) / np.sqrt((1 - of_values**2) * (1 - of_people**2))
    return np.where(is_all_length, np.nan, np.clip(held, -1.0, 1.0))


def hold_length_within_items(scores: Scores) -> ItemValues:
    """The partial correlation within each item that has three cases or more."""
    found = [within_items(CORRELATIONS["spearman"], scores, first, second) for first, second in _pairs(scores)]
    return ItemValues(found[0].items, partial_correlation(*(one.values for one in found)))


def hold_length_pooled(scores: Scores, draws: Floats) -> Floats:
    """The partial correlation over all cases in every sample."""
    return partial_correlation(*(spearman_pooled(x, y, scores.items, draws) for x, y in _pairs(scores)))


def _pairs(scores: Scores) -> tuple[tuple[Floats, Floats], ...]:
    return (scores.values, scores.people), (scores.words, scores.values), (scores.words, scores.people)


def share_right(scores: Scores, draws: Floats) -> tuple[Floats, int]:
    """The share of pairs of like length that are ordered as people order them, in every sample; and how many count."""
    right, counted = np.zeros(draws.shape[1]), np.zeros(draws.shape[1])
    for places, items in blocks_of(scores):
        at_first, at_second = np.triu_indices(places.shape[1], k=1)
        first, second = places[:, at_first], places[:, at_second]
        longer = np.maximum(scores.words[first], scores.words[second])
        is_like = np.abs(scores.words[first] - scores.words[second]) <= _LENGTH_TOLERANCE * longer
        people = scores.people[first] - scores.people[second]
        counts = is_like & (np.abs(people) >= _FEWEST_POINTS_APART)
        agreement = np.sign(scores.values[first] - scores.values[second]) * np.sign(people)
        right[items] = ((1 + agreement) / 2 * counts).sum(axis=1)
        counted[items] = counts.sum(axis=1)
    return ratio(draws @ right, draws @ counted), int(counted.sum())
