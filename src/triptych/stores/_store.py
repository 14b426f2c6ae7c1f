"""The store: runs, cases, judgements, replies and ratings in a SQL database.

Nothing is held open between two pages of an iterator: neither a cursor nor a lock nor a connection, so that a slow
reader never holds up a writer.
"""

import datetime as dt
import json
import secrets
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from operator import attrgetter
from typing import Any, Self, TypeVar, assert_never

import sqlalchemy as sa
from pydantic import ValidationError
from pydantic_core import PydanticSerializationError

from triptych.errors import UsageError
from triptych.records import Case, Judgement, Rating, Record, Reply, Run, RunStatus
from triptych.stores import _rows as parts
from triptych.stores import _tables as tables
from triptych.stores._database import Database

Result = TypeVar("Result")
Kept = TypeVar("Kept", bound=Record)
Cells = tuple[Any, ...]
"""A row's values in the order of its table's columns, of which those of the key come first."""

# In this order a row always comes after what it points to.
_SAVED = (tables.cases, tables.judgements, tables.replies, tables.ratings)
_KEY_COLUMNS = {table: len(table.primary_key) for table in _SAVED}
_PAGE = 500
_DELETED_AT_ONCE = 1000
_SECRET_NAME, _SECRET_BYTES = "fence", 32
_LONGEST_NAME = 200


