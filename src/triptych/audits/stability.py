"""Stability: the same case judged again and again."""

from collections.abc import Iterator, Sequence

from triptych.audits._bench import Bench, Scores
from triptych.audits._findings import AuditResult, ChangedCase, Finding, Flagged, Pair, rows_of
from triptych.records import Case


async def carry_out(bench: Bench) -> AuditResult:
    """How far repeated scores are apart."""
    # Round by round: requests that are alike and under way together would share one reply.
    rounds = [await bench.judge_again(bench.cases) for _ in range(bench.repeats)]
    judged = [(case, [scores[place] for scores in rounds]) for place, case in enumerate(bench.cases)]
    return AuditResult(
        audit="stability",
        question="Does the judge say the same when it is asked again?",
        measure="how far the lowest and the highest of the repeated scores are apart",
        judged=len(bench.cases) * bench.repeats,
        findings=tuple(_rows(judged, bench.repeats)),
        flagged=tuple(_flag(judged)),
        notes=(f"each case was judged {bench.repeats} times, without any reply kept from before",),
    )


def _rows(judged: Sequence[tuple[Case, Sequence[Scores]]], repeats: int) -> Iterator[Finding]:
    """A row for each metric; a case that was scored only now and then counts as unscored."""
    probe = f"judged {repeats} times"
    pairs = []
    for case, scores in judged:
        for metric in scores[0]:
            values = [value for one in scores if (value := one[metric].value) is not None]
            low, high = (min(values), max(values)) if len(values) == len(scores) else (None, None)
            pairs.append(Pair(ChangedCase(case, case, probe, 0), metric, low, high))
    return rows_of(pairs)


def _flag(judged: Sequence[tuple[Case, Sequence[Scores]]]) -> Iterator[Flagged]:
    """Cases whose whole score flips, or that have one only now and then."""
    for case, scores in judged:
        for metric in scores[0]:
            given = [one[metric].score for one in scores]
            if len(set(given)) > 1:
                shown = ", ".join("unscored" if score is None else str(score) for score in given)
                yield Flagged(case_id=case.id, metric=metric, what=f"scores {shown}")
