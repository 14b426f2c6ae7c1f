"""People against people, measured as judges are."""

import numpy as np
import pytest
from scipy.stats import spearmanr

from triptych.agreement._sampling import Floats, Ints, Scores, draw_items
from triptych.agreement.ceiling import leave_one_out, pair_by_pair


def cases(count: int, items: int) -> Scores:
    places = np.arange(count) % items
    return Scores(np.zeros(count), np.zeros(count), np.full(count, 50.0), places, np.arange(count) // items)


def by_item(values: Floats, people: Floats, items: Ints) -> float:
    return float(np.mean([spearmanr(values[items == i], people[items == i]).statistic for i in np.unique(items)]))


def test_leave_one_out_is_the_mean_over_raters() -> None:
    given, draws = cases(12, 3), draw_items(3, 50)
    ratings = np.random.default_rng(0).normal(size=(12, 3))
    row = leave_one_out(given, ratings, draws)
    expected = [by_item(ratings[:, r], np.delete(ratings, r, 1).mean(axis=1), given.items) for r in range(3)]
    assert row is not None
    assert row.quantities["spearman", "by_item"].values[0] == pytest.approx(np.mean(expected))
    assert (row.cases, row.items) == (12, 3)


def test_pairs_are_all_pairs() -> None:
    given, draws = cases(12, 3), draw_items(3, 50)
    ratings = np.random.default_rng(1).normal(size=(12, 3))
    row = pair_by_pair(given, ratings, draws)
    pairs = ((0, 1), (0, 2), (1, 2))
    expected = [by_item(ratings[:, a], ratings[:, b], given.items) for a, b in pairs]
    assert row is not None
    assert row.quantities["spearman", "by_item"].values[0] == pytest.approx(np.mean(expected))


def test_raters_who_rated_some_cases_weigh_by_how_many() -> None:
    """Ann and Bob share eight cases and agree; Cy shares two with Ann and disagrees."""
    ann = np.tile([1.0, 2.0, 3.0, 4.0], 2)
    bob, cy = ann.copy(), np.full(8, np.nan)
    cy[[0, 1]] = [2.0, 1.0]
    given = Scores(ann, ann, np.full(8, 50.0), np.repeat([0, 1], 4), np.tile(np.arange(4), 2))
    row = pair_by_pair(given, np.column_stack([ann, bob, cy]), draw_items(2, 20))
    assert row is not None
    assert row.quantities["spearman", "by_item"].values[0] == pytest.approx((8 * 1 + 2 * -1 + 2 * -1) / 12)


def test_one_rater_has_no_ceiling() -> None:
    ratings = np.column_stack([np.arange(6.0), np.full(6, np.nan)])
    assert leave_one_out(cases(6, 2), ratings, draw_items(2, 5)) is None
    assert pair_by_pair(cases(6, 2), ratings, draw_items(2, 5)) is None
