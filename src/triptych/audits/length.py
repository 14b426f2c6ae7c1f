"""Length: the same text with sentences added that say nothing. No score may rise for that; some should fall."""

from triptych.audits._findings import AuditResult, Bench, ChangedCase, filler, flag_moved, judge_changes, rows_of
from triptych.records import Case, count_words

PADDINGS = {"half as long again": 0.5, "twice as long": 1.0}


async def carry_out(bench: Bench) -> AuditResult:
    """How far padding lifts the judge."""
    changes = [
        ChangedCase(case, pad(case, share), probe, 1) for probe, share in PADDINGS.items() for case in bench.cases
    ]
    pairs = await judge_changes(bench, changes)
    return AuditResult(
        audit="length",
        question="Does the judge give more for a longer text that says no more?",
        measure="how far the score rose; a fall shows as a negative shift and is fine",
        judged=len(bench.cases) + len(changes),
        findings=tuple(rows_of(pairs)),
        flagged=tuple(flag_moved(pairs)),
    )


def pad(case: Case, share: float) -> Case:
    """The case with its text made longer by a share of its words, all of them empty."""
    added = filler("empty", round(share * count_words(case.text)), count_words)
    return case.model_copy(update={"text": f"{case.text.rstrip()} {added}".rstrip(), "claims": ()})
