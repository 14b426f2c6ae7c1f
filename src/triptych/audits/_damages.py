"""Damages as data: known ways to spoil a good text, with the rubrics each aims at and those it does not concern."""

from functools import cache
from pathlib import Path
from typing import Annotated, Any

import yaml
from pydantic import Field

from triptych.audits._edits import EDITS
from triptych.records import Case, Record, SnakeName

_FOLDER = Path(__file__).parent / "damages"


Edit = str | Annotated[dict[str, dict[str, Any]], Field(min_length=1, max_length=1)]
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
    edits: tuple[Edit, ...] = ()
    """For texts of every task; of a comparison the verdict is the prose."""
    prose_edits: tuple[Edit, ...] = ()
    """For opinions and explanations, after those."""
    table_edits: tuple[Edit, ...] = ()
    """For comparisons, after those."""

    def spoil(self, case: Case) -> str | None:
        """The spoiled text; None where the text has nothing to spoil in this way."""
        if not any(name.startswith(f"{case.task}/") for name in (*self.aims, *self.spares)):
            return None
        texts = [case.text]
        for edit in (*self.edits, *(self.table_edits if case.task == "comparison" else self.prose_edits)):
            name, options = (edit, {}) if isinstance(edit, str) else next(iter(edit.items()))
            text = EDITS[name](case.model_copy(update={"text": texts[-1]}), **options)
            texts += [text] if text is not None else []
        return texts[-1] if len(texts) > 1 else None


@cache
def load_damages() -> tuple[Damage, ...]:
    files = [yaml.safe_load(path.read_text(encoding="utf-8")) for path in _FOLDER.glob("*.yaml")]
    found = [Damage.model_validate(fields) for content in files for fields in content["damages"]]
    return tuple(sorted(found, key=lambda damage: damage.name))
