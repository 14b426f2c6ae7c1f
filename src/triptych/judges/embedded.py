"""Judging with no model: each rubric's steps done by measurement, with the lists as explanation and spans as evidence.

`embedded.yaml` has, for each rubric, a base and a curve for each measured quantity. A value is the base plus what each
curve gives at its quantity; caps then limit what a text can get that fails in a way nothing makes up for.
`training/judging.py` fits the curves and leaves the caps as they are.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import ClassVar

import yaml
from pydantic import TypeAdapter

from triptych.english.languages import is_other_language
from triptych.errors import UsageError
from triptych.judges._judge import AllJudged, Judged, Prompts, judgement_on, round_score, sign, unscored
from triptych.measures import Analysis, Measured, NothingToMeasure, take_measure
from triptych.measures._sources import ProductSources
from triptych.records import Case, FailureKind, Judgement, Rubric, digest_of
from triptych.rubrics import load_rubric

WEIGHTS = Path(__file__).with_suffix(".yaml")
_LOWEST, _HIGHEST = 1.0, 5.0
_MOST_EVIDENCE, _FEW_NOTES = 12, 4
_WORTH_A_NOTE = 0.25
"""Anchors that a measure must cost to be named beside the rubric's own."""
_UNSURE = 0.6

Curve = tuple[tuple[float, float], ...]
"""Quantities and what each adds; between them it runs straight."""


def height_at(curve: Curve, quantity: float | None) -> float:
    """What a quantity adds; half of all it can where nothing was measured."""
    if quantity is None:
        return (curve[0][1] + curve[-1][1]) / 2
    for (left, low), (right, high) in pairwise(curve):
        if quantity < right:
            return low + (high - low) / (right - left) * max(0.0, quantity - left)
    return curve[-1][1]


@dataclass(frozen=True, slots=True)
class RubricWeights:
    """How one rubric's value is made."""

    base: float
    """What a text has before anything is measured."""
    curves: dict[str, Curve]
    """By quantity: `claims`, `claims.worst`."""


@dataclass(frozen=True, slots=True)
class Cap:
    """What a text gets at most whose quantity is above (or below) a limit."""

    rubrics: tuple[str, ...]
    """Where it holds."""
    quantity: str
    most: float
    above: float | None = None
    """It holds for more than this."""
    below: float | None = None
    """It holds for less than this."""
    why: str = ""
    """What the explanation says."""

    def holds(self, quantity: float | None) -> bool:
        """True where the text may get no more."""
        if quantity is None:
            return False
        return (self.above is not None and quantity > self.above) or (self.below is not None and quantity < self.below)


@dataclass(frozen=True, slots=True)
class Weights:
    """All weights."""

    rubrics: dict[str, RubricWeights]
    """By the rubric's name."""
    caps: tuple[Cap, ...] = ()

    def value(self, rubric: str, quantities: Mapping[str, float]) -> float:
        """What a text with these quantities gets on a rubric, from 1 to 5."""
        own = self.rubrics[rubric]
        total = own.base + sum(height_at(curve, quantities.get(name)) for name, curve in own.curves.items())
        most = min((cap.most for cap in self.caps_on(rubric, quantities)), default=_HIGHEST)
        return min(most, max(_LOWEST, total))

    def caps_on(self, rubric: str, quantities: Mapping[str, float]) -> Iterator[Cap]:
        """The caps that hold for such a text."""
        return (cap for cap in self.caps if rubric in cap.rubrics and cap.holds(quantities.get(cap.quantity)))


