"""From a measured share to the five anchors, unrounded, and from there to a whole score."""

import numpy as np

_SHARES = (
    *((0.0, 1.0), (0.08, 1.5), (0.22, 2.0), (0.40, 2.5), (0.50, 3.0)),
    *((0.60, 3.5), (0.77, 4.0), (0.93, 4.5), (1.0, 5.0)),
)
"""None, few, about half, most, all: where the rubrics draw the lines, and all but measuring error is all."""


def on_scale(share: float) -> float:
    """The value between 1 and 5 of a measured share."""
    places, values = zip(*_SHARES, strict=True)
    return float(np.interp(share, places, values))


def whole(value: float) -> int:
    """The anchor nearest to a value; halves go up."""
    return min(5, max(1, int(value + 0.5)))


def boundary_distance(value: float) -> float:
    """How far a value is from where rounding turns, from 0 to 0.5."""
    beyond = (value + 0.5) % 1
    return min(beyond, 1 - beyond)
