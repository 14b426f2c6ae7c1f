"""Files and tables become streams of records, each with a report that fills while it is read.

What a model judge needs of a long file is prepared in a forked child process. Reading and rendering a case is a third
of what is computed about a call, and one process uses one processor. Forking takes milliseconds; a process that had to
import everything first would cost more than it saves on a few thousand cases.
"""

import fcntl
import itertools
import os
import signal
import sys
import threading
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, fields
from multiprocessing import get_context
from multiprocessing.connection import Connection
from os.path import getsize, isfile
from pathlib import Path
from typing import Any, Generic, TypeVar, cast

from pydantic import ValidationError

from triptych.catalog._cells import show
from triptych.catalog._records import AnyRecord, Kind, RecordMaker, kind_with, split_raters
from triptych.catalog._rows import Draft, ReadOptions, Report, drafts_of, explain, path_of
from triptych.catalog.formats import STDIN, BadRow, File, FileRow, find_files, read_rows
from triptych.errors import TransientError, UsageError
from triptych.records import Case, Product, Rating, Record, Shortlist

R = TypeVar("R", bound=AnyRecord, covariant=True)
Own = TypeVar("Own", bound=Record)
T = TypeVar("T")

_ROWS_LOOKED_AT = 100
_KNOWN_KEYS = (
    "Shortlists have query and products; products id and title; cases task, products and text; "
    "ratings case_id, metric, rater and score"
)
_WORTH_BYTES = 1_000_000
# Items that are sent together: few at first, so that work can begin.
_FIRST_BATCH, _BATCH = 2, 16
# Room for several batches: whoever takes one from the usual 64 kB waits in the middle of it for the child to go on.
_PIPE_BYTES = 1 << 20


@dataclass(frozen=True, slots=True)
class Tables:
    """A catalogue as tables; each is some paths or patterns such as `reviews/*.parquet`."""

    products: tuple[str, ...]
    """One row a product."""
    reviews: tuple[str, ...] = ()
    """One row a review, with the product's id."""
    queries: tuple[str, ...] = ()
    """One row for each query and product, or one a query with a list of product ids."""


Input = str | Path | Tables
"""A file, `-` for standard input, or tables."""


_DEFAULTS = ReadOptions()


@dataclass(frozen=True, slots=True)
class Stream(Generic[R]):
    """Records one at a time, to be walked through once; the report is whole when they are through."""

    kind: Kind
    name: str
    """Where they come from, as a message names it."""
    report: Report
    records: Iterator[R]
    """The records; a UsageError ends them where the file is wrong, or no row was usable."""

    def __iter__(self) -> Iterator[R]:
        return self.records


def choose_input(
    file: str | None,
    products: Sequence[str] | None = None,
    reviews: Sequence[str] | None = None,
    queries: Sequence[str] | None = None,
) -> Input:
    """The file or the tables that were asked for; exactly one of the two."""
    tables = Tables(tuple(products or ()), tuple(reviews or ()), tuple(queries or ()))
    if file is not None and tables != Tables(()):
        raise UsageError(f"give either a file ({file}) or tables (--products, --reviews, --queries), not both")
    if file is None and tables == Tables(()):
        raise UsageError("give a file, `-` for standard input, or tables (--products, --reviews, --queries)")
    return tables if file is None else file


def read_shortlists(source: Input, options: ReadOptions = _DEFAULTS) -> Stream[Shortlist]:
    """The shortlists of a file, or those that a table of queries asks for."""
    return cast(Stream[Shortlist], read_any(source, options, "shortlists"))


def read_products(source: Input, options: ReadOptions = _DEFAULTS) -> Stream[Product]:
    """The products of a file, or of tables without queries."""
    return cast(Stream[Product], read_any(source, options, "products"))


def read_cases(source: Input, options: ReadOptions = _DEFAULTS) -> Stream[Case]:
    """The cases of a file."""
    return cast(Stream[Case], read_any(source, options, "cases"))


def read_ratings(source: Input, options: ReadOptions = _DEFAULTS) -> Stream[Rating]:
    """The ratings of a file."""
    return cast(Stream[Rating], read_any(source, options, "ratings"))


def read_records(path: str, kind: type[Own], report: Report) -> Iterator[Own]:
    """Records in the form that Triptych itself writes, such as judgements; wrong rows are reported and left out."""
    file = File.at(path)
    for draft, content in drafts_of(read_rows(file), file.name, report):
        report.rows += 1
        record = draft.record(kind, content)
        if record is None:
            report.skip_row(draft.problems)
        else:
            report.good += 1
            yield record


