"""A store in a SQL database: everything that SQLite and PostgreSQL do alike.

Nothing is held open between two pages of an iterator: neither a cursor nor a lock nor a connection, so that a slow
reader never holds up a writer.
"""

import datetime as dt
import secrets
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from operator import itemgetter
from types import TracebackType
from typing import Any, Self, TypeVar

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Connection,
    Delete,
    Engine,
    RowMapping,
    Select,
    Table,
    Update,
    bindparam,
    delete,
    func,
    select,
    tuple_,
    update,
)

from triptych.errors import UsageError
from triptych.records import Case, Judgement, Rating, Reply, Run, RunStatus
from triptych.stores import _browsing
from triptych.stores import _tables as tables
from triptych.stores._failures import Patience, explained
from triptych.stores._store import (
    CaseFigures,
    CasePage,
    CaseQuery,
    JudgedCase,
    JudgedName,
    KeptRating,
    Row,
    RunTally,
    ScoreSums,
    WantedCase,
    WantedJudgement,
)
from triptych.stores._tables import Cells, run_values, to_record, to_row, to_run, to_utc, upsert

Result = TypeVar("Result")

# In this order a row always comes after what it points to.
_SAVED = (tables.cases, tables.judgements, tables.replies, tables.ratings)
_KEY_COLUMNS = {table: len(table.primary_key) for table in _SAVED}
_PAGE = 500
_DELETED_AT_ONCE = 1000
_SECRET_NAME, _SECRET_BYTES = "fence", 32


@dataclass(frozen=True, slots=True)
class Database:
    """What differs between one database and another."""

    label: str
    """How messages name the store; never with a password."""
    reading: Engine
    """For transactions that only read."""
    writing: Engine
    """For transactions that write."""
    insert: Callable[[Table], Any]
    """The dialect's `insert`, which knows ON CONFLICT."""
    mark: str
    """How the driver writes a parameter."""
    is_named: Callable[[ColumnElement[str]], ColumnElement[bool]]
    """The condition that a column's value is one of the parameter `names`, however many they are."""
    pack: Callable[[Sequence[str]], object]
    """Those names as the parameter's value."""
    reads: Patience
    """How long reads are tried again while something is in their way."""
    writes: Patience
    """The same of writes; another one where a writer in the way of ours lets us read."""
    now: ColumnElement[float]
    """The seconds of the database's own clock."""
    is_shared: bool = False
    """True where several machines may use it at once."""


class _Lookups:
    """What is read for some names at a time, put once: that takes SQLAlchemy longer than SQLite takes to answer."""

    def __init__(self, is_named: Callable[[ColumnElement[str]], ColumnElement[bool]]) -> None:
        cases, judgements, replies = tables.cases, tables.judgements, tables.replies
        run_id: BindParameter[str] = bindparam("run_id")
        wanted_case = [cases.c[field.name] for field in fields(WantedCase)]
        wanted = [judgements.c[field.name] for field in fields(WantedJudgement)]
        of_case = (judgements.c.run_id == run_id, is_named(judgements.c.case_id))
        self.replies = select(replies).where(is_named(replies.c.key))
        shown = (judgements.c.case_id, judgements.c.case_digest, judgements.c.metric, judgements.c.judge)
        self.judgements = select(*shown, judgements.c.content).where(*of_case)
        self.held_judgements = select(*wanted, judgements.c.state).where(*of_case)
        self.held_cases = select(*wanted_case).where(cases.c.run_id == run_id, is_named(cases.c.case_id))


