"""Read reviews: who says what of each product, how many, and where."""

import json
import sys
from collections.abc import Iterator
from contextlib import aclosing, nullcontext
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Self

import typer
from pydantic import model_validator

from triptych.aspects import Term, find_generic, find_terms, polarities_of
from triptych.catalog import AnyRecord, Input, ReadOptions, Report, Stream, choose_input, read_any, read_records
from triptych.cli import _options as opts
from triptych.cli import _output as out
from triptych.cli._main import run_async
from triptych.errors import UsageError
from triptych.options import ENGINE
from triptych.pipeline import read_products
from triptych.pipeline.reading import UpdatedReading, product_of, update_readings
from triptych.plugins import load
from triptych.records import Aspect, Product, Reading, Record, Shortlist
from triptych.settings import EngineOptions, load_settings

if TYPE_CHECKING:
    from triptych.pipeline.cluster import ClusterInput

_LONGEST_QUOTE = 90
_MOST_CONTRADICTIONS = 5
_FEW_REVIEWERS, _FEW_ASPECTS = 5, 3
"""With fewer reviewers or fewer aspects that two speak of, what one alone speaks of is shown too."""

_SENTENCES = "FILE holds sentences: find their aspect terms, or judge the terms given."
_SENTENCES_ALONE = "--sentences reads one file of rows with `id`, `text` and perhaps `terms`; give that alone"
_UPDATE = "Add the reviews to those that OUTPUT was read from, without reading these again."


@opts.with_options(ENGINE)
def command(
    file: Annotated[str | None, opts.argument("FILE", "Shortlists or products; `-` is standard input.")] = None,
    products: opts.Products = None,
    reviews: opts.Reviews = None,
    queries: opts.Queries = None,
    mapping: opts.Map = None,
    output: opts.LinesOutput = None,
    sentences: Annotated[bool, opts.option(None, _SENTENCES, "--sentences")] = False,
    update: Annotated[bool, opts.option(None, _UPDATE, "--update")] = False,
    top: Annotated[int, typer.Option(min=1, metavar="N", help="Show the N most discussed aspects.")] = 12,
    limit: opts.Limit = None,
    workers: opts.Workers = None,
    strict: opts.Strict = False,
    quiet: opts.Quiet = False,
    verbose: opts.Verbose = False,
    **options: Any,
) -> None:
    """Read what reviewers say of each product: aspects, how many are for and against, and quotes.

    No model and no network. Without `-o` a table for each product is shown; with it the whole reading is written, one
    product a line, each mention with its place in the review.

    - `triptych read shortlists.jsonl`
    - `triptych read --products p.csv --reviews r.csv -o readings.jsonl`
    - `triptych read --update new_reviews.jsonl -o readings.jsonl`
    - `triptych read --sentences sentences.jsonl -o terms.jsonl`
    """
    reading = ReadOptions.said(mapping, strict, limit, verbose)
    if sentences:
        if file is None or products or reviews or queries or mapping:
            raise UsageError(_SENTENCES_ALONE)
        label_file(file, output or out.STANDARD, reading, quiet=quiet)
        return
    source = choose_input(file, products, reviews, queries)
    workers = load_settings(workers=workers).workers
    chosen = EngineOptions.model_validate({name: value for name, value in options.items() if value is not None})
    cluster = out.choose_cluster(chosen, source, reading, output)
    if update and (cluster or output in (None, out.STANDARD)):
        raise UsageError("--update adds to a file of readings on this machine; name it with -o, without --engine ray")
    if cluster:
        _read_on(cluster, chosen, output, workers, quiet)
    elif update:
        _update(source, reading, Path(str(output)), workers, quiet)
    else:
        run_async(_read(source, reading, output, top, workers, quiet))


