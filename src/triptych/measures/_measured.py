"""What a measure is and what it gives back."""

from dataclasses import dataclass, field
from typing import Protocol

from triptych.measures._analysis import Analysis
from triptych.records import Evidence


@dataclass(frozen=True, slots=True)
class Measured:
    """What was counted in one text."""

    value: float | None
    """0 to 1, more is better; None where there was nothing to measure."""
    notes: tuple[str, ...] = ()
    """The lists and counts, as a careful person would note them."""
    evidence: tuple[Evidence, ...] = ()
    """Spans of the sources that were counted."""
    certainty: float = 1.0
    """0 to 1: lower where there was little material or the signs disagree."""
    faults: float = 0.0
    """How many things are wrong, where a rubric counts them."""
    of: int = 0
    """How many things were looked at."""
    figures: dict[str, float] = field(default_factory=dict)
    """Further numbers that a rule may ask for, by name."""
    asides: tuple[str, ...] | None = None
    """What is worth a note where the measure is not the rubric's first; None for all of it."""


class Measure(Protocol):
    """A module of this folder."""

    def measure(self, analysis: Analysis) -> Measured:
        """What the measure finds in one analysed case."""
        ...