def read_document(path: str, kind: type[Own], what: str, made_by: str) -> Own:
    """The one record that a JSON file holds; a UsageError says what is wrong with it and which command makes one."""
    try:
        return kind.model_validate_json(Path(path).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"cannot read {what} {path}: {getattr(error, 'strerror', None) or error}") from None
    except ValidationError as error:
        problem = error.errors(include_url=False)[0]
        said = ": ".join(filter(None, (path_of(problem["loc"]), explain(problem))))
        raise UsageError(f"{path} is not {what}: {said}; `{made_by}` makes one") from None


def case_of(content: Mapping[str, Any], name: str = "this") -> Case:
    """The case a mapping holds, such as a line of cases.jsonl; a UsageError that says what is wrong with it."""
    return cast(Case, record_of(content, "cases", name))


def record_of(content: Mapping[str, Any], kind: Kind | None = None, name: str = "this") -> AnyRecord:
    """The record a mapping holds, of the kind that its keys speak for where none is given."""
    report = Report()
    draft = Draft(name, None, report)
    chosen = kind or kind_with(content, {})
    if chosen is None:
        raise UsageError(f"{name} holds nothing we know; {_KNOWN_KEYS}")
    record = RecordMaker(chosen, report).make(content, draft)
    if record is None:
        first = ": ".join(filter(None, (draft.problems[0].field, draft.problems[0].message)))
        raise UsageError(f"{name} is not a {chosen.removesuffix('s')}: {first}")
    return record


def read_any(source: Input, options: ReadOptions = _DEFAULTS, kind: Kind | None = None) -> Stream[Any]:
    """The records of a file, of the kind that its keys speak for where none is given."""
    if options.limit is not None and options.limit < 1:
        raise UsageError(f"the limit is {options.limit}; it must be 1 or more")
    report = Report(options)
    if isinstance(source, Tables):
        return _read_tables(kind, source, report)
    file = File.at(source)
    rows = read_rows(file)
    if kind is None:
        first = list(itertools.islice(rows, _ROWS_LOOKED_AT))
        kind = _kind_of_rows(file, first, options.mapping)
        rows = itertools.chain(first, rows)
    if kind == "ratings":
        rows = split_raters(rows, report)
    drafts = RecordMaker(kind, report).records(rows, file.name)
    return Stream(kind, file.name, report, _take(drafts, file.name, kind, report))


def _read_tables(kind: Kind | None, tables: Tables, report: Report) -> Stream[Any]:
    from triptych.catalog._tables import TableFiles, join_tables

    made: Kind = "shortlists" if tables.queries else "products"
    if not tables.products:
        raise UsageError("tables need --products; --reviews and --queries are joined to it")
    if kind == "shortlists" and made == "products":
        raise UsageError(
            "shortlists need --queries, a table that says which products each query has; "
            "opinions do without (--task opinion)"
        )
    if kind not in (None, made):
        raise UsageError(f"tables hold {made}, not {kind}")
    if [*tables.products, *tables.reviews, *tables.queries].count(STDIN) > 1:
        raise UsageError("standard input (`-`) can be read once; give the other tables as files")
    files = TableFiles(*(find_files(patterns) for patterns in (tables.products, tables.reviews, tables.queries)))
    names = [[file.name for file in group] for group in (files.queries, files.products, files.reviews) if group]
    name = " + ".join(first if not others else f"{first} and {len(others)} more" for first, *others in names)
    return Stream(made, name, report, _take(join_tables(files, report), name, made, report))


def _take(rows: Iterator[tuple[Draft, AnyRecord | None]], name: str, kind: Kind, report: Report) -> Iterator[AnyRecord]:
    """The usable records, each id once, up to the limit; what is left out is reported."""
    # Hashes, because ids may be long and there may be millions of them.
    lines: dict[int, int] = {}
    for draft, record in rows:
        report.rows += 1
        if record is not None and not draft.problems:
            key = (record.case_id, record.metric, record.rater) if isinstance(record, Rating) else (record.id,)
            identity = hash(key)
            if identity in lines:
                draft.wrong(*_repeated(record, lines[identity]))
            else:
                lines[identity] = draft.line or 0
        if record is None or draft.problems:
            report.skip_row(draft.problems)
            continue
        report.good += 1
        yield record
        if report.good == report.options.limit:
            return
    if not report.rows:
        raise UsageError(f"{name} has no rows")
    if not report.good:
        wrong = "its only row is wrong" if report.rows == 1 else f"all its {report.rows} rows are wrong"
        first = f"; the first problem: {report.problems[0]}" if report.problems else ""
        raise UsageError(f"{name} has no usable {kind}: {wrong}{first}")


