"""Judge texts on named rubrics, 1 to 5 each, by measurement or with a model."""

from __future__ import annotations

import sys
import textwrap
from collections import Counter
from contextlib import nullcontext
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Any

import typer

from triptych.cli import _options as opts
from triptych.cli import _output as out
from triptych.cli._main import run_async
from triptych.cli._output import STANDARD, complain, say, say_report, show_table, watching
from triptych.errors import UsageError, unknown_name
from triptych.settings import JudgeOptions, Settings, load_settings

# What does the work is imported where it is used: that takes ten times as long as the options.
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from triptych.agreement import Calibrations
    from triptych.judges import OpenJudge, Summary
    from triptych.pipeline import Expected, RunInput
    from triptych.pipeline.cluster import ClusterInput
    from triptych.records import Case, Judgement, Rubric, Usage
    from triptych.stores import Store

# Characters of a reply that had no score.
_LONGEST_REPLY = 400
# Kinds of failure of which one is shown whole.
_EXAMPLES = 5
_WHAT, _GATES = "What is judged", "Gates"
_CALIBRATION = "Map values to people's as `triptych agree --calibrate FILE` found; the signature says so."


@opts.with_options(JudgeOptions)
def command(
    cases: Annotated[
        str | None, opts.argument("CASES", "A file of cases, a JSON line each; `-` is standard input.")
    ] = None,
    output: opts.LinesOutput = None,
    metric: opts.Metric = None,
    task: Annotated[str | None, opts.option("TASK", "Only rubrics of this task.", panel=_WHAT)] = None,
    query: Annotated[str | None, opts.option("TEXT", "For one text: the shopper's words.", panel=_WHAT)] = None,
    product: Annotated[
        list[str] | None, opts.option("FILE", "For one text: a file of products; may be repeated.", panel=_WHAT)
    ] = None,
    text: Annotated[
        str | None, opts.option("TEXT", "For one text: the text; `-` reads it from standard input.", panel=_WHAT)
    ] = None,
    rubrics: opts.Rubrics = None,
    workers: opts.Workers = None,
    calibration: Annotated[str | None, opts.option("FILE", _CALIBRATION, panel="Judges")] = None,
    dry_run: Annotated[
        bool, opts.option(None, "Show calls, tokens and cost; call nobody.", "--dry-run", panel="Spending")
    ] = False,
    fail_under: Annotated[
        list[str] | None, opts.option("METRIC=SCORE", "Exit 1 where the mean is lower; may be repeated.", panel=_GATES)
    ] = None,
    fail_any: Annotated[
        bool,
        opts.option(None, "`--fail-under` is about every single text instead of the mean.", "--fail-any", panel=_GATES),
    ] = False,
    system: Annotated[
        list[str] | None, opts.option("NAME", "Gates count only this system's texts; may be repeated.", panel=_GATES)
    ] = None,
    min_scored: Annotated[
        float | None, opts.option("SHARE", "Exit 1 where fewer have a score.", panel=_GATES, min=0.0, max=1.0)
    ] = None,
    limit: opts.Limit = None,
    strict: opts.Strict = False,
    store: opts.Store = None,
    quiet: opts.Quiet = False,
    verbose: opts.Verbose = False,
    **options: Any,
) -> None:
    """Judge texts on named rubrics, 1 to 5 each, by measurement or with a model.

    CASES has one case a line. Without `--judge` no model is asked: the embedded judge measures, in worker processes.
    The same command goes on where it stopped and sends nothing twice. The summary is printed; `-o` takes the
    judgements. One text is judged without a file by --task, --query, --product and --text. The key of an endpoint is
    taken from `OPENAI_API_KEY`, and `OPENAI_BASE_URL` names the endpoint of judges that name none. What is said in
    `[judge]` of `triptych.toml` need not be said here.

    - `triptych judge texts.jsonl -o judgements.jsonl`
    - `triptych judge texts.jsonl --judge openai:gpt-4o-mini --metric faithfulness --fail-under faithfulness=4`
    - `triptych judge texts.jsonl --fail-under faithfulness=4 --fail-any --system candidate`
    - `triptych judge texts.jsonl --judge openai:llama3.1:8b@http://localhost:11434/v1 --samples 5`
    - `triptych judge --task explanation --query "quiet blender" --product blender.json --text "It is quiet."`
    """
    from triptych.catalog import ReadOptions, read_cases
    from triptych.pipeline import input_from
    from triptych.rubrics import find_rubrics

    settings = out.announce(load_settings(store=store, rubrics=rubrics, workers=workers, judge=options))
    chosen = settings.judge.with_settings(settings)
    found = find_rubrics(metric or (), task, settings.rubrics)
    if not found:
        names = " or ".join(metric or ())
        raise UsageError(f"the task {task} has no metric {names}; `triptych rubrics list` shows all")
    if dry_run and chosen.retry_unscored:
        raise UsageError("--dry-run does not know which replies have no score; leave --retry-unscored out")
    if fail_any and not fail_under:
        raise UsageError("--fail-any is about --fail-under METRIC=SCORE; give that as well")
    if system and not fail_under and min_scored is None:
        raise UsageError("--system is about the gates, --fail-under and --min-scored; give one as well")
    gates = Gates(tuple(read_gate(gate, found) for gate in fail_under or ()), min_scored, tuple(system or ()), fail_any)
    calibrations = None
    if calibration:
        from triptych.agreement import load_calibration

        calibrations = load_calibration(calibration)
    plan = JudgePlan(found, settings, chosen, output, calibrations, limit, quiet, gates)
    reading = ReadOptions.said(strict=strict, limit=limit, verbose=verbose)
    cluster = None if cases is None or dry_run else out.choose_cluster(chosen, cases, reading, output)
    if cluster:
        results: Results | None = judge_on(cluster, plan)
    elif cases is None:
        case = make_case(task, query, product or [], text)
        results = run_async(show_forecast(plan, [case]) if dry_run else judge_one(plan, case))
    elif query is not None or product or text is not None:
        raise UsageError(f"--query, --product and --text make one case of their own; leave them out, or {cases}")
    else:
        stream = read_cases(cases, reading)
        if dry_run:
            results = run_async(show_forecast(plan, stream))
            if not quiet:
                say_report(stream.report)
        else:
            results = run_async(judge_file(plan, input_from(cases, stream, reading)))
    missed = check_gates(results, gates) if results else []
    for sentence in missed:
        complain(sentence)
    if missed:
        raise typer.Exit(1)


