"""Tables become shortlists, or products with their reviews, one at a time: the catalogue is never held.

SQL puts products and reviews in the order of the shortlists that ask for them, spilling to disk; a walk through both
makes the records.
"""

import heapq
import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import duckdb

from triptych.catalog._database import Connection, Workspace, explain_error, open_workspace
from triptych.catalog._fields import Matcher, note_unused
from triptych.catalog._kinds import check_size
from triptych.catalog._products import Fields, ProductMaker, ReviewList
from triptych.catalog._report import Draft, ReadOptions, Report, RowProblem
from triptych.catalog.formats import File, csv_table
from triptych.catalog.formats._files import read_json
from triptych.catalog.tables._spool import (
    KEYED_COLUMNS,
    QUERY_COLUMNS,
    REVIEW_FIELDS,
    SCANNED,
    scan_csv,
    scan_parquet,
    scan_sql,
    spool_products,
    spool_queries,
    spool_reviews,
)
from triptych.errors import UsageError
from triptych.records import Product, Shortlist

_ROWS_AT_ONCE = 64

_NO_QUERIES = (
    "SELECT " + ", ".join(f"CAST(NULL AS {kind}) AS {name}" for name, kind in QUERY_COLUMNS.items()) + " WHERE false"
)
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
_REPEATED = "SELECT p.file, p.line, p.key FROM products p JOIN kept k USING (key) WHERE p.n <> k.n ORDER BY p.n"
_REVIEWS_IN_ORDER = """
SELECT a.q, a.place, r.* EXCLUDE (key)
FROM ({reviews}) r
LEFT JOIN asked a ON a.product_id = r.key
WHERE a.q IS NOT NULL OR r.key IS NULL
ORDER BY a.q NULLS FIRST, a.place, r.file, r.line
"""
_STRAYS = """
WITH strays AS (
    SELECT key, count(*) AS reviews FROM ({reviews})
    WHERE key IS NOT NULL AND key NOT IN (SELECT key FROM known) GROUP BY key
)
SELECT sum(reviews)::BIGINT, count(*), list(key ORDER BY reviews DESC, key)[:3] FROM strays
"""


@dataclass(frozen=True, slots=True)
class TableFiles:
    """The files of each table."""

    products: list[File]
    reviews: list[File]
    queries: list[File]


class ProductRow(NamedTuple):
    """A product where a shortlist asks for it; without queries, each product once."""

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


class ReviewRow(NamedTuple):
    """A review where a shortlist asks for its product; first come those that name no product."""

    q: int | None
    place: int | None
    file: int
    line: int
    fields: Mapping[str, Any]


class StrayReviews(NamedTuple):
    """Reviews of products that no row of the products has."""

    reviews: int
    """How many."""
    products: int
    """Of how many ids."""
    examples: tuple[str, ...]
    """The ids that have most of them."""


