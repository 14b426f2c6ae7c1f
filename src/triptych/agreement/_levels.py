"""How the cases of many items and systems become one figure: by item, pooled, by system."""

from dataclasses import dataclass

import numpy as np

from triptych.agreement._sampling import Floats, Ints, ratio
from triptych.agreement._scores import NO_SYSTEM, Scores, blocks_of
from triptych.agreement.correlations import Correlation

FEWEST_SYSTEMS = 3
"""Two points always lie on a line."""


@dataclass(frozen=True, slots=True)
class ItemValues:
    """A statistic within each item; NaN where an item has none."""

    items: Ints
    """The items."""
    values: Floats
    """One for each."""

    def mean(self, draws: Floats, *, undefined_as_zero: bool) -> Floats:
        """The mean over items in every sample, those without a value counted as 0 or left out."""
        counts = draws[:, self.items]
        counted = np.ones_like(self.values) if undefined_as_zero else (~np.isnan(self.values)).astype(np.float64)
        return ratio(counts @ np.nan_to_num(self.values), counts @ counted)


def within_items(correlation: Correlation, scores: Scores, first: Floats, second: Floats) -> ItemValues:
    """The correlation of two arrays within each item that has two cases or more."""
    blocks = blocks_of(scores)
    if not blocks:
        return ItemValues(np.empty(0, dtype=np.int64), np.empty(0))
    values = [correlation.correlate_rows(first[block.places], second[block.places]) for block in blocks]
    return ItemValues(np.concatenate([block.items for block in blocks]), np.concatenate(values))


def by_system(correlation: Correlation, scores: Scores, draws: Floats) -> Floats:
    """The correlation of systems' mean scores in every sample."""
    named = scores.only(scores.systems != NO_SYSTEM)
    systems, place = np.unique(named.systems, return_inverse=True)
    if len(systems) < FEWEST_SYSTEMS:
        return np.full(len(draws), np.nan)
    held = draws @ _sums(np.ones(len(named)), named.items, place, draws)
    values = ratio(draws @ _sums(named.values, named.items, place, draws), held)
    people = ratio(draws @ _sums(named.people, named.items, place, draws), held)
    return correlation.correlate_rows(values, people)


def _sums(values: Floats, items: Ints, systems: Ints, draws: Floats) -> Floats:
    """The sum of values by item and system."""
    sums = np.zeros((draws.shape[1], int(systems.max()) + 1))
    np.add.at(sums, (items, systems), values)
    return sums
