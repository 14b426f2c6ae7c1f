"""Validate shortlists, products, cases or ratings, and do nothing else."""

from collections.abc import Iterator
from typing import Annotated

import typer

from triptych.catalog import CLEANING, AnyRecord, Gaps, Input, ReadOptions, Report, Stream, read_any
from triptych.cli import _options as opts
from triptych.cli._output import complain, is_terminal, show_table
from triptych.errors import UsageError

_PROBLEMS_SHOWN = 20


def command(
    files: Annotated[
        list[str] | None,
        typer.Argument(metavar="FILE...", help="JSON Lines, JSON, CSV or Parquet, also .gz; `-` is standard input."),
    ] = None,
    products: opts.Products = None,
    reviews: opts.Reviews = None,
    queries: opts.Queries = None,
    mapping: opts.Map = None,
    limit: opts.Limit = None,
    strict: opts.Strict = False,
    show_all: Annotated[
        bool,
        typer.Option("-v", "--verbose", "--all", help=f"List every problem, not only the first {_PROBLEMS_SHOWN}."),
    ] = False,
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
    options = opts.choose_options(mapping, strict, limit, verbose=show_all)
    named: list[str | None] = [*files] if files else [None]
    inputs = [opts.choose_input(file, products, reviews, queries) for file in named]
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
        lines = _outcome(stream.report, shows_all=options.most_problems is None)
        _show(stream, [*lines, *(() if is_quiet else _remarks(stream.report, gaps))])
    if failure is not None:
        complain(str(failure))
    return failure is None


def _show(stream: Stream[AnyRecord], lines: list[tuple[str, str]]) -> None:
    if is_terminal():
        show_table(f"{stream.name}: {stream.kind}", ("", ""), lines)
    else:
        show_table(None, (), [(stream.name, *line) for line in [("kind", stream.kind), *lines]])


def _outcome(report: Report, shows_all: bool) -> Iterator[tuple[str, str]]:
    """What is good and what is wrong: what each line is about, and its words."""
    yield "good", f"{report.good} of {report.rows} rows"
    if report.skipped:
        yield "skipped", f"{report.skipped} of {report.rows} rows"
    if report.reviews_skipped:
        yield "skipped", f"{report.reviews_skipped} review{'s' if report.reviews_skipped > 1 else ''}"
    shown = report.problems if shows_all else report.problems[:_PROBLEMS_SHOWN]
    for problem in shown:
        yield "problem", str(problem)
    if report.problem_count > len(shown):
        yield "problem", f"{report.problem_count - len(shown)} more; -v lists them"


def _remarks(report: Report, gaps: Gaps) -> Iterator[tuple[str, str]]:
    """What was cleaned, is lacking and was ignored."""
    for kind, count in report.cleaned.items():
        yield "cleaned", f"{CLEANING[kind]}: {count}"
    for sentence in gaps.sentences():
        yield "lacking", sentence
    if report.unknown_keys:
        yield "ignored", f"keys {', '.join(report.unknown_keys)}"
    for note in report.notes:
        yield "note", note
