"""The bootstrap: a published standard error, intervals, and means of what has a value."""

import numpy as np
import pytest

from triptych.agreement._sampling import average, draw_items, estimate, interval_of, mean_of, ratio


def test_standard_error_of_the_treated_mice() -> None:
    """Efron and Tibshirani (1993), table 2.2: the bootstrap standard error of the treated mice's mean goes to 23.36."""
    days = np.array([94.0, 197, 16, 38, 99, 141, 23])
    draws = draw_items(len(days), resamples=20_000)
    means = draws @ days / draws.sum(axis=1)
    assert means[0] == pytest.approx(86.86, abs=0.01)
    assert means[1:].std() == pytest.approx(23.36, rel=0.03)


def test_each_value_counts_as_often_as_its_item() -> None:
    draws = np.array([[1.0, 1.0], [2.0, 0.0], [0.0, 2.0]])
    found = mean_of(np.array([1.0, 0, 2]), np.array([0, 0, 1]), draws)
    assert found.tolist() == pytest.approx([1.0, 0.5, 2.0])


def test_every_resample_holds_as_many_items_and_the_first_sample_each_once() -> None:
    draws = draw_items(9, resamples=50)
    assert (draws[0] == 1).all()
    assert (draws.sum(axis=1) == 9).all()
    assert not (draws[1:] == 1).all()


def test_the_same_seed_gives_the_same_resamples() -> None:
    assert (draw_items(5, 20, seed=4) == draw_items(5, 20, seed=4)).all()
    assert (draw_items(5, 20, seed=4) != draw_items(5, 20, seed=5)).any()


def test_an_interval_is_the_middle_of_what_resamples_gave() -> None:
    assert interval_of(np.arange(1001.0)) == pytest.approx((25.0, 975.0))


def test_no_interval_from_few_defined_resamples() -> None:
    resampled = np.array([0.1] * 4 + [np.nan] * 6)
    assert interval_of(resampled) == (None, None)


def test_an_undefined_value_says_why() -> None:
    found = estimate(np.full(5, np.nan), 3, "all scores are 4")
    assert (found.value, found.reason, found.count) == (None, "all scores are 4", 3)


def test_an_average_leaves_out_what_has_no_value() -> None:
    found = average([np.array([1.0, np.nan]), np.array([3.0, 4.0])], [1.0, 3.0])
    assert found.tolist() == [2.5, 4.0]


def test_nothing_below_is_undefined() -> None:
    assert np.isnan(ratio(np.array([1.0]), np.array([0.0]))[0])
