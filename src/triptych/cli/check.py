"""Validate shortlists, products, cases or ratings, and do nothing else."""

from collections import Counter
from collections.abc import Iterator
from typing import Annotated

import typer

from triptych.catalog import AnyRecord, Input, ReadOptions, Report, Stream, choose_input, read_any
from triptych.cli import _options as opts
from triptych.cli._output import complain, is_terminal, report_lines, show_table
from triptych.errors import UsageError
from triptych.records import Case, Product

_PROBLEMS_SHOWN = 20
_FILES = "JSON Lines, JSON, CSV or Parquet, also .gz; `-` is standard input."
_ALL = f"List every problem, not only the first {_PROBLEMS_SHOWN}."
_PRODUCT_FIELDS = (
    *("description", "key_features", "specifications", "base_price", "final_price", "currency"),
    *("average_rating", "rating_count", "category", "reviews"),
)


def command(
    files: Annotated[list[str] | None, opts.argument("FILE...", _FILES)] = None,
    products: opts.Products = None,
    reviews: opts.Reviews = None,
    queries: opts.Queries = None,
    mapping: opts.Map = None,
    limit: opts.Limit = None,
    strict: opts.Strict = False,
    show_all: Annotated[bool, opts.option(None, _ALL, "-v", "--verbose", "--all")] = False,
    quiet: opts.Quiet = False,
) -> None:
    """Validate shortlists, products, cases or ratings, and do nothing else.

    Says for each file what it holds (its keys show it), how many rows are good, which are skipped and why, what was
    cleaned, which keys are ignored and what the rows lack. Wrong rows alone end with exit code 0; a file that cannot
    be used, or any wrong row with `--strict`, with 2.

    - `triptych check shortlists.jsonl`
    - `triptych check cases.jsonl ratings.csv --strict`
    - `triptych check --products p.csv --reviews 'r/*.parquet' --queries q.csv --map title=product_name`
    """
    options = ReadOptions.said(mapping, strict, limit, verbose=show_all)
    named: list[str | None] = [*files] if files else [None]
    inputs = [choose_input(file, products, reviews, queries) for file in named]
    usable = [_check(source, options, quiet) for source in inputs]
    if not all(usable):
        raise typer.Exit(UsageError.exit_code)


def _check(source: Input, options: ReadOptions, is_quiet: bool) -> bool:
    """Read one input to its end and show what was met; False where it cannot be used."""
    gaps = Gaps()
    failure: UsageError | None = None
    stream: Stream[AnyRecord] | None = None
    try:
        stream = read_any(source, options)
        for record in stream:
            gaps.add(record)
    except UsageError as error:
        failure = error
    if stream is not None and (stream.report.rows or failure is None):
        met = [*report_lines(stream.report, _PROBLEMS_SHOWN), *(("lacking", words) for words in gaps.sentences())]
        lines = [*_outcome(stream.report), *(line for line in met if not is_quiet or line[0] == "problem")]
        if is_terminal():
            show_table(f"{stream.name}: {stream.kind}", ("", ""), lines)
        else:
            show_table(None, (), [(stream.name, *line) for line in [("kind", stream.kind), *lines]])
    if failure is not None:
        complain(str(failure))
    return failure is None


def _outcome(report: Report) -> Iterator[tuple[str, str]]:
    """How many rows are good and how many are not."""
    yield "good", f"{report.good} of {report.rows} rows"
    if report.skipped:
        yield "skipped", f"{report.skipped} of {report.rows} rows"
    if report.reviews_skipped:
        yield "skipped", f"{report.reviews_skipped} review{'s' if report.reviews_skipped > 1 else ''}"


class Gaps:
    """Counts, while records pass by, how many lack each optional field: texts can only say what the sources carry."""

    def __init__(self) -> None:
        self._seen: Counter[str] = Counter()
        self._lacking: Counter[tuple[str, str]] = Counter()

    def add(self, record: AnyRecord) -> None:
        """Count what one record lacks."""
        products = (record,) if isinstance(record, Product) else getattr(record, "products", ())
        reviews = [review for product in products for review in product.reviews]
        cases = [record] if isinstance(record, Case) else []
        for what, some, fields in (
            ("product", products, _PRODUCT_FIELDS),
            ("review", reviews, ("stars",)),
            ("case", cases, ("system",)),
        ):
            self._seen[what] += len(some)
            for field in fields:
                self._lacking[what, field] += sum(getattr(one, field) in (None, (), {}) for one in some)

    def sentences(self) -> list[str]:
        """ "12 of 18 products have no base_price", for each field that some lack."""
        return [
            f"{count} of {self._seen[what]} {what}s {'has' if count == 1 else 'have'} no {field}"
            for (what, field), count in self._lacking.items()
            if count
        ]
