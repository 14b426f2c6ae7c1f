"""Pearson's r."""

import numpy as np

from triptych.agreement._sampling import Floats, Ints

# A sum of squares this small beside the numbers it came from is rounding, not spread.
_ROUNDING = 1e-12


def correlate_rows(first: Floats, second: Floats) -> Floats:
    x = first - first.mean(axis=1, keepdims=True)
    y = second - second.mean(axis=1, keepdims=True)
    scale_x, scale_y = (first**2).sum(axis=1), (second**2).sum(axis=1)
    return correlation_of((x * y).sum(axis=1), (x**2).sum(axis=1), (y**2).sum(axis=1), scale_x, scale_y)


def correlate_pooled(first: Floats, second: Floats, items: Ints, draws: Floats) -> Floats:
    """Pearson's r over all cases in every sample, from sums by item."""
    x, y = first - first.mean(), second - second.mean()
    moments = np.zeros((draws.shape[1], 6))
    np.add.at(moments, items, np.column_stack([np.ones_like(x), x, y, x * x, y * y, x * y]))
    n, sx, sy, sxx, syy, sxy = (draws @ moments).T
    with np.errstate(invalid="ignore", divide="ignore"):
        return correlation_of(sxy - sx * sy / n, sxx - sx**2 / n, syy - sy**2 / n, sxx, syy)


def correlation_of(xy: Floats, xx: Floats, yy: Floats, scale_x: Floats, scale_y: Floats) -> Floats:
    """Sums of products to correlations; NaN where either side does not vary."""
    varies = (xx > _ROUNDING * scale_x) & (yy > _ROUNDING * scale_y)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(varies, np.clip(xy / np.sqrt(xx * yy), -1.0, 1.0), np.nan)
