"""What `triptych judge` does around judging: its run, its gates and its summary."""

import asyncio
import hashlib
import uuid
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path

from triptych.cli._output import STANDARD
from triptych.cli._terminal import is_terminal, say, show_table
from triptych.errors import BudgetReached, EndpointError, UsageError
from triptych.judges import Expected, MetricSummary, OpenJudge, Summary
from triptych.records import Judgement, Rubric, Run, RunStatus, Usage, digest_of
from triptych.stores import Store

_CHUNK = 1 << 20
# Kinds of failure of which one is shown whole.
_EXAMPLES = 5


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """A file as a run knows it."""

    digest: str
    """Of its content; another each time for standard input, which can be read but once."""
    lines: int | None
    """How many it has, where each is a row."""

    def rows(self, limit: int | None) -> int | None:
        """How many rows will be read, where that is known."""
        return self.lines if self.lines is None or limit is None else min(self.lines, limit)


def fingerprint(source: str) -> Fingerprint:
    """The content of a file in a few letters: a file that changes makes another run."""
    path = Path(source)
    if source == STANDARD or not path.is_file():
        return Fingerprint(uuid.uuid4().hex, None)
    # Of all hashes in Python the one that processors have instructions for.
    digest, lines, last = hashlib.sha256(), 0, b""
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK):
            digest.update(chunk)
            lines += chunk.count(b"\n")
            last = chunk[-1:]
    is_lines = path.suffix in (".jsonl", ".ndjson")
    return Fingerprint(digest.hexdigest()[:32], lines + (last not in (b"", b"\n")) if is_lines else None)


@contextmanager
def fingerprinting(source: str) -> Iterator[Callable[[], Awaitable[Fingerprint]]]:
    """A file's fingerprint, made while other things are done; once it is there, so is no thread that a fork minds."""
    with ThreadPoolExecutor(1) as thread:
        making = thread.submit(fingerprint, source)

        async def made() -> Fingerprint:
            content = await asyncio.wrap_future(making)
            thread.shutdown()
            return content

        yield made


def make_run(source: str, content: Fingerprint, judge: str, rubrics: Sequence[Rubric], told: dict[str, object]) -> Run:
    """The run of a command: the same command over the same content is the same run."""
    options = {name: str(value) for name, value in told.items() if value is not None}
    options |= {"judge": judge, "metrics": " ".join(rubric.name for rubric in rubrics)}
    name = digest_of(["judge", source, content.digest, options])
    return Run(id=f"judge-{name}", command="judge", source=source, options=options, started=datetime.now(UTC))


@contextmanager
def noting_end(store: Store, run: Run) -> Iterator[None]:
    """Notes in the store how the block ended."""
    status: RunStatus = "failed"
    try:
        yield
        status = "done"
    except (BudgetReached, asyncio.CancelledError, KeyboardInterrupt):
        status = "stopped"
        raise
    finally:
        store.finish_run(run.id, status, datetime.now(UTC))


@dataclass(frozen=True, slots=True)
class Gate:
    """The least mean that a metric may have."""

    name: str
    """`comparison/faithfulness`, or `faithfulness` for every task."""
    least: float
    """1 to 5."""

    def holds_for(self, metric: MetricSummary) -> bool:
        """True where the gate speaks of this metric."""
        return self.name in (metric.name, metric.name.partition("/")[2])


def read_gate(text: str, rubrics: Sequence[Rubric]) -> Gate:
    """The gate in `comparison/faithfulness=4`."""
    name, equals, value = text.partition("=")
    try:
        least = float(value)
    except ValueError:
        least = 0.0
    if not equals or not 1 <= least <= 5:
        raise UsageError(f"--fail-under is METRIC=SCORE with a score from 1 to 5; this is {text!r}")
    gate = Gate(name.strip(), least)
    known = [rubric.name for rubric in rubrics]
    if not any(gate.holds_for(MetricSummary(rubric)) for rubric in known):
        raise UsageError(f"--fail-under {text}: {gate.name!r} is not among the metrics judged: {', '.join(known)}")
    return gate


def check_gates(summary: Summary, gates: Sequence[Gate], least_scored: float | None) -> list[str]:
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


def check_answered(judgements: Iterable[Judgement]) -> None:
    """EndpointError where none of these, which all await another start, has a score: nobody was reached at all."""
    failures: list[str] = []
    for judgement in judgements:
        if judgement.failure is None:
            return
        failures.append(f"{judgement.case_id}: {judgement.failure}")
    if failures:
        raise EndpointError(f"no answer to any of {len(failures)} judgements asked for; the first: {failures[0]}")


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
    """What the table does not show: calls, the shared prefix, who settled what."""
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
    cached, sent = opened.budget.spent.cached_tokens, opened.budget.spent.prompt_tokens
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
