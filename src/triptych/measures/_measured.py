"""What a measure is and what it gives back."""

from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from math import exp
from typing import Any, Literal, Protocol, cast

from triptych.measures._analysis import Analysis
from triptych.plugins import load
from triptych.records import Evidence

Sign = Literal[1, -1]
"""Whether more of a quantity is better or worse."""


def good(default: float = 0.0) -> Any:
    """A field of a measure's class that holds a quantity of which more is better."""
    return field(default=default, metadata={"sign": 1})


def bad(default: float = 0.0) -> Any:
    """A field of a measure's class that holds a quantity of which more is worse."""
    return field(default=default, metadata={"sign": -1})


@dataclass(frozen=True, slots=True)
class Measured:
    """What was found in one text. A measure's own class adds further quantities, each 0 to 1."""

    value: float = field(metadata={"sign": 1})
    """The chief quantity, 0 to 1: more is better."""
    notes: tuple[str, ...] = ()
    """The lists and counts, as a careful person would note them."""
    evidence: tuple[Evidence, ...] = ()
    """Spans of the sources that were counted."""
    certainty: float = 1.0
    """0 to 1: lower where there was little material."""

    def quantities(self) -> Iterator[tuple[str, float, Sign]]:
        """Each quantity by its name, with whether more of it is better."""
        for one in fields(self):
            if "sign" in one.metadata:
                yield one.name, getattr(self, one.name), one.metadata["sign"]


class NothingToMeasure(Exception):
    """A case has nothing that a measure could look at; says what is lacking."""


class Measure(Protocol):
    """A module of this folder."""

    def measure(self, analysis: Analysis) -> Measured:
        """What the measure finds in one analysed case; raises `NothingToMeasure` where there is nothing."""
        ...


def growing(amount: float, scale: float) -> float:
    """A count or density as a share: 0 for none, 0.63 at the scale, nearly 1 at three times the scale."""
    return 1 - exp(-max(0.0, amount) / scale)


def take_measure(name: str, analysis: Analysis) -> Measured:
    """What one measure finds in an analysed case."""
    return cast(Measure, load("triptych.measures", name)).measure(analysis)
