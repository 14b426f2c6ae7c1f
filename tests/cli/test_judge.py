"""`triptych judge` from end to end, against endpoints that behave and endpoints that do not."""

import json
import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pytest

from clustered import HereEngine
from endpoint import Loopback
from judged_cases import make_case, read_lines, write_cases
from triptych.cli import main
from triptych.records import Judgement

Start = Callable[..., Loopback]
FLUENCY = ("--metric", "opinion/fluency")


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working directory and no settings from outside."""
    monkeypatch.chdir(tmp_path)
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "TRIPTYCH_STORE", "TRIPTYCH_RUBRICS", "TRIPTYCH_CONCURRENCY"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def judge(*words: object, expect: int = 0) -> None:
    """Run the command; it ends with the code that is expected."""
    with pytest.raises(SystemExit) as ended:
        main(["judge", *(str(word) for word in words)])
    assert (ended.value.code or 0) == expect


def judgements(path: Path) -> list[Judgement]:
    """What was written."""
    return [Judgement.model_validate(row) for row in read_lines(path)]


def test_cases_in_judgements_and_a_summary_out(
    start_endpoint: Start, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    endpoint, out = start_endpoint(), tmp_path / "out.jsonl"
    judge(write_cases(tmp_path / "cases.jsonl", 6), "--judge", endpoint.judge, "-o", out, "--metric", "opinion/*")
    written = judgements(out)
    assert [(one.case_id, one.metric) for one in written] == sorted((one.case_id, one.metric) for one in written)
    assert len({(one.case_id, one.metric) for one in written}) == 6 * 8
    assert {one.method for one in written} == {"logprobs"}
    printed = capsys.readouterr()
    rows = [line.split("\t") for line in printed.out.splitlines()]
    assert [row[0] for row in rows] == sorted({f"opinion/{one.metric}" for one in written})
    assert {row[1] for row in rows} == {"6"}
    assert "prefix that a server can cache" in printed.err


def test_the_same_command_sends_nothing_twice_and_another_run_uses_the_replies(
    start_endpoint: Start, tmp_path: Path
) -> None:
    endpoint, cases = start_endpoint(), write_cases(tmp_path / "cases.jsonl", 5)
    one, two, three = (tmp_path / f"{name}.jsonl" for name in ("one", "two", "three"))
    judge(cases, "--judge", endpoint.judge, "-o", one, *FLUENCY)
    judge(cases, "--judge", endpoint.judge, "-o", two, *FLUENCY)
    judge(cases, "--judge", endpoint.judge, "-o", three, *FLUENCY, "--limit", 4)
    assert endpoint.stats()["requests"] == 5
    assert one.read_text() == two.read_text()
    assert three.read_text().splitlines() == one.read_text().splitlines()[:4]
    judge(cases, "--judge", endpoint.judge, *FLUENCY, "--fresh")
    assert endpoint.stats()["requests"] == 10


def test_a_case_that_changed_is_judged_again_and_one_that_went_is_gone(start_endpoint: Start, tmp_path: Path) -> None:
    endpoint, cases, out = start_endpoint(), tmp_path / "cases.jsonl", tmp_path / "out.jsonl"
    cases.write_text("".join(make_case(number).to_json() + "\n" for number in range(3)))
    judge(cases, "--judge", endpoint.judge, "-o", out, *FLUENCY)
    cases.write_text(make_case(0).to_json() + "\n" + make_case(1, text="Another text altogether.").to_json() + "\n")
    judge(cases, "--judge", endpoint.judge, "-o", out, *FLUENCY)
    assert [one.case_id for one in judgements(out)] == ["case-0", "case-1"]
    assert endpoint.stats()["requests"] == 4


FAULTS = {
    "busy": 0.20,
    "broken": 0.10,
    "dropped": 0.05,
    "cut": 0.05,
    "unscored": 0.05,
    "out_of_range": 0.02,
    "stalled": 0.01,
    "not_json": 0.01,
    "page": 0.01,
}


def test_each_case_ends_once_whatever_the_endpoint_does(start_endpoint: Start, tmp_path: Path) -> None:
    endpoint, out = start_endpoint(faults=FAULTS, latency=0.002, seed=4), tmp_path / "out.jsonl"
    cases = write_cases(tmp_path / "cases.jsonl", 150)
    judge(cases, "--judge", endpoint.judge, "-o", out, *FLUENCY, "--concurrency", 64, "--timeout", 1)
    written = judgements(out)
    assert len({one.case_id for one in written}) == len(written) == 150
    assert sum(one.score is not None for one in written) >= 140
    assert set(endpoint.stats()["faults"]) >= {"busy", "broken", "dropped", "cut", "unscored"}
    endpoint.behave(faults={})
    judge(cases, "--judge", endpoint.judge, "-o", out, *FLUENCY, "--retry-unscored", "--min-scored", 1)


def test_an_endpoint_that_goes_away_and_comes_back_loses_nothing(start_endpoint: Start, tmp_path: Path) -> None:
    endpoint, out = start_endpoint(latency=0.02), tmp_path / "out.jsonl"
    cases = write_cases(tmp_path / "cases.jsonl", 60)
    endpoint.behave(away=2)
    judge(cases, "--judge", endpoint.judge, "-o", out, *FLUENCY, "--concurrency", 8, "--min-scored", 1)
    assert len(judgements(out)) == 60


@pytest.mark.slow
def test_an_endpoint_that_is_away_for_twenty_seconds_amid_a_run_loses_nothing(
    start_endpoint: Start, tmp_path: Path
) -> None:
    endpoint, out = start_endpoint(latency=0.1), tmp_path / "out.jsonl"
    answered: list[int] = []

    def send_away() -> None:
        while not answered or answered[-1] < 20:
            time.sleep(0.02)
            answered.append(endpoint.stats()["answered"])
        endpoint.behave(away=20)

    cases, absence = write_cases(tmp_path / "cases.jsonl", 200), threading.Thread(target=send_away)
    absence.start()
    started = time.monotonic()
    judge(cases, "--judge", endpoint.judge, "-o", out, *FLUENCY, "--concurrency", 8, "--min-scored", 1)
    absence.join()
    assert answered[-1] < 200, "it was to go away before all were answered"
    assert time.monotonic() - started >= 20, "it was away for as long as that"
    assert len({one.case_id for one in judgements(out)}) == len(judgements(out)) == 200
    counted = endpoint.stats()
    assert counted["distinct"] == 200
    assert counted["repeated"] <= 8, "only what was in flight is sent again"


@pytest.mark.parametrize(
    ("behaviour", "words"),
    [
        ({"status": 500, "message": "kaput"}, "kaput"),
        ({"faults": {"page": 1.0}}, "Bad gateway"),
        ({"faults": {"dropped": 1.0}}, "the server closed the connection"),
        ({"status": 404, "message": "no model tiny"}, "no model tiny"),
        ({"status": 400, "message": "bad request"}, "bad request"),
    ],
)
def test_an_endpoint_that_always_fails_ends_the_run_with_what_it_said(
    start_endpoint: Start, tmp_path: Path, behaviour: dict[str, Any], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    endpoint, cases = start_endpoint(**behaviour), write_cases(tmp_path / "cases.jsonl", 30)
    out = tmp_path / "out.jsonl"
    out.write_text("what was there before\n")
    judge(cases, "--judge", endpoint.judge, "-o", out, *FLUENCY, "--patience", 1, expect=4)
    assert words in capsys.readouterr().err
    assert out.read_text() == "what was there before\n"
    endpoint.behave(status=200, faults={})
    judge(cases, "--judge", endpoint.judge, "-o", out, *FLUENCY, "--min-scored", 1)
    assert len(judgements(out)) == 30


def test_a_wrong_key_stops_at_once_and_is_shown_nowhere(
    start_endpoint: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    endpoint, cases = start_endpoint(key="sk-right-key"), write_cases(tmp_path / "cases.jsonl", 200)
    monkeypatch.setenv("OPENAI_API_KEY", "sk-wrong-key")
    judge(cases, "--judge", endpoint.judge, *FLUENCY, "--concurrency", 4, "-v", expect=4)
    assert endpoint.stats()["requests"] <= 8
    printed = capsys.readouterr()
    assert "401" in printed.err
    in_url = endpoint.judge.replace("http://", "http://sk-right-key@")
    judge(cases, "--judge", in_url, "-o", tmp_path / "out.jsonl", *FLUENCY, "-v")
    printed_too = capsys.readouterr()
    kept = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    for key in ("sk-wrong-key", "sk-right-key"):
        assert key not in printed.out + printed.err + printed_too.out + printed_too.err
        assert key.encode() not in kept


def test_a_token_budget_stops_cleanly_and_the_rest_is_done_later(
    start_endpoint: Start, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    endpoint, cases = start_endpoint(latency=0.01), write_cases(tmp_path / "cases.jsonl", 40)
    out = tmp_path / "out.jsonl"
    command = (cases, "--judge", endpoint.judge, "-o", out, *FLUENCY, "--concurrency", 4)
    stops = 0
    while stops < 20:
        with pytest.raises(SystemExit) as ended:
            main(["judge", *(str(word) for word in command), "--budget-tokens", "15000"])
        if not ended.value.code:
            break
        stops += 1
        assert ended.value.code == 3
        assert "15,000 tokens" in capsys.readouterr().err
    assert 2 <= stops < 20
    assert len(judgements(out)) == 40
    assert endpoint.stats()["requests"] == 40, "nothing was sent twice"


def test_a_cost_budget_needs_prices_and_costs_are_shown(
    start_endpoint: Start, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    endpoint, cases = start_endpoint(), write_cases(tmp_path / "cases.jsonl", 20)
    command = (cases, "--judge", endpoint.judge, *FLUENCY, "--concurrency", 2)
    judge(*command, "--budget-cost", "0.01", expect=2)
    assert "--prices" in capsys.readouterr().err
    prices = tmp_path / "prices.toml"
    prices.write_text('currency = "EUR"\n[tiny]\ninput = 1.0\noutput = 2.0\n')
    judge(*command, "--budget-cost", "0.01", "--prices", prices, expect=3)
    judge(*command, "--prices", prices)
    assert "EUR" in capsys.readouterr().out


def test_a_dry_run_tells_calls_tokens_and_cost_and_calls_nobody(
    start_endpoint: Start, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    endpoint, cases = start_endpoint(), write_cases(tmp_path / "cases.jsonl", 7)
    prices = tmp_path / "prices.toml"
    prices.write_text("[tiny]\ninput = 1.0\noutput = 2.0\n")
    command = (cases, "--judge", endpoint.judge, *FLUENCY, "--samples", 3, "--prices", prices)
    judge(*command, "--dry-run")
    rows = dict(line.split("\t") for line in capsys.readouterr().out.splitlines())
    assert (rows["cases"], rows["judgements"], rows["calls"]) == ("7", "7", "21")
    assert float(rows["cost, estimated"]) > 0
    assert endpoint.stats()["requests"] == 0
    assert not (tmp_path / ".triptych").exists(), "no store was made"
    judge(*command)
    judge(*command, "--dry-run")
    rows = dict(line.split("\t") for line in capsys.readouterr().out.splitlines()[1:])
    assert (rows["calls"], rows["replies in the store"]) == ("0", "21")


def test_a_gate_that_is_missed_is_exit_1_and_says_by_what(
    start_endpoint: Start, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    endpoint = start_endpoint(script=["Poor words indeed, all of them.\nScore- <score>2</score>"])
    cases = write_cases(tmp_path / "cases.jsonl", 3)
    judge(cases, "--judge", endpoint.judge, *FLUENCY, "--no-logprobs", "--fail-under", "opinion/fluency=2")
    judge(cases, "--judge", endpoint.judge, *FLUENCY, "--no-logprobs", "--fail-under", "fluency=2.5", expect=1)
    printed = capsys.readouterr().err
    assert "mean 2.00 is under 2.5" in printed
    assert "case-0 (2.00)" in printed


def test_too_few_scores_miss_a_gate(start_endpoint: Start, tmp_path: Path) -> None:
    endpoint = start_endpoint(script=["no score", "no score", "no score", "Good enough.\nScore- <score>4</score>"])
    cases = write_cases(tmp_path / "cases.jsonl", 2)
    command = (cases, "--judge", endpoint.judge, *FLUENCY, "--concurrency", 1)
    judge(*command, "--min-scored", 0.98, expect=1)
    judge(*command, "--min-scored", 0.5)


def test_what_servers_had_cached_is_told_once_for_all_of_them(
    start_endpoint: Start, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = start_endpoint(cached=0.5), start_endpoint()
    cases = write_cases(tmp_path / "cases.jsonl", 2)
    judge(cases, "--judge", first.judge, *FLUENCY)
    assert "of the prompt tokens 50% were in the cache of the server\n" in (printed := capsys.readouterr().err)
    assert "prefix" not in printed, "one rubric shares its beginning with no other"
    judge(cases, "--judge", first.judge, "--judge", second.judge, "--metric", "opinion/relevance")
    assert "of the prompt tokens 25% were in the cache of the 2 servers together\n" in capsys.readouterr().err


def test_what_has_no_score_is_asked_anew_when_that_is_said_and_nothing_else_is(
    start_endpoint: Start, tmp_path: Path
) -> None:
    endpoint = start_endpoint(script=["Fine words, all of them.\nScore- <score>4</score>", *["no score"] * 3])
    cases, out = write_cases(tmp_path / "cases.jsonl", 2), tmp_path / "out.jsonl"
    command = (cases, "--judge", endpoint.judge, *FLUENCY, "--concurrency", 1, "-o", out)
    judge(*command)
    endpoint.behave(script=[])
    judge(*command, "--min-scored", 1, expect=1)
    judge(*command, "--min-scored", 1, "--retry-unscored")
    assert endpoint.stats()["requests"] == 5
    assert judgements(out)[0].score == 4


def test_a_jury_and_a_cascade_tell_what_their_members_did(
    start_endpoint: Start, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cheap, dear = start_endpoint(), start_endpoint(latency=0.001)
    cases, out = write_cases(tmp_path / "cases.jsonl", 20), tmp_path / "out.jsonl"
    both = ("--judge", cheap.judge, "--judge", dear.judge, *FLUENCY)
    judge(cases, *both, "-o", out)
    assert all(len(one.samples) == 2 for one in judgements(out))
    judge(cases, *both, "-o", out, "--cascade", "--sure", 0.85)
    settled = [line for line in capsys.readouterr().err.splitlines() if line.startswith("settled by")]
    assert sum(int(line.rpartition(" ")[2]) for line in settled) == 20
    assert cheap.stats()["requests"] == dear.stats()["requests"] == 20, "the cascade had its replies from the jury"


def test_one_text_is_judged_on_the_terminal(
    start_endpoint: Start, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    product = tmp_path / "product.json"
    product.write_text(json.dumps({"id": "p", "title": "Nimbus Blender", "reviews": ["Quiet and strong."]}))
    one = ("--task", "explanation", "--query", "quiet blender", "--product", product, "--text", "It is quiet.")
    judge(*one, "--judge", start_endpoint().judge, "--metric", "clarity", "--metric", "explanation/conciseness")
    rows = [line.split("\t") for line in capsys.readouterr().out.splitlines()]
    assert [row[0] for row in rows] == ["explanation/clarity", "explanation/conciseness"]
    assert all(row[1] in "12345" for row in rows)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["missing.jsonl", "--judge", "openai:m"], "missing.jsonl"),
        (["cases.jsonl", "--judge", "gpt-4"], "unknown judge 'gpt-4'"),
        (["cases.jsonl", "--judge", "http://localhost:8000/v1"], "unknown judge 'http:…'; judges: embedded, gguf:PATH"),
        (["cases.jsonl", "--judge", "openai:m", "--metric", "clarityy"], "unknown rubric"),
        (["cases.jsonl", "--judge", "openai:m", "--engine", "abacus"], "unknown engine"),
        (["cases.jsonl", "--judge", "openai:m", "--fail-under", "fluency"], "METRIC=SCORE"),
        (["cases.jsonl", "--judge", "openai:m", "--fail-under", "fluency=7"], "from 1 to 5"),
        (["cases.jsonl", "--judge", "openai:m", "--fail-under", "wit=4"], "not among the metrics"),
        (["cases.jsonl", "--judge", "openai:m", "--model-option", "x"], "K=V"),
        (["cases.jsonl", "--judge", "openai:m", "--model-option", "stream=true"], "not yours to set"),
        (["cases.jsonl", "--judge", "openai:m", "--stop-at-stderr", "0.2"], "--samples"),
        (["cases.jsonl", "--judge", "openai:m", "--text", "It is quiet."], "leave them out"),
        (["cases.jsonl", *["--judge", "openai:m@http://sk-key@h/v1"] * 2], "'openai:m@http://h/v1' is named twice"),
        (["cases.jsonl", "--judge", "openai:m", "--budget-cost", "much"], "amount of money"),
        (["cases.jsonl", "--judge", "openai:m", "--prices", "none.toml"], "none.toml"),
        (["cases.jsonl", "--judge", "gguf:none.gguf"], "no GGUF file"),
        (["broken.jsonl", "--judge", "openai:m"], "broken.jsonl"),
        (["--judge", "openai:m"], "give a file of CASES"),
    ],
)
def test_wrong_words_are_exit_2_and_leave_nothing_behind(
    tmp_path: Path, words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    write_cases(tmp_path / "cases.jsonl", 1)
    (tmp_path / "broken.jsonl").write_text("no json at all\n")
    judge(*words, "-o", "out.jsonl", expect=2)
    printed = capsys.readouterr()
    assert said in " ".join(printed.err.split())
    assert printed.out == ""
    assert not (tmp_path / "out.jsonl").exists()


def test_a_wrong_row_is_said_and_the_rest_is_judged(
    start_endpoint: Start, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cases, out = write_cases(tmp_path / "cases.jsonl", 2), tmp_path / "out.jsonl"
    cases.write_text(cases.read_text() + '{"task": "poem", "products": [], "text": "x"}\n')
    judge(cases, "--judge", start_endpoint().judge, "-o", out, *FLUENCY)
    assert len(judgements(out)) == 2
    assert "cases.jsonl:3" in capsys.readouterr().err


def test_judgements_go_to_standard_output_alone(
    start_endpoint: Start, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    judge(write_cases(tmp_path / "cases.jsonl", 2), "--judge", start_endpoint().judge, "-o", "-", *FLUENCY)
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [row["case_id"] for row in rows] == ["case-0", "case-1"]


def test_without_a_judge_nothing_is_asked_and_worker_processes_say_the_same(tmp_path: Path) -> None:
    cases = write_cases(tmp_path / "cases.jsonl", 80)
    alone, together = tmp_path / "alone.jsonl", tmp_path / "together.jsonl"
    judge(cases, "-o", alone, "--workers", 1, "--store", tmp_path / "alone.db")
    judge(cases, "-o", together, "--workers", 2, "--store", tmp_path / "together.db")
    assert alone.read_text() == together.read_text()
    written = judgements(alone)
    assert len(written) == 80 * 8
    assert {(one.judge, one.method) for one in written if one.score} == {("embedded", "measure")}


def test_a_long_file_is_made_ready_by_another_process_and_judged_alike(
    start_endpoint: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    endpoint, cases = start_endpoint(), write_cases(tmp_path / "cases.jsonl", 40)
    command = (cases, "--judge", endpoint.judge, "--metric", "fluency", "--metric", "faithfulness")
    judge(*command, "-o", "here.jsonl", "--store", "here.db")
    sent = endpoint.stats()["distinct"]
    forks: list[int] = []
    fork = os.fork

    def note() -> int:
        forks.append(fork())
        return forks[-1]

    monkeypatch.setattr("triptych.catalog._streams._WORTH_BYTES", 1)
    monkeypatch.setattr("triptych.catalog._streams._may_fork", lambda: True)
    monkeypatch.setattr(os, "fork", note)
    # With the same secret the prompts are the same, and every reply is in the store.
    shutil.copy("here.db", "there.db")
    judge(*command, "-o", "there.jsonl", "--store", "there.db", "--seed", "1", "--limit", "20")
    judge(*command, "-o", "there.jsonl", "--store", "there.db", "--limit", "39")
    assert len(forks) == 2
    assert endpoint.stats()["distinct"] == sent + 40
    assert (tmp_path / "there.jsonl").read_text() == "".join(
        (tmp_path / "here.jsonl").read_text().splitlines(keepends=True)[:78]
    )


def test_a_table_is_judged_without_complaints_of_libraries(tmp_path: Path) -> None:
    write_cases(tmp_path / "cases.jsonl", 12)
    duckdb.sql("COPY (SELECT * FROM read_json_auto('cases.jsonl')) TO 'cases.parquet' (FORMAT parquet)")
    command = [sys.executable, "-m", "triptych", "judge", "cases.parquet", *FLUENCY, "--workers", "1", "-q"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("opinion/fluency\t12\t")
    assert done.stderr == ""


def test_a_calibration_maps_values_and_signs_them(tmp_path: Path) -> None:
    cases, plain, mapped = write_cases(tmp_path / "cases.jsonl", 3), tmp_path / "plain.jsonl", tmp_path / "mapped.jsonl"
    judge(cases, "-o", plain, *FLUENCY)
    found = {"labels": 30, "items": 10, "error_before": 0.9, "error_after": 0.4, "gain": {"value": 0.5, "count": 30}}
    known = {"judge": "embedded", "task": "opinion", "metric": "fluency", "method": "shift", "shift": -1.0, **found}
    (tmp_path / "c.json").write_text(json.dumps({"version": 1, "entries": [known]}))
    judge(cases, "-o", mapped, *FLUENCY, "--calibration", tmp_path / "c.json")
    for before, after in zip(judgements(plain), judgements(mapped), strict=True):
        assert before.value is not None
        assert after.value == pytest.approx(before.value - 1)
        assert after.signature != before.signature
        assert after.signature.startswith(before.signature)


def test_what_a_calibration_does_not_know_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cases = write_cases(tmp_path / "cases.jsonl", 2)
    found = {"labels": 30, "items": 10, "error_before": 0.9, "error_after": 0.4, "gain": {"value": 0.5, "count": 30}}
    known = {"judge": "openai:x", "task": "opinion", "metric": "fluency", "method": "shift", "shift": -1.0, **found}
    (tmp_path / "c.json").write_text(json.dumps({"version": 1, "entries": [known]}))
    judge(cases, "-o", tmp_path / "j.jsonl", *FLUENCY, "--calibration", tmp_path / "c.json")
    assert "note: the calibration has nothing for embedded on opinion/fluency; those values" in capsys.readouterr().err


def test_a_file_that_is_no_calibration_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cases = write_cases(tmp_path / "cases.jsonl", 1)
    judge(cases, "--calibration", cases, expect=2)
    assert "is not a calibration" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--task", "opinion", "--text", " "], "error: the text is empty"),
        (
            ["--task", "comparison", "--query", "blender", "--text", "Quiet."],
            "error: a comparison needs 2 to 6 products",
        ),
        (["--task", "explanation", "--text", "Quiet."], "error: a case of task explanation needs a query"),
        (["--text", "Quiet."], "error: give a file of CASES, or one text by --task"),
    ],
)
def test_one_text_that_makes_no_case_is_told_in_our_words(
    tmp_path: Path, words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    product = tmp_path / "product.json"
    product.write_text(json.dumps({"id": "p", "title": "Nimbus Blender", "reviews": ["Quiet and strong."]}))
    judge("--product", product, *words, expect=2)
    assert capsys.readouterr().err.startswith(said)


def test_a_dry_run_of_one_text_or_of_asking_anew_calls_nobody_and_says_what_it_would(
    start_endpoint: Start, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    endpoint, cases = start_endpoint(), write_cases(tmp_path / "cases.jsonl", 2)
    product = tmp_path / "product.json"
    product.write_text(json.dumps({"id": "p", "title": "Nimbus Blender", "reviews": ["Quiet and strong."]}))
    judge("--task", "opinion", "--product", product, "--text", "Quiet.", "--judge", endpoint.judge, "--dry-run")
    assert "calls\t8\n" in capsys.readouterr().out
    assert endpoint.stats()["requests"] == 0
    judge(cases, "--judge", endpoint.judge, *FLUENCY)
    judge(cases, "--judge", endpoint.judge, *FLUENCY, "--fresh", "--dry-run")
    assert "calls\t2\n" in capsys.readouterr().out


def test_a_few_requests_that_are_all_rejected_are_no_judged_run(
    start_endpoint: Start, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    endpoint, cases = start_endpoint(refuses=["top_k"]), write_cases(tmp_path / "cases.jsonl", 3)
    out = tmp_path / "out.jsonl"
    out.write_text("what was there before\n")
    command = (cases, "--judge", endpoint.judge, *FLUENCY, "-o", out)
    judge(*command, "--model-option", "top_k=1", expect=4)
    assert "no answer to any of 3" in (printed := capsys.readouterr().err)
    assert "'top_k' is not supported" in printed
    assert out.read_text() == "what was there before\n"
    product = tmp_path / "product.json"
    product.write_text(json.dumps({"id": "p", "title": "Nimbus Blender", "reviews": ["Quiet and strong."]}))
    one = ("--task", "opinion", "--product", product, "--text", "Quiet.", "--judge", endpoint.judge)
    judge(*one, "--model-option", "top_k=1", expect=4)


def test_a_failure_is_shown_whole_and_not_only_counted(
    start_endpoint: Start, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    endpoint = start_endpoint(script=["Poor.\nScore- <score>4.5</score>"] * 3 + ["Good.\nScore- <score>4</score>"])
    judge(write_cases(tmp_path / "cases.jsonl", 2), "--judge", endpoint.judge, *FLUENCY, "--concurrency", 1)
    told = "without a score, such as case-0 on opinion/fluency: not a whole score from 1 to 5: '4.5'"
    assert told in (printed := capsys.readouterr().err)
    assert "how values came about: logprobs 1" in printed


def test_a_member_of_a_jury_who_was_away_is_asked_by_the_next_start(
    start_endpoint: Start, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    here, away = start_endpoint(), start_endpoint(status=400)
    cases, out = write_cases(tmp_path / "cases.jsonl", 3), tmp_path / "out.jsonl"
    command = (cases, "--judge", here.judge, "--judge", away.judge, *FLUENCY, "-o", out)
    judge(*command)
    assert all(len(one.samples) == 1 and one.score for one in judgements(out))
    assert "apart" not in capsys.readouterr().err
    away.behave(status=200)
    judge(*command)
    assert all(len(one.samples) == 2 for one in judgements(out))
    assert here.stats()["requests"] == 3
    assert "the judges are" in capsys.readouterr().err


def test_a_run_without_any_score_is_exit_1_and_shows_a_reply(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cases, replies = write_cases(tmp_path / "cases.jsonl", 2), tmp_path / "replies.jsonl"
    replies.write_text('"I like this text a lot, and so will you."\n')
    judge(cases, "--judge", f"scripted:{replies}", *FLUENCY, "-q", expect=1)
    said = " ".join(capsys.readouterr().err.split())
    assert "none of 2 judgements has a score; case-0 on opinion/fluency: " in said
    assert "the reply was: I like this text a lot, and so will you." in said


def test_a_gate_of_one_system_or_of_every_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cases = write_cases(tmp_path / "cases.jsonl", 4)
    low = ("--fail-under", "fluency=1", "--system", "writer-1", "--fail-any")
    judge(cases, *FLUENCY, *low)
    judge(cases, *FLUENCY, "--fail-under", "fluency=5", "--fail-any", expect=1)
    assert "opinion/fluency: texts are under 5; the lowest: " in " ".join(capsys.readouterr().err.split())
    judge(cases, *FLUENCY, "--fail-under", "fluency=4", "--system", "nobody", expect=2)
    judge(cases, *FLUENCY, "--fail-any", expect=2)
    judge(cases, *FLUENCY, "--system", "writer-1", expect=2)


def test_a_cluster_gives_what_one_machine_gives(
    start_endpoint: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("triptych.engines.ray.connect", lambda address, workers: HereEngine())
    endpoint, cases = start_endpoint(), write_cases(tmp_path / "cases.jsonl", 5)
    common = (cases, "--judge", endpoint.judge, "--metric", "opinion/fluency")
    judge(*common, "-o", tmp_path / "here.jsonl")
    here = capsys.readouterr()
    judge(*common, "-o", tmp_path / "there.jsonl", "--engine", "ray")
    there = capsys.readouterr()
    assert there.out.split("\t")[:4] == here.out.split("\t")[:4]
    assert f"the judgements are in 1 shards in {tmp_path / 'there.jsonl'}.shards" in there.err
    assert [(one.case_id, one.value) for one in judgements(tmp_path / "there.jsonl")] == [
        (one.case_id, one.value) for one in judgements(tmp_path / "here.jsonl")
    ]
    judge(*common, "--shards", tmp_path / "s", "--engine", "ray", "--fail-under", "fluency=5", expect=1)
    stop = ("--shards", tmp_path / "b", "--engine", "ray", "--budget-tokens", "10")
    judge(*common, *stop, expect=3)
