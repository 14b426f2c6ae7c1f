"""From judgements, cases, ratings and an audit to what a report says."""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean

import triptych.agreement as agreement
from triptych import __version__
from triptych.agreement import Agreement, Difference, Side
from triptych.audits import AuditReport
from triptych.errors import MissingExtra, UsageError
from triptych.judges import MetricSummary, student_quantile
from triptych.records import TASKS, Case, Judgement, Rating, Run, Usage
from triptych.reports._contents import CaseRow, CaseTable, Contents, RunFacts, Standing, Unscored
from triptych.reports._views import view_extremes

_MOST_ROWS = 1500
_EXAMPLES = 3


@dataclass(frozen=True, slots=True)
class JudgedRun:
    """Judgements under one name, with what is known about them."""

    name: str
    """As it is told."""
    judgements: Sequence[Judgement]
    """All of them."""
    cases: Mapping[str, Case] = field(default_factory=dict)
    """By id, as far as they are known."""
    run: Run | None = None
    """The run in the store."""


def make_contents(
    runs: Sequence[JudgedRun],
    *,
    ratings: Sequence[Rating] = (),
    audit: AuditReport | None = None,
    currency: str = "",
) -> Contents:
    """The contents of a report about one run, or two side by side."""
    if not any(run.judgements for run in runs):
        raise UsageError("there are no judgements to report on")
    notes = [note for run in runs for note in _judges_taken_together(run)]
    several = {run.name: _has_several_systems(run) for run in runs}
    return Contents(
        title=" and ".join(run.name for run in runs),
        version=__version__,
        currency=currency,
        runs=tuple(map(_facts, runs)),
        standings=_beside(standing for run in runs for standing in _standings(run, by_system=False)),
        by_system=_beside(one for run in runs if several[run.name] for one in _standings(run, by_system=True)),
        unscored=tuple(one for run in runs for one in _unscored(run)),
        views=tuple(view for run in runs for view in view_extremes(run.name, run.judgements, run.cases)),
        tables=tuple(_tables(runs)),
        differences=tuple(_differences(runs, notes)),
        agreement=_agreement(runs, ratings) if ratings else None,
        audit=audit,
        notes=tuple(notes),
    )


def _facts(run: JudgedRun) -> RunFacts:
    kept = run.run
    judgements = run.judgements
    return RunFacts(
        name=run.name,
        source=kept.source if kept else None,
        judges=tuple(sorted({one.judge for one in judgements})),
        systems=tuple(sorted({one.system for one in judgements if one.system})),
        cases=len({one.case_id for one in judgements}),
        judgements=len(judgements),
        scored=sum(one.score is not None for one in judgements),
        usage=sum((one.usage for one in judgements), Usage()),
        started=f"{kept.started:%Y-%m-%d %H:%M} UTC" if kept else None,
        finished=f"{kept.finished:%Y-%m-%d %H:%M} UTC" if kept and kept.finished else None,
        status=kept.status if kept else None,
        options=dict(kept.options) if kept else {},
        signatures=tuple(sorted({one.signature for one in judgements})),
    )


def _has_several_systems(run: JudgedRun) -> bool:
    return len({one.system for one in run.judgements}) > 1


def _judges_taken_together(run: JudgedRun) -> Iterator[str]:
    judges = sorted({one.judge for one in run.judgements})
    if len(judges) > 1:
        yield f"{run.name}: scores of {' and '.join(judges)} are taken together; means are over all of them."


def _beside(standings: Iterable[Standing]) -> tuple[Standing, ...]:
    """The runs of each metric beside each other."""
    return tuple(sorted(standings, key=lambda one: (TASKS.index(one.task), one.metric, one.system or "")))


