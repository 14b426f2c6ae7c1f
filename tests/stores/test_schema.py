"""Versions of a store: what a blank one ends as, older ones, newer ones."""

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from sqlalchemy import text

from judged_cases import make_case
from triptych.errors import UsageError
from triptych.records import Judgement, PromptCut, Reply
from triptych.stores import KeptRating, _schema, _tables, open_store
from triptych.stores._sql import SqlStore

NOON = "2026-03-01T12:00:00.000000+00:00"
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


@pytest.fixture
def five(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A release that knows a version 5."""
    folder = tmp_path / "100% migrations"
    shutil.copytree(_schema.MIGRATIONS, folder, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "versions" / "v0005_note.py").write_text(VERSION_FIVE)
    monkeypatch.setattr(_schema, "MIGRATIONS", folder)
    monkeypatch.setattr(_schema, "VERSION", 5)


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where there is no store yet."""
    return str(tmp_path / "s.db" if request.param == "sqlite" else request.getfixturevalue("postgres_url"))


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
        context = MigrationContext.configure(connection, opts={"version_table": _schema.VERSION_TABLE})
        assert compare_metadata(context, _tables.metadata) == []


def test_the_version_is_that_of_the_last_migration() -> None:
    files = sorted(path.name for path in (_schema.MIGRATIONS / "versions").glob("v*.py"))
    assert [int(name[1:5]) for name in files] == list(range(1, _schema.VERSION + 1))


def test_an_older_store_is_brought_up_to_date_with_its_rows(url: str, request: pytest.FixtureRequest) -> None:
    with open_store(url) as store:
        store.save([Reply(key="k", model="m", text="kept")])
        secret = store.secret()
    request.getfixturevalue("five")
    with opened(url) as store:
        assert (store.find_replies(["k"])["k"].text, store.secret()) == ("kept", secret)
        with store._database.reading.connect() as connection:
            assert connection.exec_driver_sql("SELECT note FROM triptych_replies").scalar() == "none"
            assert _schema.read_version(connection) == 5


def test_a_newer_store_is_refused_and_left_alone(
    url: str, five: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_store(url).close()
    monkeypatch.setattr(_schema, "VERSION", 4)
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
    (_schema.MIGRATIONS / "versions" / "v0005_note.py").write_text(VERSION_FIVE + "    op.execute('this is no SQL')\n")
    with pytest.raises(UsageError, match="cannot be used"):
        open_store(url)
    request.getfixturevalue("monkeypatch").undo()
    with open_store(url) as store:
        assert store.runs() == []


OLD: dict[str, Any] = {
    "case_id": "c",
    "item": "i",
    "task": "opinion",
    "metric": "fluency",
    "judge": "openai:m",
    "score": 4,
    "value": 4.0,
    "failure": None,
    "explanation": "Fine.",
    "signature": "s",
}


def unscored(failure: str, **fields: Any) -> dict[str, Any]:
    return OLD | {"score": None, "value": None, "failure": failure} | fields


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (OLD, {}),
        (unscored("no answer: HTTP 500: gone"), {"failure_kind": "no answer"}),
        (unscored("a plugin's own words: so it is"), {"failure_kind": None}),
        (
            OLD | {"judge": "jury(a, b)", "explanation": "The mean of 2 judges is 3.50; 3.00 apart.\n\n[a]"},
            {"apart": 3.0},
        ),
        (
            OLD | {"judge": "cascade(a > b)", "explanation": "Settled by b after a (2.50, certainty 0.10).\n\nYes."},
            {"settled_by": "b"},
        ),
        (OLD | {"explanation": "Settled by b.\n\nIt says: 3.00 apart."}, {"settled_by": None, "apart": None}),
        (
            OLD
            | {
                "explanation": "Fine.\n\nNote: facts left out for lack of room.\n\nNote: 7 of 60 reviews shown, star "
                "levels in their shares.\n\nNote: the reply may have obeyed the case instead of the rubric: it is bare."
            },
            {"cut": PromptCut(left_out=("facts",), reviews_shown=7, reviews=60), "doubts": ("is bare",)},
        ),
    ],
)
def test_facts_that_version_one_kept_as_words_become_fields(url: str, old: dict[str, Any], new: dict[str, Any]) -> None:
    keep_in_version_one(url, old)
    with open_store(url) as store:
        (found,) = store.judgements("r")
    assert found == Judgement.model_validate(old | new)


def test_figures_of_judgements_become_columns_and_ratings_stay(url: str) -> None:
    keep_in_version_one(url, OLD | {"system": "half a pair \ud83d and \x00" + "x" * 300, "words": 7})
    with open_store(url) as store:
        (found,) = store.scores("r")
        assert (found.task, found.item, found.score, found.value, found.words) == ("opinion", "i", 4, 4.0, 7)
        assert (found.system or "").startswith(r"half a pair \ud83d and \0x")
        assert store.ratings_of("r") == [KeptRating("c", "", "fluency", "ann", 3.5)]
        assert (store.tally("r").scored, store.run("r").total) == (1, None)


def keep_in_version_one(url: str, judgement: dict[str, Any]) -> None:
    """A store as the first release left it, with one judgement and one rating."""
    with opened(url) as store, store._database.writing.begin() as connection:
        _tables.metadata.drop_all(connection)
        connection.execute(text(f"DROP TABLE {_schema.VERSION_TABLE}"))
        config = Config(attributes={"connection": connection})
        config.set_main_option("script_location", str(_schema.MIGRATIONS))
        command.upgrade(config, "0001")
        rows: dict[str, dict[str, Any]] = {
            "runs": {"id": "r", "command": "judge", "source": "f", "options": "{}", "status": "done", "started": NOON},
            "cases": {"run_id": "r", "case_id": "c", "position": 0, "digest": "d", "content": make_case().to_content()},
            "judgements": {
                **{name: judgement[name] for name in ("case_id", "metric", "judge", "signature")},
                "run_id": "r",
                "case_digest": "d",
                "content": json.dumps(judgement),
                "state": "scored" if judgement["score"] else "unscored",
            },
            "ratings": {"case_id": "c", "metric": "fluency", "rater": "ann", "score": 3.5},
        }
        for name, cells in rows.items():
            values = ", ".join(f":{cell}" for cell in cells)
            connection.execute(text(f"INSERT INTO triptych_{name} ({', '.join(cells)}) VALUES ({values})"), cells)


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
