"""Sensitivity: good texts are damaged in known ways. What a damage aims at must fall, what it does not concern stay."""

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Annotated, Any

import yaml
from pydantic import Field

from triptych.audits import _edits
from triptych.audits import _findings as findings
from triptych.records import Case, Record, SnakeName

ANY_DAMAGE = "damage aimed at it"
AIMED_AT = "metrics aimed at"
SPARED = "metrics not concerned"
_FOLDER = Path(__file__).parent / "damages"

EditStep = str | Annotated[dict[str, dict[str, Any]], Field(min_length=1, max_length=1)]
"""One step of a damage: the name of a function of `_edits.py`, alone or with its options."""


class Damage(Record):
    """A known way to spoil a text: its edits one after the other."""

    name: SnakeName
    about: str = ""
    """What it does, in a sentence."""
    aims: Annotated[tuple[str, ...], Field(min_length=1)]
    """The rubrics whose score must fall."""
    spares: tuple[str, ...] = ()
    """Rubrics that it does not concern: their score must stay."""
    is_severe: bool = False
    """True where the score must fall by a whole anchor."""
    edits: tuple[EditStep, ...] = ()
    """For texts of every task; of a comparison the verdict is the prose."""
    prose_edits: tuple[EditStep, ...] = ()
    """For opinions and explanations, after those."""
    table_edits: tuple[EditStep, ...] = ()
    """For comparisons, after those."""

    def spoil(self, case: Case) -> str | None:
        """The spoiled text; None where the text has nothing to spoil in this way."""
        if not any(name.startswith(f"{case.task}/") for name in (*self.aims, *self.spares)):
            return None
        texts = [case.text]
        for edit in (*self.edits, *(self.table_edits if case.task == "comparison" else self.prose_edits)):
            name, options = (edit, {}) if isinstance(edit, str) else next(iter(edit.items()))
            text = getattr(_edits, name)(case.model_copy(update={"text": texts[-1]}), **options)
            texts += [text] if text is not None else []
        return texts[-1] if len(texts) > 1 else None


@cache
def load_damages() -> tuple[Damage, ...]:
    files = [yaml.safe_load(path.read_text(encoding="utf-8")) for path in _FOLDER.glob("*.yaml")]
    found = [Damage.model_validate(fields) for content in files for fields in content["damages"]]
    return tuple(sorted(found, key=lambda damage: damage.name))


async def carry_out(bench: findings.Bench) -> findings.AuditResult:
    """How far damage lowers the scores it aims at, and moves those it does not concern."""
    damages = {damage.name.replace("_", " "): damage for damage in load_damages()}
    changes = [change for name, damage in damages.items() for change in _spoil(name, damage, bench)]
    pairs = await findings.judge_changes(bench, changes)
    aimed = [pair for pair in pairs if pair.metric in damages[pair.change.probe].aims]
    spared = [pair for pair in pairs if pair.metric in damages[pair.change.probe].spares]
    spared = [pair._replace(change=pair.change._replace(direction=0)) for pair in spared]
    tried = len({pair.change.probe for pair in aimed})
    return findings.AuditResult(
        audit="sensitivity",
        question="Does the judge notice when a good text is damaged?",
        measure="how far the score moved; it has to fall where the damage aims, and to stay where it does not concern",
        judged=len({change.before.id for change in changes}) + len(changes),
        findings=tuple(_rows(damages, aimed, spared)),
        # What was aimed at and did not fall at all.
        flagged=tuple(_flag(pair) for pair in aimed if pair.shift is not None and pair.shift >= 0),
        notes=(f"{tried} of {len(damages)} kinds of damage could be done to these texts and aim at these metrics",),
    )


def _spoil(name: str, damage: Damage, bench: findings.Bench) -> Iterator[findings.ChangedCase]:
    """A change of each case that can be damaged so."""
    for case in bench.cases:
        if any(rubric.name in damage.aims for rubric in bench.rubrics_for(case)):
            text = damage.spoil(case)
            if text is not None and text != case.text:
                yield findings.ChangedCase(case, case.model_copy(update={"text": text, "claims": ()}), name, 1)


def _rows(
    damages: dict[str, Damage], aimed: Sequence[findings.Pair], spared: Sequence[findings.Pair]
) -> Iterator[findings.Finding]:
    for metric, some in findings.by_metric(aimed).items():
        yield findings.sum_up(some, ANY_DAMAGE, metric, wants="fall")
    beside = findings.by_probe(spared)
    for name, some in findings.by_probe(aimed).items():
        yield findings.sum_up(some, name, AIMED_AT, wants="fall far" if damages[name].is_severe else "fall")
        if name in beside:
            yield findings.sum_up(beside[name], name, SPARED)


def _flag(pair: findings.Pair) -> findings.Flagged:
    what = f"{pair.change.probe} left it at {pair.after:.2f} (before: {pair.before:.2f})"
    return findings.Flagged(case_id=pair.change.before.id, metric=pair.metric, what=what)
