"""How many of the text's aspects carry the sentiment that most reviewers hold about them, on five levels."""

from dataclasses import dataclass, replace

from triptych.measures._analysis import Analysis
from triptych.measures._covered_aspects import CoveredAspect, Spot
from triptych.measures._measured import Measured
from triptych.measures._phrases import DISSENT, FOR_WHOM
from triptych.measures._quotes import leads_up_to, side_of
from triptych.records import SENTIMENTS, Aspect, Evidence
from triptych.texts import short_names

_DIVIDED = 0.3
"""An aspect is divided when the smaller side has this share of those who lean."""
_HALF_RIGHT = 0.5
_FEW = 4
_NONE_SHARED = 0.75
"""What a text gets that shares no judged aspect with the sources: it neither keeps nor breaks what most hold."""
_PRIOR, _PRIOR_WEIGHT = 0.85, 2.0
"""Most texts tell most aspects truly; one aspect alone says little, so every share is drawn a little towards that."""
_SURE = 4
_DENIED_BY = 4
"""Reviewers on whom a majority can rest; fewer make an aspect count less."""


@dataclass(frozen=True, slots=True)
class Compared:
    """One aspect as the text and as the reviewers see it."""

    name: str
    said: str
    held: str
    match: float
    weight: float
    is_denied: bool = False
    """True where the text says the opposite of what all who speak of it say."""


def measure(analysis: Analysis) -> Measured:
    """The share of aspects with a sentiment in the text that carry the majority's."""
    compared: list[Compared] = []
    names = short_names([product.title for product in analysis.case.products])
    evidence: list[Evidence] = []
    for number, told in enumerate(analysis.covered):
        for one in told:
            found = _compare(one, analysis, number)
            if found is None:
                continue
            compared.append(replace(found, name=f"{names[number]}, {one.name}") if len(names) > 1 else found)
            if found.match < 1 and one.aspect:
                evidence += analysis.sources[number].quote(one.aspect)
    if not compared:
        if not any(reading.aspects for reading in analysis.readings):
            return Measured(None, ("the sources speak of no aspect",))
        note = "The text gives no sentiment to any aspect that the sources speak of."
        return Measured(_NONE_SHARED, (note,), certainty=0.1, asides=())
    weight = sum(one.weight for one in compared)
    share = (sum(one.match * one.weight for one in compared) + _PRIOR * _PRIOR_WEIGHT) / (weight + _PRIOR_WEIGHT)
    lines = [
        f"{n}. {one.name}: text {one.said}, reviewers {one.held}: "
        + ("match" if one.match == 1 else "in part" if one.match > 0 else "mismatch")
        for n, one in enumerate(compared, start=1)
    ]
    return Measured(
        share,
        ("Aspects with a sentiment in the text, and what most reviewers hold:", *lines),
        tuple(evidence),
        certainty=min(1.0, len(compared) / _FEW),
        faults=sum(1 - one.match for one in compared),
        of=len(compared),
        figures={"reversed": float(sum(one.is_denied for one in compared))},
        asides=tuple(
            f"Told against all who speak of it: {one.name}, text {one.said}, reviewers {one.held}."
            for one in compared
            if one.is_denied
        ),
    )


def _compare(told: CoveredAspect, analysis: Analysis, number: int) -> Compared | None:
    """How an aspect of the text fits the sources; None for a fact told without sentiment, or an unknown aspect."""
    if told.aspect is None:
        return None
    degree_of = {spot: _degree(analysis, spot) for spot in told.spots}
    spots = [spot for spot in told.spots if degree_of[spot]]
    around = [_around(analysis, spot) for spot in spots]
    # Advice on who should buy says little of how the product does, where that was said before.
    kept = [place for place, text in enumerate(around) if not FOR_WHOM.search(text)] or list(range(len(spots)))
    degrees = [degree_of[spots[place]] for place in kept]
    if not degrees:
        return None
    aspect = told.aspect
    held = SENTIMENTS.index(aspect.sentiment) - 2
    is_mixed = min(degrees) < 0 < max(degrees) or any(
        DISSENT.search(around[place]) and not analysis.is_quoted(spots[place].start) for place in kept
    )
    strongest = max(degrees, key=abs)
    said = "both sides" if is_mixed else SENTIMENTS[strongest + 2]
    # An opinion text that is held against speaks for all its reviewers.
    is_summary = analysis.readings[number].reviewers <= 1
    weight = 1.0 if is_summary else min(1.0, aspect.reviewers.total / _SURE)
    return Compared(
        told.name,
        said,
        _held(aspect),
        _match(aspect, held, degrees, is_mixed),
        weight,
        _is_denied(aspect, degrees, is_mixed),
    )


def _degree(analysis: Analysis, spot: Spot) -> int:
    """How the text speaks of an aspect in one place; what it tells as praise it praises, in any words."""
    piece = analysis.piece_at(spot.start)
    side = {"pro": 1, "con": -1}.get(piece.place, 0) if piece else 0
    side = side or _side(analysis, spot)
    return side * max(1, abs(spot.degree)) if side else spot.degree


def _side(analysis: Analysis, spot: Spot) -> int:
    """Whether a place in the prose is told as praise or as blame: by what leads up to it or to the quote it is in."""
    quote = next((one for one in analysis.quotes if one.evidence and one.start <= spot.start < one.end), None)
    if quote is not None:
        return side_of(leads_up_to(analysis.prose, analysis.quotes, quote))
    if not spot.degree:
        return 0
    sentence = next((s for s in analysis.sentences if s.starts[0] <= spot.start < s.ends[-1]), None)
    return 0 if sentence is None else side_of(analysis.prose[sentence.starts[0] : spot.start])


def _around(analysis: Analysis, spot: Spot) -> str:
    """The sentence of the prose that a spot stands in; empty for a cell."""
    piece = analysis.piece_at(spot.start)
    return piece.text if piece and piece.place in ("prose", "verdict") else ""


def _match(aspect: Aspect, held: int, degrees: list[int], is_mixed: bool) -> float:
    counts = aspect.reviewers
    smaller = min(counts.for_, counts.against)
    divided = smaller / max(1, counts.for_ + counts.against) >= _DIVIDED
    if is_mixed:
        return 1.0 if divided or smaller else _HALF_RIGHT
    sign = 1 if sum(degrees) > 0 else -1
    if divided:
        told = counts.for_ if sign > 0 else counts.against
        agrees = held == 0 or sign * held > 0
        return (_HALF_RIGHT if agrees and told else 0.0) if held == 0 or agrees else 0.0
    if held == 0:
        return _HALF_RIGHT
    return 1.0 if sign * held > 0 else 0.0


def _is_denied(aspect: Aspect, degrees: list[int], is_mixed: bool) -> bool:
    counts = aspect.reviewers
    if is_mixed or counts.for_ + counts.against < _DENIED_BY:
        return False
    return counts.for_ == 0 if sum(degrees) > 0 else counts.against == 0


def _held(aspect: Aspect) -> str:
    return f"{aspect.sentiment} ({aspect.reviewers.for_} for, {aspect.reviewers.against} against)"
