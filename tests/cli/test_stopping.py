"""How a command ends early: Ctrl-C, a request to end, a reader that has gone, a full disk."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from triptych.cli._main import run_async

COMMAND = [sys.executable, "-m", "triptych"]
# What a user has: output to a pipe is kept back until there is enough of it.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}


@pytest.fixture
def products(tmp_path: Path) -> Path:
    """More products than are read before anybody stops it."""
    path = tmp_path / "products.jsonl"
    reviews = [f"The battery of my number {n} is great, but its hinge snapped." for n in range(30)]
    rows = (json.dumps({"id": f"p{n}", "title": "Acme Sprint", "reviews": reviews}) for n in range(3000))
    path.write_text("\n".join(rows), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("request_to_end", "is_turned_off"),
    [(signal.SIGINT, False), (signal.SIGTERM, False), (signal.SIGHUP, False), (signal.SIGTERM, True)],
)
def test_a_stopped_command_leaves_nothing_behind(
    request_to_end: signal.Signals, is_turned_off: bool, products: Path
) -> None:
    out = products.with_name("out") / "readings.jsonl"

    def turn_off() -> None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)

    reading = subprocess.Popen(
        [*COMMAND, "read", str(products), "-o", str(out), "--workers", "2"],
        stderr=subprocess.PIPE,
        text=True,
        env=ENVIRONMENT,
        preexec_fn=turn_off if is_turned_off else None,
    )
    while not _size_of(out.parent) and reading.poll() is None:
        time.sleep(0.01)
    reading.send_signal(request_to_end)
    # The workers hold standard error too: it ends only when none of them is left.
    _, told = reading.communicate(timeout=30)
    assert reading.returncode == 130, told
    # On a busy machine a line of progress may stand before it.
    assert told.splitlines()[-1].startswith("error: stopped")
    assert told.count("error:") == 1
    assert "Traceback" not in told
    assert list(out.parent.iterdir()) == []


def _size_of(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.iterdir()) if folder.exists() else 0


@pytest.mark.parametrize("arguments", [["rubrics", "list"], ["--help"], ["rubrics", "show", "comparison/clarity"]])
def test_a_reader_that_has_gone_is_no_failure(arguments: list[str]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [*COMMAND, *arguments], stdout=writer, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT, check=False
    )
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(not Path("/dev/full").is_char_device(), reason="there is no /dev/full here")
def test_a_full_disk_is_one_sentence() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*COMMAND, "rubrics", "list"], stdout=full, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT, check=False
        )
    assert (done.returncode, done.stderr) == (2, "error: No space left on device\n")


def test_closed_output_is_no_failure() -> None:
    done = subprocess.run(
        ["sh", "-c", '"$@" >&-', "sh", *COMMAND, "rubrics", "list"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_a_second_request_ends_what_will_not_stop() -> None:
    code = """
import asyncio, sys
from triptych.cli._main import run_async, stopping_cleanly

async def stubborn():
    print("ready", flush=True)
    try:
        await asyncio.sleep(600)
    finally:
        print("stopping", flush=True)
        await asyncio.to_thread(__import__("time").sleep, 600)

with stopping_cleanly():
    run_async(stubborn())
"""
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as child:
        assert child.stdout and child.stderr
        assert child.stdout.readline() == "ready\n"
        child.send_signal(signal.SIGINT)
        assert child.stdout.readline() == "stopping\n"
        child.send_signal(signal.SIGINT)
        assert child.wait(30) == 130
        assert "stopped at once" in child.stderr.read()


def test_one_request_stops_in_order() -> None:
    code = """
import asyncio, signal
from triptych.cli._main import run_async

async def work():
    try:
        signal.raise_signal(signal.SIGINT)
        await asyncio.sleep(60)
    finally:
        await asyncio.sleep(0.01)
        print("in order", flush=True)

try:
    run_async(work())
except KeyboardInterrupt:
    print("stopped", flush=True)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert done.stdout == "in order\nstopped\n", done.stderr


async def answer() -> int:
    return 4


def test_what_is_not_stopped_returns() -> None:
    assert run_async(answer()) == 4


def test_a_request_ends_waiting_for_a_store_even_where_the_loop_waits_with_it() -> None:
    code = """
import sqlite3
from sqlalchemy.exc import OperationalError
from triptych.cli._main import run_async
from triptych.stores._database import Patience

busy = sqlite3.OperationalError("database is locked")
busy.sqlite_errorname = "SQLITE_BUSY"

def fail():
    raise OperationalError("", {}, busy)

async def work():
    print("ready", flush=True)
    Patience("LABEL", 600).keep_trying(fail)

try:
    run_async(work())
except KeyboardInterrupt:
    print("stopped", flush=True)
"""
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as child:
        assert child.stdout
        assert child.stdout.readline() == "ready\n"
        child.send_signal(signal.SIGINT)
        told, complaints = child.communicate(timeout=60)
        assert (told, complaints) == ("stopped\n", "")
