"""Two systems compared: published tests of paired data, pairing, unscored cases and the sentence."""

from collections.abc import Mapping

import numpy as np
import pytest

from scored import judgement
from triptych.agreement import Difference, JudgedRun
from triptych.agreement.paired_difference import (
    _resampled_twice,
    adjust,
    compare_sides,
    needed_items,
    pool_sides,
    sign_flip_p,
)
from triptych.errors import UsageError
from triptych.records import Judgement


def side(name: str, values: Mapping[str, float | None]) -> JudgedRun:
    return JudgedRun(name, [judgement(f"{item}/{name}", value) for item, value in values.items()])


def test_maize_of_darwin() -> None:
    """Fisher, The Design of Experiments (1935), section 21: 1,726 of the 32,768 signings are as extreme, p = 0.0527."""
    eighths = np.array([49.0, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48])
    assert sign_flip_p(eighths, resamples=40_000) == pytest.approx(1726 / 32768)


def test_thrombolysis_adjusted() -> None:
    """Benjamini and Hochberg (1995), section 4: of these 15 p-values, the four smallest stand at 0.05."""
    ps = [0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.759]
    found = adjust([_difference(p=p) for p in [*ps, 1.0]])
    assert [difference.p_adjusted is not None and difference.p_adjusted < 0.05 for difference in found].count(True) == 4
    assert found[3].p_adjusted == pytest.approx(0.0095 * 15 / 4)


def test_a_clear_difference_is_a_sentence() -> None:
    before = side("A", {f"i{n}": 3.0 + 0.1 * (n % 3) for n in range(20)})
    after = side("B", {f"i{n}": 3.3 + 0.1 * (n % 4) for n in range(20)})
    [found] = compare_sides(before, after)
    assert found.effect is not None and found.low is not None and found.high is not None
    assert 0 < found.low < found.effect < found.high
    assert found.p is not None and found.p < 0.001
    assert found.sentence().startswith(f"B is better on fluency: +{found.effect:.2f} [{found.low:.2f}, ")


def test_the_other_way_round_the_first_is_better() -> None:
    worse, better = side("A", {f"i{n}": 2.0 for n in range(12)}), side("B", {f"i{n}": 3.0 for n in range(12)})
    [found] = compare_sides(better, worse)
    assert found.effect == -1
    assert "B is better on fluency: -1.00" in found.sentence()


def test_no_difference_is_said_so() -> None:
    same = {f"i{n}": 3.0 for n in range(10)}
    [found] = compare_sides(side("A", same), side("B", same))
    assert (found.effect, found.p) == (0, 1)
    assert found.sentence().startswith("No clear difference on fluency")


def test_unscored_are_counted_and_bound_the_effect() -> None:
    before = side("A", {"x": 3.0, "y": 3.0, "z": None, "only": 4.0})
    after = side("B", {"x": 4.0, "y": None, "z": 4.0})
    [found] = compare_sides(before, after)
    assert (found.pairs, found.unscored_first, found.unscored_second, found.only_first) == (1, 1, 1, 1)
    assert found.effect == 1
    assert found.worst == pytest.approx((1 + (1 - 3) + (4 - 5)) / 3)
    assert found.best == pytest.approx((1 + (5 - 3) + (4 - 1)) / 3)
    assert found.hangs_on_unscored


def test_one_item_is_too_few() -> None:
    [found] = compare_sides(side("A", {"x": 3.0}), side("B", {"x": 4.0}))
    assert found.p is None
    assert found.sentence() == "Too few items to tell on fluency: +1.00 from 1 item."


def test_nothing_scored_on_both_sides() -> None:
    [found] = compare_sides(side("A", {"x": None}), side("B", {"x": 4.0}))
    assert found.sentence() == "Nothing can be said on fluency: no pair was scored on both sides."


def test_the_same_cases_are_paired_by_case() -> None:
    """Two runs over one file: each item has two texts, and the differences within each are not mixed up."""
    first = JudgedRun("one", [_of("x/s", 1.0), _of("x/t", 5.0)])
    second = JudgedRun("two", [_of("x/s", 2.0), _of("x/t", 4.0)])
    [found] = compare_sides(first, second)
    assert (found.pairs, found.items, found.effect) == (2, 1, 0)


