"""A store locked or lost in the middle of `triptych judge`: said after three seconds, over after one deadline."""

import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from conftest import PostgresServer, find_postgres, not_available, serve_postgres
from endpoint import Loopback
from judged_cases import write_cases
from triptych.stores import open_store

PATIENCE_SECONDS = 10
# Less than two deadlines, one after the other, less the three seconds before the word.
LONGEST_SECONDS = 15

Outage = Callable[[], object]


@pytest.fixture
def lost_server() -> Iterator[PostgresServer]:
    """A server that a test may stop."""
    programs = find_postgres()
    if programs is None:
        not_available("PostgreSQL (no `initdb` and `postgres` found)")
    with (
        tempfile.TemporaryDirectory(prefix="triptych-pg-", dir="/tmp") as folder,
        serve_postgres(programs, Path(folder)) as server,
    ):
        yield server


@pytest.fixture(params=["locked", "ended", "frozen"])
def store_and_outage(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[str, Outage]]:
    """A store, and what takes it away."""
    if request.param != "locked":
        server: PostgresServer = request.getfixturevalue("lost_server")
        yield server.url("postgres"), server.freeze if request.param == "frozen" else server.end
        server.thaw()
        return
    path = tmp_path / "s.db"
    open_store(str(path)).close()
    writer = sqlite3.connect(path, isolation_level=None)
    yield str(path), lambda: writer.execute("BEGIN IMMEDIATE")
    writer.close()


@pytest.fixture
def judging(
    store_and_outage: tuple[str, Outage], start_endpoint: Callable[..., Loopback], tmp_path: Path
) -> Iterator["subprocess.Popen[str]"]:
    """`triptych judge` in mid-run, whose store has just gone."""
    store, take_away = store_and_outage
    endpoint, cases = start_endpoint(latency=0.05), write_cases(tmp_path / "cases.jsonl", 2000)
    command = [sys.executable, "-m", "triptych", "judge", str(cases), "--judge", endpoint.judge, "--store", store]
    process = subprocess.Popen(
        [*command, "--metric", "opinion/fluency", "--concurrency", "4", "-o", str(tmp_path / "j.jsonl")],
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"TRIPTYCH_STORE_PATIENCE": str(PATIENCE_SECONDS)},
    )
    while endpoint.stats()["requests"] < 20 and process.poll() is None:
        time.sleep(0.05)
    take_away()
    yield process
    process.kill()
    process.communicate()


def wait_for_word(process: "subprocess.Popen[str]") -> None:
    """Read until it says what it waits for."""
    assert process.stderr
    for line in process.stderr:
        if line.startswith("waiting for the store "):
            return
    pytest.fail("nothing was said")


@pytest.mark.slow
def test_an_outage_is_said_and_ends_the_run_after_one_deadline(judging: "subprocess.Popen[str]") -> None:
    wait_for_word(judging)
    _, said = judging.communicate(timeout=LONGEST_SECONDS)
    assert judging.returncode == 4, said
    assert said.splitlines()[-1].startswith("error: the store ")
    assert said.count("waiting for the store") <= 1
    assert "Traceback" not in said


@pytest.mark.slow
def test_one_request_ends_a_run_that_waits_for_its_store(judging: "subprocess.Popen[str]") -> None:
    wait_for_word(judging)
    judging.send_signal(signal.SIGINT)
    # Before the deadline would have ended it.
    _, said = judging.communicate(timeout=PATIENCE_SECONDS - 4)
    assert judging.returncode == 130, said
    assert "Traceback" not in said
