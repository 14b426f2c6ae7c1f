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
import traceback
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, fields
from itertools import islice
from pathlib import Path
from typing import IO, Any, NoReturn, TypeVar

from triptych.catalog._report import Report
from triptych.errors import TransientError, UsageError

T = TypeVar("T")

_WORTH_BYTES = 1_000_000
# Items that are sent together: few at first, so that work can begin.
_FIRST_BATCH, _BATCH = 2, 16
# So much is made ahead, and no more: a pipe that is full stops who fills it.
_PIPE_BYTES = 1 << 20
_STDERR = 2


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
    with _forked(items, report) as pipe:
        yield _items_from(pipe, report, source)


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


@contextmanager
def _forked(items: Iterator[object], report: Report) -> Iterator[IO[bytes]]:
    """A process that makes the items, as the pipe it sends them into."""
    ours, theirs = os.pipe()
    with warnings.catch_warnings():
        # Warns of the threads of libraries too; the child calls none of them.
        warnings.simplefilter("ignore", DeprecationWarning)
        process = os.fork()
    if not process:
        os.close(ours)
        _serve(items, report, theirs)
    os.close(theirs)
    try:
        with os.fdopen(ours, "rb") as pipe:
            yield pipe
    finally:
        with suppress(OSError):
            os.kill(process, signal.SIGKILL)
        with suppress(OSError):
            os.waitpid(process, 0)


def _serve(items: Iterator[object], report: Report, pipe: int) -> NoReturn:
    """All of the other process: nothing that the first has open is touched, nothing is flushed, nothing returns."""
    status = 1
    try:
        # Ctrl-C reaches the whole process group, and only the first process decides what it means.
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        _widen(pipe)
        # It stays open to the very end: where it closes, the first process sees to it that nothing more comes.
        sink = os.fdopen(pipe, "wb")
        _send_all(items, report, sink)
        status = 0
    except BrokenPipeError:
        # The first process has gone, and with it everybody who would read of it.
        pass
    except BaseException:
        # Past any buffer, for of those nothing is flushed.
        os.write(_STDERR, traceback.format_exc().encode())
    finally:
        os._exit(status)


def _widen(pipe: int) -> None:
    if sys.platform == "linux":
        from fcntl import F_SETPIPE_SZ, fcntl

        # An administrator may allow less.
        with suppress(OSError):
            fcntl(pipe, F_SETPIPE_SZ, _PIPE_BYTES)


def _send_all(items: Iterator[object], report: Report, pipe: IO[bytes]) -> None:
    problem: str | None = None
    size = _FIRST_BATCH
    try:
        while batch := list(islice(items, size)):
            _send(pipe, batch)
            size = min(2 * size, _BATCH)
    except UsageError as error:
        problem = str(error)
    _send(pipe, _End(report, problem))


def _send(pipe: IO[bytes], message: object) -> None:
    packed = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    pipe.write(len(packed).to_bytes(8, "big") + packed)
    pipe.flush()


def _items_from(pipe: IO[bytes], report: Report, source: str) -> Iterator[Any]:
    while message := _receive(pipe):
        if isinstance(message, _End):
            _finish(report, message)
            return
        yield from message
    raise TransientError(
        f"the process that reads {source} died, perhaps for want of memory; what was done is kept: "
        "run the same command again"
    )


def _receive(pipe: IO[bytes]) -> Any:
    """A batch of items or the end; None where the other process has died."""
    size = int.from_bytes(pipe.read(8), "big")
    packed = pipe.read(size)
    return pickle.loads(packed) if size and len(packed) == size else None


def _finish(report: Report, end: _End) -> None:
    for field in fields(Report):
        setattr(report, field.name, getattr(end.report, field.name))
    if end.problem is not None:
        raise UsageError(end.problem)
