"""All statistics of one comparison, with reasons where there is no value, and means of several."""

import numpy as np
import pytest
from scipy.stats import spearmanr

from triptych.agreement._sampled_row import (
    ABSOLUTE_ERROR,
    LENGTH_HELD,
    LIKE_LENGTH,
    leave_one_out,
    mean_row,
    measure,
    pair_by_pair,
)
from triptych.agreement._sampling import NO_SYSTEM, Floats, Ints, Scores, draw_items

DRAWS = draw_items(2, 20)


def scores(values: list[float], *, words: float = 50.0) -> Scores:
    """Three systems on two items, whom people rate 1, 2, 3."""
    return Scores(
        values=np.array(values),
        people=np.array([1.0, 2, 3, 1, 2, 3]),
        words=np.full(6, words),
        items=np.array([0, 0, 0, 1, 1, 1]),
        systems=np.array([0, 1, 2, 0, 1, 2]),
    )


def test_a_judge_in_step_with_people() -> None:
    row = measure(scores([2.0, 3, 4, 2, 3, 4]), DRAWS, "judge").to_row("fluency", "embedded", "judge")
    assert (row.cases, row.items, row.undefined_items) == (6, 2, 0)
    for statistic in ("kendall", "pearson", "spearman"):
        for level in ("by_item", "by_item_defined", "pooled", "by_system"):
            found = row.figure(statistic, level)
            assert found is not None and found.value == pytest.approx(1)
    error, pairs = row.figure(ABSOLUTE_ERROR, "pooled"), row.figure(LIKE_LENGTH, "pooled")
    assert error is not None and error.value == 1
    assert pairs is not None and (pairs.value, pairs.count) == (1, 6)


def test_the_word_count_has_no_error_and_says_why_nothing_is_left_of_it() -> None:
    same = scores([2.0, 3, 4, 2, 3, 5])
    words = Scores(same.values, same.people, same.values, same.items, same.systems)
    row = measure(words, DRAWS, "baseline").to_row("fluency", "word count", "baseline")
    assert row.figure(ABSOLUTE_ERROR, "pooled") is None
    held = row.figure(LENGTH_HELD, "by_item")
    assert held is not None and held.value is None and held.reason == "this is the length itself"


def test_reasons_where_there_is_no_value() -> None:
    constant = scores([4.0] * 6, words=np.nan)
    nobody = Scores(constant.values, constant.people, constant.words, constant.items, np.full(6, NO_SYSTEM))
    row = measure(nobody, DRAWS, "judge").to_row("fluency", "embedded", "judge")
    reasons = {(one.statistic, one.level): one.reason for one in row.figures}
    assert reasons["spearman", "pooled"] == "all scores are 4"
    assert reasons["spearman", "by_system"] == "0 named systems; 3 are needed"
    assert reasons[LENGTH_HELD, "pooled"] == "no word counts are known"
    assert row.undefined_items == 2


def test_a_mean_of_rows_weighs_and_adds_up_counts() -> None:
    right, wrong = measure(scores([2.0, 3, 4] * 2), DRAWS, "judge"), measure(scores([4.0, 3, 2] * 2), DRAWS, "judge")
    mean = mean_row([right, wrong], [3.0, 1.0])
    assert mean.quantities["spearman", "pooled"].values[0] == pytest.approx(0.5)
    assert (mean.cases, mean.items, mean.quantities["spearman", "pooled"].count) == (12, 2, 12)


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