class SqlStore:
    """A Store in a SQL database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._lookups = _Lookups(database.is_named)
        self._one_writer = threading.Lock()
        self._is_closed = False

    def __repr__(self) -> str:
        return f"<store {self.label}>"

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

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of every connection."""
        self._is_closed = True
        with explained(self._database.label):
            self._database.reading.dispose()
            self._database.writing.dispose()

    def start_run(self, run: Run) -> Run:
        """The run as kept: new, or the one with this id opened again with its first start."""
        insert = self._database.insert(tables.runs).values(**run_values(run))
        reopened = insert.on_conflict_do_update(
            index_elements=["id"], set_={"status": "running", "finished": None, "total": run.total}
        )

        def work(connection: Connection) -> Run:
            connection.execute(reopened)
            return to_run(connection.execute(select(tables.runs).where(tables.runs.c.id == run.id)).mappings().one())

        return self._write(work)

    def finish_run(self, run_id: str, status: RunStatus, when: dt.datetime) -> None:
        """Note how and when a run ended."""
        self._change_run(update(tables.runs).values(status=status, finished=to_utc(when)), run_id)

    def runs(self) -> list[Run]:
        """All runs, the latest start first."""
        latest_first = select(tables.runs).order_by(tables.runs.c.started.desc(), tables.runs.c.id)
        return [to_run(row) for row in self._read(latest_first)]

    def run(self, name: str) -> Run:
        """The run with this id or, failing that, the only one whose id begins so."""
        begins_so = func.substr(tables.runs.c.id, 1, len(name)) == name
        found = [to_run(row) for row in self._read(select(tables.runs).where(begins_so).order_by(tables.runs.c.id))]
        exact = [run for run in found if run.id == name] or found
        if not name or not exact:
            raise self._no_such_run(name)
        if len(exact) > 1:
            ids = ", ".join(run.id for run in exact[:5]) + (", …" if len(exact) > 5 else "")
            raise UsageError(f"{len(exact)} runs begin with {name!r}: {ids}; give more of the id")
        return exact[0]

    def tally(self, run_id: str) -> RunTally:
        """How much a run holds."""
        counted = func.count().label("kept")
        cases = select(counted).where(tables.cases.c.run_id == run_id)
        states = select(tables.judgements.c.state, counted).where(tables.judgements.c.run_id == run_id)
        by_state = {row["state"]: row["kept"] for row in self._read(states.group_by(tables.judgements.c.state))}
        return RunTally(self._read(cases)[0]["kept"], **by_state)

    def delete_run(self, run_id: str) -> None:
        """Forget a run with its cases and judgements; replies and ratings stay."""
        cases = tables.cases
        some_ids = select(cases.c.case_id).where(cases.c.run_id == run_id).limit(_DELETED_AT_ONCE)
        some = delete(cases).where(cases.c.run_id == run_id, cases.c.case_id.in_(some_ids))
        # In pieces, so that others can write in between. What is left after a kill is a stopped run, not a whole one.
        self._change_run(update(tables.runs).values(status="stopped"), run_id)
        while self._write(lambda connection: connection.execute(some).rowcount):
            pass
        self._change_run(delete(tables.runs), run_id)

    def save(self, rows: Iterable[Row]) -> None:
        """Keep rows of any kind, all of them or, when it fails, none; a row kept before is replaced."""
        kept: dict[Table, dict[Cells, Cells]] = {table: {} for table in _SAVED}
        for row in rows:
            table, cells = to_row(row)
            kept[table][cells[: _KEY_COLUMNS[table]]] = cells
        # Sorted, so that two processes that save the same rows never wait for each other in a circle.
        batches = [(table, [found[key] for key in sorted(found)]) for table, found in kept.items() if found]

        def work(connection: Connection) -> None:
            for table, batch in batches:
                upsert(connection, table, batch, self._database.mark)

        if batches:
            self._write(work)

    def cases(self, run_id: str, only: Sequence[str] | None = None) -> Iterator[Case]:
        """A run's cases by position, read a page at a time; or only those with these ids."""
        for page in self._case_pages(run_id, only, tables.cases.c.content):
            for row in page:
                yield to_record(Case, row["content"])

    def judgements(self, run_id: str, only: Sequence[str] | None = None) -> Iterator[Judgement]:
        """A run's judgements by their case's position, metric and judge, read a page at a time; or only of these cases.

        Judgements of what a case was before it changed are left out.
        """
        # No join: a planner without statistics reads all cases for every page of them.
        for page in self._case_pages(run_id, only, tables.cases.c.digest):
            places = {(row["case_id"], row["digest"]): place for place, row in enumerate(page)}
            rows = self._read_named(self._lookups.judgements, [row["case_id"] for row in page], run_id)
            current = [row for row in rows if (row["case_id"], row["case_digest"]) in places]
            current.sort(key=lambda row: (places[row["case_id"], row["case_digest"]], row["metric"], row["judge"]))
            for row in current:
                yield to_record(Judgement, row["content"])

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
        renewed = update(tables.claims).where(*held).values(until=self._database.now + seconds)
        self._write(lambda connection: connection.execute(renewed))

    def release(self, run_id: str, holder: str, names: Sequence[str] | None = None) -> None:
        """Give these back, or all that is held."""
        held = delete(tables.claims).where(tables.claims.c.run_id == run_id, tables.claims.c.holder == holder)
        if names is not None:
            held = held.where(self._database.is_named(tables.claims.c.name))
        given = {"names": self._database.pack(names)} if names is not None else {}
        self._write(lambda connection: connection.execute(held, given))

    def missing_cases(self, run_id: str, wanted: Sequence[WantedCase]) -> list[WantedCase]:
        """Those wanted that the run does not hold, in the order given."""
        rows = self._read_named(self._lookups.held_cases, [case.case_id for case in wanted], run_id)
        held = {WantedCase(**row) for row in rows}
        return [case for case in wanted if case not in held]

    def missing_judgements(
        self, run_id: str, wanted: Sequence[WantedJudgement], *, retry_unscored: bool = False
    ) -> list[WantedJudgement]:
        """Those wanted that the run does not hold, or holds for another case digest or signature, or not final."""
        settled = {"scored"} if retry_unscored else {"scored", "unscored"}
        names = list({judgement.case_id for judgement in wanted})
        rows = self._read_named(self._lookups.held_judgements, names, run_id)
        # The state is looked at here: in the query it would lead SQLite to the index by state.
        held = {_to_wanted(row) for row in rows if row["state"] in settled}
        return [judgement for judgement in wanted if judgement not in held]

    def find_replies(self, keys: Iterable[str]) -> dict[str, Reply]:
        """The replies that are kept under some of these keys."""
        rows = self._read_named(self._lookups.replies, list(keys))
        return {row["key"]: to_record(Reply, row["content"]) for row in rows}

    def ratings(self) -> Iterator[Rating]:
        """All ratings by case, metric and rater, read a page at a time."""
        key = list(tables.ratings.primary_key)
        for page in self._pages(select(tables.ratings).where(tables.ratings.c.score.is_not(None)), key):
            for row in page:
                yield Rating(case_id=row["case_id"], metric=row["metric"], rater=row["rater"], score=row["score"])

    def ratings_of(self, run_id: str, rater: str | None = None) -> list[KeptRating]:
        """What people, or one of them, said of a run's cases as they are in this run."""
        return [KeptRating(**row) for row in self._read(_browsing.rated_in(run_id, rater))]

    def score_sums(self, run_id: str) -> list[ScoreSums]:
        """What a run's scores add up to, by task, metric and system."""
        return [ScoreSums(**row) for row in self._read(_browsing.sum_scores(run_id))]

    def scores(self, run_id: str, case_ids: Sequence[str] | None = None) -> list[Judgement]:
        """A run's judgements, or those of some cases, without explanation, evidence and usage: read quickly."""
        column = tables.judgements.c
        names = ("case_id", "item", "task", "metric", "system", "judge", "score", "value", "words")
        found = _browsing.current(*(column[name] for name in names)).where(column.run_id == run_id)
        found = found.order_by(column.task, column.case_id, column.metric, column.judge)
        if case_ids is None:
            rows = self._read(found)
        else:
            rows = self._read_named(found.where(self._database.is_named(column.case_id)), case_ids)
        # Copied from one: to check or to make each from nothing takes many times as long.
        bare = Judgement(case_id="-", item="-", task="opinion", metric="m", judge="", failure="", signature="")
        return [bare.model_copy(update={**row, "system": row["system"] or None, "failure": None}) for row in rows]

    def find_cases(self, run_id: str, query: CaseQuery) -> CasePage:
        """Judged cases of a run, sorted and filtered, a page of them."""
        rows = self._read(_browsing.find_cases(run_id, query))
        values: dict[str, dict[str, float]] = {row["case_id"]: {} for row in rows}
        for one in self.scores(run_id, list(values)):
            if one.value is not None:
                values[one.case_id][one.metric] = one.value
        names = CaseFigures._fields[:-1]
        figures = ({name: row[name] for name in names} | {"values": values[row["case_id"]]} for row in rows)
        found = tuple(CaseFigures(**one) for one in figures)
        return CasePage(rows[0]["total"] if rows else 0, found)

    def judged_names(self, run_id: str) -> list[JudgedName]:
        """All judged cases of a run by task and id."""
        return [JudgedName(*row.values()) for row in self._read(_browsing.name_cases(run_id))]

    def case_names(self, run_id: str, offset: int, limit: int) -> list[str]:
        """Ids of a run's cases in their order."""
        column = tables.cases.c
        found = select(column.case_id).where(column.run_id == run_id).order_by(column.position, column.case_id)
        return [row["case_id"] for row in self._read(found.offset(offset).limit(limit))]

    def judged_case(self, run_id: str, case_id: str) -> JudgedCase:
        """One case of a run with its judgements; UsageError where the run has none of this id."""
        column = tables.cases.c
        kept = self._read(
            select(column.digest, column.content).where(column.run_id == run_id, column.case_id == case_id)
        )
        if not kept:
            raise UsageError(f"the run {run_id!r} has no case {case_id!r}")
        digest = kept[0]["digest"]
        rows = self._read_named(self._lookups.judgements, [case_id], run_id)
        rows = sorted((row for row in rows if row["case_digest"] == digest), key=itemgetter("metric", "judge"))
        said = tuple(to_record(Judgement, row["content"]) for row in rows)
        return JudgedCase(to_record(Case, kept[0]["content"]), digest, said)

    def secret(self) -> bytes:
        """32 random bytes, made once for a store and the same ever after."""
        kept = select(tables.secrets.c.value).where(tables.secrets.c.name == _SECRET_NAME)
        if not self._read(kept):
            ours = {"name": _SECRET_NAME, "value": secrets.token_bytes(_SECRET_BYTES)}
            # Another process may have made one in the meantime; the first stays.
            first = self._database.insert(tables.secrets).values(**ours).on_conflict_do_nothing()
            self._write(lambda connection: connection.execute(first))
        value = self._read(kept)[0]["value"]
        if not isinstance(value, bytes | memoryview) or len(value) != _SECRET_BYTES:
            raise UsageError(f"the secret of the store {self._database.label} is damaged; use another store")
        return bytes(value)

    def _change_run(self, change: Update | Delete, run_id: str) -> None:
        changed = change.where(tables.runs.c.id == run_id)
        if not self._write(lambda connection: connection.execute(changed).rowcount):
            raise self._no_such_run(run_id)

    def _case_pages(self, run_id: str, only: Sequence[str] | None, *columns: Any) -> Iterator[Sequence[RowMapping]]:
        key = [tables.cases.c.position, tables.cases.c.case_id]
        rows = select(*key, *columns).where(tables.cases.c.run_id == run_id)
        if only is None:
            return self._pages(rows, key)
        named = rows.where(self._database.is_named(tables.cases.c.case_id)).order_by(*key)
        pages = (only[start : start + _PAGE] for start in range(0, len(only), _PAGE))
        return (self._read_named(named, page) for page in pages)

    def _pages(self, rows: Select[Any], key: Sequence[Any]) -> Iterator[Sequence[RowMapping]]:
        """All rows in the order of a unique key, some at a time; each page begins after the key of the last."""
        read_key = itemgetter(*(column.name for column in key))
        page = self._read(rows.order_by(*key).limit(_PAGE))
        while page:
            yield page
            if len(page) < _PAGE:
                return
            later = tuple_(*key) > tuple_(*read_key(page[-1]))
            page = self._read(rows.where(later).order_by(*key).limit(_PAGE))

    def _read_named(self, lookup: Select[Any], names: Sequence[str], run_id: str = "") -> Sequence[RowMapping]:
        """What a lookup finds for these names."""
        if not names:
            return []
        return self._read(lookup, {"names": self._database.pack(names), "run_id": run_id})

    def _read(self, statement: Select[Any], given: Mapping[str, object] | None = None) -> Sequence[RowMapping]:
        self._check_open()

        def attempt() -> Sequence[RowMapping]:
            with self._database.reading.connect() as connection:
                return connection.execute(statement, given).mappings().all()

        return self._database.reads.keep_trying(attempt)

    def _write(self, work: Callable[[Connection], Result]) -> Result:
        """What the work returns, once it is committed. Every write of ours can be repeated."""
        self._check_open()

        def attempt() -> Result:
            with self._database.writing.begin() as connection:
                return work(connection)

        with self._one_writer:
            return self._database.writes.keep_trying(attempt)

    def _check_open(self) -> None:
        if self._is_closed:
            raise UsageError(f"the store {self._database.label} is closed; open it again")

    def _no_such_run(self, name: str) -> UsageError:
        return UsageError(f"no run {name!r} in the store {self._database.label}; `triptych runs list` shows them")


def _to_wanted(row: RowMapping) -> WantedJudgement:
    return WantedJudgement(**{field.name: row[field.name] for field in fields(WantedJudgement)})
