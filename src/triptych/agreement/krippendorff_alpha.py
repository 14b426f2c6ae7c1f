"""Krippendorff's alpha of the people, for ordered categories.

1 is perfect agreement, 0 what chance gives, below 0 systematic disagreement. Krippendorff, Content Analysis (2004),
asks for 0.8 and takes 0.667 as the lowest that allows tentative conclusions. Raters may have
rated only some cases.
"""

import numpy as np

from triptych.agreement._results import Estimate
from triptych.agreement._sampling import Floats


def alpha_of(ratings: Floats) -> Estimate:
    """Alpha of a matrix with a case a row and a rater a column, NaN where a rater has not rated."""
    from krippendorff import alpha

    shared = ratings[(~np.isnan(ratings)).sum(axis=1) >= 2]
    if not len(shared):
        return Estimate(count=0, reason="no case was rated by two people")
    given = shared[~np.isnan(shared)]
    if np.all(given == given[0]):
        return Estimate(count=len(shared), reason=f"every rating is {given[0]:g}")
    value = float(alpha(reliability_data=shared.T, level_of_measurement="ordinal"))
    return Estimate(value=value, count=len(shared))
