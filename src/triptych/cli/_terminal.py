"""What commands print: results on standard output; remarks, errors and progress on standard error."""

import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

    from triptych.pipeline import Progress, Watcher

_SECONDS_BETWEEN_LINES = 10.0


@cache
def console() -> "Console":
    """Standard output."""
    from rich.console import Console

    return Console(highlight=False)


@cache
def error_console() -> "Console":
    """Standard error."""
    from rich.console import Console

    return Console(stderr=True, highlight=False)


def is_terminal() -> bool:
    """True where a person watches standard output."""
    return sys.stdout.isatty()


def say(message: str) -> None:
    """A remark beside the results."""
    error_console().print(message, markup=False, soft_wrap=True)


def complain(message: str) -> None:
    """One sentence about what went wrong."""
    from rich.text import Text

    error_console().print(Text.assemble(("error: ", "bold red"), message), soft_wrap=True)


def show(what: "RenderableType") -> None:
    """A result for people: a table, a panel, Markdown."""
    console().print(what)


def show_table(title: str | None, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """A table for people; where standard output is no terminal, a tab-separated line a row and nothing else."""
    if not is_terminal():
        for row in rows:
            sys.stdout.write("\t".join(_one_line(cell) for cell in row) + "\n")
        return
    from rich import box
    from rich.table import Table
    from rich.text import Text

    # As plain text: what a file or a system is called must not be taken for markup.
    heading = None if title is None else Text(title)
    shape = box.SIMPLE_HEAD if any(columns) else box.SIMPLE
    # One blank between columns: with two, the names of metrics break on a terminal of 80 characters.
    narrow = (0, 1, 0, 0)
    table = Table(title=heading, box=shape, title_justify="left", padding=narrow, pad_edge=False)
    table.show_header = any(columns)
    for name in columns:
        table.add_column(name, overflow="fold")
    for row in rows:
        table.add_row(*(Text(str(cell)) for cell in row))
    show(table)


def _one_line(cell: object) -> str:
    return " ".join(str(cell).split())


@contextmanager
def watching(title: str, *, quiet: bool) -> Iterator["Watcher"]:
    """A watcher that fits where standard error goes."""
    if quiet:
        yield lambda progress: None
    elif sys.stderr.isatty():
        with _bar(title) as watcher:
            yield watcher
    else:
        yield _Lines(title)


@contextmanager
def _bar(title: str) -> Iterator["Watcher"]:
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

        def update(progress: "Progress") -> None:
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

    def __call__(self, progress: "Progress") -> None:
        now = time.monotonic()
        if now - self._last >= _SECONDS_BETWEEN_LINES or progress.done == progress.total:
            self._last = now
            say(f"{self._title}: {describe(progress)}")


def describe(progress: "Progress") -> str:
    """`120 of 400 done, 31.2/s, 9 s left, 2 failed`."""
    total = f" of {progress.total}" if progress.total else ""
    parts = [f"{progress.done}{total} done", _rate(progress)]
    if progress.seconds_left is not None:
        parts.append(f"{progress.seconds_left:.0f} s left")
    if progress.failed:
        parts.append(f"{progress.failed} failed")
    return ", ".join(part for part in parts if part)


def _rate(progress: "Progress") -> str:
    return f"{progress.rate:.1f}/s" if progress.rate else ""
