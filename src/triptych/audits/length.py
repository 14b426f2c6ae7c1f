"""Length: the same text with sentences added that say nothing. No score may rise for that; some should fall."""

from collections.abc import Iterator
from itertools import cycle

from triptych.audits._bench import Bench
from triptych.audits._findings import AuditResult, flag_moved, pair_up, rows_of
from triptych.records import Case, count_words

QUESTION = "Does the judge give more for a longer text that says no more?"
MEASURE = "how far the score rose; a fall shows as a negative shift and is fine"

PADDINGS = {"half as long again": 0.5, "twice as long": 1.0}

_NOTHING = (
    "There is much to consider in a choice like this, and every shopper will weigh the points in their own way.",
    "As is so often the case, what matters in the end depends on what one is looking for.",
    "All of this is worth keeping in mind before a decision is made one way or the other.",
    "People differ, and so do their wishes, which is why no general answer can be given here.",
    "It is therefore advisable to think about these matters with the attention that they deserve.",
    "Taken as a whole, the picture is one that speaks for itself and needs little further comment.",
    "Whatever one may think of it, there are always several sides to such a question.",
    "With that said, the points above should be seen together rather than one at a time.",
    "Those who know what they want will find it easier to decide than those who do not.",
    "In short, the matter can be looked at from more than one angle, and each has something to it.",
)


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
        question=QUESTION,
        measure=MEASURE,
        judged=len(scores),
        findings=tuple(rows_of(pairs)),
        flagged=tuple(flag_moved(pairs)),
    )


def pad(case: Case, share: float) -> Case:
    """The case with its text made longer by a share of its words, all of them empty."""
    added = " ".join(_sentences(round(share * count_words(case.text))))
    return case.model_copy(update={"text": f"{case.text.rstrip()} {added}".rstrip(), "claims": ()})


def _sentences(words: int) -> Iterator[str]:
    for sentence in cycle(_NOTHING):
        if words <= 0:
            return
        yield sentence
        words -= count_words(sentence)
