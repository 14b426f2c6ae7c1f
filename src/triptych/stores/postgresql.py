"""PostgreSQL: a server that several machines share.

The tables lie in the first schema of the connection's search path, beside whatever else the database holds.
"""

import os
import re
import socket
import threading
import time
from contextlib import suppress
from typing import Any
from urllib.parse import unquote

from sqlalchemy import ARRAY, ColumnElement, Engine, Float, Text, any_, bindparam, create_engine, event, func
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from triptych.errors import MissingExtra, UsageError
from triptych.stores._database import Database, Patience, bring_up_to_date
from triptych.stores._rows import STOPPING
from triptych.stores._store import Store

_FORM = "postgresql://USER:PASSWORD@HOST:PORT/DATABASE, with %40 for @ and %2F for / in a name or password"
# A server that stopped answering is noticed by these, and not only when it closes the connection.
_DEFAULTS = {
    "application_name": "triptych",
    "connect_timeout": "5",
    "keepalives_idle": "10",
    "keepalives_interval": "5",
    "keepalives_count": "2",
    "tcp_user_timeout": "20000",
}
_SECONDS_SILENT = 2.0
# To find out again that a server is silent takes seconds each time.
_REST_SECONDS = 5.0
# Any number nobody else in the database is likely to lock: `TRIP`.
_MIGRATION_LOCK = 0x54524950


def connect(url: str, *, create: bool, patience_seconds: float) -> Store:
    """The store in a database."""
    address = _read_url(url)
    label = f"postgresql://{address.host or ''}{f':{address.port}' if address.port else ''}/{address.database or ''}"
    try:
        # Few connections a process: a server has a hundred as a rule, and a cluster many processes. One that the server
        # has dropped is noticed by its use, and what was asked is asked again.
        engine = create_engine(address, hide_parameters=True, pool_size=2, max_overflow=2)
    except ImportError:
        raise MissingExtra("a PostgreSQL store", "postgres") from None
    event.listen(engine, "connect", _prepare)
    now = func.extract("epoch", func.now()).cast(Float)
    patience = Patience(label, patience_seconds, _REST_SECONDS)
    database = Database(label, engine, engine, insert, _is_named, list, patience, patience, now, is_shared=True)
    try:
        # Of several processes that find an old store, one migrates; the others then find it up to date.
        lock = f"SELECT pg_advisory_xact_lock({_MIGRATION_LOCK})"
        # A server that is not there when we begin is not waited for.
        Patience(label, 0.0).keep_trying(lambda: bring_up_to_date(database, lock, create=create))
    except BaseException:
        engine.dispose()
        raise
    # Not before: another process may take long to migrate.
    _hang_up_late(engine, patience)
    return Store(database)


def _hang_up_late(engine: Engine, patience: Patience) -> None:
    """Hang up on a server that neither answers nor goes away: libpq would wait for it for ever, and say nothing."""
    taken: dict[object, tuple[int, float]] = {}
    """The connections in use: their socket, and since when."""
    is_closed = threading.Event()

    def look() -> None:
        while not is_closed.wait(1.0):
            for number, since in list(taken.values()):
                is_silent = time.monotonic() - since > _SECONDS_SILENT
                if is_silent and (not patience.may_wait(since) or STOPPING.is_set()):
                    with suppress(OSError), socket.socket(fileno=os.dup(number)) as line:
                        line.shutdown(socket.SHUT_RDWR)

    def take(line: Any, record: object, _: object) -> None:
        taken[record] = (line.pgconn.socket, time.monotonic())

    # By its record, which also a connection that was lost gives back.
    event.listen(engine, "checkout", take)
    event.listen(engine, "invalidate", lambda _, record, __: taken.pop(record, None))
    event.listen(engine, "checkin", lambda _, record: taken.pop(record, None))
    event.listen(engine, "engine_disposed", lambda _: is_closed.set())
    threading.Thread(target=look, name="triptych-hang-up", daemon=True).start()


def _is_named(column: ColumnElement[str]) -> ColumnElement[bool]:
    return column == any_(bindparam("names", type_=ARRAY(Text)))


def _read_url(url: str) -> URL:
    parts = url.partition("://")[2]
    # Part of a password with a bare @ or / could show in messages: such a URL is refused whole.
    if "@" in re.sub(r"^[^@/?#]*@", "", parts) or "#" in parts:
        raise UsageError(f"the store's URL cannot be read; it is {_FORM}")
    try:
        read = make_url(f"postgresql+psycopg://{parts}")
    except (ArgumentError, ValueError):
        raise UsageError(f"the store's URL cannot be read; it is {_FORM}") from None
    host, database = (unquote(part) if part else None for part in (read.host, read.database))
    return read.set(host=host, database=database, query=_DEFAULTS | dict(read.query))


def _prepare(connection: Any, record: Any) -> None:
    # All we ask is answered along an index. Before a new table has statistics, the planner would gather and sort a
    # whole run for every page of it.
    connection.autocommit = True
    connection.execute("SET enable_bitmapscan = off")
    connection.autocommit = False
