"""Many rows in one statement: new ones are kept, those that were kept before are replaced.

Written out here because SQLAlchemy's way with many rows takes as long as the database itself, and because a thread
that keeps a hundred rows in one statement waits for the interpreter once and not a hundred times.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain

from sqlalchemy import Connection, Table

from triptych.stores._rows import Cells

# A power of two, and few enough for the parameters that a statement may have.
_MOST_ROWS = 64


def upsert(connection: Connection, table: Table, rows: Sequence[Cells], mark: str) -> None:
    """Keep rows of one table, no two of them with the same key; `mark` is how the driver writes a parameter."""
    for piece in _pieces(rows):
        connection.exec_driver_sql(_statement(table, len(piece), mark), tuple(chain.from_iterable(piece)))


def _pieces(rows: Sequence[Cells]) -> Iterator[Sequence[Cells]]:
    """The rows in pieces whose sizes are powers of two, so that there are few different statements to prepare."""
    start = 0
    while left := len(rows) - start:
        size = min(_MOST_ROWS, 1 << (left.bit_length() - 1))
        yield rows[start : start + size]
        start += size


@cache
def _statement(table: Table, rows: int, mark: str) -> str:
    names, key = table.c.keys(), [column.name for column in table.primary_key]
    row = f"({', '.join([mark] * len(names))})"
    replaced = ", ".join(f"{name} = excluded.{name}" for name in names if name not in key)
    return (
        f"INSERT INTO {table.name} ({', '.join(names)}) VALUES {', '.join([row] * rows)} "
        f"ON CONFLICT ({', '.join(key)}) DO UPDATE SET {replaced}"
    )
