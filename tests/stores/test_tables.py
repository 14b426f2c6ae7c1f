"""Records as rows of the tables, and back."""

import datetime as dt
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, event

from old_store import opened
from triptych.errors import UsageError
from triptych.records import Judgement, Rating, Reply, Run
from triptych.stores import KeptCase, KeptJudgement, KeptRating, Row, _tables, open_store
from triptych.stores._sql import SqlStore
from triptych.stores._tables import run_values, to_record, to_row, to_utc

UNSCORED = Judgement(
    case_id="c", item="i", task="opinion", metric="fluency", judge="j", failure="no score", signature="s"
)
SCORED = UNSCORED.model_copy(update={"failure": None, "score": 4, "value": 4.0})
VERSION_FIVE = """
import sqlalchemy as sa
from alembic import op

revision, down_revision, branch_labels, depends_on = "0005", "0004", None, None

def upgrade():
    op.add_column("triptych_replies", sa.Column("note", sa.Text, server_default="none"))
"""

# The tables of version 4, for good: a store in the field looks like this.
PINNED = {
    "triptych_cases": "run_id TEXT!, case_id TEXT!, position INTEGER!, digest TEXT!, content TEXT!",
    "triptych_claims": "run_id TEXT!, name TEXT!, holder TEXT!, until FLOAT!",
    "triptych_judgements": "run_id TEXT!, case_id TEXT!, metric TEXT!, judge TEXT!, case_digest TEXT!, "
    "signature TEXT!, state TEXT!, content TEXT!, task TEXT!, item TEXT!, system TEXT!, score INTEGER, value FLOAT, "
    "words INTEGER!",
    "triptych_ratings": "case_id TEXT!, case_digest TEXT!, metric TEXT!, rater TEXT!, score FLOAT, skipped TEXT",
    "triptych_replies": "key TEXT!, content TEXT!",
    "triptych_runs": "id TEXT!, command TEXT!, source TEXT!, options TEXT!, status TEXT!, started TEXT!, "
    "finished TEXT, total INTEGER",
    "triptych_secrets": "name TEXT!, value BLOB!",
    "triptych_version": "version_num VARCHAR(32)!",
}
PINNED_INDEXES = {
    "triptych_cases_in_order": ["run_id", "position", "case_id"],
    "triptych_judgements_figures": [
        *["run_id", "task", "case_id", "case_digest", "metric", "judge"],
        *["state", "item", "system", "score", "value", "words"],
    ],
}


@pytest.mark.parametrize(
    ("row", "table", "cells"),
    [
        (KeptCase("r", 3, "d", "c", "{}"), "triptych_cases", ("r", "c", 3, "d", "{}")),
        (
            Rating(case_id="c", metric="fluency", rater="ann", score=4),
            "triptych_ratings",
            ("c", "", "fluency", "ann", 4.0),
        ),
        (
            KeptRating("c", "d", "fluency", "ann", None, "in French"),
            "triptych_ratings",
            ("c", "d", "fluency", "ann", None),
        ),
        (Reply(key="k", model="m", text="t"), "triptych_replies", ("k",)),
    ],
)
def test_a_row_has_its_table_and_its_key_first(row: Row, table: str, cells: tuple[object, ...]) -> None:
    found, values = to_row(row)
    assert found.name == table
    assert values[: len(cells)] == cells
    assert [column.name for column in found.primary_key] == found.c.keys()[: len(found.primary_key)]


@pytest.mark.parametrize(
    ("judgement", "is_final", "state"),
    [
        (SCORED, True, "scored"),
        (UNSCORED, True, "unscored"),
        (UNSCORED, False, "unreached"),
        (SCORED, False, "unreached"),
    ],
)
def test_a_judgement_is_kept_with_its_state(judgement: Judgement, is_final: bool, state: str) -> None:
    table, cells = to_row(KeptJudgement("r", "d", judgement, is_final))
    kept = dict(zip(table.c.keys(), cells, strict=True))
    assert kept["state"] == state
    assert Judgement.from_content(kept["content"]) == judgement


def test_a_path_that_is_no_text_and_a_time_without_a_zone_are_kept() -> None:
    run = Run(id="r", command="judge", source="a\udcff.jsonl", started=dt.datetime(2026, 1, 2))
    assert run_values(run)["source"] == r"a\udcff.jsonl"
    assert run_values(run)["started"] == to_utc(dt.datetime(2026, 1, 2, tzinfo=dt.UTC))


def test_what_another_release_wrote_is_refused_with_its_field() -> None:
    with pytest.raises(UsageError, match=r"a Reply in the store cannot be read \(model: .*another release"):
        to_record(Reply, '{"key": "k", "text": "t"}')