@cache
def load_weights(path: Path = WEIGHTS) -> Weights:
    """The weights of a file: those that come with the package."""
    given = yaml.load(path.read_text(encoding="utf-8"), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    return TypeAdapter(Weights).validate_python(given)


class EmbeddedJudge:
    """Measures; the same text always gets the same score, and nothing a source says can change how it is judged."""

    computes: ClassVar[bool] = True
    name: ClassVar[str] = "embedded"

    def signature(self, rubric: Rubric) -> str:
        """What judgements on this rubric are signed with."""
        return sign("embedded", "measures", rubric, digest_of([measures_of(rubric), rubric.like]), 1, "0")

    async def judge_case(self, case: Case, rubrics: Sequence[Rubric], prompts: Prompts | None = None) -> AllJudged:
        """A judgement for each rubric; the case is analysed once for all of them."""
        return tuple(Judged(judgement) for judgement in self.judge_all(case, rubrics))

    def judge_all(self, case: Case, rubrics: Sequence[Rubric]) -> tuple[Judgement, ...]:
        """The same without waiting: measuring never waits for anything."""
        if reason := _why_not_read(case.text):
            return tuple(unscored(case, rubric, self, reason) for rubric in rubrics)
        analysis = Analysis(case)
        names = dict.fromkeys(name for rubric in rubrics for name in measures_of(rubric))
        taken = {name: _take(name, analysis) for name in names}
        return tuple(self._judge(analysis, rubric, taken) for rubric in rubrics)

    def _judge(self, analysis: Analysis, rubric: Rubric, taken: Mapping[str, Measured | str]) -> Judgement:
        case, names = analysis.case, measures_of(rubric)
        if not names:
            advice = "the rubric names none; import it with --like a rubric that has"
            return unscored(case, rubric, self, "no measures", advice)
        if isinstance(lacking := taken[names[0]], str):
            return unscored(case, rubric, self, "nothing to measure", lacking)
        measured = {name: one for name in names if isinstance(one := taken[name], Measured)}
        found = _weigh(rubric, measured, min(map(_familiarity, analysis.sources)))
        return judgement_on(
            case,
            rubric,
            self,
            score=round_score(found.value),
            value=found.value,
            certainty=found.certainty(),
            method="measure",
            explanation=_explain(rubric, found),
            evidence=tuple(dict.fromkeys(span for one in measured.values() for span in one.evidence))[:_MOST_EVIDENCE],
            sources_seen=analysis.sources_seen,
        )


connect = EmbeddedJudge


def _take(name: str, analysis: Analysis) -> Measured | str:
    """What a measure found, or why it had nothing to look at."""
    try:
        return take_measure(name, analysis)
    except NothingToMeasure as nothing:
        return str(nothing)


def measures_of(rubric: Rubric) -> tuple[str, ...]:
    """The measures that a rubric names, or those of the rubric it is said to be like."""
    return rubric.measures or (_measures_like(rubric.like) if rubric.like else ())


@cache
def _measures_like(name: str) -> tuple[str, ...]:
    try:
        return load_rubric(name).measures
    except UsageError:
        return ()


def _why_not_read(text: str) -> FailureKind | None:
    if not any(character.isalnum() for character in text):
        return "the text is empty"
    return "the text is in another language than English" if is_other_language(text) else None


def _familiarity(sources: ProductSources) -> float:
    reviews, aspects = len(sources.read_ids), len(sources.reading.aspects)
    set_aside = sum(sources.reading.set_aside.values()) / max(1, len(sources.product.reviews))
    return min(1.0, 0.3 + reviews / 8) * min(1.0, 0.4 + aspects / 6) * (1 - 0.5 * set_aside)


@dataclass(frozen=True, slots=True)
class _Worth:
    """What a rubric's measures come to."""

    measured: Mapping[str, Measured]
    value: float
    familiarity: float
    caps: tuple[Cap, ...] = ()
    """What limits the value."""
    lost: Mapping[str, float] = field(default_factory=dict)
    """How much each measure takes off from the best it could give."""

    def certainty(self) -> float:
        """Low near where rounding turns, where there was little to measure, and where sources are little understood."""
        material = min(one.certainty for one in self.measured.values())
        near = 0.4 + 1.2 * abs(self.value % 1 - 0.5)
        return round(min(1.0, near * (0.5 + 0.5 * material) * self.familiarity), 3)


def _weigh(rubric: Rubric, measured: Mapping[str, Measured], familiarity: float) -> _Worth:
    """The value by the rubric's weights; without any, by the mean of the measures' values."""
    weights, name = load_weights(), rubric.like or rubric.name
    own = weights.rubrics.get(name)
    if own is None or not {quantity.split(".")[0] for quantity in own.curves} <= set(measures_of(rubric)):
        mean = sum(one.value for one in measured.values()) / len(measured)
        return _Worth(measured, _LOWEST + (_HIGHEST - _LOWEST) * mean, familiarity)
    quantities = {
        measure if quantity == "value" else f"{measure}.{quantity}": value
        for measure, one in measured.items()
        for quantity, value, _ in one.quantities()
    }
    lost = dict.fromkeys(measured, 0.0)
    for quantity, curve in own.curves.items():
        if (measure := quantity.split(".")[0]) in lost:
            lost[measure] += max(height for _, height in curve) - height_at(curve, quantities.get(quantity))
    caps = tuple(weights.caps_on(name, quantities))
    return _Worth(measured, weights.value(name, quantities), familiarity, caps, lost)


def _explain(rubric: Rubric, found: _Worth) -> str:
    """What is contradicted first, then the rubric's own lists, then what else costs, and what is good."""
    chief, score = next(iter(found.measured)), round_score(found.value)
    order = dict.fromkeys([*(["claims"] if "claims" in found.measured else []), chief])
    lines = [line for name in order for line in found.measured[name].notes]
    costs = sorted(((much, name) for name, much in found.lost.items()), reverse=True)
    for much, name in costs:
        if much >= _WORTH_A_NOTE and name not in order:
            lines += found.measured[name].notes[:_FEW_NOTES]
    named = [f"{name} ({much:.1f})" for much, name in costs if much >= _WORTH_A_NOTE]
    lines += [f"It loses by {', '.join(named)}."] if named else []
    good = [name for much, name in costs if much < _WORTH_A_NOTE]
    lines += [f"Little or nothing is lost by {', '.join(good)}."] if good else []
    lines += [f"No more than {cap.most:g}: {cap.why}." for cap in found.caps]
    if found.familiarity < _UNSURE:
        lines.append("The sources are few, foreign or hardly understood, so this is uncertain.")
    anchor = " ".join(rubric.anchors.get(score, "").split())
    lines.append(f"That comes to {found.value:.2f}" + (f", nearest to: {anchor}" if anchor else "."))
    return "\n".join([*lines, f"Score- <score>{score}</score>"])
