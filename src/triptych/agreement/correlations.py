"""Correlations within each item, over all cases and over systems, in every resample at once.

Pearson's r; Spearman's ρ, which is r of the ranks, ties sharing their mean rank; and Kendall's τ-b: concordant less
discordant pairs, ties on either side taken out of the count below. All are NaN where a side is constant.

What is left of an agreement once length is known, by two guards. Spearman's ρ with word counts held constant: the
partial rank correlation of Kendall (Biometrika 32, 1942), from the three pairwise correlations. And pairs of like
length: of two texts about one item, which do people prefer? Only pairs count whose lengths differ by at most a tenth of
the longer and whose ratings lie half a point apart or more; equal scores are half right, so that guessing and a
constant judge both come to 0.5.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from scipy.sparse import csr_array
from scipy.stats import kendalltau, rankdata

from triptych.agreement._sampling import NO_SYSTEM, Floats, Ints, Scores, blocks_of, ratio

FEWEST_SYSTEMS = 3
"""Two points always lie on a line."""
# Beyond this, pairs of cases take too much memory: Kendall's τ has no interval.
_MOST_CASES_WITH_INTERVAL = 4_000
_CELLS_AT_ONCE = 4_000_000
# A sum of squares this small beside the numbers it came from is rounding, not spread.
_ROUNDING = 1e-12
# Beyond this a correlation with length is 1 but for rounding, and nothing is left to correlate.
_ALL_LENGTH = 1 - 1e-9
_LENGTH_TOLERANCE = 0.1
_FEWEST_POINTS_APART = 0.5 - 1e-9


class Correlation(NamedTuple):
    """One kind of correlation."""

    of_rows: Callable[[Floats, Floats], Floats]
    """Of each row of one matrix with the same row of the other."""
    pooled: Callable[[Floats, Floats, Ints, Floats], Floats]
    """Over all cases, by their items, in every sample of draws: a case counts as often as its item was drawn."""


class ItemValues(NamedTuple):
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
    values = [correlation.of_rows(first[places], second[places]) for places, _ in blocks]
    return ItemValues(np.concatenate([items for _, items in blocks]), np.concatenate(values))


def by_system(correlation: Correlation, scores: Scores, draws: Floats) -> Floats:
    """The correlation of systems' mean scores in every sample."""
    named = scores.only(scores.systems != NO_SYSTEM)
    systems, place = np.unique(named.systems, return_inverse=True)
    if len(systems) < FEWEST_SYSTEMS:
        return np.full(len(draws), np.nan)
    sums = np.zeros((3, draws.shape[1], len(systems)))
    for row, values in zip(sums, (np.ones(len(named)), named.values, named.people), strict=True):
        np.add.at(row, (named.items, place), values)
    held, values, people = draws @ sums
    return correlation.of_rows(ratio(values, held), ratio(people, held))


def pearson_rows(first: Floats, second: Floats) -> Floats:
    """Pearson's r of each two rows."""
    x = first - first.mean(axis=1, keepdims=True)
    y = second - second.mean(axis=1, keepdims=True)
    scale_x, scale_y = (first**2).sum(axis=1), (second**2).sum(axis=1)
    return _pearson((x * y).sum(axis=1), (x**2).sum(axis=1), (y**2).sum(axis=1), scale_x, scale_y)


def pearson_pooled(first: Floats, second: Floats, items: Ints, draws: Floats) -> Floats:
    """Pearson's r over all cases in every sample, from sums by item."""
    x, y = first - first.mean(), second - second.mean()
    moments = np.zeros((draws.shape[1], 6))
    np.add.at(moments, items, np.column_stack([np.ones_like(x), x, y, x * x, y * y, x * y]))
    n, sx, sy, sxx, syy, sxy = (draws @ moments).T
    with np.errstate(invalid="ignore", divide="ignore"):
        return _pearson(sxy - sx * sy / n, sxx - sx**2 / n, syy - sy**2 / n, sxx, syy)


def _pearson(xy: Floats, xx: Floats, yy: Floats, scale_x: Floats, scale_y: Floats) -> Floats:
    """Sums of products to correlations; NaN where either side does not vary."""
    varies = (xx > _ROUNDING * scale_x) & (yy > _ROUNDING * scale_y)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(varies, np.clip(xy / np.sqrt(xx * yy), -1.0, 1.0), np.nan)


