"""Rows on their way into a join: each as JSON beside the id it is joined by, in a file that DuckDB reads quickly."""

import itertools
import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from triptych.catalog._database import quote_path
from triptych.catalog._fields import Matcher
from triptych.catalog._report import Report, RowProblem, show
from triptych.catalog.formats import BadRow, File, Row, read_rows
from triptych.catalog.formats._files import too_long
from triptych.catalog.tables._queries import read_key, read_query
from triptych.catalog.tables._scans import SCANNED
from triptych.catalog.values._cells import WrongValue, kind_of
from triptych.errors import UsageError

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
                    skip(RowProblem(file.name, row.line, "", too_long("row")))
                    continue
                spool.write(f"{next(numbers)}\t{place}\t{row.line}\t{key}\t{payload}\n")


def _expect_column(file: File, field: str, fields: Mapping[str, Any], row: Row, matcher: Matcher) -> None:
    """UsageError where a table has no column for a field; a line of JSON may lack it alone."""
    if field not in fields and file.suffix in SCANNED:
        raise UsageError(f"{file.name} {matcher.no_column(field, row.content)}")


def _usable_rows(file: File, skip: Callable[[RowProblem], None]) -> Iterator[Row]:
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
