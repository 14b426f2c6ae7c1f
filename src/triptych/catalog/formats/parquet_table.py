"""Parquet tables, through DuckDB."""

from collections.abc import Iterator

import duckdb

from triptych.catalog._database import explain_error, open_workspace, quote_path
from triptych.catalog.formats._files import File
from triptych.catalog.formats._reader import BadRow, FileRow
from triptych.errors import UsageError

SUFFIXES = (".parquet", ".pq")

_ROWS_AT_ONCE = 256


def read_rows(file: File) -> Iterator[FileRow | BadRow]:
    """A row for each row, the first being 1."""
    table = f"read_parquet({quote_path(file.path)}, file_row_number = true)"
    with open_workspace() as workspace:
        try:
            sql = f"SELECT file_row_number + 1, * EXCLUDE (file_row_number) FROM {table}"
            found = workspace.connection.execute(sql)
            header = [column[0] for column in found.description][1:]
            while rows := found.fetchmany(_ROWS_AT_ONCE):
                for number, *values in rows:
                    yield FileRow(number, dict(zip(header, values, strict=True)))
        except duckdb.Error as error:
            raise UsageError(f"{file.name} cannot be read as Parquet: {explain_error(error)}") from error
