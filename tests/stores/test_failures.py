"""What databases say, turned into our errors; and how long something in the way is waited for."""

import sqlite3

import psycopg
import pytest
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from triptych.errors import TransientError, TriptychError, UsageError
from triptych.stores._failures import Contended, explain, patiently


def from_sqlite(name: str) -> DBAPIError:
    error = sqlite3.OperationalError("said so\nand more")
    error.sqlite_errorname = name
    return OperationalError("SELECT secret", {"key": "secret"}, error)


def from_postgresql(state: str | None, words: str = "said so") -> DBAPIError:
    error = psycopg.OperationalError(words)
    error.sqlstate = state
    return OperationalError("SELECT secret", {"key": "secret"}, error)


def from_constraint() -> DBAPIError:
    return IntegrityError("INSERT secret", {}, sqlite3.IntegrityError("FOREIGN KEY constraint failed"))


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (from_sqlite("SQLITE_BUSY"), Contended),
        (from_sqlite("SQLITE_BUSY_SNAPSHOT"), Contended),
        (from_sqlite("SQLITE_LOCKED_SHAREDCACHE"), Contended),
        (from_sqlite("SQLITE_FULL"), TransientError),
        (from_sqlite("SQLITE_IOERR_WRITE"), TransientError),
        (from_sqlite("SQLITE_CORRUPT"), UsageError),
        (from_sqlite("SQLITE_NOTADB"), UsageError),
        (from_sqlite("SQLITE_READONLY_DBMOVED"), UsageError),
        (from_sqlite("SQLITE_CANTOPEN"), UsageError),
        (from_sqlite("SQLITE_ERROR"), UsageError),
        (from_postgresql("40P01"), Contended),
        (from_postgresql("40001"), Contended),
        (from_postgresql("57P01"), Contended),
        (from_postgresql("08006"), Contended),
        (from_postgresql("53300"), Contended),
        (from_postgresql("42P01"), UsageError),
        (from_postgresql("22021"), UsageError),
        (from_postgresql(None, "Connection refused"), Contended),
        (from_postgresql(None, "connection timeout expired"), Contended),
        (from_postgresql(None, "FATAL: the database system is starting up"), Contended),
        (from_postgresql(None, "failed to resolve host 'x'"), UsageError),
        (from_constraint(), UsageError),
        (PoolTimeoutError("no connection left"), TransientError),
    ],
)
def test_each_failure_has_its_kind_and_one_line(error: SQLAlchemyError, kind: type[TriptychError]) -> None:
    ours = explain(error, "LABEL")
    assert type(ours) is kind
    assert "LABEL" in str(ours)
    assert "\n" not in str(ours) and "secret" not in str(ours)


def test_work_is_tried_again_while_something_is_in_its_way() -> None:
    attempts: list[int] = []

    def work() -> str:
        attempts.append(1)
        if len(attempts) < 3:
            raise from_postgresql("40P01")
        return "done"

    assert patiently(work, "LABEL", 60) == "done"
    assert len(attempts) == 3


@pytest.mark.parametrize(("name", "patience_seconds"), [("SQLITE_FULL", 60), ("SQLITE_BUSY", 0)])
def test_work_is_not_tried_again_in_vain(name: str, patience_seconds: float) -> None:
    attempts: list[int] = []

    def work() -> None:
        attempts.append(1)
        raise from_sqlite(name)

    with pytest.raises(TransientError):
        patiently(work, "LABEL", patience_seconds)
    assert len(attempts) == 1
