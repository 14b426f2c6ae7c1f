"""Read reviews: who says what of each product, how many, and where."""

import json
import sys
from collections.abc import AsyncGenerator, Iterator, Mapping
from contextlib import aclosing, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from triptych.aspects import Term, find_generic, find_terms, polarities_of
from triptych.catalog import AnyRecord, Input, ReadOptions, Report, RowProblem, Stream, read_any
from triptych.catalog.formats import BadRow, File, read_rows
from triptych.cli import _options as opts
from triptych.cli._output import STANDARD, is_terminal, open_output, say, show_table, watching
from triptych.cli._reading_table import reading_rows, show_reading, summary
from triptych.cli._stopping import run_async
from triptych.errors import UsageError
from triptych.pipeline import read_products
from triptych.pipeline.updating import UpdatedReading, product_of, update_readings
from triptych.plugins import load
from triptych.records import Product, Reading, Shortlist
from triptych.settings import EngineOptions, load_settings

if TYPE_CHECKING:
    from triptych.pipeline.cluster import ClusterInput

Place = tuple[int, int]


@opts.with_options(EngineOptions)
def command(
    file: Annotated[
        str | None, opts.argument(metavar="FILE", help="Shortlists or products; `-` is standard input.")
    ] = None,
    products: opts.Products = None,
    reviews: opts.Reviews = None,
    queries: opts.Queries = None,
    mapping: opts.Map = None,
    output: opts.LinesOutput = None,
    sentences: Annotated[
        bool,
        typer.Option("--sentences", help="FILE holds sentences: find their aspect terms, or judge the terms given."),
    ] = False,
    update: Annotated[
        bool,
        typer.Option(
            "--update", help="Add the reviews to those that OUTPUT was read from, without reading these again."
        ),
    ] = False,
    top: Annotated[int, typer.Option(min=1, metavar="N", help="Show the N most discussed aspects.")] = 12,
    limit: opts.Limit = None,
    workers: opts.Workers = None,
    strict: opts.Strict = False,
    quiet: opts.Quiet = False,
    verbose: opts.Verbose = False,
    *,
    options: opts.Said,
) -> None:
    """Read what reviewers say of each product: aspects, how many are for and against, and quotes.

    No model and no network. Without `-o` a table for each product is shown; with it the whole reading is written, one
    product a line, each mention with its place in the review.

    - `triptych read shortlists.jsonl`
    - `triptych read --products p.csv --reviews r.csv -o readings.jsonl`
    - `triptych read --update new_reviews.jsonl -o readings.jsonl`
    - `triptych read --sentences sentences.jsonl -o terms.jsonl`
    """
    if sentences:
        if file is None or products or reviews or queries or mapping:
            raise UsageError(
                "--sentences reads one file of rows with `id`, `text` and perhaps `terms`; give that alone"
            )
        label_file(file, output or "-", limit=limit, strict=strict, quiet=quiet, verbose=verbose)
        return
    source = opts.choose_input(file, products, reviews, queries)
    reading, shown = opts.choose_options(mapping, strict, limit, verbose), Shown(top, workers, quiet)
    chosen = EngineOptions.model_validate({name: value for name, value in options.items() if value is not None})
    cluster = opts.choose_cluster(chosen, source, reading, output)
    if update and (cluster or output in (None, STANDARD)):
        raise UsageError("--update adds to a file of readings on this machine; name it with -o, without --engine ray")
    if cluster:
        _read_on(cluster, chosen, output, shown)
    elif update:
        _update(source, reading, Path(str(output)), shown)
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
        opts.say_report(stream.report)


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
        opts.say_report(end.report)


def _update(source: Input, options: ReadOptions, output: Path, shown: "Shown") -> None:
    """Add reviews to a file of readings; what they were noted down as lies beside it."""
    notes = output.with_name(f"{output.name}.notes")
    if output.exists() and not notes.exists():
        raise UsageError(f"{output} was not made with --update; read all reviews with --update into a new file once")
    stream = read_any(source, options)
    products = {product.id: product for product in _products(stream)}
    new, added = dict[str, str](), 0

    async def update() -> None:
        nonlocal added
        old_lines = notes.open(encoding="utf-8") if notes.exists() else nullcontext(())
        workers = load_settings(workers=shown.workers).workers
        with old_lines as kept, open_output(str(notes)) as file, watching("reading", quiet=shown.quiet) as watch:
            async with aclosing(update_readings(products, kept, workers=workers, watch=watch)) as updates:
                async for one in updates:
                    if isinstance(one, UpdatedReading):
                        new[one.product_id], added = one.reading.to_json() + "\n", added + one.added
                    file.write(f"{one.line}\n" if isinstance(one, UpdatedReading) else one)

    run_async(update())
    with output.open(encoding="utf-8") if output.exists() else nullcontext(()) as old, open_output(str(output)) as file:
        file.writelines(new.pop(product_of(line), line) for line in old)
        file.writelines(new.pop(name) for name in products if name in new)
    if not shown.quiet:
        say(f"added {added} reviews of {len(products)} product{'s' if len(products) != 1 else ''} to {output}")
        opts.say_report(stream.report)


