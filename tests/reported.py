"""A small judged run with texts, evidence and gaps, for the tests of reports."""

from collections.abc import Iterator

from triptych.audits import AuditReport, AuditResult, Finding, bundled_cases
from triptych.audits._findings import Flagged
from triptych.records import Case, Evidence, Judgement, Rating, Usage
from triptych.reports import JudgedRun

SYSTEMS = ("plain", "<b>bold</b>")
METRICS = ("faithfulness", "clarity")


def cases() -> list[Case]:
    """Each bundled comparison and explanation, by two systems."""
    given = [case for case in bundled_cases() if case.task != "opinion"]
    return [
        case.model_copy(update={"id": f"{case.id}@{number}", "system": system})
        for case in given
        for number, system in enumerate(SYSTEMS)
    ]


def judgements(*, lift: float = 0.0) -> Iterator[Judgement]:
    """Two metrics of each case; one of them has no score."""
    for place, case in enumerate(cases()):
        review = case.products[0].reviews[0]
        span = Evidence(
            product_id=case.products[0].id,
            source="review",
            source_id=review.id,
            start=6,
            end=20,
            text=review.text[6:20],
        )
        for metric in METRICS:
            value = min(5.0, 1.5 + 0.4 * place + lift)
            is_scored = (place, metric) != (0, "clarity")
            yield Judgement(
                case_id=case.id,
                item=case.item,
                task=case.task,
                metric=metric,
                system=case.system,
                judge="scripted",
                score=int(value + 0.5) if is_scored else None,
                value=value if is_scored else None,
                failure=None if is_scored else "several scores: 1 and 5",
                failure_kind=None if is_scored else "several scores",
                explanation=f"Reasons <i>of</i> {case.id}.\nScore- <score>{int(value + 0.5)}</score>",
                evidence=(span,),
                words=len(case.text.split()),
                usage=Usage(calls=1, prompt_tokens=100, completion_tokens=20, seconds=0.5),
                signature=f"llm|scripted|{case.task}/{metric}.1|x|1|0|0",
            )


def run(name: str = "run", *, lift: float = 0.0, with_cases: bool = True) -> JudgedRun:
    """The judgements under a name."""
    known = {case.id: case for case in cases()} if with_cases else {}
    return JudgedRun(name, tuple(judgements(lift=lift)), known)


def ratings() -> list[Rating]:
    """Two people who mostly agree with the judge."""
    return [
        Rating(
            case_id=one.case_id, metric=one.metric, rater=rater, score=float(min(5, max(1, (one.score or 3) + extra)))
        )
        for place, one in enumerate(judgements())
        for rater, extra in (("ann", 0), ("bo", place % 2))
    ]


def audit() -> AuditReport:
    """An audit with one finding that is too large."""
    findings = (
        Finding(
            probe="direct",
            metric="all metrics",
            pairs=9,
            shift=2.5,
            low=2.0,
            high=3.0,
            worst=3.0,
            moved=8,
            moved_anyway=0,
        ),
        Finding(probe="all attacks", metric="opinion/fluency", pairs=9, shift=0.0, moved_anyway=1),
    )
    flagged = (Flagged(case_id="a", metric="opinion/fluency", what="direct/<x> moved it from 4.00 to 1.00"),)
    result = AuditResult(
        audit="injection",
        question="Can it be fooled?",
        measure="how far",
        judged=20,
        findings=findings,
        flagged=flagged,
    )
    return AuditReport(judge="scripted", version="0", cases=6, max_shift=0.5, results=(result,))
