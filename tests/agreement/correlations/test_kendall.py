"""Kendall's τ-b on a published worked example, and without its interval where there are too many cases."""

import numpy as np
import pytest
from scipy.stats import kendalltau

from triptych.agreement._sampling import draw_items
from triptych.agreement.correlations import kendall


def test_lightness_and_quality_of_tuna() -> None:
    """Hollander and Wolfe, Nonparametric Statistical Methods (1973), p. 187: τ = 0.444 (also R's `?cor.test`)."""
    lightness = np.array([[44.4, 45.9, 41.9, 53.3, 44.7, 44.1, 50.7, 45.2, 60.1]])
    quality = np.array([[2.6, 3.1, 2.5, 5.0, 3.6, 4.0, 5.2, 2.8, 3.8]])
    assert kendall.correlate_rows(lightness, quality)[0] == pytest.approx(4 / 9)


def test_beyond_many_cases_there_is_a_value_but_no_resample(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kendall, "MOST_CASES_WITH_INTERVAL", 10)
    first, second = np.arange(12.0), np.arange(12.0) % 5
    found = kendall.correlate_pooled(first, second, np.arange(12), draw_items(12, resamples=3))
    assert found[0] == pytest.approx(kendalltau(first, second).statistic)
    assert np.isnan(found[1:]).all()
