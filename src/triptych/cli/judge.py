"""Judge texts on named rubrics, 1 to 5 each, by measurement or with a model."""

import asyncio
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from itertools import islice
from typing import Annotated

import typer
from pydantic import ValidationError

from triptych.agreement import Calibrations, load_calibration
from triptych.catalog import read_cases, read_products
from triptych.cli._inputs import choose_options, say_report
from triptych.cli._options import (
    LimitOption,
    MetricOption,
    OutputOption,
    QuietOption,
    RubricsOption,
    Said,
    StoreOption,
    StrictOption,
    VerboseOption,
    WorkersOption,
    option,
    with_options,
)
from triptych.cli._output import STANDARD
from triptych.cli._results import Results
from triptych.cli._terminal import complain, is_terminal, say, show_table, watching
from triptych.errors import UsageError, unknown_name
from triptych.judges import MetricSummary, OpenJudge, Summary
from triptych.pipeline import Expected, RunInput, check_answered, forecast, input_from, open_judging
from triptych.plugins import names_in
from triptych.records import Case, Judgement, Rubric, Usage
from triptych.rubrics import check_task, find_rubrics
from triptych.settings import JudgeOptions, Settings, load_settings
from triptych.stores import Store, open_store

# Kinds of failure of which one is shown whole.
_EXAMPLES = 5

_WHAT, _GATES = "What is judged", "Gates"
CasesArgument = Annotated[
    str | None,
    typer.Argument(
        metavar="CASES", help="A file of cases, a JSON line each; `-` is standard input.", show_default=False
    ),
]
TaskOption = Annotated[str | None, option("--task", panel=_WHAT, metavar="TASK", help="Only rubrics of this task.")]
QueryOption = Annotated[
    str | None, option("--query", panel=_WHAT, metavar="TEXT", help="For one text: the shopper's words.")
]
ProductOption = Annotated[
    list[str] | None,
    option("--product", panel=_WHAT, metavar="FILE", help="For one text: a file of products; may be repeated."),
]
TextOption = Annotated[
    str | None,
    option("--text", panel=_WHAT, metavar="TEXT", help="For one text: the text; `-` reads it from standard input."),
]
CalibrationOption = Annotated[
    str | None,
    option(
        "--calibration",
        panel="Judges",
        metavar="FILE",
        help="Map values to people's as `triptych agree --calibrate FILE` found; the signature says so.",
    ),
]
DryRunOption = Annotated[bool, option("--dry-run", panel="Spending", help="Tell calls, tokens and cost; call nobody.")]
FailUnderOption = Annotated[
    list[str] | None,
    option(
        "--fail-under", panel=_GATES, metavar="METRIC=SCORE", help="Exit 1 where the mean is lower; may be repeated."
    ),
]
MinScoredOption = Annotated[
    float | None,
    option("--min-scored", panel=_GATES, min=0.0, max=1.0, metavar="SHARE", help="Exit 1 where fewer have a score."),
]


@dataclass(frozen=True, slots=True)
class MetricGate:
    """The least mean that a metric may have."""

    name: str
    """`comparison/faithfulness`, or `faithfulness` for every task."""
    least: float
    """1 to 5."""

    def holds_for(self, metric: MetricSummary) -> bool:
        """True where the gate is about this metric."""
        return self.name in (metric.name, metric.name.partition("/")[2])


@dataclass(frozen=True, slots=True)
class _JudgePlan:
    """What one invocation is to do."""

    rubrics: tuple[Rubric, ...]
    settings: Settings
    options: JudgeOptions
    output: str | None
    calibrations: Calibrations | None
    limit: int | None
    quiet: bool


