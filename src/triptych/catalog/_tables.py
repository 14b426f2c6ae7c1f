"""Tables become shortlists, or products with their reviews, one at a time: the catalogue is never held.

Rows are spooled into files that DuckDB reads quickly, each as JSON beside the id it is joined by. SQL puts products and
reviews in the order of the shortlists that ask for them, spilling to disk; a walk through them makes the records.
"""

import heapq
import itertools
import json
import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import duckdb

from triptych.catalog._cells import clean, is_nothing, not_that, read_id, read_text, show, unpack_json
from triptych.catalog._records import Fields, ProductMaker, check_size, usable_reviews
from triptych.catalog._rows import Draft, Matcher, Report, RowProblem, drafts_of, note_unused
from triptych.catalog.formats import File, csv_table, excel_table, parquet_table, read_rows
from triptych.catalog.formats._files import read_json, too_long
from triptych.catalog.formats.parquet_table import Connection, explain_error, open_database, quote_path
from triptych.errors import UsageError
from triptych.records import Product, Shortlist

_ROWS_AT_ONCE = 64
_LONGEST_LINE = 32_000_000
_LEAST_BUFFER = 1_000_000
_ROOM_FOR_KEYS = 2_000
_WITH_HEADER = (*csv_table.SUFFIXES, *parquet_table.SUFFIXES, *excel_table.SUFFIXES)
_JSON = json.JSONEncoder(default=str)
_KEYED = {"n": "BIGINT", "file": "INTEGER", "line": "BIGINT", "key": "VARCHAR", "payload": "VARCHAR"}
_ASKING = {"n": "BIGINT", "file": "INTEGER", "line": "BIGINT", "shortlist": "VARCHAR", "id": "VARCHAR"}
_ASKING |= {"query": "VARCHAR", "product_id": "VARCHAR", "rank": "DOUBLE"}
_ASKED = """
SELECT min(n) OVER (PARTITION BY shortlist) AS q,
       row_number() OVER (PARTITION BY shortlist ORDER BY rank NULLS LAST, n) AS place,
       product_id
FROM queries
"""
_EVERY_PRODUCT = "SELECT n AS q, 1 AS place, key AS product_id FROM kept"
_PRODUCTS_IN_ORDER = """
SELECT a.q, a.place, a.product_id, p.file, p.line, p.payload, q.file, q.line, q.id, q.query
FROM asked a
LEFT JOIN (SELECT products.* FROM products JOIN kept USING (n)) p ON p.key = a.product_id
LEFT JOIN queries q ON q.n = a.q
ORDER BY a.q, a.place
"""
_REVIEWS_IN_ORDER = """
SELECT a.q, a.place, a.product_id, r.file, r.line, r.payload, NULL, NULL, NULL, NULL
FROM reviews r JOIN asked a ON a.product_id = r.key
ORDER BY a.q, a.place, r.file, r.line
"""
_REPEATED = "SELECT p.file, p.line, p.key FROM products p JOIN kept k USING (key) WHERE p.n <> k.n ORDER BY p.n"
_STRAYS = """
WITH strays AS (SELECT key, count(*) AS reviews FROM reviews WHERE key NOT IN (SELECT key FROM known) GROUP BY key)
SELECT coalesce(sum(reviews), 0)::BIGINT, count(*), list(key ORDER BY reviews DESC, key)[:3] FROM strays
"""


class TableFiles(NamedTuple):
    """The files of each table."""

    products: list[File]
    reviews: list[File]
    queries: list[File]


class JoinedRow(NamedTuple):
    """A product where a shortlist asks for it (without queries: each product once), or one of its reviews behind it."""

    q: int
    """The shortlist."""
    place: int
    """Where in it."""
    product_id: str
    file: int | None
    """None where no row of the products has the id."""
    line: int | None
    payload: str | None
    query_file: int | None
    """None where there are no queries."""
    query_line: int | None
    query_id: str | None
    query: str | None


def join_tables(files: TableFiles, report: Report) -> Iterator[tuple[Draft, Shortlist | Product | None]]:
    """Each shortlist (without queries: each product) with its draft; None where the draft says why there is none."""
    memory = report.options.table_memory_megabytes
    try:
        with TemporaryDirectory(prefix="triptych-") as folder, open_database(folder, memory) as connection:
            yield from _Join(connection, Path(folder), files, report).records()
    except duckdb.Error as error:
        raise UsageError(f"the tables cannot be joined: {explain_error(error)}") from error


