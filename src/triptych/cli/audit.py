"""Audit a judge with no human at hand: damage, injection, order, length, stability.

triptych audit embedded
triptych audit openai:gpt-4o-mini --audit injection --metric faithfulness -o audit.html
"""

import asyncio
import secrets
import time
from contextlib import AsyncExitStack, nullcontext
from dataclasses import dataclass
from typing import Annotated

import typer

from triptych.audits import MAX_SHIFT, AuditReport, AuditResult, Bench, bundled_cases, find_audits, run_audits
from triptych.calls.cache import ReplyCache
from triptych.calls.caller import Caller, Limits
from triptych.catalog import ReadOptions, read_cases
from triptych.cli._inputs import choose_options, say_report
from triptych.cli._judge_options import (
    BudgetTokensOption,
    ConcurrencyOption,
    MetricOption,
    ModelOptionOption,
    RpmOption,
    SamplesOption,
    TemperatureOption,
)
from triptych.cli._model_values import read_model_options
from triptych.cli._options import LimitOption, OutputOption, QuietOption, RubricsOption, StoreOption, VerboseOption
from triptych.cli._output import open_output
from triptych.cli._progress import watch
from triptych.cli._terminal import complain, is_terminal, say, show_table
from triptych.judges import Judge, JudgeOptions, OpenJudge, open_judge
from triptych.judges.llm import Asking, LlmJudge
from triptych.models import Connection
from triptych.pipeline import Progress
from triptych.records import Case, Rubric
from triptych.reports import FORMATS, audit_table, format_of, write_audit
from triptych.rubrics import find_rubrics
from triptych.settings import load_settings
from triptych.stores import open_store
from triptych.writers import WriterOptions, open_writer

_MOST_FLAGGED = 3
_ON_TERMINAL = ("change", "metric", "shift", "moved a point", "outcome")

JudgeArgument = Annotated[
    str, typer.Argument(metavar="JUDGE", help="`embedded`, `openai:MODEL[@URL]`, `gguf:PATH` …", show_default=False)
]
CasesArgument = Annotated[
    str | None,
    typer.Argument(metavar="[CASES]", help="Good texts to start from (default: bundled ones).", show_default=False),
]
AuditOption = Annotated[
    list[str] | None,
    typer.Option(
        "--audit",
        metavar="NAME",
        help="`sensitivity`, `injection`, `order`, `length` or `stability`; may be repeated (default: all).",
        show_default=False,
    ),
]
MaxShiftOption = Annotated[
    float,
    typer.Option("--max-shift", min=0.01, max=4.0, metavar="X", help="Exit 1 where a score moves more than this."),
]
RepeatsOption = Annotated[
    int, typer.Option("--repeats", min=2, max=100, metavar="N", help="How often the stability audit judges a text.")
]
WriterOption = Annotated[
    str | None,
    typer.Option(
        "--writer",
        metavar="WRITER",
        help="Also let this writer write each comparison in every order, and tell verdicts that flip.",
        show_default=False,
    ),
]
FormatOption = Annotated[
    str | None,
    typer.Option(
        "--format", metavar="|".join(FORMATS), help="What to write (default: the ending of `-o`).", show_default=False
    ),
]


@dataclass(frozen=True, slots=True)
class _Plan:
    """What one invocation is to do."""

    judge: str
    writer: str | None
    audits: tuple[str, ...]
    cases: tuple[Case, ...]
    rubrics: tuple[Rubric, ...]
    options: JudgeOptions
    store: str
    repeats: int
    max_shift: float
    quiet: bool


