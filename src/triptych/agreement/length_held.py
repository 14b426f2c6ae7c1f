"""Spearman's ρ with length held constant: what is left of an agreement once word counts are known.

The partial rank correlation of Kendall (Partial rank correlation, Biometrika 32, 1942), from the three pairwise
correlations.
"""

import numpy as np

from triptych.agreement._sampling import Floats, Scores
from triptych.agreement.correlations import spearman
from triptych.agreement.correlations._correlation import ItemValues, within_items

# Beyond this a correlation with length is 1 but for rounding, and nothing is left to correlate.
_ALL_LENGTH = 1 - 1e-9


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
    pairs = ((scores.values, scores.people), (scores.words, scores.values), (scores.words, scores.people))
    plain, values, people = (within_items(spearman, scores, first, second) for first, second in pairs)
    return ItemValues(plain.items, partial_correlation(plain.values, values.values, people.values))


def hold_length_pooled(scores: Scores, draws: Floats) -> Floats:
    """The partial correlation over all cases in every sample."""
    pairs = ((scores.values, scores.people), (scores.words, scores.values), (scores.words, scores.people))
    return partial_correlation(*(spearman.correlate_pooled(x, y, scores.items, draws) for x, y in pairs))
