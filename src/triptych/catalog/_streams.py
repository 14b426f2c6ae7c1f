"""Files and tables become streams of records, each with a report that fills while it is read."""

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any, Generic, TypeVar, cast

from pydantic import ValidationError

from triptych.catalog._cells import show
from triptych.catalog._kinds import AnyRecord, Kind, RecordMaker, kind_with, split_raters
from triptych.catalog._report import Draft, Input, ReadOptions, Report, Tables
from triptych.catalog.formats import STDIN, BadRow, File, FileRow, find_files, read_rows
from triptych.errors import UsageError
from triptych.records import Case, Product, Rating, Record, Shortlist

R = TypeVar("R", bound=AnyRecord, covariant=True)
Own = TypeVar("Own", bound=Record)

_ROWS_LOOKED_AT = 100
_KNOWN_KEYS = (
    "Shortlists have query and products; products id and title; cases task, products and text; "
    "ratings case_id, metric, rater and score"
)
_DEFAULTS = ReadOptions()


@dataclass(frozen=True, slots=True)
class Stream(Generic[R]):
    """Records one at a time, to be walked through once; the report is whole when they are through."""

    kind: Kind
    """What the records are."""
    name: str
    """Where they come from, as a message names it."""
    report: Report
    """What was met on the way."""
    records: Iterator[R]
    """The records; a UsageError ends them where the file is wrong, or no row was usable."""

    def __iter__(self) -> Iterator[R]:
        return self.records


def read_shortlists(source: Input, options: ReadOptions = _DEFAULTS) -> Stream[Shortlist]:
    """The shortlists of a file, or those that a table of queries asks for."""
    return cast(Stream[Shortlist], _read("shortlists", source, options))


def read_products(source: Input, options: ReadOptions = _DEFAULTS) -> Stream[Product]:
    """The products of a file, or of tables without queries."""
    return cast(Stream[Product], _read("products", source, options))


def read_cases(source: Input, options: ReadOptions = _DEFAULTS) -> Stream[Case]:
    """The cases of a file."""
    return cast(Stream[Case], _read("cases", source, options))


def read_ratings(source: Input, options: ReadOptions = _DEFAULTS) -> Stream[Rating]:
    """The ratings of a file."""
    return cast(Stream[Rating], _read("ratings", source, options))


def read_any(source: Input, options: ReadOptions = _DEFAULTS) -> Stream[AnyRecord]:
    """The records of a file, of the kind that its keys speak for."""
    return _read(None, source, options)


def reread(source: Input, kind: Kind, options: ReadOptions) -> Stream[Any]:
    """The records of an input once more."""
    return _read(kind, source, options)


def read_records(path: str, kind: type[Own], report: Report) -> Iterator[Own]:
    """Records in the form that Triptych itself writes, such as judgements; wrong rows are reported and left out."""
    file = File.at(path)
    for row in read_rows(file):
        report.rows += 1
        draft = Draft(file.name, row.line, report)
        if isinstance(row, BadRow):
            draft.wrong("", row.message)
        elif (record := draft.record(kind, _with_floats(row.content))) is not None:
            report.good += 1
            yield record
            continue
        report.skip_row(draft.problems)


def read_document(path: str, kind: type[Own], what: str, made_by: str) -> Own:
    """The one record that a JSON file holds; a UsageError says what is wrong with it and which command makes one."""
    try:
        return kind.model_validate_json(Path(path).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"cannot read {what} {path}: {getattr(error, 'strerror', None) or error}") from None
    except ValidationError as error:
        problem = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(map(str, problem["loc"]))
        said = f"{place}: {problem['msg']}" if place else problem["msg"]
        raise UsageError(f"{path} is not {what}: {said}; `{made_by}` makes one") from None


def _with_floats(content: Any) -> Any:
    """A row with its decimals as floats: scores are measured, not money."""
    if isinstance(content, Decimal):
        return float(content)
    if isinstance(content, dict):
        return {key: _with_floats(value) for key, value in content.items()}
    return [_with_floats(value) for value in content] if isinstance(content, list) else content


def case_of(content: Mapping[str, Any]) -> Case:
    """The case a mapping holds, such as a line of cases.jsonl; a UsageError that says what is wrong with it."""
    return cast(Case, record_of(content, "cases"))