def test_rows_of_a_table_are_one_statement_that_replaces_what_was_kept(tmp_path: Path) -> None:
    store = open_store(str(tmp_path / "s.db"))
    assert isinstance(store, SqlStore)
    said: list[str] = []

    def note(connection: Connection, cursor: object, statement: str, *rest: object) -> None:
        said.append(statement)

    with store:
        event.listen(store._database.writing, "before_cursor_execute", note)
        replies = [Reply(key=f"k{number}", model="m", text=f"reply {number}") for number in range(700)]
        store.save(replies)
        store.save(reply.model_copy(update={"text": "again"}) for reply in replies)
        assert sum(statement.startswith("INSERT INTO triptych_replies") for statement in said) == 2
        assert {reply.text for reply in store.find_replies(reply.key for reply in replies).values()} == {"again"}


def test_figures_of_a_judgement_are_columns_and_a_system_fits_an_index() -> None:
    judgement = SCORED.model_copy(update={"system": "a\x00\ud83d" + "b" * 300, "words": 9})
    table, cells = to_row(KeptJudgement("r", "d", judgement))
    kept = dict(zip(table.c.keys(), cells, strict=True))
    assert (kept["task"], kept["item"], kept["score"], kept["value"], kept["words"]) == ("opinion", "i", 4, 4.0, 9)
    assert kept["system"].startswith(r"a\0\ud83d") and len(kept["system"]) < 250


@pytest.fixture
def five(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A release that knows a version 5."""
    folder = tmp_path / "100% migrations"
    shutil.copytree(_tables.MIGRATIONS, folder, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "versions" / "v0005_note.py").write_text(VERSION_FIVE)
    monkeypatch.setattr(_tables, "MIGRATIONS", folder)
    monkeypatch.setattr(_tables, "VERSION", 5)


def test_a_blank_database_ends_as_the_last_version(tmp_path: Path) -> None:
    open_store(str(tmp_path / "s.db")).close()
    with closing(sqlite3.connect(tmp_path / "s.db")) as connection:
        tables = {name: describe_table(connection, name) for name in names_of(connection, "table")}
        indexes = {name: describe_index(connection, name) for name in names_of(connection, "index")}
        version = connection.execute("SELECT version_num FROM triptych_version").fetchall()
    assert tables == PINNED
    assert indexes == PINNED_INDEXES
    assert version == [("0004",)]


def test_the_tables_we_query_are_those_the_migrations_make(url: str) -> None:
    with opened(url) as store, store._database.reading.connect() as connection:
        context = MigrationContext.configure(connection, opts={"version_table": _tables.VERSION_TABLE})
        assert compare_metadata(context, _tables.metadata) == []


def test_the_version_is_that_of_the_last_migration() -> None:
    files = sorted(path.name for path in (_tables.MIGRATIONS / "versions").glob("v*.py"))
    assert [int(name[1:5]) for name in files] == list(range(1, _tables.VERSION + 1))


def test_an_older_store_is_brought_up_to_date_with_its_rows(url: str, request: pytest.FixtureRequest) -> None:
    with open_store(url) as store:
        store.save([Reply(key="k", model="m", text="kept")])
        secret = store.secret()
    request.getfixturevalue("five")
    with opened(url) as store:
        assert (store.find_replies(["k"])["k"].text, store.secret()) == ("kept", secret)
        with store._database.reading.connect() as connection:
            assert connection.exec_driver_sql("SELECT note FROM triptych_replies").scalar() == "none"
            assert _tables.read_version(connection) == 5


def test_a_newer_store_is_refused_and_left_alone(
    url: str, five: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_store(url).close()
    monkeypatch.setattr(_tables, "VERSION", 4)
    before = {path: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()}
    with pytest.raises(UsageError, match="has version 5 and this release of Triptych knows version 4"):
        open_store(url)
    assert {path: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()} == before


def test_a_version_that_is_none_is_said(url: str) -> None:
    with opened(url) as store, store._database.writing.begin() as connection:
        connection.exec_driver_sql("UPDATE triptych_version SET version_num = 'a1b2'")
    with pytest.raises(UsageError, match="says 'a1b2', which is no version of a store"):
        open_store(url)


def test_a_migration_that_fails_leaves_the_store_as_it_was(
    url: str, five: None, request: pytest.FixtureRequest
) -> None:
    (_tables.MIGRATIONS / "versions" / "v0005_note.py").write_text(VERSION_FIVE + "    op.execute('this is no SQL')\n")
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
