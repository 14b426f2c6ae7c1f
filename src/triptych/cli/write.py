"""Write opinion, explanation and comparison texts for shortlists."""

import asyncio
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import chain
from pathlib import Path
from typing import Annotated, Literal

import typer

from triptych.calls.budget import Prices, read_prices
from triptych.calls.caller import Limits
from triptych.calls.retry import Retry
from triptych.catalog import Input, ReadOptions, Report, Tables, read_shortlists
from triptych.cli._inputs import (
    MapOption,
    ProductsOption,
    QueriesOption,
    ReviewsOption,
    choose_input,
    choose_options,
    say_report,
)
from triptych.cli._judge_options import (
    BudgetCostOption,
    BudgetTokensOption,
    ConcurrencyOption,
    ContextTokensOption,
    FreshOption,
    ModelOptionOption,
    PatienceOption,
    PricesOption,
    RpmOption,
    SeedOption,
    TimeoutOption,
    TpmOption,
)
from triptych.cli._judging import fingerprint, noting_end
from triptych.cli._model_values import read_model_options, read_money
from triptych.cli._options import (
    LimitOption,
    OutputOption,
    QuietOption,
    StoreOption,
    StrictOption,
    VerboseOption,
    WorkersOption,
)
from triptych.cli._output import STANDARD, open_output
from triptych.cli._progress import watch
from triptych.cli._terminal import complain, say
from triptych.engines import spare_collector
from triptych.engines.local import LocalEngine
from triptych.errors import BudgetReached, TransientError
from triptych.models import Connection
from triptych.pipeline import write_texts
from triptych.records import TASKS, Case, Run, Task, Usage, count_words, digest_of
from triptych.rubrics import check_task
from triptych.settings import Settings, load_settings
from triptych.stores import open_store
from triptych.writers import OpenWriter, WriterOptions, WritingStage, html_page, markdown_page, open_writer
from triptych.writers.llm import Asking

Format = Literal["jsonl", "md", "html"]

ShortlistsArgument = Annotated[
    str | None,
    typer.Argument(
        metavar="SHORTLISTS",
        help="Shortlists: JSON Lines or JSON, also .gz; `-` is standard input.",
        show_default=False,
    ),
]
WriterOption = Annotated[
    str,
    typer.Option(
        "--writer", metavar="WRITER", help="`embedded`, `openai:MODEL[@URL]`, `gguf:PATH` or `scripted:FILE`."
    ),
]
TasksOption = Annotated[
    list[str] | None,
    typer.Option(
        "--task", help="Write only this kind of text; may be repeated (default: all three).", show_default=False
    ),
]
FormatOption = Annotated[
    Format | None,
    typer.Option("--format", help="Cases as JSON lines, or a page to read (default: by OUTPUT's ending, else jsonl)."),
]
DirectOption = Annotated[
    bool, typer.Option("--direct", help="Send a model the raw sources instead of the digest of the evidence.")
]


@dataclass(frozen=True, slots=True)
class _Plan:
    """What one invocation is to do."""

    source: Input
    reading: ReadOptions
    spec: str
    tasks: tuple[Task, ...]
    options: WriterOptions
    settings: Settings
    output: str
    shape: Format
    quiet: bool


def command(
    shortlists: ShortlistsArgument = None,
    output: OutputOption = None,
    writer: WriterOption = "embedded",
    task: TasksOption = None,
    shape: FormatOption = None,
    direct: DirectOption = False,
    products: ProductsOption = None,
    reviews: ReviewsOption = None,
    queries: QueriesOption = None,
    mapping: MapOption = None,
    limit: LimitOption = None,
    strict: StrictOption = False,
    workers: WorkersOption = None,
    seed: SeedOption = None,
    model_option: ModelOptionOption = None,
    context_tokens: ContextTokensOption = None,
    concurrency: ConcurrencyOption = None,
    rpm: RpmOption = None,
    tpm: TpmOption = None,
    timeout: TimeoutOption = 180.0,
    patience: PatienceOption = 90.0,
    fresh: FreshOption = False,
    budget_tokens: BudgetTokensOption = None,
    budget_cost: BudgetCostOption = None,
    prices: PricesOption = None,
    store: StoreOption = None,
    quiet: QuietOption = False,
    verbose: VerboseOption = False,
) -> None:
    """Write opinion, explanation and comparison texts for shortlists.

    The rows are cases, ready for `triptych judge`. The same command goes on where it stopped. The embedded writer
    needs no model; with a model, every text is checked against its sources and replaced where it does not hold.

    - `triptych write shortlists.jsonl -o texts.jsonl`
    - `triptych write shortlists.jsonl -o page.html --task comparison`
    - `triptych write --products p.csv --reviews r.csv --queries q.csv -o texts.jsonl`
    - `triptych write shortlists.jsonl -o texts.jsonl --writer openai:llama3.1:8b@http://localhost:11434/v1`
    """
    settings = load_settings(store=store, workers=workers, concurrency=concurrency)
    extra = read_model_options(model_option or [])
    retry = Retry(patience_seconds=patience, tell=None if quiet else say)
    plan = _Plan(
        source=choose_input(shortlists, products, reviews, queries),
        reading=choose_options(mapping, strict, limit, verbose),
        spec=writer,
        tasks=_tasks(task or []),
        options=WriterOptions(
            asking=Asking(direct, seed=seed, context_tokens=context_tokens, options=tuple(extra.items())),
            limits=Limits(settings.concurrency, rpm, tpm, retry),
            connection=Connection(
                settings.openai_base_url, settings.openai_api_key, settings.concurrency, timeout, extra
            ),
            prices=read_prices(prices) if prices else Prices(),
            budget_tokens=budget_tokens,
            budget_cost=read_money(budget_cost),
            is_fresh=fresh,
        ),
        settings=settings,
        output=output or STANDARD,
        shape=shape or _shape_of(output),
        quiet=quiet,
    )
    if asyncio.run(_write(plan)):
        raise typer.Exit(TransientError.exit_code)