def command(
    judge: JudgeArgument,
    cases: CasesArgument = None,
    audit: AuditOption = None,
    metric: MetricOption = None,
    writer: WriterOption = None,
    output: OutputOption = None,
    format_: FormatOption = None,
    max_shift: MaxShiftOption = MAX_SHIFT,
    repeats: RepeatsOption = 3,
    samples: SamplesOption = 1,
    temperature: TemperatureOption = None,
    model_option: ModelOptionOption = None,
    concurrency: ConcurrencyOption = None,
    rpm: RpmOption = None,
    budget_tokens: BudgetTokensOption = None,
    rubrics: RubricsOption = None,
    limit: LimitOption = None,
    store: StoreOption = None,
    quiet: QuietOption = False,
    verbose: VerboseOption = False,
) -> None:
    """Audit a judge with no human at hand.

    Texts and sources are changed in known ways and judged again. Damaged texts have to lose at least --max-shift on
    the metric they were damaged for; whatever else is changed may not move a score by more. Exit 1 where it does.
    Replies of a model are kept in the store, so an audit that stopped goes on.

    Examples: `triptych audit embedded`, `triptych audit openai:gpt-4o-mini --audit injection -o audit.html`
    """
    settings = load_settings(store=store, rubrics=rubrics, concurrency=concurrency)
    chosen = format_of(output, format_)
    extra = read_model_options(model_option or [])
    options = JudgeOptions(
        asking=Asking(samples=samples, temperature=temperature, options=tuple(extra.items())),
        limits=Limits(settings.concurrency, rpm),
        connection=Connection(settings.openai_base_url, settings.openai_api_key, settings.concurrency, options=extra),
        budget_tokens=budget_tokens,
    )
    plan = _Plan(
        judge=judge,
        writer=writer,
        audits=tuple(find_audits(audit or ())),
        cases=_cases(cases, choose_options(limit=limit, verbose=verbose)),
        rubrics=find_rubrics(metric or (), None, settings.rubrics),
        options=options,
        store=settings.store,
        repeats=repeats,
        max_shift=max_shift,
        quiet=quiet,
    )
    report = asyncio.run(_audit(plan))
    _tell(report, output, chosen, quiet)
    if report.failures:
        raise typer.Exit(1)


def _cases(file: str | None, options: ReadOptions) -> tuple[Case, ...]:
    if file is None:
        return bundled_cases()[: options.limit]
    stream = read_cases(file, options)
    found = tuple(stream)
    say_report(stream.report)
    return found


async def _audit(plan: _Plan) -> AuditReport:
    asks_model = ":" in plan.judge
    started = time.monotonic()
    with open_store(plan.store) if asks_model else nullcontext() as store, watch("auditing", quiet=plan.quiet) as told:
        async with AsyncExitStack() as stack:
            opened = await stack.enter_async_context(open_judge([plan.judge], plan.options, store))
            written = WriterOptions(limits=plan.options.limits, connection=plan.options.connection)
            writing = await stack.enter_async_context(open_writer(plan.writer, written, store)) if plan.writer else None
            bench = Bench(
                judge=opened.judge,
                rubrics=plan.rubrics,
                cases=plan.cases,
                repeats=plan.repeats,
                fresh_judge=_without_memory(opened, plan.options, stack),
                writer=writing.writer if writing else None,
                concurrency=plan.options.limits.concurrency,
                watch=lambda done: told(Progress(done, 0, None, done, time.monotonic() - started)),
            )
            return await run_audits(bench, plan.audits, plan.max_shift)


def _without_memory(opened: OpenJudge, options: JudgeOptions, stack: AsyncExitStack) -> Judge:
    """The same judge, its model loaded once, but with no replies kept from before."""
    if not opened.llms:
        return opened.judge
    cache = ReplyCache(None)
    stack.push_async_callback(cache.close)
    model = opened.llms[0].caller.model
    caller = Caller(model, cache, options.limits, opened.budget, options.prices.of(model.name))
    return LlmJudge(caller, options.asking, secrets.token_bytes(32))


def _show(result: AuditResult, max_shift: float) -> None:
    """What fits a terminal; where nobody watches, all of it."""
    table = audit_table(result, max_shift, all_columns=True)
    if not is_terminal():
        show_table(None, (), [(result.audit, *row) for row in table.rows])
        return
    places = [table.columns.index(name) for name in _ON_TERMINAL]
    rows = [tuple(row[place] for place in places) for row in table.rows]
    show_table(f"{result.audit}: {result.question}", _ON_TERMINAL, rows)


def _say_flagged(result: AuditResult) -> None:
    """The worst of what people should look at."""
    for one in result.flagged[:_MOST_FLAGGED]:
        say(f"{result.audit}: look at {one.case_id}, {one.metric}: {one.what}")
    if len(result.flagged) > _MOST_FLAGGED:
        say(f"{result.audit}: {len(result.flagged) - _MOST_FLAGGED} more to look at; `-o audit.html` lists them")


def _tell(report: AuditReport, output: str | None, chosen: str | None, quiet: bool) -> None:
    if output or chosen:
        with open_output(output or "-") as file:
            file.write(write_audit(report, chosen or "json"))
    else:
        for result in report.results:
            _show(result, report.max_shift)
    if not quiet:
        for result in report.results:
            for note in result.notes:
                say(f"{result.audit}: {note}")
            _say_flagged(result)
        if not report.failures:
            say(f"{report.judge} passes: no row moved more than {report.max_shift:g} on average")
    for sentence in report.failures:
        complain(sentence)