@with_options(JudgeOptions)
def command(
    cases: CasesArgument = None,
    output: OutputOption = None,
    metric: MetricOption = None,
    task: TaskOption = None,
    query: QueryOption = None,
    product: ProductOption = None,
    text: TextOption = None,
    rubrics: RubricsOption = None,
    workers: WorkersOption = None,
    calibration: CalibrationOption = None,
    dry_run: DryRunOption = False,
    fail_under: FailUnderOption = None,
    min_scored: MinScoredOption = None,
    limit: LimitOption = None,
    strict: StrictOption = False,
    store: StoreOption = None,
    quiet: QuietOption = False,
    verbose: VerboseOption = False,
    *,
    options: Said,
) -> None:
    """Judge texts on named rubrics, 1 to 5 each, by measurement or with a model.

    CASES has one case a line. Without `--judge` no model is asked: the embedded judge measures, in worker processes.
    The same command goes on where it stopped and sends nothing twice. The summary is printed; `-o` takes the
    judgements. One text is judged without a file by --task, --query, --product and --text. The key of an endpoint is
    taken from `OPENAI_API_KEY`, and `OPENAI_BASE_URL` names the endpoint of judges that name none. What is said in
    `[judge]` of `triptych.toml` need not be said here.

    - `triptych judge texts.jsonl -o judgements.jsonl`
    - `triptych judge texts.jsonl --judge openai:gpt-4o-mini --metric faithfulness --fail-under faithfulness=4`
    - `triptych judge texts.jsonl --judge openai:llama3.1:8b@http://localhost:11434/v1 --samples 5`
    - `triptych judge --task explanation --query "quiet blender" --product blender.json --text "It is quiet."`
    """
    settings = load_settings(store=store, rubrics=rubrics, workers=workers, judge=options)
    chosen = settings.judge.with_settings(settings)
    if chosen.engine not in names_in("triptych.engines"):
        raise unknown_name("engine", chosen.engine, names_in("triptych.engines"))
    found = find_rubrics(metric or (), task, settings.rubrics)
    if not found:
        raise UsageError(
            f"the task {task} has no metric {' or '.join(metric or ())}; `triptych rubrics list` shows all"
        )
    if dry_run and chosen.retry_unscored:
        raise UsageError("--dry-run does not know which replies have no score; leave --retry-unscored out")
    gates = [read_gate(gate, found) for gate in fail_under or ()]
    calibrations = load_calibration(calibration) if calibration else None
    plan = _JudgePlan(found, settings, chosen, output, calibrations, limit, quiet)
    reading = choose_options(strict=strict, limit=limit, verbose=verbose)
    if cases is None:
        case = _one_case(task, query, product or [], text)
        summary = asyncio.run(_show_forecast(plan, [case]) if dry_run else _judge_one(plan, case))
    elif query is not None or product or text is not None:
        raise UsageError(f"--query, --product and --text make one case of their own; leave them out, or {cases}")
    else:
        stream = read_cases(cases, reading)
        if dry_run:
            summary = asyncio.run(_show_forecast(plan, stream))
            if not quiet:
                say_report(stream.report)
        else:
            summary = asyncio.run(_judge_file(plan, input_from(cases, stream, reading)))
    missed = check_gates(summary, gates, min_scored) if summary else []
    for sentence in missed:
        complain(sentence)
    if missed:
        raise typer.Exit(1)


async def _judge_file(plan: _JudgePlan, given: RunInput[Case]) -> Summary:
    """Judge what is missing, then write and show all of the run; a budget that stops it is raised after that."""
    settings, speak = plan.settings, None if plan.quiet else say
    with open_store(settings.store) as store, Results(plan.output, plan.calibrations) as results:
        async with open_judging(plan.rubrics, plan.options, store, workers=settings.workers, say=speak) as judging:
            with watching("judging", quiet=plan.quiet) as watch:
                end = await judging.judge_run(given, limit=plan.limit, hear=results.hear, watch=watch)
        is_whole = results.taken == end.tally.judgements
        summary = results.finish(() if is_whole else store.judgements(end.run.id))
        if plan.output != STANDARD:
            show_summary(summary, judging.opened.callers.prices.currency)
        if not plan.quiet:
            say_report(given.report)
            say_rest(summary, judging.opened)
            say(f"the run {end.run.id} is in {store.label}")
    if end.stopped:
        raise end.stopped
    if not summary.total:
        names = ", ".join(rubric.name for rubric in plan.rubrics)
        raise UsageError(f"no case of {given.name} is of a task that {names} can judge")
    return summary


