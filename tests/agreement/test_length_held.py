"""Length held constant: a published worked example, judges that only count words, pairs of like length."""

import numpy as np
import pytest
from scipy.stats import spearmanr

from triptych.agreement._sampling import Scores, draw_items
from triptych.agreement.correlations import pearson_rows
from triptych.agreement.length_held import (
    hold_length_pooled,
    hold_length_within_items,
    partial_correlation,
    share_right,
)


def scores(values: list[float], people: list[float], words: list[float], items: list[int] | None = None) -> Scores:
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
    assert share_right(scores([5.0, 1.0], people, words), draw_items(1, 1))[1] == pairs


@pytest.mark.parametrize(("values", "share"), [([5.0, 1.0], 1.0), ([1.0, 5.0], 0.0), ([3.0, 3.0], 0.5)])
def test_right_wrong_and_tied(values: list[float], share: float) -> None:
    found, _ = share_right(scores(values, [4.0, 2.0], [50.0, 50.0]), draw_items(1, 1))
    assert found[0] == share


def test_pairs_lie_within_items() -> None:
    given = scores([1.0, 2, 3, 4], [1.0, 2, 3, 4], [50.0] * 4, [0, 0, 1, 1])
    assert share_right(given, draw_items(2, 1))[1] == 2


def test_no_pairs_have_no_share() -> None:
    found, pairs = share_right(scores([1.0], [1.0], [50.0]), draw_items(1, 1))
    assert pairs == 0
    assert np.isnan(found).all()
