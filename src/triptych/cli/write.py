"""Write opinion, explanation and comparison texts for shortlists."""

import time
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

import typer

from triptych.cli import _options as opts
from triptych.cli import _output as out
from triptych.cli._main import run_async
from triptych.errors import TransientError, UsageError
from triptych.options import WRITE
from triptych.plugins import load
from triptych.records import FEWEST_PRODUCTS, TASKS, Case, Task, Usage, count_words, digest_of
from triptych.settings import Settings, WriteOptions

if TYPE_CHECKING:
    from triptych.catalog import Input, ReadOptions, Report
    from triptych.pipeline.cluster import ClusterInput

Format = Literal["jsonl", "md", "html"]
_SHORTLISTS = "Shortlists (for opinions also products): JSON Lines or JSON, also .gz; `-` is standard input."
_SHAPE = "Cases as JSON lines, or a page to read (default: by OUTPUT's ending, else jsonl)."
_TASK = "Write only this kind of text; may be repeated (default: all three)."


class _WritePlan(NamedTuple):
    """What one invocation is to do."""

    source: "Input"
    reading: "ReadOptions"
    tasks: tuple[Task, ...]
    settings: Settings
    output: str
    shape: Format
    quiet: bool


@opts.with_options(WRITE)
def command(
    shortlists: Annotated[str | None, opts.argument("SHORTLISTS", _SHORTLISTS)] = None,
    output: opts.Output = None,
    task: Annotated[list[str] | None, opts.option(None, _TASK)] = None,
    shape: Annotated[Format | None, opts.option(None, _SHAPE, "--format")] = None,
    products: opts.Products = None,
    reviews: opts.Reviews = None,
    queries: opts.Queries = None,
    mapping: opts.Map = None,
    limit: opts.Limit = None,
    strict: opts.Strict = False,
    workers: opts.Workers = None,
    store: opts.Store = None,
    quiet: opts.Quiet = False,
    verbose: opts.Verbose = False,
    **options: Any,
) -> None:
    """Write opinion, explanation and comparison texts for shortlists.

    Opinions need no query: with `--task opinion` a file of products, or tables without `--queries`, will do.
    The rows are cases, ready for `triptych judge`. The same command goes on where it stopped. The embedded writer
    needs no model; with a model, every text is checked against its sources and replaced where it does not hold.

    - `triptych write shortlists.jsonl -o texts.jsonl`
    - `triptych write shortlists.jsonl -o page.html --task comparison`
    - `triptych write --products p.csv --reviews r.csv --queries q.csv -o texts.jsonl`
    - `triptych write --products p.csv --reviews r.csv --task opinion -o opinions.html`
    - `triptych write shortlists.jsonl -o texts.jsonl --writer openai:llama3.1:8b@http://localhost:11434/v1`
    """
    from triptych.catalog import ReadOptions, choose_input
    from triptych.rubrics import check_task

    wanted = {check_task(name) for name in task or TASKS}
    tasks = tuple(one for one in TASKS if one in wanted)
    reading = ReadOptions.said(mapping, strict, limit, verbose)
    plan = _WritePlan(
        source=choose_input(shortlists, products, reviews, queries),
        reading=replace(reading, fewest_products=FEWEST_PRODUCTS if "comparison" in tasks else 1),
        tasks=tasks,
        settings=out.announced_settings(store=store, workers=workers, write=options),
        output=output or out.STANDARD,
        shape=shape or _shape_of(output),
        quiet=quiet,
    )
    chosen = plan.settings.write.with_settings(plan.settings)
    cluster = out.choose_cluster(chosen, plan.source, plan.reading, output)
    if _write_on(cluster, plan, chosen) if cluster else run_async(_write(plan)):
        raise typer.Exit(TransientError.exit_code)


