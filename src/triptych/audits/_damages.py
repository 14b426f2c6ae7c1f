"""Damages as data: known ways to spoil a good text, with the rubrics each aims at and those it does not concern."""

from functools import cache
from pathlib import Path
from typing import Annotated, Any, Self

import yaml
from pydantic import Field, model_validator

from triptych.audits._edits import EDITS
from triptych.records import Case, Record, SnakeName

_FOLDER = Path(__file__).parent / "damages"


class Edit(Record):
    """One step of a damage. In YAML `- name: options`, or `- name` alone."""

    name: SnakeName
    """A function of `_edits.py`."""
    options: dict[str, Any] = Field(default_factory=dict)

    @model_validator(mode="before")
    @classmethod
    def _from_short_form(cls, given: Any) -> Any:
        if isinstance(given, str):
            return {"name": given}
        if isinstance(given, dict) and "name" not in given and len(given) == 1:
            return dict(zip(("name", "options"), *given.items(), strict=True))
        return given

    @model_validator(mode="after")
    def _is_known(self) -> Self:
        if self.name not in EDITS:
            raise ValueError(f"unknown edit {self.name!r}; known: {', '.join(sorted(EDITS))}")
        return self


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
            text = EDITS[edit.name](case.model_copy(update={"text": texts[-1]}), **edit.options)
            texts += [text] if text is not None else []
        return texts[-1] if len(texts) > 1 else None


@cache
def load_damages() -> tuple[Damage, ...]:
    return tuple(sorted((damage for path in _FOLDER.glob("*.yaml") for damage in _read(path)), key=_name))


def _read(path: Path) -> list[Damage]:
    content = yaml.safe_load(path.read_text(encoding="utf-8"))
    return [Damage.model_validate(fields) for fields in content["damages"]]


def _name(damage: Damage) -> str:
    return damage.name
