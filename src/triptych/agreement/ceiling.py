"""The human ceiling: how well people agree with each other, measured as judges are."""

from dataclasses import replace
from itertools import combinations

import numpy as np

from triptych.agreement._sampled_row import SampledRow, mean_row, measure
from triptych.agreement._sampling import Floats, Scores

MOST_RATERS = 20
"""With more raters, only those who rated most are used."""
_MOST_PAIRED = 10


def leave_one_out(cases: Scores, ratings: Floats, draws: Floats) -> SampledRow | None:
    """Each rater against the mean of the others, averaged over raters by how much they rated; None for one rater."""
    rows = []
    for rater in _busiest(ratings, MOST_RATERS):
        own, others = ratings[:, rater], np.delete(ratings, rater, axis=1)
        counts = (~np.isnan(others)).sum(axis=1)
        means = np.nansum(others, axis=1) / np.maximum(counts, 1)
        rows.append(_measure_between(cases, own, np.where(counts > 0, means, np.nan), draws))
    return _mean([row for row in rows if row])


def pair_by_pair(cases: Scores, ratings: Floats, draws: Floats) -> SampledRow | None:
    """Each two raters against each other, averaged over pairs by how much they share; None for one rater."""
    pairs = combinations(_busiest(ratings, _MOST_PAIRED), 2)
    rows = [_measure_between(cases, ratings[:, first], ratings[:, second], draws) for first, second in pairs]
    return _mean([row for row in rows if row])


def _measure_between(cases: Scores, tested: Floats, against: Floats, draws: Floats) -> SampledRow | None:
    both = ~np.isnan(tested) & ~np.isnan(against)
    if both.sum() < 2:
        return None
    return measure(Scores(tested, against, cases.words, cases.items, cases.systems).only(both), draws, "people")


def _busiest(ratings: Floats, most: int) -> list[int]:
    counts = (~np.isnan(ratings)).sum(axis=0)
    order = np.argsort(-counts, kind="stable")[:most]
    return sorted(int(rater) for rater in order if counts[rater])


def _mean(rows: list[SampledRow]) -> SampledRow | None:
    """Their mean; the same cases are in many of them, so counts are not added up."""
    if not rows:
        return None
    mean = mean_row(rows, [row.cases for row in rows])
    quantities = {
        quantity: replace(one, count=max(row.quantities[quantity].count for row in rows))
        for quantity, one in mean.quantities.items()
    }
    cases, undefined = max(row.cases for row in rows), max(row.undefined_items for row in rows)
    return replace(mean, quantities=quantities, cases=cases, undefined_items=undefined)
