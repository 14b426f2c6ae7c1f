import gzip
import io
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from scored import judgement
from triptych.catalog import (
    ReadOptions,
    Report,
    _streams,
    made_ahead,
    read_any,
    read_cases,
    read_ratings,
    read_records,
    read_shortlists,
)
from triptych.catalog.formats import _files
from triptych.errors import TransientError, UsageError
from triptych.records import Judgement, Product, Shortlist

PRODUCT: dict[str, Any] = {"id": "p1", "title": "Dhunva Sprint"}

SHORTLIST: dict[str, Any] = {"id": "s1", "query": "earbuds", "products": [PRODUCT, {"id": "p2", "title": "Sonu"}]}

CASE: dict[str, Any] = {"id": "c1", "task": "opinion", "products": [PRODUCT], "text": "Buyers like it."}

RATING: dict[str, Any] = {"case_id": "c1", "metric": "fluency", "rater": "ann", "score": 4}

WriteLines = Callable[..., str]

WriteText = Callable[[str, str | bytes], str]


def problems_of(report: Report) -> list[tuple[int | None, str]]:
    return [(problem.line, problem.field) for problem in report.problems]


def test_what_is_written_reads_back_as_it_was(write_lines: WriteLines, tmp_path: Path) -> None:
    reviews = ["<i>Good</i>", {"text": "A\n\n\nB", "stars": 2}, "", {"id": "7", "text": "C"}]
    product = {**PRODUCT, "base_price": "$24.90", "specs": {"a": 1}, "reviews": reviews}
    first = list(read_shortlists(write_lines([{**SHORTLIST, "products": [product, SHORTLIST["products"][1]]}])))
    again = tmp_path / "again.jsonl"
    again.write_text("".join(shortlist.to_json() + "\n" for shortlist in first), encoding="utf-8")
    stream = read_shortlists(again)
    assert list(stream) == first
    assert not stream.report.cleaned


def test_a_second_row_with_the_same_id_is_reported(write_lines: WriteLines) -> None:
    shortlists = read_shortlists(write_lines([SHORTLIST, SHORTLIST]))
    assert len(list(shortlists)) == 1
    assert "'s1' was the id of line 1 already" in str(shortlists.report.problems[0])
    cases = read_cases(write_lines([CASE, {**CASE, "id": "c2"}, CASE]))
    assert len(list(cases)) == 2
    ratings = read_ratings(write_lines([RATING, {**RATING, "score": 2}, {**RATING, "metric": "clarity"}]))
    assert len(list(ratings)) == 2
    assert problems_of(ratings.report) == [(2, "rater")]


def test_a_directory_and_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="is a directory"):
        read_shortlists(tmp_path)
    with pytest.raises(UsageError, match="does not exist"):
        read_shortlists(tmp_path / "nowhere.jsonl")
    with pytest.raises(UsageError):
        read_shortlists("nul\0byte.jsonl")
    with pytest.raises(UsageError):
        read_shortlists("long" * 2000)


def test_a_line_that_is_too_long_is_never_held(write_text: WriteText, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_files, "MOST_LINE_BYTES", 1000)
    rows = [json.dumps(SHORTLIST), json.dumps({**SHORTLIST, "id": "x" * 5000}), json.dumps({**SHORTLIST, "id": "s3"})]
    stream = read_shortlists(write_text("a.jsonl", "\n".join(rows)))
    assert [shortlist.id for shortlist in stream] == ["s1", "s3"]
    assert problems_of(stream.report) == [(2, "")]
    assert "longer than" in stream.report.problems[0].message


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    def give(content: bytes) -> None:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))

    line = json.dumps(SHORTLIST).encode()
    for content in (line, gzip.compress(line), b"\xef\xbb\xbf" + line, json.dumps([SHORTLIST], indent=1).encode()):
        give(content)
        assert [shortlist.id for shortlist in read_shortlists("-")] == ["s1"]
        give(content)
        assert read_any("-").kind == "shortlists"
    give(b"case_id,metric,rater,score\nc1,clarity,ann,4\n")
    stream = read_any("-")
    assert (stream.kind, stream.name, len(list(stream))) == ("ratings", "standard input", 1)


