"""From shares and counts to the five anchors, unrounded."""

from collections.abc import Sequence
from math import exp

import numpy as np

Knots = Sequence[tuple[float, float]]

SHARES: Knots = (
    (0.0, 1.0),
    (0.08, 1.5),
    (0.22, 2.0),
    (0.40, 2.5),
    (0.50, 3.0),
    (0.60, 3.5),
    (0.77, 4.0),
    (0.93, 4.5),
    (1.0, 5.0),
)
"""None, few, about half, most, all: where the rubrics draw the lines (40 %, 60 %), and all but
measuring error is all."""


def on_scale(measured: float, knots: Knots = SHARES) -> float:
    """The value between 1 and 5 of a measured share or count."""
    places, values = zip(*knots, strict=True)
    return float(np.interp(measured, places, values))


def within(value: float) -> float:
    """A value brought between 1 and 5; near the ends ever more slowly, so that what differs stays different."""
    if value > _NEAR_TOP:
        return _NEAR_TOP + (5 - _NEAR_TOP) * (1 - exp(-(value - _NEAR_TOP) / (5 - _NEAR_TOP)))
    if value < _NEAR_BOTTOM:
        return _NEAR_BOTTOM - (_NEAR_BOTTOM - 1) * (1 - exp(-(_NEAR_BOTTOM - value) / (_NEAR_BOTTOM - 1)))
    return value


_NEAR_TOP, _NEAR_BOTTOM = 4.5, 1.4


def whole(value: float) -> int:
    """The anchor nearest to a value; halves go up."""
    return min(5, max(1, int(value + 0.5)))


def boundary_distance(value: float) -> float:
    """How far a value is from where rounding turns, from 0 to 0.5."""
    return abs(value + 0.5 - int(value + 0.5) - 0.5) if value >= 1 else 0.0
