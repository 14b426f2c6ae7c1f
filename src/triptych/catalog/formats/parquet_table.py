"""Parquet tables, through DuckDB: in memory, spilling to a folder that goes away, never asking the network."""

import os
import re
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

import duckdb

from triptych.catalog.formats._files import MOST_LINE_BYTES, BadRow, File, FileRow, is_too_long, too_long
from triptych.errors import UsageError

SUFFIXES = (".parquet", ".pq")

Connection = duckdb.DuckDBPyConnection
_MOST_THREADS = 4
_ROWS_AT_ONCE = 16
_SIZE = "__bytes_of_row"
_ROWS_IN_DUCKDB = 2048
_MOST_BYTES_IN_DUCKDB = 512_000_000
"""DuckDB unpacks 2,048 rows at a time, however large they are."""
_FIXED = re.compile(
    r"U?(?:TINY|SMALL|BIG|HUGE)?INT(?:EGER)?|DOUBLE|FLOAT|BOOLEAN|DATE|TIME\b.*|TIMESTAMP.*|DECIMAL.*|UUID"
)
"""Types of values of a few bytes."""


def read_rows(file: File) -> Iterator[FileRow | BadRow]:
    """A row for each row, the first being 1."""
    table = f"read_parquet({quote_path(file.path)}, file_row_number = true)"
    with tempfile.TemporaryDirectory(prefix="triptych-") as folder, open_database(folder) as connection:
        try:
            check_size(file, connection)
            columns = connection.execute(f"DESCRIBE SELECT * EXCLUDE (file_row_number) FROM {table}").fetchall()
            found = connection.execute(_select(table, {name: kind for name, kind, *_ in columns}))
            header = [column[0] for column in found.description][2:]
            while rows := found.fetchmany(_ROWS_AT_ONCE):
                for number, size, *values in rows:
                    if is_too_long(size):
                        yield BadRow(number, too_long("row"))
                    else:
                        yield FileRow(number, dict(zip(header, values, strict=True)))
        except duckdb.Error as error:
            raise UsageError(f"{file.name} cannot be read as Parquet: {explain_error(error)}") from error


def check_size(file: File, connection: Connection) -> None:
    """UsageError where so many rows as DuckDB unpacks at once would fill the memory."""
    sql = (
        "SELECT max(bytes * least(1.0, $1 / greatest(rows, 1))) FROM ("
        "SELECT sum(total_uncompressed_size) AS bytes, max(row_group_num_rows) AS rows "
        f"FROM parquet_metadata({quote_path(file.path)}) GROUP BY row_group_id)"
    )
    [largest] = connection.execute(sql, [_ROWS_IN_DUCKDB]).fetchone() or (0,)
    if (largest or 0) > _MOST_BYTES_IN_DUCKDB:
        raise UsageError(
            f"{file.name} has {largest / 1e6:,.0f} MB in {_ROWS_IN_DUCKDB:,} rows, which would fill the memory; "
            "save it with smaller row groups, or as JSON Lines"
        )


def _select(table: str, columns: Mapping[str, str]) -> str:
    """The SQL for a row's number, its size, and its values where it is not too long."""
    sizes = {"BLOB": "octet_length({})", "VARCHAR": "strlen({})"}
    varying = {quote_name(name): kind for name, kind in columns.items() if not _FIXED.fullmatch(kind)}
    sized = [sizes.get(kind, "strlen(CAST({} AS VARCHAR))").format(name) for name, kind in varying.items()]
    values = [f"CASE WHEN {_SIZE} <= {MOST_LINE_BYTES} THEN {name} END AS {name}" for name in map(quote_name, columns)]
    size = " + ".join(f"coalesce({one}, 0)" for one in sized) or "0"
    inner = f"SELECT *, {size} AS {_SIZE} FROM {table}"
    return f"SELECT file_row_number + 1, {_SIZE}, {', '.join(values)} FROM ({inner})"


def open_database(folder: str, memory_megabytes: int = 512) -> Connection:
    """A database of its own, which spills to the folder."""
    settings: dict[str, str | bool | int | float | list[str]] = {
        "memory_limit": f"{memory_megabytes}MB",
        "temp_directory": folder,
        "threads": min(_MOST_THREADS, os.cpu_count() or 1),
        "autoinstall_known_extensions": False,
        "autoload_known_extensions": False,
    }
    return duckdb.connect(config=settings)


def quote_path(path: str | Path) -> str:
    """A path as SQL that DuckDB takes for itself and not for a pattern."""
    return "'" + re.sub(r"([*?\[])", r"[\1]", str(path)).replace("'", "''") + "'"


def quote_name(name: str) -> str:
    """A column's name as SQL."""
    return '"' + name.replace('"', '""') + '"'


def explain_error(error: duckdb.Error) -> str:
    """The first line of what DuckDB says."""
    return str(error).strip().partition("\n")[0]