def spearman_rows(first: Floats, second: Floats) -> Floats:
    """Spearman's ρ of each two rows."""
    return pearson_rows(rankdata(first, axis=1), rankdata(second, axis=1))


def spearman_pooled(first: Floats, second: Floats, items: Ints, draws: Floats) -> Floats:
    """Spearman's ρ over all cases in every sample, ranked anew in each."""
    step = max(1, _CELLS_AT_ONCE // max(1, len(first)))
    parts = [_spearman_of(first, second, items, draws[at : at + step]) for at in range(0, len(draws), step)]
    return np.concatenate(parts)


def _spearman_of(first: Floats, second: Floats, items: Ints, draws: Floats) -> Floats:
    x, place_x = np.unique(first, return_inverse=True)
    y, place_y = np.unique(second, return_inverse=True)
    ranks_x, xx = _centred_ranks(_drawn(place_x, len(x), items, draws))
    ranks_y, yy = _centred_ranks(_drawn(place_y, len(y), items, draws))
    cells, cell = np.unique(place_x * len(y) + place_y, return_inverse=True)
    drawn = _drawn(cell, len(cells), items, draws)
    xy = (drawn * ranks_x[:, cells // len(y)] * ranks_y[:, cells % len(y)]).sum(axis=1)
    ones = np.ones(len(draws))
    return _pearson(xy, xx, yy, ones, ones)


def _drawn(places: Ints, count: int, items: Ints, draws: Floats) -> Floats:
    """How often each distinct value is in each sample."""
    # Sparse: where all values differ, hardly any item holds any of them.
    held = csr_array((np.ones(len(items)), (items, places)), shape=(draws.shape[1], count))
    return np.asarray(draws @ held)


def _centred_ranks(drawn: Floats) -> tuple[Floats, Floats]:
    """Each distinct value's rank in every sample less the mean rank, and the sum of their squares over the sample.

    A value's copies share the mean of the ranks they take up, so ranks follow from how often each value was drawn: no
    sample needs sorting.
    """
    total = drawn.sum(axis=1, keepdims=True)
    ranks = np.cumsum(drawn, axis=1) - (drawn - 1) / 2 - (total + 1) / 2
    return ranks, (drawn * ranks**2).sum(axis=1)


def kendall_rows(first: Floats, second: Floats) -> Floats:
    """Kendall's τ-b of each two rows."""
    left, right = np.triu_indices(first.shape[1], k=1)
    step = max(1, _CELLS_AT_ONCE // max(1, len(left)))
    parts = []
    for at in range(0, len(first), step):
        x, y = (np.sign(side[at : at + step, left] - side[at : at + step, right]) for side in (first, second))
        parts.append(_tau((x * y).sum(axis=1), (x**2).sum(axis=1), (y**2).sum(axis=1)))
    return np.concatenate(parts)


def kendall_pooled(first: Floats, second: Floats, items: Ints, draws: Floats) -> Floats:
    """Kendall's τ-b over all cases in every sample.

    Pairs are counted once between every two items; a sample then holds each count as often as it holds both items.
    Copies of one case are tied with each other, as they should be.
    """
    if len(first) > _MOST_CASES_WITH_INTERVAL:
        sampled = np.full(len(draws), np.nan)
        sampled[0] = kendalltau(first, second).statistic
        return sampled
    order = np.argsort(items, kind="stable")
    present, starts = np.unique(items[order], return_index=True)
    x, y = (np.sign(side[order][:, None] - side[order]) for side in (first, second))
    counts = draws[:, present]

    def over_pairs(pairs: Floats) -> Floats:
        totals = np.add.reduceat(np.add.reduceat(pairs, starts, axis=0), starts, axis=1)
        return np.asarray((counts @ totals * counts).sum(axis=1))

    return _tau(over_pairs(x * y), over_pairs(x**2), over_pairs(y**2))


def _tau(concordance: Floats, untied_x: Floats, untied_y: Floats) -> Floats:
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where((untied_x > 0) & (untied_y > 0), concordance / np.sqrt(untied_x * untied_y), np.nan)


CORRELATIONS = {
    "kendall": Correlation(kendall_rows, kendall_pooled),
    "pearson": Correlation(pearson_rows, pearson_pooled),
    "spearman": Correlation(spearman_rows, spearman_pooled),
}


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
