"""From pairs of scores to a row, and from rows to whether a judge passes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scored import judgement
from triptych.audits import AuditReport, AuditResult, Finding, bundled_cases
from triptych.audits._findings import (
    ChangedCase,
    Direction,
    Pair,
    by_probe,
    flag_moved,
    interval,
    pair_up,
    rows_of,
    sum_up,
)

CASES = bundled_cases()
Shifts = st.lists(st.tuples(st.sampled_from("abcdef"), st.floats(-4, 4)), min_size=2, max_size=40)


def change(case: int, probe: str, direction: Direction) -> ChangedCase:
    return ChangedCase(CASES[case], CASES[case], probe, direction, "here")


def pair(case: int, shift: float | None) -> Pair:
    after = None if shift is None else 3.0 + shift
    return Pair(change(case, "probe", 1), "opinion/fluency", 3.0, after)


def test_a_row() -> None:
    row = sum_up([pair(0, 2.0), pair(0, 1.0), pair(1, 0.0), pair(1, None)], "probe", "opinion/fluency")
    assert (row.pairs, row.unscored, row.shift, row.worst, row.moved) == (3, 1, 1.0, 2.0, 2)
    assert row.worst_at == f"here in {CASES[0].id}"
    assert row.low == 0.0 and row.high == 1.5


def test_pairs_come_in_the_order_of_the_rubrics() -> None:
    """Sets would give another order in each process, and other cases in a list that is cut."""
    names = [f"opinion/metric_{letter}" for letter in "hgfedcba"]
    scores = {name: judgement("x/y", 3.0) for name in names}
    assert [one.metric for one in pair_up(change(0, "probe", 1), scores, scores)] == names


def test_nothing_scored_has_no_shift() -> None:
    row = sum_up([pair(0, None)], "probe", "opinion/fluency")
    assert (row.pairs, row.unscored, row.shift) == (0, 1, None)
    assert not row.is_worse_than(0.01)


@pytest.mark.parametrize(("shift", "is_missed"), [(-2.0, False), (-0.5, False), (-0.4, True), (1.0, True)])
def test_what_has_to_fall_is_missed_where_it_does_not(shift: float, is_missed: bool) -> None:
    row = Finding(probe="p", metric="m", wants="fall", pairs=3, shift=shift)
    assert row.is_worse_than(0.5) is is_missed


def test_one_case_has_no_interval() -> None:
    assert interval([("a", 1.0), ("a", 2.0)]) == (None, None)


@given(Shifts)
def test_the_interval_lies_within_what_was_seen(shifts: list[tuple[str, float]]) -> None:
    low, high = interval(shifts)
    if len({case for case, _ in shifts}) == 1:
        assert low is None and high is None
    else:
        assert low is not None and high is not None
        values = [shift for _, shift in shifts]
        assert min(values) - 0.001 <= low <= high <= max(values) + 0.001


def test_rows_by_change_and_metric_and_the_furthest_flagged_first() -> None:
    scores = {"opinion/fluency": judgement("x/y", 4.0), "opinion/coherence": judgement("x/y", 2.0)}
    lower = {name: judgement("x/y", 1.5) for name in scores}
    pairs = [one for probe in ("b", "a") for one in pair_up(ChangedCase(CASES[0], CASES[0], probe, 0), scores, lower)]
    rows = [(row.probe, row.metric, row.shift) for row in rows_of(pairs)]
    assert rows[:2] == [("b", "opinion/coherence", 0.5), ("b", "opinion/fluency", 2.5)]
    assert list(by_probe(pairs)) == ["b", "a"]
    assert [flag.what for flag in flag_moved(pairs)] == ["b moved it from 4.00 to 1.50", "a moved it from 4.00 to 1.50"]


def test_a_judge_passes_where_no_row_fails() -> None:
    fine = Finding(probe="p", metric="m", pairs=3, shift=0.4)
    result = AuditResult(audit="order", question="?", measure="far", judged=3, findings=(fine,))
    report = AuditReport(judge="j", version="0", cases=1, max_shift=0.5, results=(result,))
    assert report.failures == () and result.pairs == 3
    assert report.model_copy(update={"max_shift": 0.3}).failures == ("order, p: m moved 0.40, more than 0.3",)
    nothing = result.model_copy(update={"findings": (), "notes": ("no comparison",)})
    failed = report.model_copy(update={"results": (nothing,)})
    assert failed.failures == ("order: nothing could be measured; no comparison",)
