"""The lowest and the highest cases, as people look at them: text, reasons, and what the judges pointed to."""

import re
from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean

from triptych.records import TASKS, Case, Evidence, Judgement, Source, SourceKind
from triptych.reports._contents import CaseView, MarkedSource, Place, Remark
from triptych.texts import short_names

LOWEST, HIGHEST = 4, 2
"""How many cases of each task are shown."""

_LONGEST_EXPLANATION = 3000
_LONGEST_TEXT = 8000
_MOST_SOURCES = 10
_AROUND = 200
"""Characters shown before the first and after the last mark of a long source."""

# The score stands beside the explanation already.
_SCORE_LINE = re.compile(r"\n?\s*Score-\s*<score>\d</score>\s*$")

Span = tuple[int, int]


def view_extremes(run: str, judgements: Sequence[Judgement], cases: Mapping[str, Case]) -> Iterator[CaseView]:
    """The cases of each task with the lowest and the highest mean over metrics."""
    for task in TASKS:
        by_case: dict[str, list[Judgement]] = {}
        for one in judgements:
            if one.task == task:
                by_case.setdefault(one.case_id, []).append(one)
        means = {case_id: fmean(values) for case_id, some in by_case.items() if (values := _values(some))}
        ordered = sorted(means, key=lambda case_id: (means[case_id], case_id))
        lowest = ordered[:LOWEST]
        highest = [case_id for case_id in reversed(ordered[-HIGHEST:]) if case_id not in lowest]
        placed: list[tuple[Place, str]] = [("lowest", case_id) for case_id in lowest]
        placed += [("highest", case_id) for case_id in highest]
        for place, case_id in placed:
            yield _view(run, by_case[case_id], cases.get(case_id), place, means[case_id])


def _values(judgements: Sequence[Judgement]) -> list[float]:
    return [one.value for one in judgements if one.value is not None]


def _view(run: str, judgements: Sequence[Judgement], case: Case | None, place: Place, mean: float) -> CaseView:
    first = judgements[0]
    titles = [product.title for product in case.products] if case else []
    return CaseView(
        case_id=first.case_id,
        run=run,
        task=first.task,
        place=place,
        mean=round(mean, 4),
        system=first.system,
        query=case.query if case else None,
        products=short_names(titles),
        text=_cut(case.text, _LONGEST_TEXT) if case else None,
        remarks=tuple(map(_remark, sorted(judgements, key=lambda one: (one.value or 0.0, one.metric)))),
        sources=tuple(_sources(judgements, case)),
    )


def _remark(judgement: Judgement) -> Remark:
    reasons = _SCORE_LINE.sub("", judgement.explanation)
    if judgement.failure is not None:
        reasons = f"No score: {judgement.failure}\n\n{reasons}".strip()
    return Remark(
        metric=judgement.metric,
        judge=judgement.judge,
        score=judgement.score,
        value=judgement.value,
        explanation=_cut(reasons, _LONGEST_EXPLANATION),
    )


def _sources(judgements: Sequence[Judgement], case: Case | None) -> Iterator[MarkedSource]:
    """The sources that judges pointed to, with what they pointed to; without the case, the spans alone."""
    spans: dict[tuple[str, SourceKind, str], list[Evidence]] = {}
    for one in judgements:
        for evidence in one.evidence:
            spans.setdefault((evidence.product_id, evidence.source, evidence.source_id), []).append(evidence)
    products = case.products if case else ()
    names = dict(zip((p.id for p in products), short_names([p.title for p in products]), strict=True))
    known = {(s.product_id, s.kind, s.id): s for product in products for s in product.sources()}
    most_pointed_to = sorted(spans.items(), key=lambda pair: -len(pair[1]))[:_MOST_SOURCES]
    for key, pointed_to in most_pointed_to:
        first = pointed_to[0]
        yield MarkedSource(
            product=names.get(first.product_id, first.product_id),
            kind=first.source,
            id=first.source_id,
            parts=tuple(_parts(known.get(key), pointed_to)),
        )


def _parts(source: Source | None, pointed_to: Sequence[Evidence]) -> Iterator[tuple[bool, str]]:
    fitting = [(e.start, e.end) for e in pointed_to if source and source.text[e.start : e.end] == e.text]
    if source is None or not fitting:
        for words in dict.fromkeys(evidence.text for evidence in pointed_to):
            yield True, words
        return
    merged = merge(fitting)
    start, end = max(0, merged[0][0] - _AROUND), min(len(source.text), merged[-1][1] + _AROUND)
    place = start
    yield False, "…" if start else ""
    for begin, finish in merged:
        yield False, source.text[place:begin]
        yield True, source.text[begin:finish]
        place = finish
    yield False, source.text[place:end] + ("…" if end < len(source.text) else "")


def merge(spans: Sequence[Span]) -> list[Span]:
    """The same places without overlaps, in order."""
    merged: list[Span] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[:most].rstrip()} …"