def test_a_limit_takes_so_many_good_rows(write_lines: WriteLines) -> None:
    rows = [{**SHORTLIST, "id": f"s{n}"} if n % 2 else {"query": "x"} for n in range(10)]
    stream = read_shortlists(write_lines(rows), ReadOptions(limit=2))
    assert [shortlist.id for shortlist in stream] == ["s1", "s3"]
    with pytest.raises(UsageError, match="limit"):
        read_shortlists(write_lines(rows), ReadOptions(limit=0))


def test_rows_are_read_one_at_a_time(write_lines: WriteLines) -> None:
    rows = [{**SHORTLIST, "id": f"s{n}"} for n in range(500)]
    stream = read_shortlists(write_lines(rows))
    assert next(iter(stream)).id == "s0"
    assert stream.report.rows == 1


def test_problems_beyond_the_first_are_counted_only(write_lines: WriteLines) -> None:
    stream = read_shortlists(write_lines([{"query": "x"}] * 30 + [SHORTLIST]), ReadOptions(most_problems=10))
    assert len(list(stream)) == 1
    assert (len(stream.report.problems), stream.report.problem_count, stream.report.skipped) == (10, 30, 30)


def test_every_bundled_sample_reads_without_a_problem() -> None:
    folder = Path(__file__).parents[2] / "src" / "triptych" / "samples"
    samples = sorted(folder.glob("*.json"))
    assert samples
    for path in samples:
        stream = read_any(path)
        records: list[Any] = list(stream)
        assert all(isinstance(record, (Shortlist, Product)) for record in records)
        assert (stream.report.problems, stream.report.unknown_keys, stream.report.notes) == ([], {}, {})


READING = """
import subprocess
import sys
from pathlib import Path
from triptych.catalog import read_shortlists

def peak():
    status = Path("/proc/self/status").read_text()
    return int(status.split("VmHWM:")[1].split()[0]) // 1024

before = peak()
count = sum(1 for shortlist in read_shortlists(sys.argv[1]))
print(count, peak() - before)
"""


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the peak is read from Linux's /proc")
@pytest.mark.parametrize("name", ["rows.jsonl", "rows.json"])
def test_a_long_file_is_never_held(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    reviews = [f"review number {n} " + "of some length " * 10 for n in range(8)]
    products = [{"id": f"p{n}", "title": "T", "reviews": reviews} for n in range(3)]
    with path.open("w", encoding="utf-8") as file:
        file.write("[\n" if name.endswith("json") else "")
        for n in range(15_000):
            file.write(
                ("," if name.endswith("json") and n else "")
                + json.dumps({**SHORTLIST, "id": n, "products": products})
                + "\n"
            )
        file.write("]" if name.endswith("json") else "")
    assert path.stat().st_size > 60_000_000
    done = subprocess.run([sys.executable, "-c", READING, str(path)], capture_output=True, text=True, check=True)
    count, grown = map(int, done.stdout.split())
    assert count == 15_000
    assert grown < 40


def test_our_own_records_are_read_back_and_wrong_rows_are_reported(tmp_path: Path) -> None:
    good = judgement("a/s", 3.25).model_dump(mode="json")
    path = tmp_path / "judgements.jsonl"
    path.write_text("\n".join([json.dumps({**good, "mine": 1}), json.dumps({**good, "value": 9}), "{"]))
    report = Report()
    assert list(read_records(str(path), Judgement, report)) == [judgement("a/s", 3.25)]
    assert [(problem.line, problem.field) for problem in report.problems] == [(2, "value"), (3, "")]
    assert (report.rows, report.good, report.unknown_keys) == (3, 1, {"mine": None})


ROWS = 100


@pytest.fixture(autouse=True)
def small_files_are_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_streams, "_WORTH_BYTES", 1)
    # The process that tests run in may have threads of its own.
    monkeypatch.setattr(_streams, "_may_fork", lambda: True)


