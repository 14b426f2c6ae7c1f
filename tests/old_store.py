"""A store as an earlier release left it."""

import json
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, text

from judged_cases import make_case
from triptych.stores import _tables, open_store
from triptych.stores._sql import SqlStore

NOON = "2026-03-01T12:00:00.000000+00:00"
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


def keep_in_version_one(url: str, judgement: dict[str, Any]) -> None:
    """A store as the first release left it, with one judgement and one rating."""
    with opened(url) as store, store._database.writing.begin() as connection:
        make_version_one(connection, judgement)


def make_version_one(connection: Connection, judgement: dict[str, Any]) -> None:
    """The first tables in place of today's, with one judgement and one rating."""
    _tables.metadata.drop_all(connection)
    connection.execute(text(f"DROP TABLE {_tables.VERSION_TABLE}"))
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(_tables.MIGRATIONS))
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


def opened(url: str) -> SqlStore:
    """The store at a URL, with what only tests may touch."""
    store = open_store(url)
    assert isinstance(store, SqlStore)
    return store