class Store:
    """Where runs live. Every method may be called from any thread; none returns before its rows are committed."""

    def __init__(self, database: Database) -> None:
        self._database = database
        # Built once: that takes SQLAlchemy longer than SQLite takes to answer.
        run_id: sa.BindParameter[str] = sa.bindparam("run_id")
        case, judgement, is_named = tables.cases.c, tables.judgements.c, database.is_named
        of_case = (judgement.run_id == run_id, is_named(judgement.case_id))
        held = [judgement[name] for name in parts.JudgementKey._fields]
        said = (judgement.case_id, judgement.case_digest, judgement.metric, judgement.judge, judgement.content)
        self._replies = sa.select(tables.replies).where(is_named(tables.replies.c.key))
        self._judgements = sa.select(*said).where(*of_case)
        self._held_judgements = sa.select(*held, judgement.state).where(*of_case)
        self._held_cases = sa.select(case.case_id, case.digest).where(case.run_id == run_id, is_named(case.case_id))
        self._one_writer = threading.Lock()
        self._is_closed = False

    @property
    def label(self) -> str:
        """How messages name the store; never with a password."""
        return self._database.label

    @property
    def is_shared(self) -> bool:
        """True where several machines may use it at once, and claim what they work on."""
        return self._database.is_shared

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of every connection."""
        self._is_closed = True
        self._database.reading.dispose()
        self._database.writing.dispose()

    def start_run(self, run: Run) -> Run:
        """The run as kept: new, or the one with this id opened again with its first start."""
        insert = self._database.insert(tables.runs).values(**run_values(run))
        reopened = insert.on_conflict_do_update(
            index_elements=["id"], set_={"status": "running", "finished": None, "total": run.total}
        )

        def work(connection: sa.Connection) -> Run:
            connection.execute(reopened)
            return to_run(connection.execute(sa.select(tables.runs).where(tables.runs.c.id == run.id)).one())

        return self._write(work)

    def finish_run(self, run_id: str, status: RunStatus, when: dt.datetime) -> None:
        """Note how and when a run ended."""
        self._change_run(sa.update(tables.runs).values(status=status, finished=to_utc(when)), run_id)

    def runs(self) -> list[Run]:
        """All runs, the latest start first."""
        latest_first = sa.select(tables.runs).order_by(tables.runs.c.started.desc(), tables.runs.c.id)
        return [to_run(row) for row in self._read(latest_first)]

    def run(self, name: str) -> Run:
        """The run with this id or, failing that, the only one whose id begins so."""
        begins_so = sa.func.substr(tables.runs.c.id, 1, len(name)) == name
        found = [to_run(row) for row in self._read(sa.select(tables.runs).where(begins_so).order_by(tables.runs.c.id))]
        exact = [run for run in found if run.id == name] or found
        if not name or not exact:
            raise self._no_such_run(name)
        if len(exact) > 1:
            ids = ", ".join(run.id for run in exact[:5]) + (", …" if len(exact) > 5 else "")
            raise UsageError(f"{len(exact)} runs begin with {name!r}: {ids}; give more of the id")
        return exact[0]

    def tally(self, run_id: str) -> parts.RunTally:
        """How much a run holds."""
        state = tables.judgements.c.state
        [[cases]] = self._read(sa.select(sa.func.count()).where(tables.cases.c.run_id == run_id))
        states = sa.select(state, sa.func.count()).where(tables.judgements.c.run_id == run_id).group_by(state)
        return parts.RunTally(cases, **dict(map(tuple, self._read(states))))

    def delete_run(self, run_id: str) -> None:
        """Forget a run with its cases and judgements; replies and ratings stay."""
        cases = tables.cases
        some_ids = sa.select(cases.c.case_id).where(cases.c.run_id == run_id).limit(_DELETED_AT_ONCE)
        some = sa.delete(cases).where(cases.c.run_id == run_id, cases.c.case_id.in_(some_ids))
        # In pieces, so that others can write in between. What is left after a kill is a stopped run, not a whole one.
        self._change_run(sa.update(tables.runs).values(status="stopped"), run_id)
        while self._write(lambda connection: connection.execute(some).rowcount):
            pass
        self._change_run(sa.delete(tables.runs), run_id)

    def save(self, rows: Iterable[parts.Row]) -> None:
        """Keep rows of any kind, all of them or, when it fails, none; a row kept before is replaced."""
        kept: dict[sa.Table, dict[Cells, Cells]] = {table: {} for table in _SAVED}
        try:
            for table, cells in map(to_row, rows):
                kept[table][cells[: _KEY_COLUMNS[table]]] = cells
        except PydanticSerializationError as error:
            raise UsageError(f"the store {self.label} keeps only text; this is not valid Unicode: {error}") from None
        # Sorted, so that two processes that save the same rows never wait for each other in a circle.
        batches = [(table, [found[key] for key in sorted(found)]) for table, found in kept.items() if found]
        mark = "?" if self._database.writing.dialect.paramstyle == "qmark" else "%s"

        def work(connection: sa.Connection) -> None:
            for table, batch in batches:
                connection.exec_driver_sql(_upsert_sql(table, mark), batch)

        if batches:
            self._write(work)

    def cases(self, run_id: str, only: Sequence[str] | None = None) -> Iterator[Case]:
        """A run's cases by position, read a page at a time; or only those with these ids."""
        for page in self._case_pages(run_id, only, tables.cases.c.content):
            for *_, content in page:
                yield to_record(Case, content)

    def judgements(self, run_id: str, only: Sequence[str] | None = None) -> Iterator[Judgement]:
        """A run's judgements by their case's position, metric and judge, read a page at a time; or only of these cases.

        Judgements of what a case was before it changed are left out.
        """
        # No join: a planner without statistics reads all cases for every page of them.
        for page in self._case_pages(run_id, only, tables.cases.c.digest):
            places = {(case_id, digest): place for place, (_, case_id, digest) in enumerate(page)}
            rows = self._read_named(self._judgements, [case_id for case_id, _ in places], run_id)
            current = [(places.get((case_id, digest)), *rest) for case_id, digest, *rest in rows]
            for *_, content in sorted(row for row in current if row[0] is not None):
                yield to_record(Judgement, content)

    def claim(self, run_id: str, holder: str, names: Sequence[str], seconds: float) -> set[str]:
        """Those of the names that the holder may work on for so long; the others are somebody else's for now."""
        now, claims = self._database.now, tables.claims
        if not names:
            return set()
        # Sorted, so that two processes that claim the same never wait for each other in a circle.
        rows = [{"run_id": run_id, "name": name, "holder": holder, "until": now + seconds} for name in sorted(names)]
        insert = self._database.insert(claims).values(rows)
        claimed = insert.on_conflict_do_update(
            index_elements=["run_id", "name"],
            set_={"holder": insert.excluded.holder, "until": insert.excluded.until},
            where=(claims.c.until < now) | (claims.c.holder == holder),
        ).returning(claims.c.name)
        return self._write(lambda connection: set(connection.execute(claimed).scalars()))

    def renew_claims(self, run_id: str, holder: str, seconds: float) -> None:
        """Hold for so much longer what is held."""
        held = (tables.claims.c.run_id == run_id, tables.claims.c.holder == holder)
        renewed = sa.update(tables.claims).where(*held).values(until=self._database.now + seconds)
        self._write(lambda connection: connection.execute(renewed))

    def release(self, run_id: str, holder: str, names: Sequence[str] | None = None) -> None:
        """Give these back, or all that is held."""
        held = sa.delete(tables.claims).where(tables.claims.c.run_id == run_id, tables.claims.c.holder == holder)
        if names is not None:
            held = held.where(self._database.is_named(tables.claims.c.name))
        given = {"names": self._database.pack(names)} if names is not None else {}
        self._write(lambda connection: connection.execute(held, given))

    def held_cases(self, run_id: str, case_ids: Sequence[str]) -> dict[str, str]:
        """The digests of some cases, as far as the run holds them."""
        return dict(map(tuple, self._read_named(self._held_cases, case_ids, run_id)))

    def held_judgements(
        self, run_id: str, case_ids: Sequence[str], *, retry_unscored: bool = False
    ) -> set[parts.JudgementKey]:
        """The judgements of some cases that another start need not make again."""
        settled = {"scored"} if retry_unscored else {"scored", "unscored"}
        rows = self._read_named(self._held_judgements, case_ids, run_id)
        # The state is looked at here: in the query it would lead SQLite to the index by state.
        return {parts.JudgementKey(*found) for *found, state in rows if state in settled}

    def find_replies(self, keys: Iterable[str]) -> dict[str, Reply]:
        """The replies that are kept under some of these keys."""
        rows = self._read_named(self._replies, list(keys))
        return {key: to_record(Reply, content) for key, content in rows}

    def ratings(self) -> Iterator[Rating]:
        """All ratings by case, metric and rater, read a page at a time."""
        key = list(tables.ratings.primary_key)
        for page in self._pages(sa.select(tables.ratings).where(tables.ratings.c.score.is_not(None)), key):
            yield from (rating for row in page if (rating := parts.KeptRating(*row).rating))

    def ratings_of(self, run_id: str, rater: str | None = None) -> list[parts.KeptRating]:
        """What people, or one of them, said of a run's cases as they are in this run."""
        return [parts.KeptRating(*row) for row in self._read(tables.rated_in(run_id, rater))]

    def score_sums(self, run_id: str) -> list[parts.ScoreSums]:
        """What a run's scores add up to, by task, metric and system."""
        return [parts.ScoreSums._make([*row[:-5], tuple(row[-5:])]) for row in self._read(tables.sum_scores(run_id))]

    def scores(self, run_id: str, case_ids: Sequence[str] | None = None) -> list[Judgement]:
        """A run's judgements, or those of some cases, without explanation, evidence and usage: read quickly."""
        column = tables.judgements.c
        names = ("case_id", "item", "task", "metric", "system", "judge", "score", "value", "words")
        found = tables.current(*(column[name] for name in names)).where(column.run_id == run_id)
        found = found.order_by(column.task, column.case_id, column.metric, column.judge)
        if case_ids is None:
            rows = self._read(found)
        else:
            rows = self._read_named(found.where(self._database.is_named(column.case_id)), case_ids)
        # Copied from one: to check or to make each from nothing takes many times as long.
        bare = Judgement(case_id="-", item="-", task="opinion", metric="m", judge="", failure="", signature="")
        return [bare.model_copy(update={**row._mapping, "system": row.system or None, "failure": None}) for row in rows]

    def find_cases(self, run_id: str, query: parts.CaseQuery) -> parts.CasePage:
        """Judged cases of a run, sorted and filtered, a page of them."""
        rows = self._read(tables.find_cases(run_id, query))
        values: dict[str, dict[str, float]] = {row.case_id: {} for row in rows}
        for one in self.scores(run_id, list(values)):
            if one.value is not None:
                values[one.case_id][one.metric] = one.value
        names = parts.CaseFigures._fields[:-1]
        found = tuple(
            parts.CaseFigures._make([*(getattr(row, name) for name in names), values[row.case_id]]) for row in rows
        )
        return parts.CasePage(rows[0].total if rows else 0, found)

    def judged_names(self, run_id: str) -> list[parts.JudgedName]:
        """All judged cases of a run by task and id."""
        return [parts.JudgedName(*row) for row in self._read(tables.name_cases(run_id))]

    def case_names(self, run_id: str, offset: int, limit: int) -> list[str]:
        """Ids of a run's cases in their order."""
        column = tables.cases.c
        found = sa.select(column.case_id).where(column.run_id == run_id).order_by(column.position, column.case_id)
        return [name for (name,) in self._read(found.offset(offset).limit(limit))]

    def judged_case(self, run_id: str, case_id: str) -> parts.JudgedCase:
        """One case of a run with its judgements; UsageError where the run has none of this id."""
        columns = (tables.cases.c.digest, tables.cases.c.content)
        for page in self._case_pages(run_id, [case_id], *columns):
            for *_, digest, content in page:
                return parts.JudgedCase(to_record(Case, content), digest, tuple(self.judgements(run_id, [case_id])))
        raise UsageError(f"the run {run_id!r} has no case {case_id!r}")

    def secret(self) -> bytes:
        """32 random bytes, made once for a store and the same ever after."""
        kept = sa.select(tables.secrets.c.value).where(tables.secrets.c.name == _SECRET_NAME)
        if not self._read(kept):
            ours = {"name": _SECRET_NAME, "value": secrets.token_bytes(_SECRET_BYTES)}
            # Another process may have made one in the meantime; the first stays.
            first = self._database.insert(tables.secrets).values(**ours).on_conflict_do_nothing()
            self._write(lambda connection: connection.execute(first))
        [[value]] = self._read(kept)
        if not isinstance(value, bytes | memoryview) or len(value) != _SECRET_BYTES:
            raise UsageError(f"the secret of the store {self.label} is damaged; use another store")
        return bytes(value)

    def _change_run(self, change: sa.Update | sa.Delete, run_id: str) -> None:
        changed = change.where(tables.runs.c.id == run_id)
        if not self._write(lambda connection: connection.execute(changed).rowcount):
            raise self._no_such_run(run_id)

    def _case_pages(self, run_id: str, only: Sequence[str] | None, *columns: Any) -> Iterator[Sequence[Any]]:
        key = [tables.cases.c.position, tables.cases.c.case_id]
        rows = sa.select(*key, *columns).where(tables.cases.c.run_id == run_id)
        if only is None:
            return self._pages(rows, key)
        named = rows.where(self._database.is_named(tables.cases.c.case_id)).order_by(*key)
        pages = (only[start : start + _PAGE] for start in range(0, len(only), _PAGE))
        return (self._read_named(named, page) for page in pages)

    def _pages(self, rows: sa.Select[Any], key: Sequence[Any]) -> Iterator[Sequence[Any]]:
        """All rows in the order of a unique key, some at a time; each page begins after the key of the last."""
        read_key = attrgetter(*(column.name for column in key))
        page = self._read(rows.order_by(*key).limit(_PAGE))
        while page:
            yield page
            if len(page) < _PAGE:
                return
            later = sa.tuple_(*key) > sa.tuple_(*read_key(page[-1]))
            page = self._read(rows.where(later).order_by(*key).limit(_PAGE))

    def _read_named(self, lookup: sa.Select[Any], names: Sequence[str], run_id: str = "") -> Sequence[Any]:
        """What a lookup finds for these names."""
        if not names:
            return []
        return self._read(lookup, {"names": self._database.pack(names), "run_id": run_id})

    def _read(self, statement: sa.Select[Any], given: Mapping[str, object] | None = None) -> Sequence[Any]:
        self._check_open()

        def attempt() -> Sequence[Any]:
            with self._database.reading.connect() as connection:
                return connection.execute(statement, given).all()

        return self._database.reads.keep_trying(attempt)

    def _write(self, work: Callable[[sa.Connection], Result]) -> Result:
        """What the work returns, once it is committed. Every write of ours can be repeated."""
        self._check_open()

        def attempt() -> Result:
            with self._database.writing.begin() as connection:
                return work(connection)

        with self._one_writer:
            return self._database.writes.keep_trying(attempt)

    def _check_open(self) -> None:
        if self._is_closed:
            raise UsageError(f"the store {self.label} is closed; open it again")

    def _no_such_run(self, name: str) -> UsageError:
        return UsageError(f"no run {name!r} in the store {self.label}; `triptych runs list` shows them")