def test_items_are_resampled_whole() -> None:
    """Ten texts about one item are no more evidence than the item: the interval is that of two items."""
    first = JudgedRun("one", [_of(f"{item}/{n}", 3.0) for item in "xy" for n in range(10)])
    second = JudgedRun("two", [_of(f"{item}/{n}", 3.0 + (item == "x")) for item in "xy" for n in range(10)])
    [found] = compare_sides(first, second)
    assert (found.low, found.high) == (0, 1)
    assert found.p == 1


def test_several_judgements_of_an_item_are_averaged() -> None:
    first = JudgedRun("A", [_of("x/A", 2.0), judgement("x/A2", 4.0, system="A")])
    [found] = compare_sides(first, JudgedRun("B", [_of("x/B", 5.0)]))
    assert found.effect == 2


def test_nothing_in_common_is_a_sentence() -> None:
    with pytest.raises(UsageError, match="no case and no item in common"):
        compare_sides(side("A", {"x": 3.0}), side("B", {"y": 4.0}))
    other = JudgedRun("B", [judgement("x/B", 4.0, metric="clarity")])
    with pytest.raises(UsageError, match=r"not judged on any metric in common \(A: fluency and B: clarity\)"):
        compare_sides(side("A", {"x": 3.0}), other)


def _of(case_id: str, value: float | None) -> Judgement:
    return judgement(case_id, value)


def _difference(p: float) -> Difference:
    return Difference(task="opinion", metric="fluency", first="A", second="B", pairs=9, items=9, p=p)


def test_few_items_say_what_they_cannot_show_and_how_many_could() -> None:
    before = side("A", {"x": 3.0, "y": 3.0, "z": 3.0})
    after = side("B", {"x": 4.0, "y": 3.5, "z": 4.5})
    [found] = compare_sides(before, after)
    assert found.p == found.least_p == 0.25
    assert found.needed == 6
    assert found.sentence().startswith("Too few items to tell on fluency: +1.00; ")
    assert "3 items cannot show a difference below p 0.25; you need about 6." in found.sentence()


def test_needed_items_follow_the_spread() -> None:
    # Effect 0.5 with a standard deviation of 1: 7.85 * (1 / 0.5)^2, as tables of a paired test at 80 % power have it.
    apart = np.array([-0.5, 1.5] * 500)
    assert needed_items(apart) == pytest.approx(7.85 * 4, abs=1)
    assert needed_items(np.zeros(5)) is None


def several(name: str, items: int, shift: float) -> JudgedRun:
    metrics = ("fluency", "coherence", "relevance", "faithfulness")
    return JudgedRun(
        name,
        [
            judgement(f"i{item}/{name}", 3 + shift + 0.3 * ((7 * item + 3 * at) % 5 - 2), metric=metric)
            for item in range(items)
            for at, metric in enumerate(metrics)
        ],
    )


def test_a_little_on_every_metric_is_clear_over_all() -> None:
    before, after = several("A", 8, 0.0), several("B", 8, -0.1)
    pooled = pool_sides(before, after)
    assert pooled is not None
    assert (pooled.name, pooled.items, pooled.pairs) == ("all metrics", 8, 32)
    assert pooled.effect == pytest.approx(-0.1)
    assert pooled.is_clear
    assert pooled.sentence().startswith("A is better on all metrics: -0.10")


def test_the_pooled_interval_is_that_of_items_and_within_them() -> None:
    """Variance of a two-stage mean: between items, and within them over their number."""
    random = np.random.default_rng(3)
    apart = [random.normal(random.normal(0.2, 0.5), 1.0, size=10) for _ in range(60)]
    sampled = _resampled_twice(apart, 4000, 0)
    between = np.var([one.mean() for one in apart]) / 60
    within = np.mean([one.var() / 10 for one in apart]) / 60
    assert sampled.var() == pytest.approx(between + within, rel=0.1)
    assert sampled.mean() == pytest.approx(np.mean([one.mean() for one in apart]), abs=0.01)


def test_one_metric_has_nothing_to_pool() -> None:
    assert pool_sides(side("A", {"x": 3.0}), side("B", {"x": 4.0})) is None
