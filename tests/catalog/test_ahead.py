"""A long file that another process reads."""

import json
import os
import signal
import threading
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from triptych.catalog import ReadOptions, Stream, _ahead, read_any, read_cases
from triptych.errors import UsageError
from triptych.records import Case

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


def read_here(path: str, monkeypatch: pytest.MonkeyPatch, options: ReadOptions | None = None) -> Stream[Case]:
    with monkeypatch.context() as change:
        change.setattr(_ahead, "_WORTH_BYTES", 10**9)
        return read_cases(path, options or ReadOptions())


@pytest.mark.parametrize("limit", [None, 1, 16, 50])
def test_records_and_report_are_those_of_reading_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, forks: list[int], limit: int | None
) -> None:
    path, options = write(tmp_path / "cases.jsonl", wrong=(3, 60, 99)), ReadOptions(limit=limit)
    ahead, here = read_cases(path, options), read_here(path, monkeypatch, options)
    assert list(ahead.records) == list(here.records)
    assert ahead.report == here.report
    assert len(forks) == 1


def test_what_is_wrong_in_the_other_process_is_said_here(tmp_path: Path, forks: list[int]) -> None:
    path = write(tmp_path / "cases.jsonl", wrong=(50,))
    with pytest.raises(UsageError, match=r"cases\.jsonl:51: task: "):
        list(read_cases(path, ReadOptions(strict=True)))
    with pytest.raises(UsageError, match="has no usable cases"):
        next(read_cases(write(tmp_path / "cases.jsonl", rows=2, wrong=(0, 1))).records)
    assert len(forks) == 2


def test_when_the_other_process_dies_the_rest_is_read_here(tmp_path: Path, forks: list[int]) -> None:
    # More than a pipe holds, so that it cannot have sent all of it.
    path, rows = write(tmp_path / "cases.jsonl", rows=6000), 6000
    stream = read_cases(path)
    first = [next(stream.records).id]
    os.kill(forks[0], signal.SIGKILL)
    assert [*first, *(case.id for case in stream)] == [f"case-{number}" for number in range(rows)]
    assert stream.report.good == rows


def test_a_reader_that_is_left_early_leaves_no_process_behind(tmp_path: Path, forks: list[int]) -> None:
    records: Any = read_cases(write(tmp_path / "cases.jsonl")).records
    assert len(list(islice(records, 20))) == 20
    os.kill(forks[0], 0)
    records.close()
    with pytest.raises(ProcessLookupError):
        os.kill(forks[0], 0)


def test_a_file_whose_kind_was_told_from_its_rows_is_read_here(tmp_path: Path, forks: list[int]) -> None:
    assert len(list(read_any(write(tmp_path / "cases.jsonl")))) == ROWS
    assert forks == []


def test_short_files_are_read_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, forks: list[int]) -> None:
    assert len(list(read_here(write(tmp_path / "cases.jsonl"), monkeypatch))) == ROWS
    assert not _ahead.is_worth_it(str(tmp_path / "nowhere.jsonl"))
    assert forks == []


def test_there_is_no_fork_beside_other_threads_or_on_one_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    may_fork = _ahead._may_fork
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: {0, 1}, raising=False)
    monkeypatch.setattr(threading, "active_count", lambda: 1)
    monkeypatch.setattr("sys.platform", "linux")
    assert may_fork()
    monkeypatch.setattr(threading, "active_count", lambda: 2)
    assert not may_fork()
    monkeypatch.setattr(threading, "active_count", lambda: 1)
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: {0})
    assert not may_fork()