@dataclass(frozen=True, slots=True)
class Gates:
    """What must hold for exit 0."""

    metrics: tuple[tuple[str, float], ...] = ()
    """The least mean of `comparison/faithfulness`, or of `faithfulness` in every task."""
    least_scored: float | None = None
    """The least share of judgements with a score."""
    systems: tuple[str, ...] = ()
    """Only texts of these systems count; all for none."""
    every_text: bool = False
    """True where no single text may be lower, instead of the mean."""


@dataclass(frozen=True, slots=True)
class Results:
    """What the judgements come to."""

    summary: Summary
    gated: Summary
    """Those that the gates are about."""


@dataclass(frozen=True, slots=True)
class JudgePlan:
    """What one invocation is to do."""

    rubrics: tuple[Rubric, ...]
    settings: Settings
    options: JudgeOptions
    output: str | None
    calibrations: Calibrations | None
    limit: int | None
    quiet: bool
    gates: Gates


async def judge_file(plan: JudgePlan, given: RunInput[Case]) -> Results:
    """Judge what is missing, then write and show all of the run; a budget that stops it is raised after that."""
    from triptych.pipeline import open_judging
    from triptych.stores import open_store

    settings, speak = plan.settings, None if plan.quiet else say
    with open_store(settings.store) as store:
        async with open_judging(plan.rubrics, plan.options, store, workers=settings.workers, say=speak) as judging:
            with watching("judging", quiet=plan.quiet) as watch:
                end = await judging.judge_run(given, limit=plan.limit, watch=watch)
        results = write_results(store.judgements(end.run.id), plan.output, plan.calibrations, plan.gates)
        summary = results.summary
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
    return results


def judge_on(cluster: ClusterInput, plan: JudgePlan) -> Results:
    """The same on a cluster; no output is written unless every judgement is final."""
    from triptych.calls.budget import read_prices
    from triptych.pipeline.cluster import judge_on_cluster
    from triptych.plugins import load
    from triptych.records import Judgement
    from triptych.stores import open_store

    settings, options = plan.settings, plan.options
    engine = load("triptych.engines", options.engine).connect(options.address, settings.workers)
    with open_store(settings.store) as store, engine, watching("judging", quiet=plan.quiet) as watch:
        end = judge_on_cluster(engine, cluster, plan.rubrics, options, store, settings.store, watch)
    judgements = (Judgement.model_validate_json(content) for content in end.contents())
    results = write_results(judgements, plan.output, plan.calibrations, plan.gates)
    if plan.output != STANDARD:
        show_summary(results.summary, read_prices(options.prices).currency if options.prices else "")
    if not plan.quiet:
        say_report(end.report)
        say(f"the judgements are in {len(end.names)} shards in {end.shards.folder}")
    if end.stopped:
        raise end.stopped
    return results


