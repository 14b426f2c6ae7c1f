"""How a command ends early: Ctrl-C, a request to end, a reader of its output that has gone."""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TextIO

INTERRUPTED = 128 + signal.SIGINT
"""The exit code of a command that was stopped."""

_REQUESTS = (signal.SIGTERM, signal.SIGHUP)


@contextmanager
def stopping_cleanly() -> Iterator[None]:
    """Within it a request to end is a Ctrl-C, and a Ctrl-C or a closed pipe is raised as what it is."""
    # A request that whoever started us turned off (`nohup`) stays off.
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


def have_streams() -> None:
    """Give a process that was started with its output closed somewhere to write to."""
    sys.stdout = sys.stdout or _open_nowhere()
    sys.stderr = sys.stderr or _open_nowhere()


def abandon_output() -> None:
    """Let go what could not be written: the end of the process would try again, and complain in its own words."""
    sys.stdout = _open_nowhere()


def _open_nowhere() -> TextIO:
    return os.fdopen(os.open(os.devnull, os.O_WRONLY), "w", encoding="utf-8")


def _interrupt(number: int, frame: FrameType | None) -> None:
    # A shell that starts us in the background turns Ctrl-C off, and with it what we are about to do.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.raise_signal(signal.SIGINT)