async def _judge_one(plan: _JudgePlan, case: Case) -> Summary:
    """Judge one text and show what is said of it."""
    with open_store(plan.settings.store) as store:
        async with open_judging(plan.rubrics, plan.options, store, say=None if plan.quiet else say) as judging:
            judged = await judging.judge(case)
    judgements = [one.judgement for one in judged]
    if judging.opened.llms and not any(one.is_final for one in judged):
        check_answered(judgements)
    if plan.output != STANDARD:
        show_judgements(judgements)
    with Results(plan.output, plan.calibrations) as results:
        return results.finish(judgements)


async def _show_forecast(plan: _JudgePlan, cases: Iterable[Case]) -> None:
    """Show what judging would take; a store that is not there is not made."""
    store: Store | None = None
    if not plan.options.fresh:
        try:
            store = open_store(plan.settings.store, create=False)
        except UsageError as error:
            if not plan.quiet:
                say(f"note: no replies are kept as yet ({error})")
    with store or nullcontext():
        async with open_judging(plan.rubrics, plan.options, store) as judging:
            expected = forecast(cases, plan.rubrics, judging.opened, store)
            show_expected(expected, judging.opened.callers.prices.currency)


def _one_case(task: str | None, query: str | None, files: Sequence[str], text: str | None) -> Case:
    """The case that --task, --query, --product and --text make."""
    if task is None or text is None or not files:
        raise UsageError("give a file of CASES, or one text by --task, --product and --text (and --query)")
    products = [product for file in files for product in read_products(file)]
    words = sys.stdin.read() if text == STANDARD else text
    if not words.strip():
        raise UsageError("the text is empty; --text TEXT gives it, and --text - reads it from standard input")
    try:
        return Case.model_validate({"task": check_task(task), "query": query, "products": products, "text": words})
    except ValidationError as error:
        problems = (problem["msg"].removeprefix("Value error, ") for problem in error.errors())
        raise UsageError("; ".join(problems)) from None


def read_gate(text: str, rubrics: Sequence[Rubric]) -> MetricGate:
    """The gate in `comparison/faithfulness=4`."""
    name, equals, value = text.partition("=")
    try:
        least = float(value)
    except ValueError:
        least = 0.0
    if not equals or not 1 <= least <= 5:
        raise UsageError(f"--fail-under is METRIC=SCORE with a score from 1 to 5; this is {text!r}")
    gate = MetricGate(name.strip(), least)
    known = [rubric.name for rubric in rubrics]
    if not any(gate.holds_for(MetricSummary(rubric)) for rubric in known):
        raise UsageError(f"--fail-under {text}: {gate.name!r} is not among the metrics judged: {', '.join(known)}")
    return gate


def check_gates(summary: Summary, gates: Sequence[MetricGate], least_scored: float | None) -> list[str]:
    """What missed its gate, a sentence each."""
    missed: list[str] = []
    for gate in gates:
        metrics = [metric for metric in summary.metrics.values() if gate.holds_for(metric)]
        if not metrics:
            missed.append(f"{gate.name}: nothing was judged, {gate.least:g} was asked")
        for metric in metrics:
            if not metric.scored:
                missed.append(f"{metric.name}: none of {metric.total} has a score, {gate.least:g} was asked")
            elif metric.mean < gate.least:
                lowest = ", ".join(f"{case_id} ({value:.2f})" for value, case_id in metric.lowest)
                missed.append(f"{metric.name}: mean {metric.mean:.2f} is under {gate.least:g}; the lowest: {lowest}")
    share = summary.scored / summary.total if summary.total else 0.0
    if least_scored is not None and share < least_scored:
        missed.append(f"{summary.scored} of {summary.total} have a score ({share:.1%}), {least_scored:.1%} was asked")
    return missed


def show_summary(summary: Summary, currency: str) -> None:
    """A row for each metric."""
    columns = ("metric", "n", "mean", "95 % interval", "unscored", "tokens", "cost", "time")
    show_table("Judgements", columns, [_row(metric, currency) for _, metric in sorted(summary.metrics.items())])