async def judge_one(plan: JudgePlan, case: Case) -> Results:
    """Judge one text and show what is said of it."""
    from triptych.pipeline import check_answered, open_judging
    from triptych.stores import open_store

    with open_store(plan.settings.store) as store:
        async with open_judging(plan.rubrics, plan.options, store, say=None if plan.quiet else say) as judging:
            judged = await judging.judge(case)
    judgements = [one.judgement for one in judged]
    if judging.opened.llms and not any(one.is_final for one in judged):
        check_answered(judgements)
    if plan.output != STANDARD:
        show_judgements(judgements)
    return write_results(judgements, plan.output, plan.calibrations, plan.gates)


async def show_forecast(plan: JudgePlan, cases: Iterable[Case]) -> None:
    """Show what judging would take; a store that is not there is not made."""
    from triptych.pipeline import forecast, open_judging
    from triptych.stores import open_store

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


def make_case(task: str | None, query: str | None, files: Sequence[str], text: str | None) -> Case:
    """The case that --task, --query, --product and --text make."""
    from pydantic import ValidationError

    from triptych.catalog import read_products
    from triptych.records import Case
    from triptych.rubrics import check_task

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


def write_results(
    judgements: Iterable[Judgement], output: str | None, calibrations: Calibrations | None, gates: Gates
) -> Results:
    """Write judgements to the output, if there is one; returns what they come to."""
    from triptych.judges import Summary

    summary = Summary()
    gated = Summary() if gates.systems else summary
    systems: set[str] = set()
    with out.open_output(output) if output else nullcontext() as file:
        for judgement in judgements if calibrations is None else _calibrated(judgements, calibrations):
            summary.add(judgement)
            systems.add(judgement.system or "none")
            if judgement.system in gates.systems:
                gated.add(judgement)
            if file is not None:
                file.write(judgement.to_json() + "\n")
    for system in gates.systems:
        if system not in systems:
            raise unknown_name("system", system, systems)
    return Results(summary, gated)


def _calibrated(judgements: Iterable[Judgement], calibrations: Calibrations) -> Iterator[Judgement]:
    """The judgements with their values mapped; says at the end which of them have no map."""
    from triptych.agreement import apply

    unknown: set[str] = set()
    for judgement in judgements:
        if calibrations.find(judgement.judge, judgement.task, judgement.metric) is None:
            unknown.add(f"{judgement.judge} on {judgement.task}/{judgement.metric}")
        yield apply(calibrations, judgement)
    if unknown:
        say(f"note: the calibration has nothing for {', '.join(sorted(unknown))}; those values stay as they are")


def read_gate(text: str, rubrics: Sequence[Rubric]) -> tuple[str, float]:
    """The gate in `comparison/faithfulness=4`."""
    name, _, value = (part.strip() for part in text.partition("="))
    try:
        least = float(value)
    except ValueError:
        least = 0.0
    if not 1 <= least <= 5:
        raise UsageError(f"--fail-under is METRIC=SCORE with a score from 1 to 5; this is {text!r}")
    known = [rubric.name for rubric in rubrics]
    if not any(_is_about(name, one) for one in known):
        raise UsageError(f"--fail-under {text}: {name!r} is not among the metrics judged: {', '.join(known)}")
    return name, least


def _is_about(gate: str, metric: str) -> bool:
    return gate in (metric, metric.partition("/")[2])


def check_gates(results: Results, gates: Gates) -> list[str]:
    """What missed its gate, a sentence each; a run without any score misses every gate."""
    summary, least_scored = results.gated, gates.least_scored
    missed: list[str] = []
    for name, least in gates.metrics:
        metrics = [metric for metric in summary.metrics.values() if _is_about(name, metric.name)]
        if not metrics:
            missed.append(f"{name}: nothing was judged, {least:g} was asked")
        for metric in metrics:
            if not metric.scored:
                missed.append(f"{metric.name}: none of {metric.total} has a score, {least:g} was asked")
            elif gates.every_text:
                under = [f"{case_id} ({value:.2f})" for value, case_id in metric.lowest if value < least]
                if under:
                    missed.append(f"{metric.name}: texts are under {least:g}; the lowest: {', '.join(under)}")
            elif metric.mean < least:
                lowest = ", ".join(f"{case_id} ({value:.2f})" for value, case_id in metric.lowest)
                missed.append(f"{metric.name}: mean {metric.mean:.2f} is under {least:g}; the lowest: {lowest}")
    share = summary.scored / summary.total if summary.total else 0.0
    if least_scored is not None and share < least_scored:
        missed.append(f"{summary.scored} of {summary.total} have a score ({share:.1%}), {least_scored:.1%} was asked")
    if results.summary.total and not results.summary.scored:
        missed.append(_nothing_scored(results.summary))
    return missed


