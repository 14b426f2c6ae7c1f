"""What databases say, turned into our errors; how long something in the way is waited for; versions of a store."""

import shutil
import sqlite3
import threading
from pathlib import Path

import psycopg
import pytest
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from triptych.errors import TransientError, TriptychError, UsageError
from triptych.records import Reply
from triptych.stores import _database, open_store
from triptych.stores._database import Contended, Patience, explain

VERSION_FIVE = """
import sqlalchemy as sa
from alembic import op

revision, down_revision, branch_labels, depends_on = "0005", "0004", None, None

def upgrade():
    op.add_column("triptych_replies", sa.Column("note", sa.Text, server_default="none"))
"""


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
    monkeypatch.setattr(_database, "_SECONDS_UNSAID", 0.1)
    with pytest.raises(TransientError):
        Patience("LABEL", 0.6).keep_trying(lambda: throw(from_sqlite("SQLITE_BUSY")))
    assert [record.getMessage() for record in caplog.records if "LABEL" in record.getMessage()] == [
        caplog.records[0].getMessage()
    ]
    assert "waiting for the store LABEL" in caplog.text


def test_who_is_to_end_waits_no_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    ended = threading.Event()
    ended.set()
    monkeypatch.setattr(_database, "STOPPING", ended)
    with pytest.raises(TransientError, match="the store LABEL is busy"):
        Patience("LABEL", 600).keep_trying(lambda: throw(from_sqlite("SQLITE_BUSY")))


def throw(error: Exception) -> None:
    raise error


@pytest.fixture
def five(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A release that knows a version 5."""
    folder = tmp_path / "100% migrations"
    shutil.copytree(_database.MIGRATIONS, folder, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "versions" / "v0005_note.py").write_text(VERSION_FIVE)
    monkeypatch.setattr(_database, "MIGRATIONS", folder)
    monkeypatch.setattr(_database, "VERSION", 5)


def test_the_version_is_that_of_the_last_migration() -> None:
    files = sorted(path.name for path in (_database.MIGRATIONS / "versions").glob("v*.py"))
    assert [int(name[1:5]) for name in files] == list(range(_database._FIRST, _database.VERSION + 1))


def test_an_older_store_is_brought_up_to_date_with_its_rows(url: str, request: pytest.FixtureRequest) -> None:
    with open_store(url) as store:
        store.save([Reply(key="k", model="m", text="kept")])
        secret = store.secret()
    request.getfixturevalue("five")
    with open_store(url) as store:
        assert (store.find_replies(["k"])["k"].text, store.secret()) == ("kept", secret)
        with store._database.reading.connect() as connection:
            assert connection.exec_driver_sql("SELECT note FROM triptych_replies").scalar() == "none"
            assert _database.read_version(connection) == 5


def test_a_newer_store_is_refused_and_left_alone(
    url: str, five: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_store(url).close()
    monkeypatch.setattr(_database, "VERSION", 4)
    before = {path: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()}
    with pytest.raises(UsageError, match="has version 5 and this release of Triptych knows version 4"):
        open_store(url)
    assert {path: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()} == before


def test_a_version_that_is_none_is_said(url: str) -> None:
    with open_store(url) as store, store._database.writing.begin() as connection:
        connection.exec_driver_sql("UPDATE triptych_version SET version_num = 'a1b2'")
    with pytest.raises(UsageError, match="says 'a1b2', which is no version of a store"):
        open_store(url)


def test_a_migration_that_fails_leaves_the_store_as_it_was(
    url: str, five: None, request: pytest.FixtureRequest
) -> None:
    (_database.MIGRATIONS / "versions" / "v0005_note.py").write_text(
        VERSION_FIVE + "    op.execute('this is no SQL')\n"
    )
    with pytest.raises(UsageError, match="cannot be used"):
        open_store(url)
    request.getfixturevalue("monkeypatch").undo()
    with open_store(url) as store:
        assert store.runs() == []


@pytest.mark.parametrize("version", ["0001", "0003"])
def test_a_store_from_before_the_first_release_is_refused(url: str, version: str) -> None:
    with open_store(url) as store, store._database.writing.begin() as connection:
        connection.exec_driver_sql(f"UPDATE triptych_version SET version_num = '{version}'")
    with pytest.raises(UsageError, match=f"has version {int(version)} and this release .* version 4; use another"):
        open_store(url)