async def _write(plan: _Plan) -> int:
    """Write what is missing, then the whole of the run to its file; returns how many shortlists could not be done."""
    stream = read_shortlists(plan.source, plan.reading)
    # A file that is wrong from its first row on leaves no run behind.
    first = next(stream.records)
    started = time.monotonic()
    named = _name_of(plan.source)
    content = await asyncio.to_thread(fingerprint, named)
    spare_collector()
    stopped: BudgetReached | None = None
    with open_store(plan.settings.store) as store:
        async with open_writer(plan.spec, plan.options, store) as opened:
            run = store.start_run(_make_run(plan, named, content.digest, opened))
            stage = WritingStage(store, run.id, opened.writer, plan.options.is_fresh)
            try:
                with noting_end(store, run), watch("writing", quiet=plan.quiet) as watcher:
                    await write_texts(
                        stage,
                        chain([first], stream),
                        plan.tasks,
                        LocalEngine(plan.settings.workers, plan.settings.concurrency),
                        total=content.rows(plan.reading.limit),
                        watch=watcher,
                    )
            except BudgetReached as error:
                stopped = error
        summary = _Summary(started)
        _write_out(plan, summary.pass_on(store.cases(run.id)))
    _tell(plan, summary, stream.report, f"{run.id} in {store.label}", stage.failures)
    if stopped:
        raise stopped
    return len(stage.failures)


def _name_of(source: Input) -> str:
    """What the run calls its input."""
    if isinstance(source, Tables):
        return " ".join((*source.products, *source.reviews, *source.queries))
    return str(source)


def _make_run(plan: _Plan, source: str, digest: str, opened: OpenWriter) -> Run:
    """The run of a command: the same command over the same content is the same run."""
    options = {"writer": opened.writer.signature, "tasks": " ".join(plan.tasks)}
    if plan.reading.limit is not None:
        options["limit"] = str(plan.reading.limit)
    if plan.reading.mapping:
        options["map"] = digest_of(dict(plan.reading.mapping))
    # Tables are told apart by their names: what changed in them is written anew, case by case.
    known = digest if not isinstance(plan.source, Tables) else source
    name = digest_of(["write", source, known, options])
    return Run(id=f"write-{name}", command="write", source=source, options=options, started=datetime.now(UTC))


def _tasks(asked: Sequence[str]) -> tuple[Task, ...]:
    wanted = {check_task(name) for name in asked}
    return tuple(task for task in TASKS if task in wanted) if wanted else TASKS


def _shape_of(output: str | None) -> Format:
    ending = Path(output or "").suffix.lower()
    return "md" if ending == ".md" else "html" if ending in (".html", ".htm") else "jsonl"


def _write_out(plan: _Plan, cases: Iterator[Case]) -> None:
    with open_output(plan.output) as file:
        for piece in _PIECES[plan.shape](cases):
            file.write(piece)


def _json_lines(cases: Iterable[Case]) -> Iterator[str]:
    return (case.to_json() + "\n" for case in cases)


_PIECES = {"jsonl": _json_lines, "md": markdown_page, "html": html_page}


@dataclass(slots=True)
class _Summary:
    """What a run came to, counted as its cases pass."""

    started: float
    texts: Counter[str] = field(default_factory=Counter)
    words: Counter[str] = field(default_factory=Counter)
    fallbacks: int = 0
    removed: int = 0
    usage: Usage = field(default_factory=Usage)

    def pass_on(self, cases: Iterable[Case]) -> Iterator[Case]:
        """The cases, counted."""
        for case in cases:
            self.texts[case.task] += 1
            self.words[case.task] += count_words(case.text)
            if case.writing:
                self.fallbacks += case.writing.fallback
                self.removed += len(case.writing.removed)
                self.usage += case.writing.usage or Usage()
            yield case


def _tell(plan: _Plan, summary: _Summary, report: Report, run: str, failures: list[str]) -> None:
    """Say what was read, written and left out."""
    for failure in failures[:5]:
        complain(failure)
    if plan.quiet:
        return
    say_report(report)
    kinds = [
        f"{count} {task}{'s' if count != 1 else ''} ({summary.words[task] / count:.0f} words each)"
        for task, count in sorted(summary.texts.items())
    ]
    seconds = time.monotonic() - summary.started
    say(f"written by {plan.spec}: {', '.join(kinds) or 'nothing'}; {seconds:.1f} s")
    usage = summary.usage
    if usage.calls:
        say(
            f"{usage.calls} calls, {usage.prompt_tokens:,} tokens sent and {usage.completion_tokens:,} received; "
            f"{summary.fallbacks} texts are the embedded writer's, {summary.removed} sentences were taken out"
        )
    where = "standard output" if plan.output == STANDARD else plan.output
    say(f"the texts are in {where}, the run {run}")