def _repeated(record: AnyRecord, line: int) -> tuple[str, str]:
    """The field and the message for a record whose like came before."""
    if isinstance(record, Rating):
        return "rater", f"{record.rater!r} has rated {record.metric} of {record.case_id!r} before, on line {line}"
    return "id", f"{record.id!r} was the id of line {line} already; ids are unique"


def _kind_of_rows(file: File, rows: list[FileRow | BadRow], mapping: Mapping[str, str]) -> Kind:
    """The kind that the first telling row speaks for."""
    objects = [row.content for row in rows if isinstance(row, FileRow) and isinstance(row.content, Mapping)]
    for content in objects:
        if kind := kind_with(content, mapping):
            return kind
    if not rows:
        raise UsageError(f"{file.name} has no rows")
    if not objects:
        first = rows[0].message if isinstance(rows[0], BadRow) else f"{show(rows[0].content)} is not an object"
        raise UsageError(f"{file.name} has no usable row; the first problem: line {rows[0].line}: {first}")
    keys = ", ".join(show(key) for key in itertools.islice(objects[0], 10))
    raise UsageError(f"{file.name} holds nothing we know; its rows have the keys {keys or 'of nothing'}. {_KNOWN_KEYS}")


@contextmanager
def made_ahead(source: str, items: Iterator[T], report: Report) -> Iterator[Iterator[T]]:
    """The items of a file, prepared by a child process where that pays; the report becomes that of its reading.

    Of the items none has been made yet. What they hold is pickled.
    """
    # Unlike Path's, these take anything for a name.
    is_long = isfile(source) and getsize(source) >= _WORTH_BYTES  # noqa: PTH113, PTH202
    if not is_long or not _may_fork():
        yield items
        return
    context = get_context("fork")
    ours, theirs = context.Pipe(duplex=False)
    with suppress(OSError):
        # Refused to a user who has many pipes.
        fcntl.fcntl(theirs.fileno(), fcntl.F_SETPIPE_SZ, _PIPE_BYTES)
    process = context.Process(target=_serve, args=(items, report, ours, theirs), daemon=True)
    with warnings.catch_warnings():
        # Warns of the threads of libraries too; the child calls none of them.
        warnings.simplefilter("ignore", DeprecationWarning)
        process.start()
    theirs.close()
    try:
        yield _items_from(ours, report, source)
    finally:
        process.kill()
        process.join()
        ours.close()


def _may_fork() -> bool:
    # A lock that another thread holds at this moment would stay locked in the other process for ever; and DuckDB, which
    # reads Parquet, has threads that Python does not count and that the other process would wait for in vain.
    has_threads = threading.active_count() > 1 or "duckdb" in sys.modules
    return sys.platform == "linux" and not has_threads and len(os.sched_getaffinity(0)) > 1


def _serve(items: Iterator[object], report: Report, theirs: Connection, pipe: Connection) -> None:
    """All that the child does; it ends without a word when its parent has gone."""
    # Ctrl-C reaches the whole process group, and only the parent decides what it means.
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    theirs.close()
    problem: str | None = None
    size = _FIRST_BATCH
    with suppress(BrokenPipeError):
        try:
            while batch := list(itertools.islice(items, size)):
                pipe.send(batch)
                size = min(2 * size, _BATCH)
        except UsageError as error:
            problem = str(error)
        pipe.send((report, problem))


def _items_from(pipe: Connection, report: Report, source: str) -> Iterator[Any]:
    try:
        while isinstance(message := pipe.recv(), list):
            yield from message
    except (EOFError, OSError):
        raise TransientError(
            f"the process that reads {source} died, perhaps for want of memory; what was done is kept: "
            "run the same command again"
        ) from None
    made, problem = message
    for one in fields(Report):
        setattr(report, one.name, getattr(made, one.name))
    if problem is not None:
        raise UsageError(problem)
