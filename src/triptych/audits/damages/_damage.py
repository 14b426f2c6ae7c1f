"""What a damage is: what it aims at, how badly, and the spoiled text."""

from collections.abc import Callable
from dataclasses import dataclass

from triptych.plugins import load, names_in
from triptych.records import Case

_FOLDER = "triptych.audits.damages"


@dataclass(frozen=True, slots=True)
class Damage:
    """A known way to spoil a text."""

    name: str
    """Its file."""
    aims: tuple[str, ...]
    """The rubrics whose score must fall."""
    is_severe: bool
    """True where it must fall by a whole anchor."""
    spares: tuple[str, ...]
    """Rubrics that it does not concern: their score must stay."""
    spoil: Callable[[Case], str | None]
    """The spoiled text; None where the text has nothing to spoil in this way."""


def all_damages() -> tuple[Damage, ...]:
    """Every damage, by name."""
    return tuple(_damage(name) for name in names_in(_FOLDER))


def _damage(name: str) -> Damage:
    module = load(_FOLDER, name)
    return Damage(name, tuple(module.AIMS), bool(module.IS_SEVERE), tuple(getattr(module, "SPARES", ())), module.spoil)