def to_row(row: parts.Row) -> tuple[sa.Table, Cells]:
    """The table a row belongs to, and its cells."""
    match row:
        case parts.KeptCase():
            return tables.cases, (row.run_id, row.case_id, row.position, row.digest, row.content)
        case parts.KeptJudgement():
            said = row.judgement
            state = "unreached" if not row.is_final else "unscored" if said.score is None else "scored"
            # A name that any database takes into an index, whatever a user's file calls a system.
            system = (said.system or "")[:_LONGEST_NAME].encode(errors="backslashreplace").decode().replace("\0", "\\0")
            key = (row.run_id, said.case_id, said.metric, said.judge)
            figures = (said.task, said.item, system, said.score, said.value, said.words)
            return tables.judgements, (*key, row.case_digest, said.signature, state, said.to_json(), *figures)
        case Reply():
            return tables.replies, (row.key, row.to_json())
        case parts.KeptRating():
            return tables.ratings, row
        case Rating():
            return tables.ratings, parts.KeptRating(row.case_id, "", row.metric, row.rater, row.score)
        case _:
            assert_never(row)


@cache
def _upsert_sql(table: sa.Table, mark: str) -> str:
    """Keeps a row, or replaces the one kept before; `mark` is how the driver writes a parameter."""
    names, key = table.c.keys(), [column.name for column in table.primary_key]
    replaced = ", ".join(f"{name} = excluded.{name}" for name in names if name not in key)
    return (
        f"INSERT INTO {table.name} ({', '.join(names)}) VALUES ({', '.join([mark] * len(names))}) "
        f"ON CONFLICT ({', '.join(key)}) DO UPDATE SET {replaced}"
    )


