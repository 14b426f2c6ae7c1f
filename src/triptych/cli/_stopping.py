"""How a command is stopped: Ctrl-C or a request to end stops it in order, a second one at once.

The event loop and the stores are loaded when there is work: help comes without them.
"""

import os
import signal
import sys
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any, TypeVar

INTERRUPTED = 128 + signal.SIGINT
"""The exit code of a command that was stopped."""

Result = TypeVar("Result")

# Requests to end that are taken as a Ctrl-C.
_REQUESTS = (signal.SIGTERM, signal.SIGHUP)
_SHOW_CURSOR = b"\x1b[?25h"


def run_async(work: Coroutine[Any, Any, Result]) -> Result:
    """What the work returns; KeyboardInterrupt where it was stopped. A second Ctrl-C ends the process at once."""
    import asyncio

    usual = signal.getsignal(signal.SIGINT)
    try:
        return asyncio.run(_watched(work))
    finally:
        if signal.getsignal(signal.SIGINT) is not _end_at_once:
            signal.signal(signal.SIGINT, usual)


async def _watched(work: Coroutine[Any, Any, Result]) -> Result:
    import asyncio

    from triptych.stores import stop_waiting

    cancel = signal.getsignal(signal.SIGINT)

    def stop(number: int, frame: FrameType | None) -> None:
        # Here and not where the work is cancelled: it may be waiting for a store, and the loop with it.
        stop_waiting()
        signal.signal(signal.SIGINT, _end_at_once)
        if callable(cancel):
            cancel(number, frame)

    if callable(cancel):
        signal.signal(signal.SIGINT, stop)
    inner = asyncio.ensure_future(work)
    try:
        # Unlike awaiting it, this ends when this task is cancelled, while the work is still to be stopped.
        await asyncio.wait({inner})
    except asyncio.CancelledError:
        inner.cancel()
        await asyncio.wait({inner})
        if not inner.cancelled():
            # Of what came in between, nothing is to be said.
            inner.exception()
        raise
    return inner.result()


def _end_at_once(number: int, frame: FrameType | None) -> None:
    """End at once: what the work waits for in order to stop may never come."""
    from multiprocessing import active_children

    for child in active_children():
        child.kill()
    with suppress(OSError):
        if sys.stderr.isatty():
            os.write(2, _SHOW_CURSOR)
        os.write(2, b"\nerror: stopped at once; what a run has committed is kept\n")
    os._exit(INTERRUPTED)


@contextmanager
def stopping_cleanly() -> Iterator[None]:
    """Within it a request to end is a Ctrl-C, and a Ctrl-C or a closed pipe is raised as what it is."""
    # A request that was turned off before we were started (`nohup`) stays off.
    taken = [number for number in _REQUESTS if signal.getsignal(number) is signal.SIG_DFL]
    for number in taken:
        signal.signal(number, _interrupt)
    try:
        yield
    except SystemExit as end:
        # Typer has made exits of both, and gives a closed pipe the code of a gate that failed.
        if isinstance(end.__context__, BrokenPipeError):
            raise end.__context__ from None
        if end.code == INTERRUPTED:
            raise KeyboardInterrupt from None
        raise
    finally:
        for number in taken:
            signal.signal(number, signal.SIG_DFL)


def _interrupt(number: int, frame: FrameType | None) -> None:
    # A shell that starts us in the background turns Ctrl-C off, and with it what we are about to do.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.raise_signal(signal.SIGINT)