async def _write(plan: _WritePlan) -> int:
    """Write what is missing, then the whole of the run to its file; returns how many shortlists could not be done."""
    # These take ten times as long to import as the options.
    from triptych.catalog import read_any
    from triptych.pipeline import input_from, open_writing
    from triptych.stores import open_store

    # Opinions are written of products alone as well.
    stream = read_any(plan.source, plan.reading, None if plan.tasks == ("opinion",) else "shortlists")
    if stream.kind not in ("shortlists", "products"):
        raise UsageError(f"{plan.source} holds {stream.kind}; opinions are written of shortlists or products")
    given = input_from(plan.source, stream, plan.reading)
    settings, summary = plan.settings, _WrittenSummary(time.monotonic())
    options, speak = settings.write.with_settings(settings), None if plan.quiet else out.say
    mapping = digest_of(dict(plan.reading.mapping)) if plan.reading.mapping else None
    with open_store(settings.store) as store:
        async with open_writing(options, store, workers=settings.workers, say=speak) as writing:
            with out.watching("writing", quiet=plan.quiet) as watch:
                identity: dict[str, object] = {"limit": plan.reading.limit, "map": mapping}
                end = await writing.write_run(given, plan.tasks, identity=identity, watch=watch)
        _write_out(plan, summary.pass_on(store.cases(end.run.id)))
    where = "standard output" if plan.output == out.STANDARD else plan.output
    _tell(plan, summary, given.report, end.failures, f"the texts are in {where}, the run {end.run.id} in {store.label}")
    if end.stopped:
        raise end.stopped
    return len(end.failures)


def _write_on(cluster: "ClusterInput", plan: _WritePlan, options: WriteOptions) -> int:
    """The same on a cluster; without `-o` the shards are all that is written."""
    from triptych.pipeline.cluster import write_on_cluster
    from triptych.stores import open_store

    settings, summary = plan.settings, _WrittenSummary(time.monotonic())
    engine = load("triptych.engines", options.engine).connect(options.address, settings.workers)
    with open_store(settings.store) as store, engine, out.watching("writing", quiet=plan.quiet) as watch:
        end = write_on_cluster(engine, cluster, plan.tasks, options, store, settings.store, watch)
    cases = summary.pass_on(Case.model_validate_json(content) for content in end.contents())
    if plan.output == out.STANDARD:
        deque(cases, maxlen=0)
    else:
        _write_out(plan, cases)
    _tell(plan, summary, end.report, end.failures, f"the texts are in {len(end.names)} shards in {end.shards.folder}")
    if end.stopped:
        raise end.stopped
    return len(end.failures)


def _shape_of(output: str | None) -> Format:
    ending = Path(output or "").suffix.lower()
    if ending not in (".md", ".html", ".htm"):
        out.check_lines_output(output)
    return "md" if ending == ".md" else "html" if ending in (".html", ".htm") else "jsonl"


def _write_out(plan: _WritePlan, cases: Iterator[Case]) -> None:
    from triptych.writers import html_page, markdown_page

    lines = (case.to_json() + "\n" for case in cases)
    pieces = lines if plan.shape == "jsonl" else {"md": markdown_page, "html": html_page}[plan.shape](cases)
    with out.open_output(plan.output) as file:
        file.writelines(pieces)


@dataclass(slots=True)
class _WrittenSummary:
    """What a run came to, counted as its cases pass."""

    started: float
    texts: Counter[str] = field(default_factory=Counter)
    words: Counter[str] = field(default_factory=Counter)
    fallbacks: int = 0
    removed: int = 0
    usage: Usage = field(default_factory=Usage)

    def pass_on(self, cases: Iterable[Case]) -> Iterator[Case]:
        for case in cases:
            self.texts[case.task] += 1
            self.words[case.task] += count_words(case.text)
            if case.writing:
                self.fallbacks += case.writing.fallback
                self.removed += len(case.writing.removed)
                self.usage += case.writing.usage or Usage()
            yield case


def _tell(plan: _WritePlan, summary: _WrittenSummary, report: "Report", failures: Sequence[str], where: str) -> None:
    """Say what was read, written and left out."""
    for failure in failures[:5]:
        out.complain(failure)
    if plan.quiet:
        return
    out.say_report(report)
    kinds = [
        f"{count} {task}{'s' if count != 1 else ''} ({summary.words[task] / count:.0f} words each)"
        for task, count in sorted(summary.texts.items())
    ]
    seconds = time.monotonic() - summary.started
    out.say(f"written by {plan.settings.write.writer}: {', '.join(kinds) or 'nothing'}; {seconds:.1f} s")
    usage = summary.usage
    if usage.calls:
        out.say(
            f"{usage.calls} calls, {usage.prompt_tokens:,} tokens sent and {usage.completion_tokens:,} received; "
            f"{summary.fallbacks} texts are the embedded writer's, {summary.removed} sentences were taken out"
        )
    out.say(where)
