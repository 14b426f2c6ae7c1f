"""Every correlation equals scipy's, row by row and in every resample, ties and all, and published worked examples.

With length held constant: a published example, judges that only count words, pairs of like length.
"""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as st_numpy
from scipy.stats import kendalltau, pearsonr, spearmanr

from triptych.agreement import correlations
from triptych.agreement._sampling import NO_SYSTEM, Scores, draw_items
from triptych.agreement.correlations import (
    CORRELATIONS,
    by_system,
    hold_length_pooled,
    hold_length_within_items,
    kendall_pooled,
    kendall_rows,
    partial_correlation,
    pearson_rows,
    share_right,
    spearman_rows,
    within_items,
)

SCIPY: dict[str, Any] = {"kendall": kendalltau, "pearson": pearsonr, "spearman": spearmanr}


def scipy_value(name: str, first: Any, second: Any) -> float:
    """What scipy says; NaN for a constant side, without its warning."""
    if np.ptp(first) == 0 or np.ptp(second) == 0:
        return float("nan")
    return float(SCIPY[name](first, second).statistic)


@pytest.mark.parametrize("name", sorted(SCIPY))
@settings(max_examples=60, deadline=None)
@given(scores=st_numpy.arrays(np.int64, st.tuples(st.just(2), st.integers(2, 12)), elements=st.integers(1, 5)))
def test_rows_equal_scipy(name: str, scores: Any) -> None:
    first, second = scores.astype(np.float64)
    found = CORRELATIONS[name].of_rows(first[None, :], second[None, :])
    assert found[0] == pytest.approx(scipy_value(name, first, second), abs=1e-12, nan_ok=True)


@pytest.mark.parametrize("name", sorted(SCIPY))
def test_every_resample_equals_scipy_on_the_cases_drawn(name: str) -> None:
    rng = np.random.default_rng(3)
    items = np.repeat(np.arange(8), [3, 5, 1, 4, 4, 2, 6, 3])
    first = rng.normal(size=len(items)).round(1)
    second = (first + rng.normal(size=len(items))).round(0)
    draws = draw_items(8, resamples=25)
    found = CORRELATIONS[name].pooled(first, second, items, draws)
    for sample, counts in enumerate(draws.astype(int)):
        drawn = np.repeat(np.arange(len(items)), counts[items])
        assert found[sample] == pytest.approx(scipy_value(name, first[drawn], second[drawn]), abs=1e-12)


@pytest.mark.parametrize("name", sorted(SCIPY))
def test_a_constant_side_is_undefined(name: str) -> None:
    correlation, constant, varied = CORRELATIONS[name], np.full((1, 4), 1 / 3), np.arange(4.0)[None, :]
    assert np.isnan(correlation.of_rows(constant, varied)[0])
    assert np.isnan(correlation.of_rows(varied, constant)[0])
    pooled = correlation.pooled(constant[0], varied[0], np.arange(4), draw_items(4, resamples=5))
    assert np.isnan(pooled).all()


def scores(values: list[float], people: list[float], items: list[int], systems: list[int]) -> Scores:
    return Scores(np.array(values), np.array(people), np.full(len(values), 9.0), np.array(items), np.array(systems))


def test_items_with_one_case_are_left_out_and_undefined_ones_count_as_zero_or_not_at_all() -> None:
    some = scores([1, 2, 3, 4, 4, 5], [1, 2, 3, 1, 2, 5], [0, 0, 0, 1, 1, 2], [0] * 6)
    found = within_items(CORRELATIONS["spearman"], some, some.values, some.people)
    assert sorted(found.items) == [0, 1] and np.isnan(found.values).sum() == 1
    draws = np.array([[1.0, 1, 1], [3, 0, 0], [0, 3, 0]])
    assert found.mean(draws, undefined_as_zero=True) == pytest.approx([0.5, 1, 0])
    assert found.mean(draws, undefined_as_zero=False) == pytest.approx([1, 1, np.nan], nan_ok=True)
    nothing = within_items(CORRELATIONS["spearman"], some.only(some.items == 2), some.values, some.people)
    assert len(nothing.values) == 0


def test_systems_are_compared_by_their_means_and_need_three() -> None:
    some = scores([1, 2, 3, 3, 4, 9], [1, 2, 3, 1, 2, 1], [0, 0, 0, 1, 1, 1], [0, 1, 2, 0, 1, NO_SYSTEM])
    draws = np.array([[1.0, 1]])
    expected = scipy_value("pearson", [2, 3, 3], [1, 2, 3])
    assert by_system(CORRELATIONS["pearson"], some, draws) == pytest.approx(expected)
    assert np.isnan(by_system(CORRELATIONS["pearson"], some.only(some.systems < 2), draws)).all()


def test_lightness_and_quality_of_tuna() -> None:
    """Hollander and Wolfe, Nonparametric Statistical Methods (1973), p. 187: τ = 0.444 (also R's `?cor.test`)."""
    lightness = np.array([[44.4, 45.9, 41.9, 53.3, 44.7, 44.1, 50.7, 45.2, 60.1]])
    quality = np.array([[2.6, 3.1, 2.5, 5.0, 3.6, 4.0, 5.2, 2.8, 3.8]])
    assert kendall_rows(lightness, quality)[0] == pytest.approx(4 / 9)


