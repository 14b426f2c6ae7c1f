"""What databases say, turned into our errors; and how long something in the way is waited for."""

import sqlite3
import threading

import psycopg
import pytest
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from triptych.errors import TransientError, TriptychError, UsageError
from triptych.stores import _failures
from triptych.stores._failures import Contended, Patience, explain


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
        (from_postgresql(None, "FATAL: the database system is not yet accepting connections"), Contended),
        (from_postgresql(None, "FATAL: remaining connection slots are reserved for superusers"), Contended),
        (from_postgresql(None, "Connection reset by peer"), Contended),
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

    assert Patience("LABEL", 60).keep_trying(work) == "done"
    assert len(attempts) == 3


@pytest.mark.parametrize(("name", "patience_seconds"), [("SQLITE_FULL", 60), ("SQLITE_BUSY", 0)])
def test_work_is_not_tried_again_in_vain(name: str, patience_seconds: float) -> None:
    attempts: list[int] = []

    def work() -> None:
        attempts.append(1)
        raise from_sqlite(name)

    with pytest.raises(TransientError):
        Patience("LABEL", patience_seconds).keep_trying(work)
    assert len(attempts) == 1


@pytest.mark.parametrize(("rest_seconds", "more"), [(0.0, 3), (600.0, 0)])
def test_an_outage_has_one_deadline_however_many_meet_it(rest_seconds: float, more: int) -> None:
    attempts: list[int] = []

    def work() -> None:
        attempts.append(1)
        raise from_sqlite("SQLITE_BUSY")

    patience = Patience("LABEL", 0.3, rest_seconds)
    with pytest.raises(TransientError):
        patience.keep_trying(work)
    first = len(attempts)
    for _ in range(3):
        with pytest.raises(TransientError):
            patience.keep_trying(work)
    assert first > 1
    assert len(attempts) == first + more
    if not rest_seconds:
        assert patience.keep_trying(lambda: "back") == "back"


def test_a_long_wait_is_told_once(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setattr(_failures, "_SECONDS_UNSAID", 0.1)
    with pytest.raises(TransientError):
        Patience("LABEL", 0.6).keep_trying(lambda: throw(from_sqlite("SQLITE_BUSY")))
    assert [record.getMessage() for record in caplog.records if "LABEL" in record.getMessage()] == [
        caplog.records[0].getMessage()
    ]
    assert "waiting for the store LABEL" in caplog.text


def test_who_is_to_end_waits_no_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    ended = threading.Event()
    ended.set()
    monkeypatch.setattr(_failures, "STOPPING", ended)
    with pytest.raises(TransientError, match="the store LABEL is busy"):
        Patience("LABEL", 600).keep_trying(lambda: throw(from_sqlite("SQLITE_BUSY")))


def throw(error: Exception) -> None:
    raise error
