"""Stability: the same case judged again and again."""

from triptych.audits._findings import AuditResult, Bench, ChangedCase, Flagged, Pair, rows_of


async def carry_out(bench: Bench) -> AuditResult:
    """How far repeated scores are apart; a case that was scored only now and then counts as unscored."""
    # Round by round: requests that are alike and under way together would share one reply.
    rounds = [await bench.judge_again(bench.cases) for _ in range(bench.repeats)]
    probe = f"judged {bench.repeats} times"
    pairs: list[Pair] = []
    flagged: list[Flagged] = []
    for place, case in enumerate(bench.cases):
        for metric in rounds[0][place]:
            given = [scores[place][metric] for scores in rounds]
            values = [one.value for one in given if one.value is not None]
            low, high = (min(values), max(values)) if len(values) == len(given) else (None, None)
            pairs.append(Pair(ChangedCase(case, case, probe, 0), metric, low, high))
            # Whole scores that flip, or are there only now and then.
            if len({one.score for one in given}) > 1:
                shown = ", ".join("unscored" if one.score is None else str(one.score) for one in given)
                flagged.append(Flagged(case_id=case.id, metric=metric, what=f"scores {shown}"))
    return AuditResult(
        audit="stability",
        question="Does the judge say the same when it is asked again?",
        measure="how far the lowest and the highest of the repeated scores are apart",
        judged=len(bench.cases) * bench.repeats,
        findings=tuple(rows_of(pairs)),
        flagged=tuple(flagged),
        notes=(f"each case was judged {bench.repeats} times, without any reply kept from before",),
    )