def test_beyond_many_cases_there_is_a_value_but_no_resample(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(correlations, "_MOST_CASES_WITH_INTERVAL", 10)
    first, second = np.arange(12.0), np.arange(12.0) % 5
    found = kendall_pooled(first, second, np.arange(12), draw_items(12, resamples=3))
    assert found[0] == pytest.approx(kendalltau(first, second).statistic)
    assert np.isnan(found[1:]).all()


def test_first_set_of_anscombe() -> None:
    """Anscombe, Graphs in Statistical Analysis (1973): r = 0.816 for each of the four sets."""
    x = np.array([[10.0, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5]])
    y = np.array([[8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68]])
    assert pearson_rows(x, y)[0] == pytest.approx(0.816, abs=5e-4)


def test_iq_and_hours_of_television() -> None:
    """The worked example of Wikipedia's article on the coefficient: ρ = −29/165."""
    iq = np.array([[106.0, 100, 86, 101, 99, 103, 97, 113, 112, 110]])
    hours = np.array([[7.0, 27, 2, 50, 28, 29, 20, 12, 6, 17]])
    assert spearman_rows(iq, hours)[0] == pytest.approx(-29 / 165)


def three_sides(values: list[float], people: list[float], words: list[float], items: list[int] | None = None) -> Scores:
    places = np.array(items or [0] * len(values))
    return Scores(np.array(values), np.array(people), np.array(words), places, np.zeros_like(places))


def test_the_formula_on_a_worked_example() -> None:
    """Wikipedia, Partial correlation: X, Y correlate at 0.9695, with Z held constant at 0.9191."""
    x, y, z = (np.array([row]) for row in ([2.0, 4, 15, 20], [1.0, 2, 3, 4], [0.0, 0, 1, 1]))
    plain = pearson_rows(x, y)
    assert plain[0] == pytest.approx(0.9695, abs=5e-5)
    held = partial_correlation(plain, pearson_rows(z, x), pearson_rows(z, y))
    assert held[0] == pytest.approx(0.919145, abs=1e-6)


def test_a_judge_that_counts_words_has_nothing_left() -> None:
    words = [10.0, 20, 30, 40, 50]
    counting = three_sides(words, [1.0, 3, 2, 5, 4], words, [0] * 5)
    assert np.isnan(hold_length_within_items(counting).values).all()
    assert np.isnan(hold_length_pooled(counting, draw_items(1, 3))).all()


def test_texts_of_one_length_keep_the_plain_correlation() -> None:
    values, people = [1.0, 2, 4, 3, 5], [1.0, 3, 2, 5, 4]
    found = hold_length_within_items(three_sides(values, people, [80.0] * 5, [0] * 5))
    assert found.values[0] == pytest.approx(spearmanr(values, people).statistic)


def test_pooled_equals_the_formula_on_scipy() -> None:
    rng = np.random.default_rng(0)
    words = rng.integers(20, 90, 30).astype(float)
    values, people = words + rng.normal(0, 20, 30), words + rng.normal(0, 20, 30)
    r = spearmanr(np.column_stack([values, people, words])).statistic
    expected = (r[0, 1] - r[0, 2] * r[1, 2]) / np.sqrt((1 - r[0, 2] ** 2) * (1 - r[1, 2] ** 2))
    found = hold_length_pooled(three_sides(list(values), list(people), list(words), list(range(30))), draw_items(30, 2))
    assert found[0] == pytest.approx(expected)


@pytest.mark.parametrize(
    ("words", "people", "pairs"),
    [
        ([100, 90], [4, 3], 1),
        ([100, 89], [4, 3], 0),
        ([100, 100], [4, 3.5], 1),
        ([100, 100], [4, 3.6], 0),
        ([100, 100], [13 / 3, 23 / 6], 1),
    ],
)
def test_a_pair_counts_when_lengths_are_near_and_ratings_apart(
    words: list[float], people: list[float], pairs: int
) -> None:
    assert share_right(three_sides([5.0, 1.0], people, words), draw_items(1, 1))[1] == pairs


@pytest.mark.parametrize(("values", "share"), [([5.0, 1.0], 1.0), ([1.0, 5.0], 0.0), ([3.0, 3.0], 0.5)])
def test_right_wrong_and_tied(values: list[float], share: float) -> None:
    found, _ = share_right(three_sides(values, [4.0, 2.0], [50.0, 50.0]), draw_items(1, 1))
    assert found[0] == share


def test_pairs_lie_within_items() -> None:
    given = three_sides([1.0, 2, 3, 4], [1.0, 2, 3, 4], [50.0] * 4, [0, 0, 1, 1])
    assert share_right(given, draw_items(2, 1))[1] == 2


def test_no_pairs_have_no_share() -> None:
    found, pairs = share_right(three_sides([1.0], [1.0], [50.0]), draw_items(1, 1))
    assert pairs == 0
    assert np.isnan(found).all()
