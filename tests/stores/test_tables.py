"""The tables that a store has."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Select
from sqlalchemy.dialects import sqlite

from triptych.stores import CaseQuery, _database, _tables, open_store
from triptych.stores._tables import find_cases, rated_in, sum_scores

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
    with open_store(url) as store, store._database.reading.connect() as connection:
        context = MigrationContext.configure(connection, opts={"version_table": _database.VERSION_TABLE})
        assert compare_metadata(context, _tables.metadata) == []


def names_of(connection: sqlite3.Connection, kind: str) -> list[str]:
    query = "SELECT name FROM sqlite_master WHERE type = ? AND name NOT LIKE 'sqlite_%'"
    return [name for (name,) in connection.execute(query, (kind,))]


def describe_table(connection: sqlite3.Connection, name: str) -> str:
    columns = connection.execute(f"PRAGMA table_info({name})").fetchall()
    return ", ".join(f"{column[1]} {column[2]}{'!' if column[3] else ''}" for column in columns)


def describe_index(connection: sqlite3.Connection, name: str) -> list[str]:
    return [column[2] for column in connection.execute(f"PRAGMA index_info({name})")]


@pytest.mark.parametrize("statement", [sum_scores("r"), find_cases("r", CaseQuery(task="opinion"))])
def test_figures_are_read_along_their_index(statement: Select[Any], tmp_path: Path) -> None:
    sql = str(statement.compile(dialect=sqlite.dialect(), compile_kwargs={"literal_binds": True}))
    with open_store(str(tmp_path / "s.db")) as store, store._database.reading.connect() as connection:
        plan = [row[-1] for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {sql}")]
    read = [step for step in plan if "triptych_judgements" in step]
    assert len(read) == 1
    assert "USING COVERING INDEX triptych_judgements_figures" in read[0]


def test_a_rater_is_asked_for_only_where_one_is_named() -> None:
    assert ("rater =" in str(rated_in("r", "ann")), "rater =" in str(rated_in("r", None))) == (True, False)