async def _read(
    source: Input, options: ReadOptions, output: str | None, top: int, workers: int | None, quiet: bool
) -> None:
    stream, count = read_any(source, options), 0
    if stream.kind not in ("shortlists", "products"):
        raise UsageError(f"{stream.name} holds {stream.kind}; `triptych read` takes shortlists or products")
    with (
        out.watching("reading", quiet=quiet or output is None) as watch,
        out.open_output(output) if output else nullcontext() as file,
    ):
        async with aclosing(read_products(_products(stream), workers=workers, watch=watch)) as readings:
            async for product, reading in readings:
                count += 1
                if file:
                    file.write(reading.to_json() + "\n")
                elif out.is_terminal():
                    show_reading(product, reading, top)
                elif reading.aspects:
                    out.show_table(None, (), reading_rows(reading, top))
                    sys.stdout.flush()
                elif not quiet:
                    out.say(f"{product.id}: {summary(reading)}")
    if output not in (None, out.STANDARD) and not quiet:
        out.say(f"read {count} product{'s' if count != 1 else ''} into {output}")
    if not quiet:
        out.say_report(stream.report)


def _read_on(
    cluster: "ClusterInput", options: EngineOptions, output: str | None, workers: int | None, quiet: bool
) -> None:
    """The same on a cluster; the readings are in shards, and in the output where there is one."""
    from triptych.pipeline.cluster import read_on_cluster

    engine = load("triptych.engines", options.engine).connect(options.address, workers)
    with engine, out.watching("reading", quiet=quiet) as watch:
        end = read_on_cluster(engine, cluster, watch)
    if output is not None:
        with out.open_output(output) as file:
            file.writelines(f"{content}\n" for content in end.contents())
    if not quiet:
        out.say(f"the readings are in {len(end.names)} shards in {end.shards.folder}")
        out.say_report(end.report)


def _update(source: Input, options: ReadOptions, output: Path, workers: int | None, quiet: bool) -> None:
    """Add reviews to a file of readings; what they were noted down as lies beside it."""
    notes = output.with_name(f"{output.name}.notes")
    if output.exists() and not notes.exists():
        raise UsageError(f"{output} was not made with --update; read all reviews with --update into a new file once")
    stream = read_any(source, options)
    products = {product.id: product for product in _products(stream)}
    new, added = dict[str, str](), 0

    async def update() -> None:
        nonlocal added
        with (
            notes.open(encoding="utf-8") if notes.exists() else nullcontext(()) as kept,
            out.open_output(str(notes)) as file,
            out.watching("reading", quiet=quiet) as watch,
        ):
            async with aclosing(update_readings(products, kept, workers=workers, watch=watch)) as updates:
                async for one in updates:
                    if isinstance(one, UpdatedReading):
                        new[one.product_id], added = one.reading.to_json() + "\n", added + one.added
                    file.write(f"{one.line}\n" if isinstance(one, UpdatedReading) else one)

    run_async(update())
    with (
        output.open(encoding="utf-8") if output.exists() else nullcontext(()) as old,
        out.open_output(str(output)) as file,
    ):
        file.writelines(new.pop(product_of(line), line) for line in old)
        file.writelines(new.pop(name) for name in products if name in new)
    if not quiet:
        out.say(f"added {added} reviews of {len(products)} product{'s' if len(products) != 1 else ''} to {output}")
        out.say_report(stream.report)


def _products(stream: Stream[AnyRecord]) -> Iterator[Product]:
    """Each distinct product of a stream once."""
    seen: set[str] = set()
    for record in stream:
        for product in record.products if isinstance(record, Shortlist) else (record,):
            if isinstance(product, Product) and (digest := product.digest()) not in seen:
                seen.add(digest)
                yield product


def listed(reading: Reading, top: int) -> tuple[Aspect, ...]:
    """The aspects worth a row: those that at least two reviewers speak of, or all where there is little to show."""
    shared = tuple(aspect for aspect in reading.aspects if aspect.reviewers.total > 1)
    is_enough = reading.reviewers >= _FEW_REVIEWERS and len(shared) >= _FEW_ASPECTS
    return (shared if is_enough else reading.aspects)[:top]


def reading_rows(reading: Reading, top: int) -> Iterator[tuple[object, ...]]:
    """A row an aspect, for programs: product, aspect, sentiment, for, against, neutral, quote."""
    for aspect in listed(reading, top):
        counts = aspect.reviewers
        quote = aspect.quotes[0].text if aspect.quotes else ""
        yield reading.product_id, aspect.name, aspect.sentiment, counts.for_, counts.against, counts.neutral, quote


