"""What a database says went wrong, as one of our errors. Nothing of SQLAlchemy or a driver escapes from a store."""

import logging
import math
import random
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError

from triptych.errors import TransientError, TriptychError, UsageError
from triptych.stores._store import STOPPING

Result = TypeVar("Result")

_LOG = logging.getLogger("triptych.stores")
_SECONDS_UNSAID = 3.0

# SQLSTATE classes and codes that the same statement may not meet a second time: connection lost, transaction rolled
# back (deadlock), out of resources, lock not available, server shutting down or starting up.
_PASSING_STATES = ("08", "40", "53", "55P03", "57P")
# The database system is starting up, shutting down, in recovery mode, not yet accepting connections.
_PASSING_WORDS = (
    "refused",
    "timeout",
    "timed out",
    "database system is",
    "too many clients",
    "slots",
    "closed",
    "reset",
)


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
    if error.connection_invalidated or _may_pass(error.orig, said):
        return Contended(f"the store {label} cannot be reached: {said}")
    return UsageError(f"the store {label} cannot be used: {said}")


@contextmanager
def explained(label: str) -> Iterator[None]:
    """Turns what SQLAlchemy raises inside into ours."""
    try:
        yield
    except (SQLAlchemyError, UnicodeEncodeError) as error:
        raise explain(error, label) from None


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


def _may_pass(error: BaseException | None, said: str) -> bool:
    state = getattr(error, "sqlstate", None)
    if state:
        return str(state).startswith(_PASSING_STATES)
    return any(words in said.casefold() for words in _PASSING_WORDS)


def _first_line(error: BaseException | None) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[0] if lines else type(error).__name__
