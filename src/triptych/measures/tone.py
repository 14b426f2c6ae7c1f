"""Whether the text speaks of each aspect as most reviewers do, and how much of it is bad news."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

from triptych.english.sentences import sentence_around
from triptych.measures._analysis import Analysis, Measured, NothingToMeasure, good
from triptych.measures._sources import Quote
from triptych.measures._text import Spot, leanings_of, tagged, wording
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
"""Reviewers on whom a majority can rest; fewer make an aspect count less."""
_COMPLAINS = -0.2


@dataclass(frozen=True, slots=True)
class Tone(Measured):
    """How the text's sentiment fits; the value is the share of aspects that carry the majority's."""

    complaints: float = good()
    """The share of sentences that are bad news."""


class _Compared(NamedTuple):
    """One aspect as the text and as the reviewers see it."""

    name: str
    said: str
    held: str
    match: float
    weight: float
    quotes: tuple[Evidence, ...]


def measure(analysis: Analysis) -> Tone:
    """The share of aspects with a sentiment in the text that carry the majority's; and complaints."""
    if not any(reading.aspects for reading in analysis.readings):
        raise NothingToMeasure("the sources speak of no aspect")
    compared = list(_compare_aspects(analysis))
    weight = sum(one.weight for one in compared)
    share = (sum(one.match * one.weight for one in compared) + _PRIOR * _PRIOR_WEIGHT) / (weight + _PRIOR_WEIGHT)
    tones = list(_tones(analysis))
    value, quotes = share if compared else _NONE_SHARED, (one.quotes for one in compared if one.match < 1)
    certainty = min(1.0, max(0.1, len(compared) / _FEW))
    complaints = sum(tone < _COMPLAINS for tone in tones) / max(1, len(tones))
    return Tone(value, tuple(_notes(compared)), tuple(chain(*quotes)), certainty=certainty, complaints=complaints)


def _tones(analysis: Analysis) -> Iterator[float]:
    """Whether each sentence or cell is good news or bad; a pro is good news whatever its words, a con bad."""
    for piece in analysis.pieces:
        if piece.place in ("pro", "con"):
            yield 1.0 if piece.place == "pro" else -1.0
        else:
            yield from leanings_of([sentence.words for sentence in tagged(piece.text) if len(sentence.words) > 1])


def _notes(compared: list[_Compared]) -> Iterator[str]:
    if not compared:
        yield "The text gives no sentiment to any aspect that the sources speak of."
        return
    yield "Aspects with a sentiment in the text, and what most reviewers hold:"
    order = sorted(compared, key=lambda one: one.match)
    for n, one in enumerate(order, start=1):
        how = "match" if one.match == 1 else "in part" if one.match > 0 else "mismatch"
        yield f"{n}. {one.name}: text {one.said}, reviewers {one.held}: {how}"


def _compare_aspects(analysis: Analysis) -> Iterator[_Compared]:
    """How the aspects of the text fit the sources; not those told without sentiment, nor unknown ones."""
    names = short_names([product.title for product in analysis.case.products])
    for number, told in [(number, one) for number, some in enumerate(analysis.covered) for one in some]:
        aspect, degrees = told.aspect, [degree for spot in told.spots if (degree := _degree(analysis, spot))]
        if aspect is None or not degrees:
            continue
        is_mixed = min(degrees) < 0 < max(degrees)
        # An opinion text that is held against speaks for all its reviewers.
        is_summary = analysis.readings[number].reviewers <= 1
        yield _Compared(
            f"{names[number]}, {told.name}" if len(names) > 1 else told.name,
            "both sides" if is_mixed else SENTIMENTS[max(degrees, key=abs) + 2],
            f"{aspect.sentiment} ({aspect.reviewers.for_} for, {aspect.reviewers.against} against)",
            _match(aspect, degrees, is_mixed),
            1.0 if is_summary else min(1.0, aspect.reviewers.total / _SURE),
            analysis.sources[number].quote(aspect),
        )


def _degree(analysis: Analysis, spot: Spot) -> int:
    """How the text speaks of an aspect in one place; what it tells as praise it praises, in any words."""
    piece = analysis.piece_at(spot.start)
    side = {"pro": 1, "con": -1}.get(piece.place, 0) if piece else 0
    side = side or side_of(_lead(analysis, spot))
    return side * max(1, abs(spot.degree)) if side else spot.degree


def _lead(analysis: Analysis, spot: Spot) -> str:
    """The words of the prose that lead up to a place, or to the quote that it is in."""
    quote = next((one for one in analysis.quotes if one.evidence and one.start <= spot.start < one.end), None)
    if quote is not None:
        return leads_up_to(analysis.prose, analysis.quotes, quote)
    sentence = next((s for s in analysis.sentences if s.starts[0] <= spot.start < s.ends[-1]), None)
    return analysis.prose[sentence.starts[0] : spot.start] if sentence and spot.degree else ""


def _match(aspect: Aspect, degrees: list[int], is_mixed: bool) -> float:
    """1 where the text says what most hold, 0 for the opposite; one side of a divided aspect is half right."""
    counts, held = aspect.reviewers, SENTIMENTS.index(aspect.sentiment) - 2
    smaller = min(counts.for_, counts.against)
    if is_mixed:
        return 1.0 if smaller else _HALF_RIGHT
    sign = 1 if sum(degrees) > 0 else -1
    if sign * held < 0:
        return 0.0
    divided = smaller / max(1, counts.for_ + counts.against) >= _DIVIDED
    return _HALF_RIGHT if divided or held == 0 else 1.0


def side_of(lead: str) -> int:
    """What words lead up to: 1 to praise, -1 to blame, 0 where they do not say or tell both sides."""
    if ";" in lead or wording("undecided").search(lead):
        return 0
    sides = wording("praising"), wording("blaming")
    praised, blamed = (max((m.start() for m in side.finditer(lead)), default=-1) for side in sides)
    return (praised > blamed) - (praised < blamed)


def leads_up_to(text: str, quotes: Sequence[Quote], quote: Quote) -> str:
    """The words of its sentence that stand before a quote, as far as the quote before it."""
    begins = sentence_around(text, quote.start, quote.start)[0], text.rfind("; ", 0, quote.start) + 1
    return text[max(*begins, *(one.end for one in quotes if one.end <= quote.start)) : quote.start]
