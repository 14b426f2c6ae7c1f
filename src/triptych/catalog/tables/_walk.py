"""Tables become shortlists, or products with their reviews, one at a time: the catalogue is never held."""

import itertools
from collections.abc import Iterator

import duckdb

from triptych.catalog._database import explain_error, open_workspace
from triptych.catalog._fields import note_unused
from triptych.catalog._kinds import check_size
from triptych.catalog._products import Fields, ProductMaker, ReviewList
from triptych.catalog._report import Draft, ReadOptions, Report, RowProblem
from triptych.catalog.formats._files import read_json
from triptych.catalog.tables._join import Join, ProductRow, ReviewRow, TableFiles
from triptych.errors import UsageError
from triptych.records import Product, Shortlist


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
