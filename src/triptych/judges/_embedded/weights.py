"""What measured quantities are worth: for each rubric a base and a curve for each quantity, as `weights.yaml` has them.

A value is the base plus what each curve gives at its quantity. Caps then limit what a text can get that fails in a way
nothing makes up for. `training/judging.py` fits the curves and leaves the caps as they are.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import yaml

WEIGHTS = Path(__file__).with_name("weights.yaml")
_LOWEST, _HIGHEST = 1.0, 5.0


@dataclass(frozen=True, slots=True)
class Curve:
    """What a quantity adds, by straight lines between points."""

    points: tuple[tuple[float, float], ...]

    def at(self, quantity: float | None) -> float:
        """What it adds at a quantity; half of all it can where nothing was measured."""
        if quantity is None:
            return (self.points[0][1] + self.points[-1][1]) / 2
        places, heights = zip(*self.points, strict=True)
        return float(np.interp(quantity, places, heights))

    @property
    def range(self) -> float:
        """How much it can move a value."""
        return abs(self.points[-1][1] - self.points[0][1])

    @property
    def best(self) -> float:
        """The most it can add."""
        return max(height for _, height in self.points)


@dataclass(frozen=True, slots=True)
class RubricWeights:
    """How one rubric's value is made."""

    base: float
    curves: dict[str, Curve]
    """By quantity: `claims`, `claims.worst`."""


@dataclass(frozen=True, slots=True)
class Cap:
    """What a text gets at most whose quantity is above (or below) a limit."""

    rubrics: tuple[str, ...]
    quantity: str
    most: float
    above: float | None = None
    below: float | None = None
    why: str = ""

    def holds(self, quantity: float | None) -> bool:
        """True where the text may get no more."""
        if quantity is None:
            return False
        return (self.above is not None and quantity > self.above) or (self.below is not None and quantity < self.below)


@dataclass(frozen=True, slots=True)
class Weights:
    """All weights."""

    rubrics: dict[str, RubricWeights]
    caps: tuple[Cap, ...] = ()

    def value(self, rubric: str, quantities: Mapping[str, float]) -> float:
        """What a text with these quantities gets on a rubric, from 1 to 5."""
        own = self.rubrics[rubric]
        total = own.base + sum(curve.at(quantities.get(name)) for name, curve in own.curves.items())
        most = min((cap.most for cap in self.caps_on(rubric, quantities)), default=_HIGHEST)
        return min(most, max(_LOWEST, total))

    def caps_on(self, rubric: str, quantities: Mapping[str, float]) -> Iterator[Cap]:
        """The caps that hold for such a text."""
        return (cap for cap in self.caps if rubric in cap.rubrics and cap.holds(quantities.get(cap.quantity)))


@cache
def load_weights(path: Path = WEIGHTS) -> Weights:
    """The weights of a file: those that come with the package."""
    given = yaml.load(path.read_text(encoding="utf-8"), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    rubrics = {
        name: RubricWeights(
            float(one["base"]),
            {
                quantity: Curve(tuple((float(x), float(y)) for x, y in points))
                for quantity, points in one["curves"].items()
            },
        )
        for name, one in given["rubrics"].items()
    }
    return Weights(rubrics, tuple(Cap(**{**cap, "rubrics": tuple(cap["rubrics"])}) for cap in given.get("caps", ())))


def dump_weights(weights: Weights, path: Path = WEIGHTS) -> None:
    """Write weights as `load_weights` reads them, one line for each curve."""
    lines = ["# Caps are written by hand; training/judging.py fits the rest.", "caps:" if weights.caps else "caps: []"]
    for cap in weights.caps:
        given = {key: value for key in cap.__slots__ if (value := getattr(cap, key)) is not None}
        lines.append("- " + json.dumps(given, ensure_ascii=False))
    lines.append("rubrics:")
    for name, one in weights.rubrics.items():
        lines += [f"  {name}:", f"    base: {one.base:g}", "    curves:" if one.curves else "    curves: {}"]
        for quantity, curve in one.curves.items():
            points = ", ".join(f"[{place:g}, {height + 0.0:g}]" for place, height in curve.points)
            lines.append(f"      {quantity}: [{points}]")
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