@pytest.fixture
def forks(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The processes that were forked."""
    started: list[int] = []
    fork = os.fork

    def note() -> int:
        process = fork()
        started.append(process)
        return process

    monkeypatch.setattr(os, "fork", note)
    return started


def write(path: Path, rows: int = ROWS, wrong: tuple[int, ...] = ()) -> str:
    def row(number: int) -> dict[str, Any]:
        product = {"id": "p", "title": "Kettle", "reviews": ["It boils.", "Loud &amp; hot."], "colour": "red"}
        case = {"id": f"case-{number}", "task": "opinion", "products": [product], "text": f"Kettle {number}."}
        return {**case, "task": "poem"} if number in wrong else case

    path.write_text("".join(json.dumps(row(number)) + "\n" for number in range(rows)), encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("limit", [None, 1, 16, 50])
def test_items_and_report_are_those_of_making_them_here(tmp_path: Path, forks: list[int], limit: int | None) -> None:
    path, options = write(tmp_path / "cases.jsonl", wrong=(3, 60, 99)), ReadOptions(limit=limit)
    stream, here = read_cases(path, options), read_cases(path, options)
    with made_ahead(path, ((os.getpid(), case) for case in stream), stream.report) as items:
        made = list(items)
    assert [case for _, case in made] == list(here)
    assert stream.report == here.report
    assert {process for process, _ in made} == set(forks)
    assert len(forks) == 1


def test_a_stream_that_was_begun_goes_on_in_the_other_process(tmp_path: Path, forks: list[int]) -> None:
    path = write(tmp_path / "cases.jsonl")
    stream = read_cases(path)
    first = next(stream.records)
    with made_ahead(path, iter(stream), stream.report) as rest:
        assert [first.id, *(case.id for case in rest)] == [f"case-{number}" for number in range(ROWS)]
    assert stream.report.good == ROWS
    assert len(forks) == 1


def test_what_is_wrong_in_the_other_process_is_said_here(tmp_path: Path, forks: list[int]) -> None:
    path = write(tmp_path / "cases.jsonl", wrong=(50,))
    stream = read_cases(path, ReadOptions(strict=True))
    with (
        pytest.raises(UsageError, match=r"cases\.jsonl:51: task: "),
        made_ahead(path, iter(stream), stream.report) as items,
    ):
        list(items)
    assert len(forks) == 1


def test_when_the_other_process_dies_that_is_said(tmp_path: Path, forks: list[int]) -> None:
    # More than a pipe holds, so that it cannot have sent all of it.
    path = write(tmp_path / "cases.jsonl", rows=6000)
    stream = read_cases(path)
    with made_ahead(path, iter(stream), stream.report) as items:
        assert next(items).id == "case-0"
        os.kill(forks[0], signal.SIGKILL)
        with pytest.raises(TransientError, match=r"the process that reads .*cases\.jsonl died"):
            list(items)


def test_a_defect_in_the_other_process_is_printed_and_ends_it(
    tmp_path: Path, forks: list[int], capfd: pytest.CaptureFixture[str]
) -> None:
    path = write(tmp_path / "cases.jsonl")
    stream = read_cases(path)
    broken = (1 // len(case.id.removeprefix("case-5")) for case in stream)
    with made_ahead(path, broken, stream.report) as items, pytest.raises(TransientError):
        list(items)
    assert "ZeroDivisionError" in capfd.readouterr().err


def test_whoever_leaves_early_leaves_no_process_behind(tmp_path: Path, forks: list[int]) -> None:
    path = write(tmp_path / "cases.jsonl")
    stream = read_cases(path)
    with made_ahead(path, iter(stream), stream.report) as items:
        assert len(list(islice(items, 20))) == 20
        os.kill(forks[0], 0)
    with pytest.raises(ProcessLookupError):
        os.kill(forks[0], 0)


@pytest.mark.parametrize("source", ["cases.jsonl", "nowhere.jsonl", "-"])
def test_of_short_files_and_of_none_all_is_made_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, forks: list[int], source: str
) -> None:
    monkeypatch.setattr(_streams, "_WORTH_BYTES", 10**9)
    stream = read_cases(write(tmp_path / "cases.jsonl"))
    with made_ahead(str(tmp_path / source), iter(stream), stream.report) as items:
        assert len(list(items)) == ROWS
    assert forks == []


def test_there_is_no_fork_beside_other_threads_or_on_one_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    may_fork = _streams._may_fork
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: {0, 1}, raising=False)
    monkeypatch.setattr(threading, "active_count", lambda: 1)
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.delitem(sys.modules, "duckdb", raising=False)
    assert may_fork()
    with monkeypatch.context() as change:
        change.setitem(sys.modules, "duckdb", sys)
        assert not may_fork()
    monkeypatch.setattr(threading, "active_count", lambda: 2)
    assert not may_fork()
    monkeypatch.setattr(threading, "active_count", lambda: 1)
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: {0})
    assert not may_fork()
