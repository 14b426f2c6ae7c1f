"""Audits by name, what is judged once, and what becomes of an audit file."""

import asyncio
from pathlib import Path

import pytest

from audited import make_bench, obedient, reply, steady
from triptych.audits import AuditReport, bundled_cases, find_audits, read_audit, run_audits
from triptych.errors import UsageError
from triptych.judges.llm import LlmJudge
from triptych.models import Request
from triptych.models.scripted import ScriptedModel


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
