"""Read reviews: who says what of each product, how many, and where."""

import sys
from collections.abc import AsyncGenerator, Iterator
from contextlib import aclosing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from triptych.catalog import AnyRecord, Input, ReadOptions, Stream, read_any
from triptych.cli._options import (
    LimitOption,
    LinesOutputOption,
    MapOption,
    ProductsOption,
    QueriesOption,
    QuietOption,
    ReviewsOption,
    Said,
    StrictOption,
    VerboseOption,
    WorkersOption,
    choose_cluster,
    choose_input,
    choose_options,
    say_report,
    with_options,
)
from triptych.cli._output import STANDARD, is_terminal, open_output, say, show_table, watching
from triptych.cli._reading_table import reading_rows, show_reading, summary
from triptych.cli._sentences import label_file
from triptych.cli._stopping import run_async
from triptych.errors import UsageError
from triptych.pipeline import read_products
from triptych.plugins import load
from triptych.records import Product, Reading, Shortlist
from triptych.settings import EngineOptions, load_settings

if TYPE_CHECKING:
    from triptych.pipeline.cluster import ClusterInput

FileArgument = Annotated[
    str | None,
    typer.Argument(metavar="FILE", help="Shortlists or products; `-` is standard input.", show_default=False),
]
SentencesOption = Annotated[
    bool,
    typer.Option("--sentences", help="FILE holds sentences: find their aspect terms, or judge the terms given."),
]
TopOption = Annotated[int, typer.Option("--top", min=1, metavar="N", help="Show the N most discussed aspects.")]


@with_options(EngineOptions)
def command(
    file: FileArgument = None,
    products: ProductsOption = None,
    reviews: ReviewsOption = None,
    queries: QueriesOption = None,
    mapping: MapOption = None,
    output: LinesOutputOption = None,
    sentences: SentencesOption = False,
    top: TopOption = 12,
    limit: LimitOption = None,
    workers: WorkersOption = None,
    strict: StrictOption = False,
    quiet: QuietOption = False,
    verbose: VerboseOption = False,
    *,
    options: Said,
) -> None:
    """Read what reviewers say of each product: aspects, how many are for and against, and quotes.

    No model and no network. Without `-o` a table for each product is shown; with it the whole reading is written, one
    product a line, each mention with its place in the review.

    - `triptych read shortlists.jsonl`
    - `triptych read --products p.csv --reviews r.csv -o readings.jsonl`
    - `triptych read --sentences sentences.jsonl -o terms.jsonl`
    """
    if sentences:
        if file is None or products or reviews or queries or mapping:
            raise UsageError(
                "--sentences reads one file of rows with `id`, `text` and perhaps `terms`; give that alone"
            )
        label_file(file, output or "-", limit=limit, strict=strict, quiet=quiet, verbose=verbose)
        return
    source = choose_input(file, products, reviews, queries)
    reading, shown = choose_options(mapping, strict, limit, verbose), Shown(top, workers, quiet)
    chosen = EngineOptions.model_validate({name: value for name, value in options.items() if value is not None})
    cluster = choose_cluster(chosen, source, reading, output)
    if cluster:
        _read_on(cluster, chosen, output, shown)
    else:
        _read(source, reading, output, shown)


def _read(source: Input, options: ReadOptions, output: str | None, shown: "Shown") -> None:
    stream = read_any(source, options)
    if stream.kind not in ("shortlists", "products"):
        raise UsageError(f"{stream.name} holds {stream.kind}; `triptych read` takes shortlists or products")
    workers = load_settings(workers=shown.workers).workers
    with watching("reading", quiet=shown.quiet or output is None) as watch:
        readings = read_products(_products(stream), workers=workers, watch=watch)
        if output is None:
            run_async(_show(readings, shown))
        else:
            count = run_async(_write(output, readings))
    if output not in (None, STANDARD) and not shown.quiet:
        say(f"read {count} product{'s' if count != 1 else ''} into {output}")
    if not shown.quiet:
        say_report(stream.report)


def _read_on(cluster: "ClusterInput", options: EngineOptions, output: str | None, shown: "Shown") -> None:
    """The same on a cluster; the readings are in shards, and in the output where there is one."""
    from triptych.pipeline.cluster import read_on_cluster

    workers = load_settings(workers=shown.workers).workers
    engine = load("triptych.engines", options.engine).connect(options.address, workers)
    with engine, watching("reading", quiet=shown.quiet) as watch:
        end = read_on_cluster(engine, cluster, watch)
    if output is not None:
        with open_output(output) as file:
            file.writelines(f"{content}\n" for content in end.contents())
    if not shown.quiet:
        say(f"the readings are in {len(end.names)} shards in {end.shards.folder}")
        say_report(end.report)


@dataclass(frozen=True, slots=True)
class Shown:
    """How readings are made and shown."""

    top: int
    """So many aspects of each product."""
    workers: int | None
    """Worker processes."""
    quiet: bool
    """Results only."""


def _products(stream: Stream[AnyRecord]) -> Iterator[Product]:
    """Each distinct product of a stream once."""
    seen: set[str] = set()
    for record in stream:
        for product in record.products if isinstance(record, Shortlist) else (record,):
            if isinstance(product, Product) and (digest := product.digest()) not in seen:
                seen.add(digest)
                yield product


async def _write(output: str, readings: AsyncGenerator[tuple[Product, Reading]]) -> int:
    count = 0
    with open_output(output) as file:
        async with aclosing(readings):
            async for _, reading in readings:
                file.write(reading.to_json() + "\n")
                count += 1
    return count


async def _show(readings: AsyncGenerator[tuple[Product, Reading]], shown: Shown) -> None:
    async with aclosing(readings):
        async for product, reading in readings:
            if is_terminal():
                show_reading(product, reading, shown.top)
            elif reading.aspects:
                show_table(None, (), reading_rows(reading, shown.top))
                sys.stdout.flush()
            elif not shown.quiet:
                say(f"{product.id}: {summary(reading)}")
