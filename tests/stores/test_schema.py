"""Versions of a store: what a blank one ends as, older ones, newer ones."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from triptych.errors import UsageError
from triptych.records import Reply
from triptych.stores import _schema, _tables, open_store
from triptych.stores._sql import SqlStore

VERSION_TWO = """
import sqlalchemy as sa
from alembic import op

revision, down_revision, branch_labels, depends_on = "0002", "0001", None, None

def upgrade():
    op.add_column("triptych_replies", sa.Column("note", sa.Text, server_default="none"))
"""

# What version 1 is, for good: a store in the field looks like this.
PINNED = {
    "triptych_cases": "run_id TEXT!, case_id TEXT!, position INTEGER!, digest TEXT!, content TEXT!",
    "triptych_judgements": "run_id TEXT!, case_id TEXT!, metric TEXT!, judge TEXT!, case_digest TEXT!, "
    "signature TEXT!, state TEXT!, content TEXT!",
    "triptych_ratings": "case_id TEXT!, metric TEXT!, rater TEXT!, score FLOAT!",
    "triptych_replies": "key TEXT!, content TEXT!",
    "triptych_runs": "id TEXT!, command TEXT!, source TEXT!, options TEXT!, status TEXT!, started TEXT!, finished TEXT",
    "triptych_secrets": "name TEXT!, value BLOB!",
    "triptych_version": "version_num VARCHAR(32)!",
}
PINNED_INDEXES = {
    "triptych_cases_in_order": ["run_id", "position", "case_id"],
    "triptych_judgements_by_state": ["state", "run_id"],
}


@pytest.fixture
def two(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A release that knows a version 2."""
    folder = tmp_path / "100% migrations"
    shutil.copytree(_schema.MIGRATIONS, folder, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "versions" / "v0002_note.py").write_text(VERSION_TWO)
    monkeypatch.setattr(_schema, "MIGRATIONS", folder)
    monkeypatch.setattr(_schema, "VERSION", 2)


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where there is no store yet."""
    return str(tmp_path / "s.db" if request.param == "sqlite" else request.getfixturevalue("postgres_url"))


def test_a_blank_database_ends_as_version_one(tmp_path: Path) -> None:
    open_store(str(tmp_path / "s.db")).close()
    with closing(sqlite3.connect(tmp_path / "s.db")) as connection:
        tables = {name: describe_table(connection, name) for name in names_of(connection, "table")}
        indexes = {name: describe_index(connection, name) for name in names_of(connection, "index")}
        version = connection.execute("SELECT version_num FROM triptych_version").fetchall()
    assert tables == PINNED
    assert indexes == PINNED_INDEXES
    assert version == [("0001",)]


def test_the_tables_we_query_are_those_the_migrations_make(url: str) -> None:
    with opened(url) as store, store._database.reading.connect() as connection:
        context = MigrationContext.configure(connection, opts={"version_table": _schema.VERSION_TABLE})
        assert compare_metadata(context, _tables.metadata) == []


def test_the_version_is_that_of_the_last_migration() -> None:
    files = sorted(path.name for path in (_schema.MIGRATIONS / "versions").glob("v*.py"))
    assert [int(name[1:5]) for name in files] == list(range(1, _schema.VERSION + 1))


def test_an_older_store_is_brought_up_to_date_with_its_rows(url: str, request: pytest.FixtureRequest) -> None:
    with open_store(url) as store:
        store.save([Reply(key="k", model="m", text="kept")])
        secret = store.secret()
    request.getfixturevalue("two")
    with opened(url) as store:
        assert (store.find_replies(["k"])["k"].text, store.secret()) == ("kept", secret)
        with store._database.reading.connect() as connection:
            assert connection.exec_driver_sql("SELECT note FROM triptych_replies").scalar() == "none"
            assert _schema.read_version(connection) == 2


def test_a_newer_store_is_refused_and_left_alone(
    url: str, two: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_store(url).close()
    monkeypatch.setattr(_schema, "VERSION", 1)
    before = {path: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()}
    with pytest.raises(UsageError, match="has version 2 and this release of Triptych knows version 1"):
        open_store(url)
    assert {path: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()} == before


def test_a_version_that_is_none_is_said(url: str) -> None:
    with opened(url) as store, store._database.writing.begin() as connection:
        connection.exec_driver_sql("UPDATE triptych_version SET version_num = 'a1b2'")
    with pytest.raises(UsageError, match="says 'a1b2', which is no version of a store"):
        open_store(url)


def test_a_migration_that_fails_leaves_the_store_as_it_was(url: str, two: None, request: pytest.FixtureRequest) -> None:
    (_schema.MIGRATIONS / "versions" / "v0002_note.py").write_text(VERSION_TWO + "    op.execute('this is no SQL')\n")
    with pytest.raises(UsageError, match="cannot be used"):
        open_store(url)
    request.getfixturevalue("monkeypatch").undo()
    with open_store(url) as store:
        assert store.runs() == []


def names_of(connection: sqlite3.Connection, kind: str) -> list[str]:
    query = "SELECT name FROM sqlite_master WHERE type = ? AND name NOT LIKE 'sqlite_%'"
    return [name for (name,) in connection.execute(query, (kind,))]


def describe_table(connection: sqlite3.Connection, name: str) -> str:
    columns = connection.execute(f"PRAGMA table_info({name})").fetchall()
    return ", ".join(f"{column[1]} {column[2]}{'!' if column[3] else ''}" for column in columns)


def describe_index(connection: sqlite3.Connection, name: str) -> list[str]:
    return [column[2] for column in connection.execute(f"PRAGMA index_info({name})")]


def opened(url: str) -> SqlStore:
    store = open_store(url)
    assert isinstance(store, SqlStore)
    return store