def show_judgements(judgements: Sequence[Judgement]) -> None:
    """What is said of one text: the scores, and on a terminal the explanations after them."""
    rows = [
        (f"{one.task}/{one.metric}", one.score or "–", f"{one.value:.2f}" if one.value else "–", one.failure or "")
        for one in judgements
    ]
    show_table(None, ("metric", "score", "value", "failure"), rows)
    if is_terminal():
        for one in judgements:
            say(f"\n{one.task}/{one.metric}\n{one.explanation}")


def show_expected(expected: Expected, currency: str) -> None:
    """What a dry run found."""
    usage = expected.usage
    rows = [
        ("cases", f"{expected.cases:,}"),
        ("judgements", f"{expected.judgements:,}"),
        ("calls", f"{usage.calls:,}"),
        ("replies in the store", f"{expected.from_store:,}"),
        ("prompt tokens, estimated", f"{usage.prompt_tokens:,}"),
        ("reply tokens, at 300 a reply", f"{usage.completion_tokens:,}"),
        ("cost, estimated", show_cost(usage, currency)),
    ]
    if expected.too_long:
        rows.append(("cases too long for the model", f"{expected.too_long:,}"))
    show_table("Nothing was sent", ("", ""), rows)


def say_rest(summary: Summary, opened: OpenJudge) -> None:
    """Say what the table does not show: calls, the shared prefix, who settled what."""
    for llm in opened.llms:
        counts = llm.caller.counts
        say(
            f"{llm.name}: calls answered {counts.answered}, tried again {counts.retried}, "
            f"replies from the store {counts.from_store}"
        )
        for note in llm.caller.model.notes:
            say(f"{llm.name}: {note}")
        if llm.prefix.share:
            say(f"{llm.name}: {llm.prefix.share:.0%} of the prompts is a prefix that a server can cache")
    cached, sent = opened.callers.budget.spent.cached_tokens, opened.callers.budget.spent.prompt_tokens
    if cached:
        say(f"of the prompt tokens {cached / sent:.0%} were in the cache of {_whose(opened)}")
    methods = sum((metric.methods for metric in summary.metrics.values()), Counter[str]())
    if opened.llms and methods:
        say(f"how values came about: {', '.join(f'{method} {count}' for method, count in methods.most_common())}")
    for kind, one in islice(summary.examples.items(), _EXAMPLES):
        if one.failure != kind:
            say(f"without a score, such as {one.case_id} on {one.task}/{one.metric}: {one.failure}")
    if summary.apart.count:
        mean, most = summary.apart.total / summary.apart.count, summary.apart.most
        say(f"the judges are {mean:.2f} apart on average, {most:.2f} at most ({summary.apart.widest})")
    for judge, count in summary.settled.most_common():
        say(f"settled by {judge}: {count}")
    if summary.settled and summary.uncertain:
        say(
            f"{summary.uncertain} scores tell no certainty (one sample, no log-probabilities) and were taken as sure; "
            "--samples 3 would tell"
        )
    if summary.doubted:
        named = ", ".join([*summary.doubtful, *(["…"] if summary.doubted > len(summary.doubtful) else [])])
        say(f"replies that may have obeyed the case instead of the rubric: {summary.doubted} ({named})")


def _whose(opened: OpenJudge) -> str:
    """Whose tokens are counted: all servers' together where there are several."""
    return "the server" if len(opened.llms) == 1 else f"the {len(opened.llms)} servers together"


def _row(metric: MetricSummary, currency: str) -> tuple[str, ...]:
    interval = metric.interval
    reasons = ", ".join(f"{reason} {count}" for reason, count in metric.reasons.most_common(3))
    unscored = f"{metric.reasons.total()} ({reasons})" if reasons else "0"
    return (
        metric.name,
        str(metric.total),
        f"{metric.mean:.2f}" if metric.scored else "–",
        f"{interval[0]:.2f}–{interval[1]:.2f}" if interval else "–",
        unscored,
        f"{metric.usage.prompt_tokens + metric.usage.completion_tokens:,}",
        show_cost(metric.usage, currency),
        f"{metric.usage.seconds:,.0f} s",
    )


def show_cost(usage: Usage, currency: str) -> str:
    """Money with its currency, or a dash where no price is known."""
    return f"{usage.cost:.4f} {currency}".strip() if usage.cost is not None else "–"
