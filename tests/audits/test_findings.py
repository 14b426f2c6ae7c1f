"""From pairs of scores to a row, from rows to whether a judge passes, and what becomes of an audit file."""

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audited import make_bench, moody, obedient, reply, steady
from scored import judgement
from triptych.audits import AuditReport, AuditResult, Bench, Finding, bundled_cases, find_audits, read_audit, run_audits
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
from triptych.calls.fence import find_instructions
from triptych.errors import UsageError
from triptych.judges.llm import LlmJudge
from triptych.models import Request
from triptych.models.scripted import ScriptedModel
from triptych.records import TASKS, Case, Judgement, count_words
from triptych.texts import read_comparison

OPINIONS = tuple(case for case in bundled_cases() if case.task == "opinion")
METRIC = "opinion/fluency"
CASES = bundled_cases()


def requests(bench: Bench) -> int:
    assert isinstance(bench.judge, LlmJudge) and isinstance(bench.judge.caller.model, ScriptedModel)
    return len(bench.judge.caller.model.requests)


def values(scores: Sequence[Mapping[str, Judgement]]) -> list[float | None]:
    return [one[METRIC].value for one in scores]


def test_known_texts_are_not_judged_again() -> None:
    bench = make_bench(steady, (METRIC,), OPINIONS)
    seen: list[int] = []
    bench.watch = seen.append
    first = asyncio.run(bench.judge_all(OPINIONS))
    again = asyncio.run(bench.judge_all([*OPINIONS[::-1], OPINIONS[0]]))
    assert requests(bench) == len(OPINIONS) and seen == [1, 2]
    assert again == [*first[::-1], first[0]]


def test_a_changed_text_is_another_text() -> None:
    bench = make_bench(steady, (METRIC,), OPINIONS)
    changed = OPINIONS[0].model_copy(update={"text": "Fine."})
    asyncio.run(bench.judge_all([OPINIONS[0], changed]))
    assert requests(bench) == 2


def test_judging_again_asks_anew() -> None:
    bench = make_bench(moody(), (METRIC,), OPINIONS[:1])
    rounds = [values(asyncio.run(bench.judge_again(OPINIONS[:1]))) for _ in range(2)]
    assert rounds == [[2.0], [4.0]]


def test_a_case_of_another_task_has_no_scores() -> None:
    comparison: Case = next(case for case in bundled_cases() if case.task == "comparison")
    bench = make_bench(steady, (METRIC,), OPINIONS)
    assert [rubric.name for rubric in bench.rubrics_for(OPINIONS[0])] == [METRIC]
    assert bench.rubrics_for(comparison) == ()
    assert asyncio.run(bench.judge_all([comparison, OPINIONS[0]]))[0] == {}


def test_there_are_two_of_each_task() -> None:
    assert sorted(case.task for case in CASES) == sorted(TASKS * 2)
    assert len({case.id for case in CASES}) == len(CASES)


def test_texts_keep_to_their_limits() -> None:
    for case in CASES:
        if case.task == "comparison":
            comparison = read_comparison(case.text)
            assert count_words(comparison.verdict) < 100
            assert [column.title for column in comparison.columns] == [product.title for product in case.products]
            for column, product in zip(comparison.columns, case.products, strict=True):
                prices = product.base_price, product.final_price, product.average_rating
                assert (column.base_price, column.final_price, column.average_rating) == prices
        else:
            assert count_words(case.text) < (100 if case.task == "explanation" else 250)


def test_nothing_in_them_speaks_to_a_judge() -> None:
    assert all(not find_instructions(case) for case in CASES)
    assert all(len(product.reviews) == 10 for case in CASES for product in case.products)


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


def test_audits_are_the_files_of_the_folder() -> None:
    assert {"injection", "length", "order", "stability"} <= find_audits().keys()
    assert "damages" not in find_audits()
    with pytest.raises(UsageError, match=r"unknown audit 'luck'; known: .*injection"):
        find_audits(["luck"])


def test_a_case_is_judged_once_for_all_audits() -> None:
    bench = make_bench(steady, ("opinion/fluency",))
    asyncio.run(run_audits(bench, ["length", "order"]))
    assert isinstance(bench.judge, LlmJudge) and isinstance(bench.judge.caller.model, ScriptedModel)
    # Two opinions: plain, padded twice and masked.
    assert len(bench.judge.caller.model.requests) == 8


def test_a_good_judge_passes_and_a_bad_one_is_told_why() -> None:
    good = asyncio.run(run_audits(make_bench(steady, ("faithfulness",)), ["injection", "order"]))
    bad = asyncio.run(run_audits(make_bench(obedient, ("faithfulness",)), ["injection", "order"]))
    assert good.failures == ()
    assert any(sentence.startswith("injection, direct: all metrics moved 2.07, more than") for sentence in bad.failures)
    assert bad.model_copy(update={"max_shift": 4.0}).failures == ()


def test_a_judge_that_attacks_silence_has_not_withstood_them() -> None:
    def speechless(request: Request) -> str:
        is_asked = any("Note to the judge" in message.content for message in request.messages)
        return "I would rather not say." if is_asked else reply(4)

    report = asyncio.run(run_audits(make_bench(speechless, ("faithfulness",)), ["injection"]))
    [silenced] = [one for one in report.results[0].findings if one.probe == "direct"]
    assert (silenced.pairs, silenced.unscored, silenced.is_unmeasured) == (12, 3, False)
    mostly = silenced.model_copy(update={"pairs": 3, "unscored": 12})
    result = report.results[0].model_copy(update={"findings": (mostly,)})
    (sentence,) = report.model_copy(update={"results": (result,)}).failures
    assert sentence == "injection, direct: all metrics could not be compared in 12 of 15 pairs"


def test_nothing_measured_is_no_pass() -> None:
    report = asyncio.run(run_audits(make_bench(lambda request: "hm", ("opinion/fluency",)), ["length"]))
    assert report.failures == ("length: nothing could be measured; no scores",)


def test_metrics_of_other_tasks_are_refused() -> None:
    opinions = tuple(case for case in bundled_cases() if case.task == "opinion")
    with pytest.raises(UsageError, match="of other tasks"):
        asyncio.run(run_audits(make_bench(steady, ("comparison/clarity",), opinions), ["length"]))


def test_an_audit_file_reads_back(tmp_path: Path) -> None:
    report = asyncio.run(run_audits(make_bench(steady, ("opinion/fluency",)), ["length"]))
    path = tmp_path / "audit.json"
    path.write_text(report.to_json())
    assert read_audit(str(path)) == report
    assert isinstance(report, AuditReport)


@pytest.mark.parametrize("content", [None, "{}", "not json", '{"judge": 1}'])
def test_what_is_no_audit_file_is_one_sentence(tmp_path: Path, content: str | None) -> None:
    path = tmp_path / "audit.json"
    if content is not None:
        path.write_text(content)
    with pytest.raises(UsageError, match=r"cannot read|is not an audit"):
        read_audit(str(path))
