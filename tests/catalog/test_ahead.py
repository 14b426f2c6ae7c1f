"""A long file of which another process makes what is wanted."""

import json
import os
import signal
import sys
import threading
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from triptych.catalog import ReadOptions, _ahead, made_ahead, read_cases
from triptych.errors import TransientError, UsageError

ROWS = 100


@pytest.fixture(autouse=True)
def small_files_are_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_ahead, "_WORTH_BYTES", 1)
    # The process that tests run in may have threads of its own.
    monkeypatch.setattr(_ahead, "_may_fork", lambda: True)


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
    monkeypatch.setattr(_ahead, "_WORTH_BYTES", 10**9)
    stream = read_cases(write(tmp_path / "cases.jsonl"))
    with made_ahead(str(tmp_path / source), iter(stream), stream.report) as items:
        assert len(list(items)) == ROWS
    assert forks == []


def test_there_is_no_fork_beside_other_threads_or_on_one_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    may_fork = _ahead._may_fork
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