def record_of(content: Mapping[str, Any], kind: Kind | None = None, name: str = "this") -> AnyRecord:
    """The record a mapping holds, of the kind that its keys speak for where none is given."""
    report = Report()
    draft = Draft(name, None, report)
    chosen = kind or kind_with(content, {})
    if chosen is None:
        raise UsageError(f"{name} holds nothing we know; {_KNOWN_KEYS}")
    record = RecordMaker(chosen, {}, report).make(content, draft)
    if record is None:
        first = draft.problems[0]
        raise UsageError(
            f"{name} is not a {chosen.removesuffix('s')}: {f'{first.field}: ' if first.field else ''}{first.message}"
        )
    return record


def sniff(source: Input, options: ReadOptions = _DEFAULTS) -> Kind:
    """The kind of rows a file has, by their keys; this consumes standard input."""
    if isinstance(source, Tables):
        return "shortlists" if source.queries else "products"
    file = File.at(source)
    return _kind_of_rows(file, list(itertools.islice(read_rows(file), _ROWS_LOOKED_AT)), options.mapping)


def _read(kind: Kind | None, source: Input, options: ReadOptions) -> Stream[Any]:
    if options.limit is not None and options.limit < 1:
        raise UsageError(f"the limit is {options.limit}; it must be 1 or more")
    report = options.make_report()
    if isinstance(source, Tables):
        return _read_tables(kind, source, options, report)
    file = File.at(source)
    rows = read_rows(file)
    if kind is None:
        first = list(itertools.islice(rows, _ROWS_LOOKED_AT))
        kind = _kind_of_rows(file, first, options.mapping)
        rows = itertools.chain(first, rows)
    if kind == "ratings":
        rows = split_raters(rows, options.mapping, report)
    maker = RecordMaker(kind, options.mapping, report, options.fewest_products)
    drafts = _drafts(file, rows, maker, report)
    return Stream(kind, file.name, report, _take(drafts, file.name, kind, options, report))


def _read_tables(kind: Kind | None, tables: Tables, options: ReadOptions, report: Report) -> Stream[Any]:
    from triptych.catalog.tables._join import TableFiles, join_tables

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
    name = " + ".join(_shown(group) for group in (files.queries, files.products, files.reviews) if group)
    return Stream(made, name, report, _take(join_tables(files, options, report), name, made, options, report))


def _shown(files: list[File]) -> str:
    """The name of the first, and how many there are besides."""
    return files[0].name if len(files) == 1 else f"{files[0].name} and {len(files) - 1} more"


def _drafts(
    file: File, rows: Iterator[FileRow | BadRow], maker: RecordMaker, report: Report
) -> Iterator[tuple[Draft, AnyRecord | None]]:
    """Each row's draft with the record it holds, or None where the draft says why it holds none."""
    for row in rows:
        draft = Draft(file.name, row.line, report)
        if isinstance(row, BadRow):
            draft.wrong("", row.message)
            yield draft, None
        else:
            yield draft, maker.make(row.content, draft)
    maker.note_unused_mapping()


def _take(
    drafts: Iterator[tuple[Draft, AnyRecord | None]], name: str, kind: Kind, options: ReadOptions, report: Report
) -> Iterator[AnyRecord]:
    """The usable records, each id once, up to the limit; what is left out is reported."""
    # Hashes, because ids may be long and there may be millions of them.
    lines: dict[int, int] = {}
    for draft, record in drafts:
        report.rows += 1
        if record is not None and not draft.problems:
            identity = hash(_identity(record))
            if identity in lines:
                draft.wrong(*_repeated(record, lines[identity]))
            else:
                lines[identity] = draft.line or 0
        if record is None or draft.problems:
            report.skip_row(draft.problems)
            continue
        report.good += 1
        yield record
        if report.good == options.limit:
            return
    if not report.good:
        raise UsageError(_nothing_usable(name, kind, report))


def _identity(record: AnyRecord) -> str:
    return f"{record.case_id}\n{record.metric}\n{record.rater}" if isinstance(record, Rating) else record.id


def _repeated(record: AnyRecord, line: int) -> tuple[str, str]:
    """The field and the message for a record whose like came before."""
    if isinstance(record, Rating):
        return "rater", f"{record.rater!r} has rated {record.metric} of {record.case_id!r} before, on line {line}"
    return "id", f"{record.id!r} was the id of line {line} already; ids are unique"


def _nothing_usable(name: str, kind: Kind, report: Report) -> str:
    if not report.rows:
        return f"{name} has no rows"
    rows = "its only row is" if report.rows == 1 else f"all its {report.rows} rows are"
    first = f"; the first problem: {report.problems[0]}" if report.problems else ""
    return f"{name} has no usable {kind}: {rows} wrong{first}"


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
