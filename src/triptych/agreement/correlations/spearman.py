"""Spearman's ρ: Pearson's r of the ranks, ties sharing their mean rank."""

import numpy as np
from scipy.sparse import csr_array
from scipy.stats import rankdata

from triptych.agreement._sampling import Floats, Ints
from triptych.agreement.correlations import pearson

_CELLS_AT_ONCE = 4_000_000


def correlate_rows(first: Floats, second: Floats) -> Floats:
    return pearson.correlate_rows(rankdata(first, axis=1), rankdata(second, axis=1))


def correlate_pooled(first: Floats, second: Floats, items: Ints, draws: Floats) -> Floats:
    """Spearman's ρ over all cases in every sample, ranked anew in each."""
    step = max(1, _CELLS_AT_ONCE // max(1, len(first)))
    parts = [_correlate(first, second, items, draws[at : at + step]) for at in range(0, len(draws), step)]
    return np.concatenate(parts)


def _correlate(first: Floats, second: Floats, items: Ints, draws: Floats) -> Floats:
    x, place_x = np.unique(first, return_inverse=True)
    y, place_y = np.unique(second, return_inverse=True)
    ranks_x, xx = _centred_ranks(_drawn(place_x, len(x), items, draws))
    ranks_y, yy = _centred_ranks(_drawn(place_y, len(y), items, draws))
    cells, cell = np.unique(place_x * len(y) + place_y, return_inverse=True)
    drawn = _drawn(cell, len(cells), items, draws)
    xy = (drawn * ranks_x[:, cells // len(y)] * ranks_y[:, cells % len(y)]).sum(axis=1)
    ones = np.ones(len(draws))
    return pearson.correlation_of(xy, xx, yy, ones, ones)


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