class _Join:
    """One walk through products, each with its reviews behind it."""

    def __init__(self, connection: Connection, folder: Path, files: TableFiles, report: Report) -> None:
        self._connection = connection
        self._folder = folder
        self._files = files
        self._report = report
        self._maker = ProductMaker(report, "products: ", has_review_table=bool(files.reviews))
        mapping = report.options.mapping
        self._matchers = (
            Matcher("product", mapping, Report()),
            Matcher("query", mapping, report, "queries: "),
            Matcher("review", mapping, report, "reviews: "),
        )
        self._met: set[str] = set()

    def records(self) -> Iterator[tuple[Draft, Shortlist | Product | None]]:
        """Everything that is asked for, in order."""
        self._load()
        for file, line, key in self._rows(_REPEATED):
            message = f"{key!r} is the id of an earlier product"
            self._skip_row(RowProblem(self._files.products[file].name, line, "id", message))
        both = (map(JoinedRow._make, self._rows(sql)) for sql in (_PRODUCTS_IN_ORDER, _REVIEWS_IN_ORDER))
        # Of rows with the same key, those of the first come first.
        rows = heapq.merge(*both, key=lambda row: (row.q, row.place))
        for _, asked in itertools.groupby(rows, key=lambda row: row.q):
            if self._files.queries:
                yield self._shortlist(asked)
            else:
                _, draft, fields = self._product(asked)
                yield draft, draft.record(Product, fields or {})
        if self._files.reviews:
            self._tell_strays()
        note_unused((*self._matchers, self._maker.matcher), self._report)

    def _load(self) -> None:
        """Bring all rows into the database; wrong ones are reported."""
        products, queries, reviews = self._matchers
        asking = query_rows(self._files.queries, queries, self._skip_row, self._report.cleaned)
        self._create("TABLE queries", f"FROM {self._spool('queries', _ASKING, asking)}")
        listed = keyed_rows(self._files.products, ("id",), products, self._skip_row)
        self._create("VIEW known", f"FROM {self._spool('products', _KEYED, listed)}")
        wanted = "WHERE key IN (SELECT product_id FROM queries)" if self._files.queries else ""
        self._create("TABLE products", f"FROM known {wanted}")
        self._create("TABLE kept", "SELECT key, min(n) AS n FROM products GROUP BY key")
        self._create("TABLE asked", _ASKED if self._files.queries else _EVERY_PRODUCT)
        said = keyed_rows(self._files.reviews, ("product_id", "text"), reviews, self._report.skip_review)
        self._create("TABLE reviews", f"FROM {self._spool('reviews', _KEYED, said)}")

    def _spool(self, name: str, columns: Mapping[str, str], rows: Iterable[tuple[object, ...]]) -> str:
        """The SQL that reads these rows, which are written to a file first."""
        path, longest = self._folder / f"{name}.tsv", _LEAST_BUFFER
        with path.open("wb") as file:
            for row in rows:
                longest = max(longest, file.write(("\t".join(map(str, row)) + "\n").encode()))
        types = ", ".join(f"'{column}': '{kind}'" for column, kind in columns.items())
        return (
            f"read_csv({quote_path(path)}, columns = {{{types}}}, delim = '\t', quote = '', escape = '', "
            "header = false, auto_detect = false, nullstr = '', "
            f"max_line_size = {longest}, buffer_size = {2 * longest})"
        )

    def _create(self, what: str, sql: str) -> None:
        self._connection.execute(f"CREATE {what} AS {sql}")

    def _rows(self, sql: str) -> Iterator[tuple[Any, ...]]:
        cursor = self._connection.cursor()
        try:
            rows = cursor.execute(sql).fetchmany(_ROWS_AT_ONCE)
        except duckdb.OutOfMemoryException:
            cursor.execute("SET threads = 1")  # each thread holds blocks of its own
            rows = cursor.execute(sql).fetchmany(_ROWS_AT_ONCE)
        while rows:
            yield from rows
            rows = cursor.fetchmany(_ROWS_AT_ONCE)
        cursor.close()

    def _shortlist(self, asked: Iterator[JoinedRow]) -> tuple[Draft, Shortlist | None]:
        products: list[Fields | None] = []
        unusable: list[str] = []
        for _, rows in itertools.groupby(asked, key=lambda row: row.place):
            row, made, fields = self._product(rows)
            unusable += [f"product {row.product_id!r} cannot be used ({problem})" for problem in made.problems[:1]]
            products.append(fields)
        # Every product of a shortlist comes with its query.
        draft = Draft(self._files.queries[row.query_file or 0].name, row.query_line, self._report)
        for message in unusable:
            draft.wrong("product_id", message)
        check_size(products, draft)
        fields = {"id": row.query_id, "query": row.query, "products": products}
        return draft, draft.record(Shortlist, fields)

    def _product(self, rows: Iterator[JoinedRow]) -> tuple[JoinedRow, Draft, Fields | None]:
        """A product's row, the draft that says what is wrong with it, and its fields with its reviews."""
        row = next(rows)
        # Problems of a product are reported once, however many shortlists it is in.
        report = Report() if row.product_id in self._met else self._report
        self._met.add(row.product_id)
        if row.payload is None or row.file is None:
            draft = Draft("the products", None, report)
            draft.wrong("", "no row has this id")
            return row, draft, None
        draft = Draft(self._files.products[row.file].name, row.line, report)
        fields = self._maker.product(read_json(row.payload), "", draft)
        if fields is not None and self._files.reviews:
            names = [file.name for file in self._files.reviews]
            given = ((read_json(one.payload or ""), (names[one.file or 0], one.line, "")) for one in rows)
            fields["reviews"] = usable_reviews(given, report)
        return row, draft, fields

    def _tell_strays(self) -> None:
        """Say how many reviews are of products that no row of the products has."""
        [(reviews, products, examples)] = self._rows(_STRAYS)
        if reviews:
            some = ", ".join(map(repr, examples)) + (", …" if products > len(examples) else "")
            count = f"{reviews:,} {'review is' if reviews == 1 else 'reviews are'}"
            self._report.note(f"{count} of products that are not among the products, left out: {some}")

    def _skip_row(self, problem: RowProblem) -> None:
        self._report.rows += 1
        self._report.skip_row([problem])


