"""SQLite: one file, no server. The default.

Write-ahead logging, so that readers and one writer do not wait for each other, and a full sync at every commit:
what a store has called saved survives `kill -9` and a power cut alike. Grouped writes make that cheap.
"""

import json
import os
import sqlite3
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sqlalchemy import URL, ColumnElement, Connection, Engine, Text, bindparam, create_engine, event, func, select
from sqlalchemy.dialects.sqlite import insert

from triptych.errors import UsageError
from triptych.stores._database import Database, Patience, bring_up_to_date
from triptych.stores._store import Store

_PREFIX = "sqlite:///"
_MAGIC = b"SQLite format 3\x00"
_HEADER_BYTES = 100
_MARK = slice(68, 72)
"""Where a SQLite file says what it is a file of."""
_BUSY_SECONDS = 0.2
"""How long SQLite itself waits, during which nothing can stop it; longer waits are ours."""
_JULIAN_DAY_OF_1970 = 2440587.5
_APPLICATION_ID = 0x54524950
"""`TRIP`: a store."""


def connect(url: str, *, create: bool, patience_seconds: float) -> Store:
    """The store in a file."""
    path = _path_of(url)
    _check_place(path, create)
    is_writable = os.access(path, os.W_OK) and os.access(path.absolute().parent, os.W_OK)
    engine = _engine(path, is_writable)
    # What is read is one statement, which needs no transaction around it.
    reading, writing = engine.execution_options(begin=None), engine.execution_options(begin="BEGIN IMMEDIATE")
    reads, writes = (Patience(str(path), patience_seconds) for _ in range(2))
    pack = partial(json.dumps, ensure_ascii=False)
    now = (func.julianday("now") - _JULIAN_DAY_OF_1970) * 86400.0
    database = Database(str(path), reading, writing, insert, _is_named, pack, reads, writes, now)
    try:
        # The mark and the first tables are one commit.
        mark = f"PRAGMA application_id = {_APPLICATION_ID}"
        writes.keep_trying(lambda: bring_up_to_date(database, mark))
        if is_writable:
            writes.keep_trying(lambda: _keep_log(reading))
    except BaseException:
        engine.dispose()
        raise
    return Store(database)


def _is_named(column: ColumnElement[str]) -> ColumnElement[bool]:
    # One parameter for all names: a list of parameters would be another statement for each number of them.
    return column.in_(select(func.json_each(bindparam("names", type_=Text)).table_valued("value").c.value))


def _path_of(url: str) -> Path:
    name = url.removeprefix(_PREFIX)
    if name == url or not name or name == ":memory:" or "\x00" in name:
        raise UsageError(
            f"{url!r} names no file; a SQLite store is sqlite:///relative.db, sqlite:////absolute.db or a path"
        )
    try:
        return Path(name).expanduser()
    except RuntimeError as error:
        raise UsageError(f"cannot use {name} as a store: {error}") from None


def _check_place(path: Path, create: bool) -> None:
    """Refuse, without opening it as a database, what is no store; make the folder for a new one."""
    try:
        if path.is_dir():
            raise UsageError(f"{path} is a directory; a store is a file, such as {path / 'store.db'}")
        if path.exists() and not path.is_file():
            raise UsageError(f"{path} is a device or a pipe; a store is a file")
        header = b""
        if path.exists():
            with path.open("rb") as file:
                header = file.read(_HEADER_BYTES)
        if header and not header.startswith(_MAGIC):
            raise UsageError(f"{path} is not a store: it is no SQLite database; name another file")
        if header and int.from_bytes(header[_MARK], "big") != _APPLICATION_ID:
            raise UsageError(f"{path} is not a store: it is a SQLite database of something else; name another file")
        if create and not header:
            path.parent.mkdir(parents=True, exist_ok=True)
            # Reviews and replies are nobody else's business; SQLite gives the files beside it the same rights.
            with suppress(FileExistsError):
                os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        elif not header:
            raise UsageError(f"there is no store at {path}; `triptych write` and `triptych judge` make one")
    except OSError as error:
        raise UsageError(f"cannot use {path} as a store: {error.strerror or error}") from None


def _engine(path: Path, is_writable: bool) -> Engine:
    url = URL.create("sqlite", database=str(path.absolute()))
    if not is_writable:
        # Beside a store that was closed in order lies no log, and nothing can change it.
        is_closed = not path.with_name(f"{path.name}-wal").exists()
        query = {"mode": "ro", "uri": "true"} | ({"immutable": "1"} if is_closed else {})
        url = URL.create("sqlite", database=f"file:{quote(str(path.absolute()))}", query=query)
    engine = create_engine(url, connect_args={"timeout": _BUSY_SECONDS}, hide_parameters=True)
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    return engine


def _prepare(connection: sqlite3.Connection, record: Any) -> None:
    # Otherwise Python's driver begins transactions by itself, and too late for DDL.
    connection.isolation_level = None
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA synchronous = FULL")


def _begin(connection: Connection) -> None:
    if statement := connection.get_execution_options().get("begin", "BEGIN"):
        connection.exec_driver_sql(statement)


def _keep_log(engine: Engine) -> None:
    with engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA journal_mode = WAL")
