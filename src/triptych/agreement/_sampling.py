"""Scores of two sides as arrays, and the bootstrap over their items.

Every statistic here answers for many samples at once: an array whose first place is the sample as it is and whose
other places are resamples. Averages and differences of such arrays keep the pairing, so an interval of a mean over
metrics or of a difference between judges costs nothing more. Percentile intervals after Efron and Tibshirani,
An Introduction to the Bootstrap (1993), chapter 13; items are drawn whole, since texts about one item are not
independent.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Self

import numpy as np
from numpy.typing import NDArray

from triptych.agreement._results import Estimate

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]

NO_SYSTEM = -1
RESAMPLES = 1000
LEVEL = 0.95
# Below this share of resamples with a value there is no interval.
_FEWEST_DEFINED = 0.5


@dataclass(frozen=True, slots=True)
class Scores:
    """Scores to test beside people's, for the cases that have both; each place in every array is one case."""

    values: Floats
    """What is tested: a judge's values, word counts, one rater's scores."""
    people: Floats
    """What it is tested against."""
    words: Floats
    """The words of each text; NaN where unknown."""
    items: Ints
    """Which item each case is about: a column of the draws."""
    systems: Ints
    """Who wrote each text; NO_SYSTEM where unknown."""

    def __len__(self) -> int:
        return len(self.values)

    def only(self, wanted: Flags) -> Self:
        """The cases for which `wanted` is true."""
        return type(self)(*(getattr(self, one.name)[wanted] for one in fields(self)))

    def with_words(self) -> Self:
        """The cases whose length is known."""
        return self.only(~np.isnan(self.words))


def blocks_of(scores: Scores) -> list[tuple[Ints, Ints]]:
    """The items with two cases or more, those of one size together so that they can be worked on at once.

    A block is a matrix of places in the arrays of Scores, an item a row, and the item of each row.
    """
    order = np.argsort(scores.items, kind="stable")
    found, starts, sizes = np.unique(scores.items[order], return_index=True, return_counts=True)
    several = np.unique(sizes[sizes >= 2])
    return [(order[starts[sizes == size][:, None] + np.arange(size)], found[sizes == size]) for size in several]


def draw_items(items: int, resamples: int = RESAMPLES, seed: int = 0) -> Floats:
    """How often each item is in each sample: the sample as it is first, then the resamples."""
    drawn = np.random.default_rng(seed).multinomial(items, np.full(items, 1 / items), size=resamples)
    return np.vstack([np.ones((1, items)), drawn])


def sum_by(places: Ints, values: Floats) -> Floats:
    """The sum of the values at each place."""
    return np.asarray(np.bincount(places, weights=values), dtype=np.float64)


def mean_of(values: Floats, items: Ints, draws: Floats) -> Floats:
    """The mean of some values in every sample, each value drawn with its item."""
    sums, counts = (np.bincount(items, weights, minlength=draws.shape[1]) for weights in (values, None))
    return ratio(draws @ sums, draws @ counts)


def ratio(above: Floats, below: Floats) -> Floats:
    """Their quotient, undefined where there is nothing below."""
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(below > 0, above / below, np.nan)


def average(samples: Sequence[Floats], weights: Sequence[float]) -> Floats:
    """The weighted mean of several statistics, place by place, of those that have a value there."""
    stacked = np.vstack(samples)
    weighing = np.where(np.isnan(stacked), 0.0, np.asarray(weights, dtype=np.float64)[:, None])
    return ratio((np.nan_to_num(stacked) * weighing).sum(axis=0), weighing.sum(axis=0))


def estimate(sampled: Floats, count: int, reason: str) -> Estimate:
    """The value with its interval, or why there is none."""
    if np.isnan(sampled[0]):
        return Estimate(count=count, reason=reason)
    low, high = interval_of(sampled[1:])
    return Estimate(value=float(sampled[0]), low=low, high=high, count=count)


def interval_of(resampled: Floats) -> tuple[float | None, float | None]:
    """The middle 95 % of what resamples gave."""
    defined = resampled[~np.isnan(resampled)]
    if not len(defined) or len(defined) < _FEWEST_DEFINED * len(resampled):
        return None, None
    low, high = np.quantile(defined, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    return float(low), float(high)
