"""What every correlation offers, and how the cases of many items and systems become one figure."""

from dataclasses import dataclass
from functools import cache
from typing import Protocol, cast

import numpy as np

from triptych.agreement._sampling import NO_SYSTEM, Floats, Ints, Scores, blocks_of, ratio
from triptych.plugins import load, names_in

_FOLDER = "triptych.agreement.correlations"
FEWEST_SYSTEMS = 3
"""Two points always lie on a line."""


class Correlation(Protocol):
    """A module of this folder. A value is NaN where a side is constant."""

    def correlate_rows(self, first: Floats, second: Floats) -> Floats:
        """The correlation of each row of one matrix with the same row of the other."""
        ...

    def correlate_pooled(self, first: Floats, second: Floats, items: Ints, draws: Floats) -> Floats:
        """The correlation over all cases in every sample, where a case counts as often as its item was drawn."""
        ...


@cache
def correlations() -> dict[str, Correlation]:
    return {name: cast(Correlation, load(_FOLDER, name)) for name in names_in(_FOLDER)}


@dataclass(frozen=True, slots=True)
class ItemValues:
    """A statistic within each item; NaN where an item has none."""

    items: Ints
    values: Floats

    @property
    def defined(self) -> int:
        """How many items have a value."""
        return int((~np.isnan(self.values)).sum())

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