class Join:
    """The tables of one catalogue, ready to be walked through."""

    def __init__(self, workspace: Workspace, files: TableFiles, mapping: Mapping[str, str], report: Report) -> None:
        self._connection = workspace.connection
        self._folder = workspace.folder
        self._files = files
        self._report = report
        self._review_tables: list[str] = []
        self._product_ids = Matcher("product", mapping, Report())
        self._queries = Matcher("query", mapping, report, "queries: ")
        self._reviews = Matcher("review", mapping, report, "reviews: ")
        if files.queries:
            self._create_queries()
            self._create("asked", _ASKED)
            self._create_products("WHERE key IN (SELECT product_id FROM asked)")
        else:
            self._create("queries", _NO_QUERIES)
            self._create_products("")
            self._create("asked", _EVERY_PRODUCT)

    @property
    def mapped_seen(self) -> set[str]:
        """The columns named with `--map` that are there."""
        return self._product_ids.mapped_seen | self._queries.mapped_seen | self._reviews.mapped_seen

    def repeated_products(self) -> Iterator[tuple[int, int, str]]:
        """File, line and id of each product row whose id an earlier row has."""
        return self._rows(_REPEATED)

    def products(self) -> Iterator[ProductRow]:
        """The products in the order they are asked for."""
        return map(ProductRow._make, self._rows(_PRODUCTS_IN_ORDER))

    def reviews(self) -> Iterator[ReviewRow]:
        """The reviews in the order of the products."""
        straight = {place: file for place, file in enumerate(self._files.reviews) if file.suffix in SCANNED}
        careful = {place: file for place, file in enumerate(self._files.reviews) if place not in straight}
        try:
            return self._reviews_from(straight, careful)
        except duckdb.OutOfMemoryException:
            raise
        except duckdb.Error:
            # Some CSV is malformed. Read row by row it gives its good rows and the problems of the others.
            tables = {place: file for place, file in straight.items() if file.suffix in csv_table.SUFFIXES}
            if not tables:
                raise
            rest = {place: file for place, file in straight.items() if place not in tables}
            return self._reviews_from(rest, careful | tables)

    def stray_reviews(self) -> StrayReviews:
        """The reviews whose product is unknown; asked once `reviews` has been."""
        tables = " UNION ALL ".join(f"SELECT key FROM ({table})" for table in self._review_tables)
        reviews, products, examples = next(self._rows(_STRAYS.format(reviews=tables)))
        return StrayReviews(reviews or 0, products, tuple(examples or ()))

    def _create(self, table: str, sql: str) -> None:
        self._connection.execute(f"CREATE TABLE {table} AS {sql}")

    def _create_queries(self) -> None:
        spool = self._folder / "queries.tsv"
        spool_queries(self._files.queries, self._queries, spool, self._report)
        self._create("queries", f"SELECT * FROM {scan_sql(spool, QUERY_COLUMNS)}")

    def _create_products(self, wanted: str) -> None:
        spool = self._folder / "products.tsv"
        spool_products(self._files.products, self._product_ids, spool, self._report)
        self._create("products", f"SELECT * FROM {scan_sql(spool, KEYED_COLUMNS)} {wanted}")
        self._create("kept", "SELECT key, min(n) AS n FROM products GROUP BY key")
        if self._files.reviews and wanted:
            self._create("known", f"SELECT DISTINCT key FROM {scan_sql(spool, KEYED_COLUMNS)}")
        else:
            self._create("known", "SELECT key FROM kept")

    def _reviews_from(self, straight: Mapping[int, File], careful: Mapping[int, File]) -> Iterator[ReviewRow]:
        streams: list[Iterator[ReviewRow]] = []
        self._review_tables = []
        if straight:
            scans = [self._scan(place, file) for place, file in straight.items()]
            rows = self._rows(_REVIEWS_IN_ORDER.format(reviews=" UNION ALL ".join(scans)))
            streams.append(map(_scanned_review, rows))
            self._review_tables += scans
        if careful:
            spool = self._folder / "reviews.tsv"
            spool_reviews(careful, self._reviews, spool, self._report)
            table = f"SELECT file, line, key, payload FROM {scan_sql(spool, KEYED_COLUMNS)}"
            streams.append(map(_spooled_review, self._rows(_REVIEWS_IN_ORDER.format(reviews=table))))
            self._review_tables.append(table)
        return streams[0] if len(streams) == 1 else heapq.merge(*streams, key=_review_order)

    def _scan(self, place: int, file: File) -> str:
        if file.suffix in csv_table.SUFFIXES:
            return scan_csv(place, file, self._reviews)
        return scan_parquet(place, file, self._reviews, self._connection)

    def _rows(self, sql: str) -> Iterator[tuple[Any, ...]]:
        """The rows of a query; the first are fetched at once, so that errors show at once."""
        cursor = self._connection.cursor()
        try:
            rows = cursor.execute(sql).fetchmany(_ROWS_AT_ONCE)
        except duckdb.OutOfMemoryException:
            cursor.execute("SET threads = 1")  # each thread holds blocks of its own
            rows = cursor.execute(sql).fetchmany(_ROWS_AT_ONCE)
        return _remaining_rows(cursor, rows)


def _remaining_rows(cursor: Connection, rows: list[Any]) -> Iterator[tuple[Any, ...]]:
    while rows:
        yield from rows
        rows = cursor.fetchmany(_ROWS_AT_ONCE)
    cursor.close()


def _scanned_review(row: tuple[Any, ...]) -> ReviewRow:
    q, place, file, line, *values = row
    return ReviewRow(q, place, file, line, dict(zip(REVIEW_FIELDS, values, strict=True)))


def _spooled_review(row: tuple[Any, ...]) -> ReviewRow:
    return ReviewRow(row[0], row[1], row[2], row[3], read_json(row[4]))


def _review_order(row: ReviewRow) -> tuple[int, int, int, int]:
    return (row.q or 0, row.place or 0, row.file, row.line)


def join_tables(
    files: TableFiles, options: ReadOptions, report: Report
) -> Iterator[tuple[Draft, Shortlist | Product | None]]:
    """Each shortlist (without queries: each product) with its draft; None where the draft says why there is none."""
    try:
        with open_workspace(options.table_memory_megabytes) as workspace:
            join = Join(workspace, files, options.mapping, report)
            yield from _Walk(join, files, options, report).records()
    except duckdb.Error as error:
        raise UsageError(f"the tables cannot be joined: {explain_error(error)}") from error