def run_values(run: Run) -> dict[str, Any]:
    """A run's columns."""
    return run.model_dump() | {
        # A path may hold bytes that are no text.
        "source": run.source.encode(errors="backslashreplace").decode(),
        "options": json.dumps(run.options, sort_keys=True),
        "started": to_utc(run.started),
        "finished": to_utc(run.finished) if run.finished else None,
    }


def to_run(row: Any) -> Run:
    """The run of a row."""
    try:
        return Run.model_validate({**row._mapping, "options": json.loads(row.options)})
    except (ValueError, TypeError, RecursionError):
        raise UsageError(
            f"the run {row.id!r} in the store is damaged; use another store or a copy of this one"
        ) from None


def to_utc(moment: dt.datetime) -> str:
    """A moment as text that sorts by time; one without a zone is taken as UTC."""
    aware = moment if moment.tzinfo else moment.replace(tzinfo=dt.UTC)
    return aware.astimezone(dt.UTC).isoformat(timespec="microseconds")


def to_record(kind: type[Kept], content: str) -> Kept:
    """The record kept as JSON."""
    try:
        return kind.model_validate_json(content)
    except ValidationError as error:
        problem = error.errors(include_input=False, include_url=False)[0]
        where = ".".join(str(part) for part in problem["loc"]) or "the whole"
        raise UsageError(
            f"a {kind.__name__} in the store cannot be read ({where}: {problem['msg']}); "
            "another release of Triptych wrote it: use that release or another store"
        ) from None
