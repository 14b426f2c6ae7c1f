"""`kill -9` at random moments: nothing is lost, and only what was in flight is sent again."""

import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from endpoint import Loopback
from judged_cases import read_lines, write_cases
from triptych.stores import open_store

CASES, IN_FLIGHT, KILLS = 400, 16, 20


def start(cases: Path, endpoint: Loopback, store: Path, out: Path) -> "subprocess.Popen[bytes]":
    """`triptych judge` in a process of its own."""
    command = [sys.executable, "-m", "triptych", "judge", str(cases), "--judge", endpoint.judge, "--quiet"]
    command += ["--metric", "opinion/fluency", "--concurrency", str(IN_FLIGHT), "--store", str(store), "-o", str(out)]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL)


def told(path: Path) -> list[dict[str, Any]]:
    """The judgements without what a clock wrote, and without the endpoint's port."""
    rows = read_lines(path)
    for row in rows:
        del row["usage"], row["judge"], row["signature"]
    return rows


@pytest.mark.slow
def test_twenty_kills_change_nothing(start_endpoint: Callable[..., Loopback], tmp_path: Path) -> None:
    cases = write_cases(tmp_path / "cases.jsonl", CASES)
    calm, harried = tmp_path / "calm.jsonl", tmp_path / "harried.jsonl"
    # The marks in the prompts come from the store's secret: the same secret, the same prompts, the same scores.
    with open_store(str(tmp_path / "calm.db")) as store:
        store.secret()
    shutil.copy(tmp_path / "calm.db", tmp_path / "harried.db")
    assert start(cases, start_endpoint(), tmp_path / "calm.db", calm).wait(120) == 0
    endpoint, draw = start_endpoint(latency=0.15), random.Random(7)
    for _ in range(KILLS):
        process = start(cases, endpoint, tmp_path / "harried.db", harried)
        seen = endpoint.stats()["requests"]
        deadline = time.monotonic() + 60
        # Start-up takes longer than the work between two kills: wait for the first call, then strike.
        while endpoint.stats()["requests"] == seen and process.poll() is None and time.monotonic() < deadline:
            time.sleep(0.01)
        time.sleep(draw.uniform(0.0, 0.4))
        process.send_signal(signal.SIGKILL)
        process.wait()
    endpoint.behave(latency=0.0)
    assert start(cases, endpoint, tmp_path / "harried.db", harried).wait(120) == 0
    assert told(harried) == told(calm)
    repeated = endpoint.stats()["requests"] - CASES
    assert 0 < repeated <= KILLS * IN_FLIGHT
