"""Kendall's τ-b: concordant less discordant pairs, ties on either side taken out of the count below."""

import numpy as np
from scipy.stats import kendalltau

from triptych.agreement._sampling import Floats, Ints

# Beyond this, pairs of cases take too much memory: the value has no interval.
MOST_CASES_WITH_INTERVAL = 4_000
_CELLS_AT_ONCE = 8_000_000


def correlate_rows(first: Floats, second: Floats) -> Floats:
    left, right = np.triu_indices(first.shape[1], k=1)
    step = max(1, _CELLS_AT_ONCE // max(1, len(left)))
    parts = [_of_pairs(first[at : at + step], second[at : at + step], left, right) for at in range(0, len(first), step)]
    return np.concatenate(parts)


def correlate_pooled(first: Floats, second: Floats, items: Ints, draws: Floats) -> Floats:
    """Kendall's τ-b over all cases in every sample.

    Pairs are counted once between every two items; a sample then holds each count as often as it holds both items.
    Copies of one case are tied with each other, as they should be.
    """
    if len(first) > MOST_CASES_WITH_INTERVAL:
        sampled = np.full(len(draws), np.nan)
        sampled[0] = kendalltau(first, second).statistic
        return sampled
    order = np.argsort(items, kind="stable")
    x, y = first[order], second[order]
    present, starts = np.unique(items[order], return_index=True)
    signs_x, signs_y = np.sign(x[:, None] - x), np.sign(y[:, None] - y)
    counts = draws[:, present]
    concordance = _between_items(signs_x * signs_y, starts, counts)
    return _tau(concordance, _between_items(signs_x**2, starts, counts), _between_items(signs_y**2, starts, counts))


def _of_pairs(first: Floats, second: Floats, left: Ints, right: Ints) -> Floats:
    x = np.sign(first[:, left] - first[:, right])
    y = np.sign(second[:, left] - second[:, right])
    return _tau((x * y).sum(axis=1), (x**2).sum(axis=1), (y**2).sum(axis=1))


def _between_items(pairs: Floats, starts: Ints, counts: Floats) -> Floats:
    """The sum over all pairs of cases in every sample, from a matrix over cases sorted by item."""
    totals = np.add.reduceat(np.add.reduceat(pairs, starts, axis=0), starts, axis=1)
    return np.asarray((counts @ totals * counts).sum(axis=1))


def _tau(concordance: Floats, untied_x: Floats, untied_y: Floats) -> Floats:
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where((untied_x > 0) & (untied_y > 0), concordance / np.sqrt(untied_x * untied_y), np.nan)
