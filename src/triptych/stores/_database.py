"""A database as a store uses it: what differs between SQLite and PostgreSQL, how long it is waited for, its version.

Nothing of SQLAlchemy or a driver escapes: what goes wrong is one of our errors.
"""

import logging
import math
import random
import re
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, Connection, Engine, Table, inspect, text
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError

from triptych.errors import TransientError, TriptychError, UsageError
from triptych.stores._rows import STOPPING

Result = TypeVar("Result")

VERSION = 4
"""The version this release writes: the number of the last file in `_migrations`."""
_FIRST = 4
"""The oldest that can be brought up to date: that of the first file there."""

VERSION_TABLE = "triptych_version"
MIGRATIONS = Path(__file__).parent / "_migrations"

_migrating = threading.Lock()
_LOG = logging.getLogger("triptych.stores")
_SECONDS_UNSAID = 3.0

# SQLSTATE classes and codes that the same statement may not meet a second time: connection lost, transaction rolled
# back (deadlock), out of resources, lock not available, server shutting down or starting up.
_PASSING_STATES = ("08", "40", "53", "55P03", "57P")
# The database system is starting up, shutting down, in recovery mode, not yet accepting connections.
_PASSING_WORDS = re.compile("refused|timeout|timed out|database system is|too many clients|slots|closed|reset", re.I)


class Contended(TransientError):
    """Something is in the way for a moment, such as another writer: trying again at once is worth it."""


def explain(error: SQLAlchemyError | UnicodeEncodeError, label: str) -> TriptychError:
    """Our error for one of SQLAlchemy's; TransientError where trying again may help."""
    if isinstance(error, UnicodeEncodeError):
        return UsageError(f"the store {label} keeps only text, and {error.object!a} is not valid Unicode")
    if isinstance(error, IntegrityError):
        return UsageError(f"the store {label} has no such run or case: save a run, then its cases, then judgements")
    if not isinstance(error, DBAPIError):
        return TransientError(f"the store {label} cannot be used: {_first_line(error)}")
    said = _first_line(error.orig)
    if isinstance(error.orig, sqlite3.Error):
        return _explain_sqlite(error.orig, label, said)
    state = str(getattr(error.orig, "sqlstate", None) or "")
    may_pass = state.startswith(_PASSING_STATES) if state else _PASSING_WORDS.search(said)
    if error.connection_invalidated or may_pass:
        return Contended(f"the store {label} cannot be reached: {said}")
    return UsageError(f"the store {label} cannot be used: {said}")


class Patience:
    """How long a store is waited for: one deadline for an outage, however many reads and writes meet it.

    For `rest_seconds` after it nobody else tries.
    """

    def __init__(self, label: str, seconds: float, rest_seconds: float = 0.0) -> None:
        self.label = label
        self.seconds = seconds
        self._rest_seconds = rest_seconds
        self._since: float | None = None
        self._is_said = False
        self._gave_up = -math.inf

    def keep_trying(self, work: Callable[[], Result]) -> Result:
        """What the work returns, begun anew while something is in its way; it must be safe to repeat."""
        while True:
            began = time.monotonic()
            if began - self._gave_up < self._rest_seconds:
                raise TransientError(f"the store {self.label} was waited for in vain; try again later")
            try:
                done = work()
            except (SQLAlchemyError, UnicodeEncodeError) as error:
                ours = explain(error, self.label)
                if not isinstance(ours, Contended):
                    raise ours from None
                if not self.may_wait(began) or STOPPING.is_set():
                    self._gave_up = time.monotonic()
                    raise ours from None
            else:
                self._since, self._is_said = None, False
                return done
            STOPPING.wait(random.uniform(0.01, 0.1))

    def may_wait(self, began: float) -> bool:
        """False where an attempt that began then has met the deadline; says once what is waited for."""
        if self._since is None:
            self._since = began
        waited = time.monotonic() - self._since
        if waited >= _SECONDS_UNSAID and not self._is_said:
            self._is_said = True
            left = max(0.0, self.seconds - waited)
            _LOG.warning("waiting for the store %s, which is busy or gone; giving up in %.0f s", self.label, left)
        return waited < self.seconds


def _explain_sqlite(error: sqlite3.Error, label: str, said: str) -> TriptychError:
    name = getattr(error, "sqlite_errorname", "")
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return Contended(f"the store {label} is busy: another process is writing to it; try again later")
    if name.startswith(("SQLITE_FULL", "SQLITE_IOERR", "SQLITE_NOMEM")):
        return TransientError(f"the store {label} could not be written: {said}")
    if name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB")):
        return UsageError(f"the store {label} is damaged ({said}); use another store or a copy of this one")
    if name.startswith(("SQLITE_CANTOPEN", "SQLITE_READONLY", "SQLITE_PERM", "SQLITE_AUTH")):
        return UsageError(f"the store {label} cannot be written: {said}; a store is a file you may write to")
    return UsageError(f"the store {label} cannot be used: {said}")


def _first_line(error: BaseException | None) -> str:
    return next(filter(None, map(str.strip, str(error).splitlines())), type(error).__name__)


@dataclass(frozen=True, slots=True)
class Database:
    """What differs between one database and another."""

    label: str
    """How messages name the store; never with a password."""
    reading: Engine
    """For transactions that only read."""
    writing: Engine
    """For transactions that write."""
    insert: Callable[[Table], Any]
    """The dialect's `insert`, which knows ON CONFLICT."""
    is_named: Callable[[ColumnElement[str]], ColumnElement[bool]]
    """The condition that a column's value is one of the parameter `names`, however many they are."""
    pack: Callable[[Sequence[str]], object]
    """Those names as the parameter's value."""
    reads: Patience
    """How long reads are tried again while something is in their way."""
    writes: Patience
    """The same of writes; another one where a writer in the way of ours lets us read."""
    now: ColumnElement[float]
    """The seconds of the database's own clock."""
    is_shared: bool = False
    """True where several machines may use it at once."""


def read_version(connection: Connection) -> int:
    """The version of a store; 0 where there is none yet."""
    if not inspect(connection).has_table(VERSION_TABLE):
        return 0
    found = str(connection.execute(text(f"SELECT version_num FROM {VERSION_TABLE}")).scalar() or "0")
    if not found.isdecimal():
        raise UsageError(f"{VERSION_TABLE} says {found!r}, which is no version of a store; use another database")
    return int(found)


def bring_up_to_date(database: Database, first: str, *, create: bool = True) -> None:
    """Migrate a store that is not of the last version, `first` being executed at the beginning of the transaction.

    A store of a later release, or from before the first, is refused.
    """
    label = database.label
    with database.reading.connect() as connection:
        version = read_version(connection)
    if not version and not create:
        raise UsageError(f"there is no store in {label}; `triptych write` and `triptych judge` make one")
    if version > VERSION or 0 < version < _FIRST:
        advice = "upgrade Triptych or use another store" if version > VERSION else "use another store"
        raise UsageError(
            f"the store {label} has version {version} and this release of Triptych knows version {VERSION}; {advice}"
        )
    if version == VERSION:
        return
    # Loaded here because a store that is up to date, which is nearly every one, does not need it.
    from alembic import command
    from alembic.config import Config

    with database.writing.begin() as connection:
        connection.exec_driver_sql(first)
        config = Config(attributes={"connection": connection})
        config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
        # Another process may have migrated it since: Alembic looks. The upgrade in progress is in a global of its own.
        with _migrating:
            command.upgrade(config, "head")
