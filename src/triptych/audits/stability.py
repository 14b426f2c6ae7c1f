"""Stability: the same case judged again and again."""

from collections.abc import Iterator, Sequence
from statistics import fmean

from triptych.audits._bench import Bench, Scores
from triptych.audits._findings import MOVED, AuditResult, Finding, Flagged
from triptych.audits._pairs import interval
from triptych.records import Case, Judgement

QUESTION = "Does the judge say the same when it is asked again?"
MEASURE = "how far the lowest and the highest of the repeated scores are apart"


async def carry_out(bench: Bench) -> AuditResult:
    """How far repeated scores are apart."""
    # Round by round: requests that are alike and under way together would share one reply.
    rounds = [await bench.judge_again(bench.cases) for _ in range(bench.repeats)]
    judged = [(case, [scores[place] for scores in rounds]) for place, case in enumerate(bench.cases)]
    return AuditResult(
        audit="stability",
        question=QUESTION,
        measure=MEASURE,
        judged=len(bench.cases) * bench.repeats,
        findings=tuple(_rows(judged, bench.repeats)),
        flagged=tuple(_flag(judged)),
        notes=(f"each case was judged {bench.repeats} times, without any reply kept from before",),
    )


def _rows(judged: Sequence[tuple[Case, Sequence[Scores]]], repeats: int) -> Iterator[Finding]:
    metrics = sorted({metric for _, scores in judged for one in scores for metric in one})
    for metric in metrics:
        told = [(case, [one[metric] for one in scores]) for case, scores in judged if metric in scores[0]]
        yield _row(metric, told, f"judged {repeats} times")


def _row(metric: str, told: Sequence[tuple[Case, Sequence[Judgement]]], probe: str) -> Finding:
    """The spread of each case's scores, averaged; a case that was scored only now and then counts as unscored."""
    spreads = [(case, spread) for case, given in told if (spread := _spread(given)) is not None]
    unscored = len(told) - len(spreads)
    if not spreads:
        return Finding(probe=probe, metric=metric, pairs=0, unscored=unscored)
    case, worst = max(spreads, key=lambda one: one[1])
    low, high = interval([(case.id, spread) for case, spread in spreads])
    return Finding(
        probe=probe,
        metric=metric,
        pairs=len(spreads),
        unscored=unscored,
        shift=round(fmean(spread for _, spread in spreads), 4),
        low=low,
        high=high,
        worst=round(worst, 4),
        worst_at=case.id if worst > 0 else None,
        moved=sum(spread >= MOVED for _, spread in spreads),
    )


def _spread(judgements: Sequence[Judgement]) -> float | None:
    values = [judgement.value for judgement in judgements if judgement.value is not None]
    return max(values) - min(values) if len(values) == len(judgements) else None


def _flag(judged: Sequence[tuple[Case, Sequence[Scores]]]) -> Iterator[Flagged]:
    """Cases whose whole score flips, or that have one only now and then."""
    for case, scores in judged:
        for metric in scores[0]:
            given = [one[metric].score for one in scores]
            if len(set(given)) > 1:
                told = ", ".join("unscored" if score is None else str(score) for score in given)
                yield Flagged(case_id=case.id, metric=metric, what=f"scores {told}")
