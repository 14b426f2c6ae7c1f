"""Rows on their way into a join.

Reviews in CSV and Parquet are scanned by DuckDB itself. Other rows are spooled: each as JSON beside the id it is joined
by, in a file that DuckDB reads quickly.
"""

import itertools
import json
import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from triptych.catalog._cells import WrongValue, is_nothing, kind_of, read_id, read_text, show, unpack_json
from triptych.catalog._cleaning import clean_line
from triptych.catalog._database import Connection, quote, quote_name, quote_path
from triptych.catalog._fields import Matcher
from triptych.catalog._report import Report, RowProblem
from triptych.catalog.formats import BadRow, File, FileRow, csv_table, excel_table, parquet_table, read_rows
from triptych.catalog.formats._files import too_long
from triptych.errors import UsageError

SCANNED = (*csv_table.SUFFIXES, *parquet_table.SUFFIXES)
"""Files whose names end so have the same columns in every row."""

REVIEW_FIELDS = ("id", "text", "stars", "title", "date", "verified", "helpful_votes")
"""The columns of a scan after `file`, `line` and `key`; all are text."""

KEYED_COLUMNS = {"n": "BIGINT", "file": "INTEGER", "line": "BIGINT", "key": "VARCHAR", "payload": "VARCHAR"}
QUERY_COLUMNS = {
    "n": "BIGINT",
    "file": "INTEGER",
    "line": "BIGINT",
    "shortlist": "VARCHAR",
    "id": "VARCHAR",
    "query": "VARCHAR",
    "product_id": "VARCHAR",
    "rank": "DOUBLE",
}
_LONGEST_LINE = 32_000_000
_ROOM_FOR_KEYS = 2_000
_ID_BREAKS = re.compile(r"[,;|\n]")


@dataclass(frozen=True, slots=True)
class QueryRow:
    """What one row says."""

    shortlist: str
    """Rows with the same one make one shortlist."""
    id: str | None
    """The query's own id."""
    text: str
    """What the shopper typed, cleaned."""
    product_ids: tuple[str, ...]
    """The products the row names."""
    rank: float | None
    """The place of the row's one product in the shortlist."""


def scan_csv(place: int, file: File, matcher: Matcher) -> str:
    """The SQL for one CSV file; it fails, and says so only when run, where the file is not wholly in order."""
    head = csv_table.read_head(file)
    names = [f"c{number}" for number in range(len(head.header))]
    types = ", ".join(f"'{name}': 'VARCHAR'" for name in names)
    table = (
        f"read_csv({quote_path(file.path)}, columns = {{{types}}}, delim = {quote(head.delimiter)}, quote = '\"', "
        f"escape = '\"', header = true, skip = {head.lines_before}, auto_detect = false, nullstr = '')"
    )
    columns = dict(zip(head.header, names, strict=True))
    fields = _expressions(file, matcher, columns)
    return f"SELECT {place} AS file, row_number() OVER () + {1 + head.lines_before} AS line, {fields} FROM {table}"


def scan_parquet(place: int, file: File, matcher: Matcher, connection: Connection) -> str:
    """The SQL for one Parquet file."""
    table = f"read_parquet({quote_path(file.path)}, file_row_number = true)"
    parquet_table.check_size(file, connection)
    described = connection.execute(f"DESCRIBE SELECT * EXCLUDE (file_row_number) FROM {table}").fetchall()
    columns = {name: _no_longer(_as_text(quote_name(name), kind)) for name, kind, *_ in described}
    fields = _expressions(file, matcher, columns)
    return f"SELECT {place} AS file, file_row_number + 1 AS line, {fields} FROM {table}"


def _expressions(file: File, matcher: Matcher, columns: Mapping[str, str]) -> str:
    """The SQL for the join key and each field, from the columns that hold them."""
    found = matcher.plan(tuple(columns)).fields()
    for needed in ("product_id", "text"):
        if not found.get(needed):
            raise UsageError(f"{file.name} {matcher.no_column(needed, columns)}")
    key = f"nullif(trim({_first_held(found['product_id'], columns)}), '') AS key"
    return ", ".join([key, *(f"{_first_held(found.get(field, ()), columns)} AS {field}" for field in REVIEW_FIELDS)])


def _first_held(keys: Iterable[str], columns: Mapping[str, str]) -> str:
    held = [f"nullif({columns[key]}, '')" for key in keys]
    return f"coalesce({', '.join(held)})" if held else "CAST(NULL AS VARCHAR)"


def _as_text(column: str, kind: str) -> str:
    if kind in ("DOUBLE", "FLOAT"):  # what a whole-number column with gaps often becomes: 12.0 is the id 12
        whole = f"{column} = trunc({column}) AND abs({column}) < 1e18"
        return f"CASE WHEN {whole} THEN CAST(CAST({column} AS BIGINT) AS VARCHAR) ELSE CAST({column} AS VARCHAR) END"
    return f"CAST({column} AS VARCHAR)"


def _no_longer(text: str) -> str:
    """A value, or an error that says it is too long: hundreds of rows are fetched together."""
    return f"CASE WHEN strlen({text}) > {_LONGEST_LINE} THEN error({quote(too_long('row', _LONGEST_LINE))}) ELSE {text} END"


def scan_sql(path: Path, columns: dict[str, str]) -> str:
    """The SQL that reads a spool."""
    types = ", ".join(f"'{name}': '{kind}'" for name, kind in columns.items())
    return (
        f"read_csv({quote_path(path)}, columns = {{{types}}}, delim = '\t', quote = '', escape = '', header = false, "
        f"auto_detect = false, nullstr = '', max_line_size = {_LONGEST_LINE}, buffer_size = {_LONGEST_LINE})"
    )


