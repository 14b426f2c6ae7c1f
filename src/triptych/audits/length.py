"""Length: the same text with sentences added that say nothing. No score may rise for that; some should fall."""

from triptych.audits._bench import Bench, filler
from triptych.audits._findings import AuditResult, flag_moved, pair_up, rows_of
from triptych.records import Case, count_words

PADDINGS = {"half as long again": 0.5, "twice as long": 1.0}


async def carry_out(bench: Bench) -> AuditResult:
    """How far padding lifts the judge."""
    padded = [(probe, case, pad(case, share)) for probe, share in PADDINGS.items() for case in bench.cases]
    scores = await bench.judge_all([*bench.cases, *(longer for _, _, longer in padded)])
    before = dict(zip((case.id for case in bench.cases), scores, strict=False))
    pairs = [
        pair
        for (probe, case, _), after in zip(padded, scores[len(bench.cases) :], strict=True)
        for pair in pair_up(before[case.id], after, case, probe, 1)
    ]
    return AuditResult(
        audit="length",
        question="Does the judge give more for a longer text that says no more?",
        measure="how far the score rose; a fall shows as a negative shift and is fine",
        judged=len(scores),
        findings=tuple(rows_of(pairs)),
        flagged=tuple(flag_moved(pairs)),
    )


def pad(case: Case, share: float) -> Case:
    """The case with its text made longer by a share of its words, all of them empty."""
    added = filler("empty", round(share * count_words(case.text)), count_words)
    return case.model_copy(update={"text": f"{case.text.rstrip()} {added}".rstrip(), "claims": ()})
