"""Sensitivity: good texts are damaged in known ways. What a damage aims at must fall, what it does not concern stay."""

from collections.abc import Iterator, Sequence

from triptych.audits._bench import Bench
from triptych.audits._damages import Damage, load_damages
from triptych.audits._findings import (
    AuditResult,
    Finding,
    Flagged,
    Pair,
    by_metric,
    by_probe,
    pair_up,
    sum_up,
)
from triptych.records import Case

QUESTION = "Does the judge notice when a good text is damaged?"
MEASURE = "how far the score moved; it has to fall where the damage aims, and to stay where it does not concern"

ANY_DAMAGE = "damage aimed at it"
AIMED_AT = "metrics aimed at"
SPARED = "metrics not concerned"


async def carry_out(bench: Bench) -> AuditResult:
    """How far damage lowers the scores it aims at, and moves those it does not concern."""
    damages = {_named(damage): damage for damage in load_damages()}
    spoiled = [made for name, damage in damages.items() for made in _spoil(name, damage, bench)]
    scores = await bench.judge_all([*bench.cases, *(after for _, _, after in spoiled)])
    before = dict(zip((case.id for case in bench.cases), scores, strict=False))
    aimed: list[Pair] = []
    spared: list[Pair] = []
    for (name, case, _), after in zip(spoiled, scores[len(bench.cases) :], strict=True):
        damage = damages[name]
        aimed += (p for p in pair_up(before[case.id], after, case, name, 1) if p.metric in damage.aims)
        spared += (p for p in pair_up(before[case.id], after, case, name, 0) if p.metric in damage.spares)
    return AuditResult(
        audit="sensitivity",
        question=QUESTION,
        measure=MEASURE,
        judged=len(scores),
        findings=tuple(_rows(damages, aimed, spared)),
        flagged=tuple(_flag(aimed)),
        notes=tuple(_notes(damages, aimed)),
    )


def _spoil(name: str, damage: Damage, bench: Bench) -> Iterator[tuple[str, Case, Case]]:
    """The damage, the case before and the case after, for each case that can be damaged so."""
    for case in bench.cases:
        if any(rubric.name in damage.aims for rubric in bench.rubrics_for(case)):
            text = damage.spoil(case)
            if text is not None and text != case.text:
                yield name, case, case.model_copy(update={"text": text, "claims": ()})


def _rows(damages: dict[str, Damage], aimed: Sequence[Pair], spared: Sequence[Pair]) -> Iterator[Finding]:
    for metric, some in by_metric(aimed).items():
        yield sum_up(some, ANY_DAMAGE, metric, wants="fall")
    beside = by_probe(spared)
    for name, some in by_probe(aimed).items():
        yield sum_up(some, name, AIMED_AT, wants="fall far" if damages[name].is_severe else "fall")
        if name in beside:
            yield sum_up(beside[name], name, SPARED)


def _flag(aimed: Sequence[Pair]) -> Iterator[Flagged]:
    """What was aimed at and did not fall at all."""
    for pair in aimed:
        if pair.shift is not None and pair.shift >= 0:
            what = f"{pair.probe} left it at {pair.after:.2f} (before: {pair.before:.2f})"
            yield Flagged(case_id=pair.case.id, metric=pair.metric, what=what)


def _notes(damages: dict[str, Damage], pairs: Sequence[Pair]) -> Iterator[str]:
    tried = {pair.probe for pair in pairs}
    yield f"{len(tried)} of {len(damages)} kinds of damage could be done to these texts and aim at these metrics"


def _named(damage: Damage) -> str:
    return damage.name.replace("_", " ")
