"""Every correlation equals scipy's, row by row and in every resample, ties and all."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as st_numpy
from scipy.stats import kendalltau, pearsonr, spearmanr

from triptych.agreement._sampling import draw_items
from triptych.agreement.correlations import correlations

SCIPY: dict[str, Any] = {"kendall": kendalltau, "pearson": pearsonr, "spearman": spearmanr}


def scipy_value(name: str, first: Any, second: Any) -> float:
    """What scipy says; NaN for a constant side, without its warning."""
    if np.ptp(first) == 0 or np.ptp(second) == 0:
        return float("nan")
    return float(SCIPY[name](first, second).statistic)


def test_the_folder_has_the_three() -> None:
    assert sorted(correlations()) == sorted(SCIPY)


@pytest.mark.parametrize("name", sorted(SCIPY))
@settings(max_examples=60, deadline=None)
@given(scores=st_numpy.arrays(np.int64, st.tuples(st.just(2), st.integers(2, 12)), elements=st.integers(1, 5)))
def test_rows_equal_scipy(name: str, scores: Any) -> None:
    first, second = scores.astype(np.float64)
    found = correlations()[name].correlate_rows(first[None, :], second[None, :])
    assert found[0] == pytest.approx(scipy_value(name, first, second), abs=1e-12, nan_ok=True)


@pytest.mark.parametrize("name", sorted(SCIPY))
def test_every_resample_equals_scipy_on_the_cases_drawn(name: str) -> None:
    rng = np.random.default_rng(3)
    items = np.repeat(np.arange(8), [3, 5, 1, 4, 4, 2, 6, 3])
    first = rng.normal(size=len(items)).round(1)
    second = (first + rng.normal(size=len(items))).round(0)
    draws = draw_items(8, resamples=25)
    found = correlations()[name].correlate_pooled(first, second, items, draws)
    for sample, counts in enumerate(draws.astype(int)):
        drawn = np.repeat(np.arange(len(items)), counts[items])
        assert found[sample] == pytest.approx(scipy_value(name, first[drawn], second[drawn]), abs=1e-12)


@pytest.mark.parametrize("name", sorted(SCIPY))
def test_a_constant_side_is_undefined(name: str) -> None:
    correlation, constant, varied = correlations()[name], np.full((1, 4), 1 / 3), np.arange(4.0)[None, :]
    assert np.isnan(correlation.correlate_rows(constant, varied)[0])
    assert np.isnan(correlation.correlate_rows(varied, constant)[0])
    pooled = correlation.correlate_pooled(constant[0], varied[0], np.arange(4), draw_items(4, resamples=5))
    assert np.isnan(pooled).all()