class _Walk:
    """One walk through products and reviews side by side."""

    def __init__(self, join: Join, files: TableFiles, options: ReadOptions, report: Report) -> None:
        self._join = join
        self._files = files
        self._mapping = options.mapping
        self._fewest_products = options.fewest_products
        self._report = report
        self._maker = ProductMaker(options.mapping, report, "products: ", has_review_table=bool(files.reviews))
        self._known: set[str] = set()

    def records(self) -> Iterator[tuple[Draft, Shortlist | Product | None]]:
        """Everything that is asked for, in order."""
        self._tell_repeated()
        reviews = _ReviewGroups(self._review_rows())
        for _, group in itertools.groupby(self._join.products(), key=lambda row: row.q):
            rows = list(group)
            yield self._shortlist(rows, reviews) if self._files.queries else self._product_alone(rows[0], reviews)
        note_unused(self._mapping, self._join.mapped_seen | self._maker.matcher.mapped_seen, self._report)

    def _shortlist(self, rows: list[ProductRow], reviews: "_ReviewGroups") -> tuple[Draft, Shortlist | None]:
        first = rows[0]
        draft = Draft(self._files.queries[first.query_file or 0].name, first.query_line, self._report)
        products: list[Fields | None] = []
        for row in rows:
            made, fields = self._product(row, reviews)
            for problem in made.problems[:1]:
                draft.wrong("product_id", f"product {row.product_id!r} cannot be used ({problem})")
            products.append(fields)
        check_size(products, draft, self._fewest_products)
        fields = {"id": first.query_id, "query": first.query, "products": products}
        return draft, draft.record(Shortlist, fields)

    def _product_alone(self, row: ProductRow, reviews: "_ReviewGroups") -> tuple[Draft, Product | None]:
        draft, fields = self._product(row, reviews)
        return draft, draft.record(Product, fields or {})

    def _product(self, row: ProductRow, reviews: "_ReviewGroups") -> tuple[Draft, Fields | None]:
        """A product's fields with its reviews, and the draft that says what is wrong with them."""
        # Problems of a product are reported once, however many shortlists it is in.
        report = Report() if row.product_id in self._known else self._report
        self._known.add(row.product_id)
        if row.payload is None or row.file is None:
            draft = Draft("the products", None, report)
            draft.wrong("", "no row has this id")
            return draft, None
        draft = Draft(self._files.products[row.file].name, row.line, report)
        fields = self._maker.product(read_json(row.payload), "", draft)
        if fields is not None and self._files.reviews:
            usable = ReviewList(report, self._problem_at)
            for review in reviews.of(row):
                usable.add(review.fields, review)
            fields["reviews"] = usable.finish()
        return draft, fields

    def _review_rows(self) -> Iterator[ReviewRow]:
        """The reviews that name a product; those that name none are reported."""
        if not self._files.reviews:
            return
        for row in self._join.reviews():
            if row.q is None:
                self._report.skip_review(self._problem_at(row, "product_id", "is missing"))
            else:
                yield row
        self._tell_strays()

    def _tell_strays(self) -> None:
        strays = self._join.stray_reviews()
        if strays.reviews:
            some = ", ".join(map(repr, strays.examples)) + (", …" if strays.products > len(strays.examples) else "")
            count = f"{strays.reviews:,} {'review is' if strays.reviews == 1 else 'reviews are'}"
            self._report.note(f"{count} of products that are not among the products, left out: {some}")

    def _problem_at(self, row: ReviewRow, field: str, message: str) -> RowProblem:
        return RowProblem(self._files.reviews[row.file].name, row.line, field, message)

    def _tell_repeated(self) -> None:
        for file, line, key in self._join.repeated_products():
            self._report.rows += 1
            problem = RowProblem(
                self._files.products[file].name, line, "id", f"{key!r} is the id of an earlier product"
            )
            self._report.skip_row([problem])


class _ReviewGroups:
    """The reviews of each product in the order the products are asked for, taken as one goes along."""

    def __init__(self, rows: Iterator[ReviewRow]) -> None:
        self._groups = itertools.groupby(rows, key=lambda row: (row.q, row.place))
        self._head = next(self._groups, None)

    def of(self, product: ProductRow) -> Iterator[ReviewRow]:
        """The reviews of this product; those of products that were passed over are passed over too."""
        wanted = (product.q, product.place)
        while self._head is not None and self._head[0] < wanted:
            self._head = next(self._groups, None)
        return self._head[1] if self._head is not None and self._head[0] == wanted else iter(())
