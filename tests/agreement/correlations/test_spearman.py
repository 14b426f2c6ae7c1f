"""Spearman's ρ on a published worked example."""

import numpy as np
import pytest

from triptych.agreement.correlations import spearman


def test_iq_and_hours_of_television() -> None:
    """The worked example of Wikipedia's article on the coefficient: ρ = −29/165."""
    iq = np.array([[106.0, 100, 86, 101, 99, 103, 97, 113, 112, 110]])
    hours = np.array([[7.0, 27, 2, 50, 28, 29, 20, 12, 6, 17]])
    assert spearman.correlate_rows(iq, hours)[0] == pytest.approx(-29 / 165)