def _nothing_scored(summary: Summary) -> str:
    """Why a run without any score is no success, with what was replied once."""
    example = next(iter(summary.examples.values()))
    where = f"{example.case_id} on {example.task}/{example.metric}"
    words = " ".join(example.explanation.split())
    reply = f"; the reply was: {textwrap.shorten(words, _LONGEST_REPLY, placeholder=' …')}" if words else ""
    return f"none of {summary.total} judgements has a score; {where}: {example.failure}{reply}"


def show_summary(summary: Summary, currency: str) -> None:
    columns = ("metric", "n", "mean", "95 % interval", "unscored", "tokens", "cost", "time")
    rows = []
    for name, metric in sorted(summary.metrics.items()):
        mean = f"{metric.mean:.2f}" if metric.scored else "–"
        interval = "{:.2f}–{:.2f}".format(*metric.interval) if metric.interval else "–"
        reasons = ", ".join(f"{reason} {count}" for reason, count in metric.reasons.most_common(3))
        unscored = f"{metric.reasons.total()} ({reasons})" if reasons else "0"
        usage = f"{metric.usage.tokens:,}", show_cost(metric.usage, currency), f"{metric.usage.seconds:,.0f} s"
        rows.append((name, metric.total, mean, interval, unscored, *usage))
    show_table("Judgements", columns, rows)


def show_judgements(judgements: Sequence[Judgement]) -> None:
    """What is said of one text: the scores, and on a terminal the explanations after them."""
    rows = [
        (f"{one.task}/{one.metric}", one.score or "–", f"{one.value:.2f}" if one.value else "–", one.failure or "")
        for one in judgements
    ]
    show_table(None, ("metric", "score", "value", "failure"), rows)
    if out.is_terminal():
        for one in judgements:
            say(f"\n{one.task}/{one.metric}\n{one.explanation}")


def show_expected(expected: Expected, currency: str) -> None:
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
        calls = f"calls answered {counts.answered}, tried again {counts.retried}"
        say(f"{llm.name}: {calls}, replies from the store {counts.from_store}")
        for note in llm.caller.model.notes:
            say(f"{llm.name}: {note}")
        if llm.cacheable_share:
            say(f"{llm.name}: {llm.cacheable_share:.0%} of the prompts is a prefix that a server can cache")
    cached, sent = opened.callers.budget.spent.cached_tokens, opened.callers.budget.spent.prompt_tokens
    if cached:
        whose = "the server" if len(opened.llms) == 1 else f"the {len(opened.llms)} servers together"
        say(f"of the prompt tokens {cached / sent:.0%} were in the cache of {whose}")
    methods = sum((metric.methods for metric in summary.metrics.values()), Counter[str]())
    if opened.llms and methods:
        say(f"how values came about: {', '.join(f'{method} {count}' for method, count in methods.most_common())}")
    for kind, one in islice(summary.examples.items(), _EXAMPLES):
        if one.failure != kind:
            say(f"without a score, such as {one.case_id} on {one.task}/{one.metric}: {one.failure}")
    if summary.juries:
        most, where = summary.widest
        say(f"the judges are {summary.apart / summary.juries:.2f} apart on average, {most:.2f} at most ({where})")
    for judge, count in summary.settled.most_common():
        say(f"settled by {judge}: {count}")
    if summary.settled and summary.uncertain:
        untold = f"{summary.uncertain} scores tell no certainty (one sample, no log-probabilities)"
        say(f"{untold} and were taken as sure; --samples 3 would tell")
    if summary.doubted:
        named = ", ".join([*summary.doubtful, *(["…"] if summary.doubted > len(summary.doubtful) else [])])
        say(f"replies that may have obeyed the case instead of the rubric: {summary.doubted} ({named})")


def show_cost(usage: Usage, currency: str) -> str:
    """Money with its currency, or a dash where no price is known."""
    return f"{usage.cost:.4f} {currency}".strip() if usage.cost is not None else "–"