_UsableRow = tuple[int, Draft, Mapping[str, Any], Mapping[str, Any]]
"""The number of a row's file, its draft, its content, and that under our field names."""
Skip = Callable[[RowProblem], None]


def _usable_rows(files: list[File], needed: tuple[str, ...], matcher: Matcher, skip: Skip) -> Iterator[_UsableRow]:
    """The rows of some files; UsageError for a table without a column it needs, which a line of JSON may lack alone."""
    for place, file in enumerate(files):
        for draft, content in drafts_of(read_rows(file), file.name, Report()):
            if isinstance(content, Mapping):
                fields = matcher.fields_of(content)
                missing = next((field for field in needed if field not in fields), None)
                if missing and file.suffix in _WITH_HEADER:
                    raise UsageError(f"{file.name} {matcher.no_column(missing, content)}")
                yield place, draft, content, fields
            elif not draft.problems:
                draft.wrong("", not_that(content, "a row is an object"))
            for problem in draft.problems[:1]:
                skip(problem)


def keyed_rows(
    files: list[File], needed: tuple[str, ...], matcher: Matcher, skip: Skip
) -> Iterator[tuple[int, int, int | None, str, str]]:
    """Number, file, line, id and content of each row; the first field that is needed holds the id."""
    numbers = itertools.count(1)
    for place, draft, content, fields in _usable_rows(files, needed, matcher, skip):
        key = _key(needed[0], fields, draft)
        payload = _JSON.encode(content if needed == ("id",) else fields)
        if len(payload) > _LONGEST_LINE - _ROOM_FOR_KEYS:
            draft.wrong("", too_long("row", _LONGEST_LINE))
        if not draft.problems:
            yield next(numbers), place, draft.line, key, payload


def query_rows(
    files: list[File], matcher: Matcher, skip: Skip, counts: Counter[str]
) -> Iterator[tuple[int, int, int | None, str, str, str, str, object]]:
    """A row for each product of each query, with the name of the shortlist it is in."""
    numbers = itertools.count(1)
    for place, draft, _, fields in _usable_rows(files, ("query",), matcher, skip):
        name = "" if is_nothing(fields.get("query_id")) else _key("query_id", fields, draft)
        text = draft.read("query", _read_words, fields.get("query") or "", counts) or ""
        listed = fields.get("product_ids")
        is_list = not is_nothing(listed)
        ids = draft.read("product_ids", _listed, listed) if is_list else [_key("product_id", fields, draft)]
        rank = draft.read("rank", _rank, fields.get("rank"))
        shortlist = f"row {place}:{draft.line}" if is_list else f"id {name}" if name else f"query {text}"
        for key in (not draft.problems and ids) or ():
            yield next(numbers), place, draft.line, shortlist, name, text, key, "" if is_list or rank is None else rank


def _read_words(given: Any, counts: Counter[str]) -> str:
    """The words of a query."""
    text = clean(read_text(given), "query", counts)
    if not text:
        raise UsageError("is missing or empty; write what the shopper typed")
    return text


def _key(field: str, fields: Mapping[str, Any], draft: Draft) -> str:
    """The id that a field holds; empty where the draft says why it holds none."""
    given = fields.get(field)
    return draft.read(field, _read_key, "" if given is None else given) or ""


def _read_key(given: Any) -> str:
    """An id by which tables are joined."""
    key = read_id(given)
    if key is None:
        raise UsageError("is missing")
    return key


def _listed(given: Any) -> list[str]:
    """Product ids, from a list, from JSON, or from text with commas, semicolons, bars or line breaks between them."""
    given = unpack_json(given)
    if isinstance(given, str):
        given = [part.strip("'\" ") for part in re.split(r"[,;|\n]", given.strip("[]() "))]
    if not isinstance(given, (list, tuple)):
        raise UsageError(not_that(given, "a list of product ids is needed"))
    if not given:
        raise UsageError("is empty; a list of product ids is needed")
    return list(map(_read_key, given))


def _rank(given: Any) -> float | None:
    """A rank; None for none."""
    try:
        rank = math.nan if is_nothing(given) else float(given)
    except (TypeError, ValueError, OverflowError):
        raise UsageError(f"{show(given)} is not a number") from None
    return rank if math.isfinite(rank) else None