def show_reading(product: Product, reading: Reading, top: int) -> None:
    aspects = listed(reading, top)
    rows = [
        (one.name, one.reviewers.for_, one.reviewers.against, one.reviewers.neutral, one.sentiment, _points(one))
        for one in aspects
    ]
    columns = ("aspect", "for", "against", "neutral", "sentiment", "points")
    out.show_table(f"{product.title}\n{summary(reading)}", columns, rows)
    if left := len(reading.aspects) - len(aspects):
        out.say(f"{left} more that fewer reviewers speak of; -o writes them all")
    for denied in reading.contradictions[:_MOST_CONTRADICTIONS]:
        people = "1 reviewer denies" if denied.reviewers == 1 else f"{denied.reviewers} reviewers deny"
        out.say(f"{people}: {denied.fact.attribute}: {denied.fact.value}")


def summary(reading: Reading) -> str:
    """How many reviewers were read, and what was set aside."""
    aside = ", ".join(f"{count} {reason}" for reason, count in reading.set_aside.items())
    people = "1 reviewer" if reading.reviewers == 1 else f"{reading.reviewers} reviewers"
    said = people if reading.aspects else f"{people}, no aspects spoken of"
    return f"{said}; set aside: {aside}" if aside else said


def _points(aspect: Aspect) -> str:
    """What most say, in their words and with their number; at least one of each side where there are two."""
    points = aspect.points
    other = [point for point in points if point.direction != points[0].direction]
    chosen = (*points[:1], *(other or points[1:])[:1])
    text = "; ".join(f"{'−' if one.direction == '-' else '+'} {one.point} ({len(one.reviewers)})" for one in chosen)
    return text if len(text) <= _LONGEST_QUOTE else text[: _LONGEST_QUOTE - 1] + "…"


class GivenTerm(Record):
    """A term of a sentence, by its offsets or by its words."""

    start: int | None = None
    end: int | None = None
    text: str | None = None
    term: str | None = None

    def place_in(self, sentence: str) -> tuple[int, int] | None:
        """Where it is, by its offsets or where its words are first found; None where it is not in the sentence."""
        start, end = self.start, self.end
        if start is None or end is None:
            words = self.text or self.term or ""
            start = sentence.find(words)
            end = start + len(words)
        return (start, end) if 0 <= start < end <= len(sentence) else None


class GivenSentence(Record):
    """A row of `--sentences`."""

    id: object = None
    """Text or a number; its row number where none is given."""
    text: str
    terms: tuple[GivenTerm, ...] | None = None
    """Those to judge; found where none are given."""

    @model_validator(mode="after")
    def _has_its_terms(self) -> Self:
        for number, term in enumerate(self.terms or ()):
            if term.place_in(self.text) is None:
                raise ValueError(f"terms[{number}] has no start and end within the text (0 to {len(self.text)})")
        return self

    def find_terms(self, generic: frozenset[str]) -> tuple[Term, ...]:
        """Its terms with their polarities; `generic` are words that mean the whole product."""
        if self.terms is None:
            return find_terms(self.text, generic)
        places = [place for term in self.terms if (place := term.place_in(self.text))]
        found = zip(places, polarities_of(self.text, places), strict=True)
        return tuple(Term(start, end, self.text[start:end], polarity) for (start, end), polarity in found)


def label_file(path: str, output: str, options: ReadOptions, *, quiet: bool) -> None:
    """Write the aspect terms of each sentence of a file, one row a sentence."""
    report = Report(options)
    read = islice(read_records(path, GivenSentence, report), options.limit)
    sentences = [(one.id if type(one.id) in (str, int) else str(report.rows), one) for one in read]
    if not sentences:
        first = f"; the first problem: {report.problems[0]}" if report.problems else ""
        raise UsageError(f"{path} has no usable sentence; a row is {{'id', 'text', 'terms'?}}{first}")
    # All sentences together show which words mean the whole product.
    generic = find_generic(sentence.text for _, sentence in sentences if sentence.terms is None)
    with out.open_output(output) as file:
        for name, sentence in sentences:
            # Positive, negative or neutral: the field's benchmarks have three levels.
            found = sentence.find_terms(generic)
            terms = [asdict(one) | {"polarity": one.polarity.removeprefix("very ")} for one in found]
            file.write(json.dumps({"id": name, "terms": terms}, ensure_ascii=False) + "\n")
    if not quiet:
        out.say_report(report)
