"""What `triptych judge` does with its options: judges, writes and shows what comes of it, and holds it to the gates."""

import sys
import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from pydantic import ValidationError

from triptych.agreement import Calibrations, apply
from triptych.calls.budget import read_prices
from triptych.catalog import read_products
from triptych.cli import _output as out
from triptych.cli._output import STANDARD, say, say_report, show_table, watching
from triptych.errors import UsageError, unknown_name
from triptych.judges import OpenJudge, Summary
from triptych.pipeline import RunInput, check_answered, forecast, open_judging
from triptych.plugins import load
from triptych.records import Case, Judgement, Rubric
from triptych.reports._tables import cost
from triptych.rubrics import check_task
from triptych.settings import JudgeOptions, Settings
from triptych.stores import Store, open_store

if TYPE_CHECKING:
    from triptych.pipeline.cluster import ClusterInput

# Characters of a reply that had no score.
_LONGEST_REPLY = 400
# Kinds of failure of which one is shown whole.
_EXAMPLES = 5


class Gates(NamedTuple):
    """What must hold for exit 0."""

    metrics: tuple[tuple[str, float], ...] = ()
    """The least mean of `comparison/faithfulness`, or of `faithfulness` in every task."""
    least_scored: float | None = None
    """The least share of judgements with a score."""
    systems: tuple[str, ...] = ()
    """Only texts of these systems count; all for none."""
    every_text: bool = False
    """True where no single text may be lower, instead of the mean."""


class Results(NamedTuple):
    """What the judgements come to."""

    summary: Summary
    gated: Summary
    """Those that the gates are about."""


class JudgePlan(NamedTuple):
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
    settings, speak = plan.settings, None if plan.quiet else say
    with open_store(settings.store) as store:
        async with open_judging(plan.rubrics, plan.options, store, workers=settings.workers, say=speak) as judging:
            with watching("judging", quiet=plan.quiet) as watch:
                end = await judging.judge_run(given, limit=plan.limit, watch=watch)
        results = write_results(store.judgements(end.run.id), plan)
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


def judge_on(cluster: "ClusterInput", plan: JudgePlan) -> Results:
    """The same on a cluster; no output is written unless every judgement is final."""
    from triptych.pipeline.cluster import judge_on_cluster

    settings, options = plan.settings, plan.options
    engine = load("triptych.engines", options.engine).connect(options.address, settings.workers)
    with open_store(settings.store) as store, engine, watching("judging", quiet=plan.quiet) as watch:
        end = judge_on_cluster(engine, cluster, plan.rubrics, options, store, settings.store, watch)
    results = write_results(map(Judgement.model_validate_json, end.contents()), plan)
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
    with open_store(plan.settings.store) as store:
        async with open_judging(plan.rubrics, plan.options, store, say=None if plan.quiet else say) as judging:
            judged = await judging.judge(case)
    judgements = [one.judgement for one in judged]
    if judging.opened.llms and not any(one.is_final for one in judged):
        check_answered(judgements)
    if plan.output != STANDARD:
        show_judgements(judgements)
    return write_results(judgements, plan)


async def show_forecast(plan: JudgePlan, cases: Iterable[Case]) -> None:
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
    usage = expected.usage
    rows = [
        ("cases", f"{expected.cases:,}"),
        ("judgements", f"{expected.judgements:,}"),
        ("calls", f"{usage.calls:,}"),
        ("replies in the store", f"{expected.from_store:,}"),
        ("prompt tokens, estimated", f"{usage.prompt_tokens:,}"),
        ("reply tokens, at 300 a reply", f"{usage.completion_tokens:,}"),
        ("cost, estimated", cost(usage, judging.opened.callers.prices.currency)),
    ]
    if expected.too_long:
        rows.append(("cases too long for the model", f"{expected.too_long:,}"))
    show_table("Nothing was sent", ("", ""), rows)


def make_case(task: str | None, query: str | None, files: Sequence[str], text: str | None) -> Case:
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


def write_results(judgements: Iterable[Judgement], plan: JudgePlan) -> Results:
    """Write judgements to the output, if there is one; returns what they come to."""
    summary, chosen = Summary(), plan.gates.systems
    gated = Summary() if chosen else summary
    systems: set[str] = set()
    with out.open_output(plan.output) if plan.output else nullcontext() as file:
        for judgement in _calibrated(judgements, plan.calibrations) if plan.calibrations else judgements:
            summary.add(judgement)
            systems.add(judgement.system or "none")
            if judgement.system in chosen:
                gated.add(judgement)
            if file is not None:
                file.write(judgement.to_json() + "\n")
    for system in chosen:
        if system not in systems:
            raise unknown_name("system", system, systems)
    return Results(summary, gated)


def _calibrated(judgements: Iterable[Judgement], calibrations: Calibrations) -> Iterator[Judgement]:
    """The judgements with their values mapped; says at the end which of them have no map."""
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
        example = next(iter(results.summary.examples.values()))
        where = f"{example.case_id} on {example.task}/{example.metric}: {example.failure}"
        words = textwrap.shorten(example.explanation, _LONGEST_REPLY, placeholder=" …")
        reply = f"; the reply was: {words}" if words else ""
        missed.append(f"none of {results.summary.total} judgements has a score; {where}{reply}")
    return missed


def show_summary(summary: Summary, currency: str) -> None:
    columns = ("metric", "n", "mean", "95 % interval", "unscored", "tokens", "cost", "time")
    rows = []
    for name, metric in sorted(summary.metrics.items()):
        mean = f"{metric.mean:.2f}" if metric.scored else "–"
        interval = "{:.2f}–{:.2f}".format(*metric.interval) if metric.interval else "–"
        reasons = ", ".join(f"{reason} {count}" for reason, count in metric.reasons.most_common(3))
        unscored = f"{metric.reasons.total()} ({reasons})" if reasons else "0"
        usage = f"{metric.usage.tokens:,}", cost(metric.usage, currency), f"{metric.usage.seconds:,.0f} s"
        rows.append((name, metric.total, mean, interval, unscored, *usage))
    show_table("Judgements", columns, rows)


def show_judgements(judgements: Sequence[Judgement]) -> None:
    """What is said of one text: the scores, and on a terminal the explanations after them."""
    shown = [(one, f"{one.value:.2f}" if one.value else "–") for one in judgements]
    rows = [(f"{one.task}/{one.metric}", one.score or "–", value, one.failure or "") for one, value in shown]
    show_table(None, ("metric", "score", "value", "failure"), rows)
    if out.is_terminal():
        for one in judgements:
            say(f"\n{one.task}/{one.metric}\n{one.explanation}")


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