def spool_products(files: list[File], matcher: Matcher, path: Path, report: Report) -> None:
    """Write the products' rows as they are, each with its id."""
    numbered = dict(enumerate(files))
    _spool_keyed(numbered, "id", matcher, path, lambda problem: _skip_row(problem, report), lambda row, _: row)


def spool_reviews(files: Mapping[int, File], matcher: Matcher, path: Path, report: Report) -> None:
    """Write the reviews' fields under our names, each with its product's id."""
    _spool_keyed(files, "product_id", matcher, path, report.skip_review, lambda _, fields: fields)


def spool_queries(files: list[File], matcher: Matcher, path: Path, report: Report) -> None:
    """Write one line for each product of each query, with the name of the shortlist it is in."""
    numbers = itertools.count(1)

    def skip(problem: RowProblem) -> None:
        _skip_row(problem, report)

    with path.open("w", encoding="utf-8", newline="\n") as spool:
        for place, file in enumerate(files):
            for row in _usable_rows(file, skip):
                fields = matcher.fields_of(row.content)
                _expect_column(file, "query", fields, row, matcher)
                try:
                    query = read_query(fields, f"{place}:{row.line}", report.cleaned)
                except WrongValue as error:
                    skip(RowProblem(file.name, row.line, error.field, str(error)))
                    continue
                what = f"{query.shortlist}\t{query.id or ''}\t{query.text}"
                for key in query.product_ids:
                    rank = "" if query.rank is None else query.rank
                    spool.write(f"{next(numbers)}\t{place}\t{row.line}\t{what}\t{key}\t{rank}\n")


def _spool_keyed(
    files: Mapping[int, File],
    key_field: str,
    matcher: Matcher,
    path: Path,
    skip: Callable[[RowProblem], None],
    choose: Callable[[Any, Mapping[str, Any]], Any],
) -> None:
    numbers = itertools.count(1)
    with path.open("w", encoding="utf-8", newline="\n") as spool:
        for place, file in files.items():
            for row in _usable_rows(file, skip):
                fields = matcher.fields_of(row.content)
                _expect_column(file, key_field, fields, row, matcher)
                try:
                    key = read_key(fields.get(key_field), key_field)
                except WrongValue as error:
                    skip(RowProblem(file.name, row.line, error.field, str(error)))
                    continue
                payload = json.dumps(choose(row.content, fields), default=str)
                if len(payload) > _LONGEST_LINE - _ROOM_FOR_KEYS:
                    skip(RowProblem(file.name, row.line, "", too_long("row", _LONGEST_LINE)))
                    continue
                spool.write(f"{next(numbers)}\t{place}\t{row.line}\t{key}\t{payload}\n")


def _expect_column(file: File, field: str, fields: Mapping[str, Any], row: FileRow, matcher: Matcher) -> None:
    """UsageError where a table has no column for a field; a line of JSON may lack it alone."""
    if field not in fields and file.suffix in (*SCANNED, *excel_table.SUFFIXES):
        raise UsageError(f"{file.name} {matcher.no_column(field, row.content)}")


def _usable_rows(file: File, skip: Callable[[RowProblem], None]) -> Iterator[FileRow]:
    for row in read_rows(file):
        if isinstance(row, BadRow):
            skip(RowProblem(file.name, row.line, "", row.message))
        elif not isinstance(row.content, Mapping):
            found = f"{show(row.content)} is {kind_of(row.content)}"
            skip(RowProblem(file.name, row.line, "", f"{found}; a row is an object"))
        else:
            yield row


def _skip_row(problem: RowProblem, report: Report) -> None:
    report.rows += 1
    report.skip_row([problem])


def read_query(fields: Mapping[str, Any], row_name: str, counts: Counter[str]) -> QueryRow:
    """The row under our field names as a query; WrongValue names the field that is wrong."""
    name = None if is_nothing(fields.get("query_id")) else read_key(fields["query_id"], "query_id")
    try:
        text = clean_line(read_text(fields.get("query") or ""), "query", counts)
    except WrongValue as error:
        raise WrongValue(str(error), "query") from None
    if not text:
        raise WrongValue("is missing or empty; write what the shopper typed", "query")
    if is_nothing(fields.get("product_ids")):
        product = read_key(fields.get("product_id"), "product_id")
        return QueryRow(f"id {name}" if name else f"query {text}", name, text, (product,), _rank(fields.get("rank")))
    products = tuple(read_key(given, "product_ids") for given in _listed(fields["product_ids"]))
    return QueryRow(f"row {row_name}", name, text, products, None)


def read_key(given: Any, field: str) -> str:
    """An id by which tables are joined."""
    try:
        key = read_id(given)
    except WrongValue as error:
        raise WrongValue(str(error), field) from None
    if key is None:
        raise WrongValue("is missing", field)
    if not key.isprintable():
        raise WrongValue(f"{show(key)} cannot be an id; an id has visible characters only", field)
    return key


def _listed(given: Any) -> list[Any]:
    """Product ids, from a list, from JSON, or from text with commas, semicolons, bars or line breaks between them."""
    given = unpack_json(given)
    if isinstance(given, str):
        given = [part.strip("'\" ") for part in _ID_BREAKS.split(given.strip("[]() "))]
    if not isinstance(given, (list, tuple)):
        raise WrongValue(f"{show(given)} is {kind_of(given)}; a list of product ids is needed", "product_ids")
    if not given:
        raise WrongValue("is empty; a list of product ids is needed", "product_ids")
    return list(given)


def _rank(given: Any) -> float | None:
    try:
        rank = None if is_nothing(given) else float(given)
    except (TypeError, ValueError, OverflowError):
        raise WrongValue(f"{show(given)} is not a number", "rank") from None
    return rank if rank is not None and math.isfinite(rank) else None
