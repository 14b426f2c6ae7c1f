"""DuckDB as we use it: in memory, spilling to a folder that goes away, never asking the network."""

import contextlib
import os
import re
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import duckdb

Connection = duckdb.DuckDBPyConnection
_MOST_THREADS = 4


@dataclass(frozen=True, slots=True)
class Workspace:
    """A database and the folder it spills to."""

    connection: Connection
    """Gone when the block ends."""
    folder: Path
    """Gone with it."""


@contextlib.contextmanager
def open_workspace(memory_megabytes: int = 512) -> Iterator[Workspace]:
    """A database of its own for the length of a block."""
    with tempfile.TemporaryDirectory(prefix="triptych-") as folder:
        settings: dict[str, str | bool | int | float | list[str]] = {
            "memory_limit": f"{memory_megabytes}MB",
            "temp_directory": folder,
            "threads": min(_MOST_THREADS, os.cpu_count() or 1),
            "autoinstall_known_extensions": False,
            "autoload_known_extensions": False,
        }
        with duckdb.connect(config=settings) as connection:
            yield Workspace(connection, Path(folder))


def quote_path(path: str | Path) -> str:
    """A path as SQL that DuckDB takes for itself and not for a pattern."""
    return quote(re.sub(r"([*?\[])", r"[\1]", str(path)))


def quote(text: str) -> str:
    """A text as SQL."""
    return "'" + text.replace("'", "''") + "'"


def quote_name(name: str) -> str:
    """A column's name as SQL."""
    return '"' + name.replace('"', '""') + '"'


def explain_error(error: duckdb.Error) -> str:
    """The first line of what DuckDB says."""
    return str(error).strip().partition("\n")[0]