def _standings(run: JudgedRun, *, by_system: bool) -> Iterator[Standing]:
    grouped: dict[tuple[int, str, str | None], list[Judgement]] = {}
    for one in run.judgements:
        key = (TASKS.index(one.task), one.metric, one.system if by_system else None)
        grouped.setdefault(key, []).append(one)
    for (task, metric, system), some in sorted(grouped.items(), key=lambda pair: (*pair[0][:2], pair[0][2] or "")):
        summary = MetricSummary(metric)
        for one in some:
            summary.add(one)
        low, high = _interval(summary.mean, some)
        scores = Counter(one.score for one in some)
        yield Standing(
            run=run.name,
            task=TASKS[task],
            metric=metric,
            system=system,
            total=summary.total,
            scored=summary.scored,
            mean=round(summary.mean, 4) if summary.scored else None,
            low=low,
            high=high,
            counts=(scores[1], scores[2], scores[3], scores[4], scores[5]),
            usage=summary.usage,
        )


def _interval(mean: float, judgements: Sequence[Judgement]) -> tuple[float | None, float | None]:
    """The mean's 95 % interval; texts about one item are alike and count as one (Liang and Zeger, 1986)."""
    apart: dict[str, float] = {}
    scored = 0
    for one in judgements:
        if one.value is not None:
            scored += 1
            apart[one.item] = apart.get(one.item, 0.0) + one.value - mean
    items = len(apart)
    if items < 2:
        return None, None
    error = math.sqrt(items / (items - 1) * sum(off**2 for off in apart.values())) / scored
    reach = student_quantile(items - 1) * error
    return round(max(1.0, mean - reach), 4), round(min(5.0, mean + reach), 4)


def _unscored(run: JudgedRun) -> Iterator[Unscored]:
    grouped: dict[tuple[str, str], list[str]] = {}
    for one in run.judgements:
        if one.failure is not None:
            reason = (one.reason or "")[:80]
            grouped.setdefault((f"{one.task}/{one.metric}", reason), []).append(one.case_id)
    for (metric, reason), cases in sorted(grouped.items(), key=lambda pair: -len(pair[1])):
        examples = tuple(dict.fromkeys(cases))[:_EXAMPLES]
        yield Unscored(run=run.name, metric=metric, reason=reason, count=len(cases), examples=examples)


def _tables(runs: Sequence[JudgedRun]) -> Iterator[CaseTable]:
    for task in TASKS:
        metrics = sorted({one.metric for run in runs for one in run.judgements if one.task == task})
        rows = [row for run in runs for row in _rows(run, task, metrics)]
        rows.sort(key=lambda row: (row.mean is None, row.mean or 0.0, row.case_id))
        if rows:
            left_out = max(0, len(rows) - _MOST_ROWS)
            yield CaseTable(task=task, metrics=tuple(metrics), rows=tuple(rows[:_MOST_ROWS]), left_out=left_out)


def _rows(run: JudgedRun, task: str, metrics: Sequence[str]) -> Iterator[CaseRow]:
    by_case: dict[str, list[Judgement]] = {}
    for one in run.judgements:
        if one.task == task:
            by_case.setdefault(one.case_id, []).append(one)
    for case_id, some in by_case.items():
        values = [_mean(one.value for one in some if one.metric == metric) for metric in metrics]
        yield CaseRow(
            case_id=case_id,
            run=run.name,
            system=some[0].system,
            words=some[0].words,
            values=tuple(values),
            mean=_mean(values),
        )


def _mean(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return round(fmean(known), 4) if known else None


def _differences(runs: Sequence[JudgedRun], notes: list[str]) -> list[Difference]:
    """How the second run differs from the first; where that cannot be told, a note says why."""
    if len(runs) < 2:
        return []
    try:
        return agreement.compare_sides(*(Side(run.name, run.judgements) for run in runs[:2]))
    except MissingExtra as error:
        notes.append(f"The two runs stand side by side without a test of their difference: {error}.")
    except UsageError as error:
        notes.append(f"The two runs cannot be compared: {error}.")
    return []


def _agreement(runs: Sequence[JudgedRun], ratings: Sequence[Rating]) -> Agreement:
    judged: dict[str, list[Judgement]] = {}
    cases: dict[str, Case] = {}
    for run in runs:
        cases |= run.cases
        for one in run.judgements:
            name = one.judge if len(runs) == 1 else f"{one.judge} ({run.name})"
            judged.setdefault(name, []).append(one)
    return agreement.measure_agreement(judged, ratings, cases=cases.values())
