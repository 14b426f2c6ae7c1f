"""Records as rows of the tables, and back."""

import datetime as dt
import json
from typing import Any, Literal, TypeVar, assert_never

from pydantic import ValidationError
from sqlalchemy import RowMapping, Table

from triptych.errors import UsageError
from triptych.records import Rating, Record, Reply, Run
from triptych.stores import _tables as tables
from triptych.stores._store import KeptCase, KeptJudgement, Row

Values = dict[str, Any]
Cells = tuple[Any, ...]
"""A row's values in the order of its table's columns, of which those of the key come first."""
State = Literal["scored", "unscored", "unreached"]
Kept = TypeVar("Kept", bound=Record)


def to_row(row: Row) -> tuple[Table, Cells]:
    """The table a row belongs to, and its cells."""
    match row:
        case KeptCase():
            return tables.cases, (row.run_id, row.case_id, row.position, row.digest, row.content)
        case KeptJudgement():
            return tables.judgements, _judgement_cells(row)
        case Reply():
            return tables.replies, (row.key, row.to_content())
        case Rating():
            return tables.ratings, (row.case_id, row.metric, row.rater, row.score)
        case _:
            assert_never(row)


def run_values(run: Run) -> Values:
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
    }


def to_run(row: RowMapping) -> Run:
    """The run of a row."""
    return Run.model_validate({**row, "options": json.loads(row["options"])})


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
        row.content or judgement.to_content(),
    )


def _state_of(row: KeptJudgement) -> State:
    if not row.is_final:
        return "unreached"
    return "unscored" if row.judgement.score is None else "scored"
