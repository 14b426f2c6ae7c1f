"""From judgements, cases, ratings and an audit to what a report says."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from statistics import fmean

import triptych.agreement as agreement
from triptych import __version__
from triptych.agreement import Agreement, Difference, JudgedRun
from triptych.audits import AuditReport
from triptych.errors import MissingExtra, UsageError
from triptych.judges import MetricSummary
from triptych.records import TASKS, Case, Evidence, Judgement, Rating, Source, Usage, group_by
from triptych.reports import _contents as parts
from triptych.texts import mark, short_names

_MOST_ROWS = 1500
_EXAMPLES = 3
LOWEST, HIGHEST = 4, 2
"""How many cases of each task are shown."""

_LONGEST_EXPLANATION = 3000
_LONGEST_TEXT = 8000
_MOST_SOURCES = 10
_AROUND = 200
"""Characters shown before the first and after the last mark of a long source."""


def make_contents(
    runs: Sequence[JudgedRun], *, ratings: Sequence[Rating] = (), audit: AuditReport | None = None, currency: str = ""
) -> parts.Contents:
    """The contents of a report about one run, or two side by side."""
    if not any(run.judgements for run in runs):
        raise UsageError("there are no judgements to report on")
    differences, outcome = compare_means(runs[0], runs[1]) if len(runs) > 1 else ((), "")
    facts = tuple(map(_facts, runs))
    together = [f"{run.name}: scores of {' and '.join(run.judges)}" for run in facts if len(run.judges) > 1]
    notes = [f"{scores} are taken together; means are over all of them." for scores in together]
    mixed = [run for run in runs if len({one.system for one in run.judgements}) > 1]
    return parts.Contents(
        title=" and ".join(run.name for run in runs),
        version=__version__,
        currency=currency,
        runs=facts,
        standings=_beside(standing for run in runs for standing in _standings(run, by_system=False)),
        by_system=_beside(one for run in mixed for one in _standings(run, by_system=True)),
        unscored=tuple(one for run in runs for one in _unscored(run)),
        views=tuple(view for run in runs for view in view_extremes(run.name, run.judgements, run.cases)),
        tables=tuple(_tables(runs)),
        differences=differences,
        agreement=_agreement(runs, ratings) if ratings else None,
        audit=audit,
        notes=tuple(filter(None, [*notes, outcome])),
    )


def _facts(run: JudgedRun) -> parts.RunFacts:
    judgements = run.judgements
    return parts.RunFacts(
        name=run.name,
        judges=tuple(sorted({one.judge for one in judgements})),
        systems=tuple(sorted({one.system for one in judgements if one.system})),
        cases=len({one.case_id for one in judgements}),
        judgements=len(judgements),
        scored=sum(one.score is not None for one in judgements),
        usage=sum((one.usage for one in judgements), Usage()),
        run=run.run,
        signatures=tuple(sorted({one.signature for one in judgements})),
    )


def _beside(standings: Iterable[parts.MetricScores]) -> tuple[parts.MetricScores, ...]:
    """The runs of each metric beside each other."""
    return tuple(sorted(standings, key=lambda one: (TASKS.index(one.task), one.metric, one.system or "")))


def _standings(run: JudgedRun, *, by_system: bool) -> Iterator[parts.MetricScores]:
    grouped = group_by(run.judgements, lambda one: (one.task, one.metric, one.system if by_system else None))
    for (task, metric, system), some in grouped.items():
        summary = MetricSummary(metric)
        for one in some:
            summary.add(one)
        low, high = (round(end, 4) for end in summary.interval) if summary.interval else (None, None)
        scores = Counter(one.score for one in some)
        yield parts.MetricScores(
            run=run.name,
            task=task,
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


def _unscored(run: JudgedRun) -> Iterator[parts.Unscored]:
    failed = [one for one in run.judgements if one.failure is not None]
    grouped = group_by(failed, lambda one: (f"{one.task}/{one.metric}", (one.reason or "")[:80]))
    for (metric, reason), some in sorted(grouped.items(), key=lambda pair: -len(pair[1])):
        examples = tuple(dict.fromkeys(one.case_id for one in some))[:_EXAMPLES]
        yield parts.Unscored(run=run.name, metric=metric, reason=reason, count=len(some), examples=examples)


def _tables(runs: Sequence[JudgedRun]) -> Iterator[parts.CaseTable]:
    for task in TASKS:
        metrics = sorted({one.metric for run in runs for one in run.judgements if one.task == task})
        rows = [row for run in runs for row in _rows(run, task, metrics)]
        rows.sort(key=lambda row: (row.mean is None, row.mean or 0.0, row.case_id))
        if rows:
            left_out = max(0, len(rows) - _MOST_ROWS)
            yield parts.CaseTable(task=task, metrics=tuple(metrics), rows=tuple(rows[:_MOST_ROWS]), left_out=left_out)


def _rows(run: JudgedRun, task: str, metrics: Sequence[str]) -> Iterator[parts.CaseRow]:
    for case_id, some in _by_case(run.judgements, task).items():
        values = tuple(_mean(one.value for one in some if one.metric == metric) for metric in metrics)
        one, mean = some[0], _mean(values)
        yield parts.CaseRow(case_id=case_id, run=run.name, system=one.system, words=one.words, values=values, mean=mean)


def _by_case(judgements: Iterable[Judgement], task: str) -> dict[str, list[Judgement]]:
    return group_by((one for one in judgements if one.task == task), lambda one: one.case_id)


def _mean(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return round(fmean(known), 4) if known else None


def view_extremes(run: str, judgements: Sequence[Judgement], cases: Mapping[str, Case]) -> Iterator[parts.CaseView]:
    """The cases of each task with the lowest and the highest mean over metrics."""
    for task in TASKS:
        by_case = _by_case(judgements, task)
        found = {case_id: _mean(one.value for one in some) for case_id, some in by_case.items()}
        means = {case_id: mean for case_id, mean in found.items() if mean is not None}
        ordered = sorted(means, key=lambda case_id: (means[case_id], case_id))
        highest = ordered[LOWEST:][-HIGHEST:][::-1]
        placed: dict[parts.Extreme, list[str]] = {"lowest": ordered[:LOWEST], "highest": highest}
        for place, case_ids in placed.items():
            for case_id in case_ids:
                yield _view(run, by_case[case_id], cases.get(case_id), place, means[case_id])


def _view(
    run: str, judgements: Sequence[Judgement], case: Case | None, place: parts.Extreme, mean: float
) -> parts.CaseView:
    first = judgements[0]
    titles = [product.title for product in case.products] if case else []
    return parts.CaseView(
        case_id=first.case_id,
        run=run,
        task=first.task,
        place=place,
        mean=mean,
        system=first.system,
        query=case.query if case else None,
        products=short_names(titles),
        text=_cut(case.text, _LONGEST_TEXT) if case else None,
        remarks=tuple(map(_remark, sorted(judgements, key=lambda one: (one.value or 0.0, one.metric)))),
        sources=tuple(_sources(judgements, case)),
    )


def _remark(judgement: Judgement) -> Judgement:
    reasons = judgement.grounds
    if judgement.failure is not None:
        reasons = f"No score: {judgement.failure}\n\n{reasons}".strip()
    return judgement.model_copy(update={"explanation": _cut(reasons, _LONGEST_EXPLANATION), "evidence": ()})


def _sources(judgements: Sequence[Judgement], case: Case | None) -> Iterator[parts.MarkedSource]:
    """The sources that judges pointed to, with what they pointed to; without the case, the spans alone."""
    evidence = (span for one in judgements for span in one.evidence)
    spans = group_by(evidence, lambda span: (span.product_id, span.source, span.source_id))
    products = case.products if case else ()
    names = dict(zip((p.id for p in products), short_names([p.title for p in products]), strict=True))
    known = {(s.product_id, s.kind, s.id): s for product in products for s in product.sources()}
    most_pointed_to = sorted(spans.items(), key=lambda pair: -len(pair[1]))[:_MOST_SOURCES]
    for key, pointed_to in most_pointed_to:
        first = pointed_to[0]
        product, marked = names.get(first.product_id, first.product_id), tuple(_parts(known.get(key), pointed_to))
        yield parts.MarkedSource(product=product, kind=first.source, id=first.source_id, parts=marked)


def _parts(source: Source | None, pointed_to: Sequence[Evidence]) -> Iterator[tuple[bool, str]]:
    fitting = [(e.start, e.end) for e in pointed_to if source and source.text[e.start : e.end] == e.text]
    if source is None or not fitting:
        for words in dict.fromkeys(evidence.text for evidence in pointed_to):
            yield True, words
        return
    yield from ((is_marked, words) for words, is_marked in mark(source.text, fitting, whole=0, around=_AROUND))


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[:most].rstrip()} …"


def compare_means(
    first: JudgedRun, second: JudgedRun, resamples: int | None = None
) -> tuple[tuple[Difference, ...], str]:
    """How the second run differs from the first on each metric; and over all in words, or why that is not known."""
    try:
        found = tuple(agreement.compare_sides(first, second, resamples=resamples))
        pooled = agreement.pool_sides(first, second, resamples=resamples)
        return found, f"Over all: {pooled.sentence()}" if pooled else ""
    except MissingExtra as error:
        return (), f"The difference of the two runs is not tested: {error}."
    except UsageError as error:
        return (), f"The two runs cannot be compared: {error}."


def _agreement(runs: Sequence[JudgedRun], ratings: Sequence[Rating]) -> Agreement:
    judged: dict[str, list[Judgement]] = {}
    for run in runs:
        by_judge = group_by(run.judgements, lambda one: one.judge)
        judged |= {name if len(runs) == 1 else f"{name} ({run.name})": some for name, some in by_judge.items()}
    cases = {case_id: case for run in runs for case_id, case in run.cases.items()}
    return agreement.measure_agreement(judged, ratings, cases=cases.values())
