"""Pearson's r on a published worked example."""

import numpy as np
import pytest

from triptych.agreement.correlations import pearson


def test_first_set_of_anscombe() -> None:
    """Anscombe, Graphs in Statistical Analysis (1973): r = 0.816 for each of the four sets."""
    x = np.array([[10.0, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5]])
    y = np.array([[8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68]])
    assert pearson.correlate_rows(x, y)[0] == pytest.approx(0.816, abs=5e-4)