@dataclass(frozen=True, slots=True)
class Shown:
    """How readings are made and shown."""

    top: int
    """So many aspects of each product."""
    workers: int | None
    quiet: bool


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


@dataclass(frozen=True, slots=True)
class _Sentence:
    """One row: its id as given, its text, and the places of the terms where they are given."""

    id: str | int
    text: str
    places: tuple[Place, ...] | None


def label_file(path: str, output: str, *, limit: int | None, strict: bool, quiet: bool, verbose: bool) -> None:
    """Write the aspect terms of each sentence of a file, one row a sentence."""
    report = opts.choose_options(strict=strict, verbose=verbose).make_report()
    sentences = list(_read_sentences(File.at(path), report, limit))
    # All sentences together show which words mean the whole product.
    generic = find_generic(sentence.text for sentence in sentences if sentence.places is None)
    with open_output(output) as file:
        for sentence in sentences:
            terms = [_written(term) for term in _terms(sentence, generic)]
            file.write(json.dumps({"id": sentence.id, "terms": terms}, ensure_ascii=False) + "\n")
    if not quiet:
        opts.say_report(report)


def _terms(sentence: _Sentence, generic: frozenset[str]) -> tuple[Term, ...]:
    if sentence.places is None:
        return find_terms(sentence.text, generic)
    found = zip(sentence.places, polarities_of(sentence.text, list(sentence.places)), strict=True)
    return tuple(Term(start, end, sentence.text[start:end], polarity) for (start, end), polarity in found)


def _written(term: Term) -> dict[str, str | int]:
    # Positive, negative or neutral: the field's benchmarks have three levels.
    polarity = term.polarity.removeprefix("very ")
    return {"start": term.start, "end": term.end, "text": term.text, "polarity": polarity}


def _read_sentences(file: File, report: Report, limit: int | None) -> Iterator[_Sentence]:
    for row in read_rows(file):
        report.rows += 1
        read = row.message if isinstance(row, BadRow) else _sentence(row.content, row.line)
        if isinstance(read, str):
            report.skip_row([RowProblem(file.name, row.line, "", read)])
            continue
        report.good += 1
        yield read
        if report.good == limit:
            return
    if not report.good:
        first = f"; the first problem: {report.problems[0]}" if report.problems else ""
        raise UsageError(f"{file.name} has no usable sentence; a row is {{'id', 'text', 'terms'?}}{first}")


def _sentence(content: Any, line: int) -> _Sentence | str:
    """The sentence a row holds, or what is wrong with it."""
    if not isinstance(content, Mapping):
        return f"{content!r} is not an object with `id` and `text`"
    text, given = content.get("text"), content.get("id")
    if not isinstance(text, str):
        return f"text: {text!r} is not a text"
    name = given if isinstance(given, (str, int)) and not isinstance(given, bool) else str(line)
    if content.get("terms") is None:
        return _Sentence(name, text, None)
    if not isinstance(content["terms"], list):
        return f"terms: {content['terms']!r} is not a list of terms with start and end"
    places: list[Place] = []
    for n, term in enumerate(content["terms"]):
        place = _place(term, text)
        if place is None:
            return f"terms[{n}]: {term!r} has no start and end within the text (0 to {len(text)})"
        places.append(place)
    return _Sentence(name, text, tuple(places))


def _place(term: Any, text: str) -> Place | None:
    """Where a given term is: by its offsets, else where its words are first found."""
    if not isinstance(term, Mapping):
        return None
    start, end = term.get("start"), term.get("end")
    if isinstance(start, int) and isinstance(end, int):
        return (start, end) if 0 <= start < end <= len(text) else None
    words = term.get("text") or term.get("term")
    if not isinstance(words, str) or words not in text:
        return None
    return text.index(words), text.index(words) + len(words)
