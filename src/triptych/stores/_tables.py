"""The tables of a store as the latest migration leaves them, its version, and records as rows and back.

Every name begins with `triptych_`, so that a store can share a PostgreSQL database with other things.
"""

import datetime as dt
import json
import threading
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, Literal, TypeVar, assert_never

from pydantic import ValidationError
from sqlalchemy import (
    Column,
    Connection,
    Float,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    RowMapping,
    Table,
    Text,
    inspect,
    text,
)

from triptych.errors import UsageError
from triptych.records import Rating, Record, Reply, Run
from triptych.stores._store import KeptCase, KeptJudgement, KeptRating, Row

Cells = tuple[Any, ...]
"""A row's values in the order of its table's columns, of which those of the key come first."""
State = Literal["scored", "unscored", "unreached"]
_LONGEST_NAME = 200
Kept = TypeVar("Kept", bound=Record)

# One order everywhere: PostgreSQL would otherwise sort names by the language of its database.
_NAME = Text().with_variant(Text(collation="C"), "postgresql")

metadata = MetaData()

runs = Table(
    "triptych_runs",
    metadata,
    Column("id", _NAME, primary_key=True),
    Column("command", Text, nullable=False),
    Column("source", Text, nullable=False),
    Column("options", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("started", _NAME, nullable=False),
    Column("finished", _NAME),
    Column("total", Integer),
)

cases = Table(
    "triptych_cases",
    metadata,
    Column("run_id", _NAME, ForeignKey(runs.c.id, ondelete="CASCADE"), nullable=False),
    Column("case_id", _NAME, nullable=False),
    Column("position", Integer, nullable=False),
    Column("digest", Text, nullable=False),
    Column("content", Text, nullable=False),
    PrimaryKeyConstraint("run_id", "case_id"),
    Index("triptych_cases_in_order", "run_id", "position", "case_id"),
)

judgements = Table(
    "triptych_judgements",
    metadata,
    Column("run_id", _NAME, nullable=False),
    Column("case_id", _NAME, nullable=False),
    Column("metric", _NAME, nullable=False),
    Column("judge", _NAME, nullable=False),
    Column("case_digest", Text, nullable=False),
    Column("signature", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("content", Text, nullable=False),
    # Parts of the content that runs are counted, sorted and filtered by.
    Column("task", _NAME, nullable=False),
    Column("item", _NAME, nullable=False),
    Column("system", _NAME, nullable=False),
    Column("score", Integer),
    Column("value", Float),
    Column("words", Integer, nullable=False),
    PrimaryKeyConstraint("run_id", "case_id", "metric", "judge"),
    ForeignKeyConstraint(["run_id", "case_id"], [cases.c.run_id, cases.c.case_id], ondelete="CASCADE"),
)
# Holds all that a page about a run asks of its judgements, so that the long content stays unread. The task before the
# case: for the judgements of a case planners keep to the primary key.
_FIGURES = ("case_id", "case_digest", "metric", "judge", "state", "item", "system", "score", "value", "words")
VERSION = 4
"""The version this release writes: the number of the last file in `_migrations`."""

VERSION_TABLE = "triptych_version"
MIGRATIONS = Path(__file__).parent / "_migrations"

_migrating = threading.Lock()


Index("triptych_judgements_figures", *(judgements.c[name] for name in ("run_id", "task", *_FIGURES)))

replies = Table(
    "triptych_replies",
    metadata,
    Column("key", _NAME, primary_key=True),
    Column("content", Text, nullable=False),
)

ratings = Table(
    "triptych_ratings",
    metadata,
    Column("case_id", _NAME, nullable=False),
    Column("case_digest", _NAME, nullable=False),
    Column("metric", _NAME, nullable=False),
    Column("rater", _NAME, nullable=False),
    Column("score", Float),
    Column("skipped", Text),
    PrimaryKeyConstraint("case_id", "case_digest", "metric", "rater"),
)

claims = Table(
    "triptych_claims",
    metadata,
    Column("run_id", _NAME, ForeignKey(runs.c.id, ondelete="CASCADE"), nullable=False),
    Column("name", _NAME, nullable=False),
    Column("holder", Text, nullable=False),
    Column("until", Float, nullable=False),
    PrimaryKeyConstraint("run_id", "name"),
)

secrets = Table(
    "triptych_secrets",
    metadata,
    Column("name", _NAME, primary_key=True),
    Column("value", LargeBinary, nullable=False),
)


def to_row(row: Row) -> tuple[Table, Cells]:
    """The table a row belongs to, and its cells."""
    match row:
        case KeptCase():
            return cases, (row.run_id, row.case_id, row.position, row.digest, row.content)
        case KeptJudgement():
            return judgements, _judgement_cells(row)
        case Reply():
            return replies, (row.key, row.to_content())
        case KeptRating():
            return ratings, row
        case Rating():
            return ratings, KeptRating(row.case_id, "", row.metric, row.rater, row.score)
        case _:
            assert_never(row)


def run_values(run: Run) -> dict[str, Any]:
    """A run's columns."""
    return {
        "id": run.id,
        "command": run.command,
        # A path may hold bytes that are no text.
        "source": run.source.encode(errors="backslashreplace").decode(),
        "options": json.dumps(run.options, sort_keys=True),
        "status": run.status,
        "started": to_utc(run.started),
        "finished": to_utc(run.finished) if run.finished else None,
        "total": run.total,
    }


def to_run(row: RowMapping) -> Run:
    """The run of a row."""
    try:
        return Run.model_validate({**row, "options": json.loads(row["options"])})
    except (ValueError, TypeError, RecursionError):
        raise UsageError(
            f"the run {row['id']!r} in the store is damaged; use another store or a copy of this one"
        ) from None


def to_utc(moment: dt.datetime) -> str:
    """A moment as text that sorts by time; one without a zone is taken as UTC."""
    aware = moment if moment.tzinfo else moment.replace(tzinfo=dt.UTC)
    return aware.astimezone(dt.UTC).isoformat(timespec="microseconds")


def to_record(kind: type[Kept], content: str) -> Kept:
    """The record kept as JSON."""
    try:
        return kind.from_content(content)
    except ValidationError as error:
        problem = error.errors(include_input=False, include_url=False)[0]
        where = ".".join(str(part) for part in problem["loc"]) or "the whole"
        raise UsageError(
            f"a {kind.__name__} in the store cannot be read ({where}: {problem['msg']}); "
            "another release of Triptych wrote it: use that release or another store"
        ) from None


def _judgement_cells(row: KeptJudgement) -> Cells:
    judgement = row.judgement
    return (
        row.run_id,
        judgement.case_id,
        judgement.metric,
        judgement.judge,
        row.case_digest,
        judgement.signature,
        _state_of(row),
        judgement.to_content(),
        judgement.task,
        judgement.item,
        _short(judgement.system or ""),
        judgement.score,
        judgement.value,
        judgement.words,
    )


def _short(name: str) -> str:
    """A name that any database takes into an index, whatever a user's file calls a system."""
    return name[:_LONGEST_NAME].encode(errors="backslashreplace").decode().replace("\0", "\\0")


def _state_of(row: KeptJudgement) -> State:
    if not row.is_final:
        return "unreached"
    return "unscored" if row.judgement.score is None else "scored"


def upsert(connection: Connection, table: Table, rows: Sequence[Cells], mark: str) -> None:
    """Keep rows of one table, replacing those kept before; `mark` is how the driver writes a parameter."""
    connection.exec_driver_sql(_upsert_sql(table, mark), list(rows))


@cache
def _upsert_sql(table: Table, mark: str) -> str:
    names, key = table.c.keys(), [column.name for column in table.primary_key]
    replaced = ", ".join(f"{name} = excluded.{name}" for name in names if name not in key)
    return (
        f"INSERT INTO {table.name} ({', '.join(names)}) VALUES ({', '.join([mark] * len(names))}) "
        f"ON CONFLICT ({', '.join(key)}) DO UPDATE SET {replaced}"
    )


def read_version(connection: Connection) -> int:
    """The version of a store; 0 where there is none yet."""
    if not inspect(connection).has_table(VERSION_TABLE):
        return 0
    found = str(connection.execute(text(f"SELECT version_num FROM {VERSION_TABLE}")).scalar() or "0")
    if not found.isdecimal():
        raise UsageError(f"{VERSION_TABLE} says {found!r}, which is no version of a store; use another database")
    return int(found)


def is_current(version: int, label: str) -> bool:
    """True where a store needs no migration; one that a later release has written is refused."""
    if version > VERSION:
        raise UsageError(
            f"the store {label} has version {version} and this release of Triptych knows version {VERSION}; "
            "upgrade Triptych or use another store"
        )
    return version == VERSION


def migrate(connection: Connection) -> None:
    """Bring a store to the last version, inside the transaction that the connection is in."""
    # Loaded here because a store that is up to date, which is nearly every one, does not need it.
    from alembic import command
    from alembic.config import Config

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    # Alembic keeps the upgrade in progress in a global of its own.
    with _migrating:
        command.upgrade(config, "head")
