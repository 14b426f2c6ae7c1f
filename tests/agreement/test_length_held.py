"""Length held constant: a published worked example, and judges that only count words."""

import numpy as np
import pytest
from scipy.stats import spearmanr

from triptych.agreement._sampling import Scores, draw_items
from triptych.agreement.correlations import pearson
from triptych.agreement.length_held import hold_length_pooled, hold_length_within_items, partial_correlation


def scores(values: list[float], people: list[float], words: list[float], items: list[int]) -> Scores:
    places = np.array(items)
    return Scores(np.array(values), np.array(people), np.array(words), places, np.zeros_like(places))


def test_the_formula_on_a_worked_example() -> None:
    """Wikipedia, Partial correlation: X, Y correlate at 0.9695, with Z held constant at 0.9191."""
    x, y, z = (np.array([row]) for row in ([2.0, 4, 15, 20], [1.0, 2, 3, 4], [0.0, 0, 1, 1]))
    plain = pearson.correlate_rows(x, y)
    assert plain[0] == pytest.approx(0.9695, abs=5e-5)
    held = partial_correlation(plain, pearson.correlate_rows(z, x), pearson.correlate_rows(z, y))
    assert held[0] == pytest.approx(0.919145, abs=1e-6)


def test_a_judge_that_counts_words_has_nothing_left() -> None:
    words = [10.0, 20, 30, 40, 50]
    counting = scores(words, [1.0, 3, 2, 5, 4], words, [0] * 5)
    assert np.isnan(hold_length_within_items(counting).values).all()
    assert np.isnan(hold_length_pooled(counting, draw_items(1, 3))).all()


def test_texts_of_one_length_keep_the_plain_correlation() -> None:
    values, people = [1.0, 2, 4, 3, 5], [1.0, 3, 2, 5, 4]
    found = hold_length_within_items(scores(values, people, [80.0] * 5, [0] * 5))
    assert found.values[0] == pytest.approx(spearmanr(values, people).statistic)


def test_pooled_equals_the_formula_on_scipy() -> None:
    rng = np.random.default_rng(0)
    words = rng.integers(20, 90, 30).astype(float)
    values, people = words + rng.normal(0, 20, 30), words + rng.normal(0, 20, 30)
    r = spearmanr(np.column_stack([values, people, words])).statistic
    expected = (r[0, 1] - r[0, 2] * r[1, 2]) / np.sqrt((1 - r[0, 2] ** 2) * (1 - r[1, 2] ** 2))
    found = hold_length_pooled(scores(list(values), list(people), list(words), list(range(30))), draw_items(30, 2))
    assert found[0] == pytest.approx(expected)
