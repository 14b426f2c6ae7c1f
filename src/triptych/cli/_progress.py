"""Progress of long work: a bar where a person watches, a plain line now and then elsewhere."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from triptych.cli._terminal import error_console, say
from triptych.pipeline import Progress, Watcher

_SECONDS_BETWEEN_LINES = 10.0


@contextmanager
def watch(title: str, *, quiet: bool) -> Iterator[Watcher]:
    """A watcher that fits where standard error goes."""
    if quiet:
        yield lambda progress: None
    elif sys.stderr.isatty():
        with _bar(title) as watcher:
            yield watcher
    else:
        yield _Lines(title)


@contextmanager
def _bar(title: str) -> Iterator[Watcher]:
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        TextColumn("[red]{task.fields[failures]}"),
    )
    with Bar(*columns, console=error_console(), transient=True) as bar:
        task = bar.add_task(title, total=None, rate="", failures="")

        def update(progress: Progress) -> None:
            bar.update(
                task,
                completed=progress.done,
                total=progress.total,
                rate=_rate(progress),
                failures=f"{progress.failed} failed" if progress.failed else "",
            )

        yield update


class _Lines:
    """A line every few seconds, and one at the end."""

    def __init__(self, title: str) -> None:
        self._title = title
        self._last = time.monotonic()

    def __call__(self, progress: Progress) -> None:
        now = time.monotonic()
        if now - self._last >= _SECONDS_BETWEEN_LINES or progress.done == progress.total:
            self._last = now
            say(f"{self._title}: {describe(progress)}")


def describe(progress: Progress) -> str:
    """`120 of 400 done, 31.2/s, 9 s left, 2 failed`."""
    total = f" of {progress.total}" if progress.total else ""
    parts = [f"{progress.done}{total} done", _rate(progress)]
    if progress.seconds_left is not None:
        parts.append(f"{progress.seconds_left:.0f} s left")
    if progress.failed:
        parts.append(f"{progress.failed} failed")
    return ", ".join(part for part in parts if part)


def _rate(progress: Progress) -> str:
    return f"{progress.rate:.1f}/s" if progress.rate else ""
