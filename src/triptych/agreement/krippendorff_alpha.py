"""Krippendorff's alpha of the people, for ordered categories.

1 is perfect agreement, 0 what chance gives, below 0 systematic disagreement. Krippendorff, Content Analysis (2004),
asks for 0.8 and takes 0.667 as the lowest that allows tentative conclusions. Raters may have
rated only some cases.

Computed here from the coincidence matrix, as chapter 11 there defines it: the one library that does it is under the
GPL, which not every user may install. The tests hold it to that library's figures.
"""

import numpy as np

from triptych.agreement._results import Estimate
from triptych.agreement._sampling import Floats


def alpha_of(ratings: Floats) -> Estimate:
    """Alpha of a matrix with a case a row and a rater a column, NaN where a rater has not rated."""
    shared = ratings[(~np.isnan(ratings)).sum(axis=1) >= 2]
    if not len(shared):
        return Estimate(count=0, reason="no case was rated by two people")
    levels = np.unique(shared[~np.isnan(shared)])
    if len(levels) == 1:
        return Estimate(count=len(shared), reason=f"every rating is {levels[0]:g}")
    # How often each two levels meet within a case, each case weighing as many ratings as it has.
    counts = (shared[:, :, None] == levels).sum(axis=1).astype(float)
    weights = 1 / (counts.sum(axis=1) - 1)
    pairs = np.einsum("u,uc,uk->ck", weights, counts, counts) - np.diag(weights @ counts)
    totals = pairs.sum(axis=0)
    # The squared number of ratings that lie between two levels, half of those on either counted.
    middles = np.cumsum(totals) - totals / 2
    distances = (middles[:, None] - middles) ** 2
    observed = float((pairs * distances).sum())
    expected = float((np.outer(totals, totals) * distances).sum()) / (float(totals.sum()) - 1)
    return Estimate(value=1 - observed / expected, count=len(shared))
