"""What commands print: results on standard output, everything else on standard error."""

import sys
from collections.abc import Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console, RenderableType


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
