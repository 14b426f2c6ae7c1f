"""Prepare the items of a long file in a forked child process.

Reading and rendering a case is a third of what is computed about a call to a model, and one process uses one
processor. Forking takes milliseconds; a process that had to import everything first would cost more than it saves on a
few thousand cases. Where forking is not available or not safe, items are prepared in this process.
"""

import os
import pickle
import signal
import sys
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, fields
from itertools import islice
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, TypeVar

from triptych.catalog._report import Report
from triptych.errors import TransientError, UsageError

T = TypeVar("T")

_WORTH_BYTES = 1_000_000
# Items that are sent together: few at first, so that work can begin.
_FIRST_BATCH, _BATCH = 2, 16
# So much is made ahead, and no more: a pipe that is full stops who fills it.
_PIPE_BYTES = 1 << 20


@dataclass(frozen=True, slots=True)
class _End:
    """All was made, or what stopped it."""

    report: Report
    problem: str | None


@contextmanager
def made_ahead(source: str, items: Iterator[T], report: Report) -> Iterator[Iterator[T]]:
    """The items of a file, prepared by a child process where that pays; the report becomes that of its reading.

    Of the items none has been made yet. What they hold is pickled.
    """
    if not _is_worth_it(source) or not _may_fork():
        yield items
        return
    context = get_context("fork")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_serve, args=(items, report, ours, theirs), daemon=True)
    with warnings.catch_warnings():
        # Warns of the threads of libraries too; the child calls none of them.
        warnings.simplefilter("ignore", DeprecationWarning)
        process.start()
    theirs.close()
    try:
        yield _items_from(ours, report, source)
    finally:
        process.kill()
        process.join()
        ours.close()


def _is_worth_it(path: str) -> bool:
    """True for a file so long that another process pays."""
    try:
        return Path(path).is_file() and Path(path).stat().st_size >= _WORTH_BYTES
    except (OSError, ValueError):
        return False


def _may_fork() -> bool:
    # A lock that another thread holds at this moment would stay locked in the other process for ever; and DuckDB, which
    # reads Parquet, has threads that Python does not count and that the other process would wait for in vain.
    has_threads = threading.active_count() > 1 or "duckdb" in sys.modules
    return sys.platform == "linux" and not has_threads and len(os.sched_getaffinity(0)) > 1


def _serve(items: Iterator[object], report: Report, theirs: Connection, pipe: Connection) -> None:
    """All that the child does; it ends without a word when its parent has gone."""
    # Ctrl-C reaches the whole process group, and only the parent decides what it means.
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    theirs.close()
    _widen(pipe)
    problem: str | None = None
    size = _FIRST_BATCH
    with suppress(BrokenPipeError):
        try:
            while batch := list(islice(items, size)):
                _send(pipe, batch)
                size = min(2 * size, _BATCH)
        except UsageError as error:
            problem = str(error)
        _send(pipe, _End(report, problem))


def _widen(pipe: Connection) -> None:
    if sys.platform == "linux":
        from fcntl import F_SETPIPE_SZ, fcntl

        # An administrator may allow less.
        with suppress(OSError):
            fcntl(pipe.fileno(), F_SETPIPE_SZ, _PIPE_BYTES)


def _send(pipe: Connection, message: object) -> None:
    # Not `send`, whose pickling asks a table of its own about every object.
    pipe.send_bytes(pickle.dumps(message, pickle.HIGHEST_PROTOCOL))


def _items_from(pipe: Connection, report: Report, source: str) -> Iterator[Any]:
    try:
        while not isinstance(message := pickle.loads(pipe.recv_bytes()), _End):
            yield from message
    except (EOFError, OSError):
        raise TransientError(
            f"the process that reads {source} died, perhaps for want of memory; what was done is kept: "
            "run the same command again"
        ) from None
    for field in fields(Report):
        setattr(report, field.name, getattr(message.report, field.name))
    if message.problem is not None:
        raise UsageError(message.problem)
