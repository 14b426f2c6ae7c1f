"""What commands that read a shop's data share: the options that say where it is, and the telling of its problems."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Annotated

import typer

from triptych.catalog import CLEANING, Input, ReadOptions, Report, Tables, read_mapping
from triptych.cli._output import say
from triptych.errors import UsageError

_PROBLEMS_SHOWN = 5

ProductsOption = Annotated[
    list[str] | None,
    typer.Option(
        "--products",
        metavar="TABLE",
        help="Instead of a file, a table of products: CSV, JSONL or Parquet, also .gz, or a pattern like `'p/*.csv'`.",
        show_default=False,
    ),
]
ReviewsOption = Annotated[
    list[str] | None,
    typer.Option("--reviews", metavar="TABLE", help="A table of reviews, joined by product id.", show_default=False),
]
QueriesOption = Annotated[
    list[str] | None,
    typer.Option(
        "--queries",
        metavar="TABLE",
        help="A table of queries: a row for each query and product, or a row a query with a list of product ids.",
        show_default=False,
    ),
]
MapOption = Annotated[
    list[str] | None,
    typer.Option(
        "--map",
        metavar="FIELD=COLUMN",
        help="Take a field from this key or column: `title=product_name`; `reviews=` takes it from none. Repeat it.",
        show_default=False,
    ),
]


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


def choose_options(
    mapping: Sequence[str] | None = None, strict: bool = False, limit: int | None = None, verbose: bool = False
) -> ReadOptions:
    """How rows are read, from what the command line says."""
    options = ReadOptions(strict=strict, limit=limit, mapping=read_mapping(mapping or ()))
    return replace(options, most_problems=None) if verbose else options


def say_report(report: Report) -> None:
    """Tell on standard error what was skipped, cleaned and ignored while reading; a report that keeps all, whole."""
    shown = report.problems if report.most_problems is None else report.problems[:_PROBLEMS_SHOWN]
    for problem in shown:
        say(f"skipped: {problem}")
    if report.problem_count > len(shown):
        say(f"skipped: {report.problem_count - len(shown)} more problems; -v lists them")
    for sentence in remarks(report):
        say(sentence)


def remarks(report: Report) -> Iterator[str]:
    """What was cleaned and ignored, a sentence each."""
    for kind, count in report.cleaned.items():
        yield f"{CLEANING[kind]}: {count}"
    if report.unknown_keys:
        yield f"ignored keys: {', '.join(report.unknown_keys)}"
    for note in report.notes:
        yield f"note: {note}"
