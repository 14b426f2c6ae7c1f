"""How much of the text is about what matters, and whether it keeps under its limit of words."""

from collections.abc import Iterator
from dataclasses import dataclass

from triptych.measures._analysis import Analysis, Measured, NothingToMeasure, bad, good, growing
from triptych.measures._text import Piece, brief, major_aspects
from triptych.measures.needs import answers, needs_asked, spots_told, stretches_of
from triptych.records import count_words

MOST_WORDS = 100
"""An explanation and a verdict have fewer."""
_USUAL = {"opinion": 100.0, "explanation": 60.0, "comparison": 300.0}
_MOST_NOTES = 6


@dataclass(frozen=True, slots=True)
class Brevity(Measured):
    """What could be cut; the value is the share of words about what matters."""

    over: float = bad()
    """By how much it exceeds its limit."""
    length: float = good()
    """How long it is, for its task: a text of a few words tells little."""


def measure(analysis: Analysis) -> Brevity:
    """The share of the words that stand in pieces about what reviewers chiefly discuss, or the query."""
    pieces = [piece for piece in analysis.pieces if piece.text.strip()]
    if not pieces:
        raise NothingToMeasure("the text says nothing")
    places = list(_places(analysis))
    lengths = [len(piece.text.split()) for piece in pieces]
    matter = [_matters(piece, places) for piece in pieces]
    share = sum(n * much for n, much in zip(lengths, matter, strict=True)) / max(1, sum(lengths))
    idle = [piece for piece, much in zip(pieces, matter, strict=True) if much < 0.5]
    words = count_words(analysis.verdict if analysis.case.task == "comparison" else analysis.text)
    has_limit = analysis.case.task != "opinion"
    notes = [f"{share:.0%} of the words are about what matters" + ("; not about it:" if idle else ".")]
    notes += [f"{n}. “{brief(piece.text)}”" for n, piece in enumerate(idle[:_MOST_NOTES], start=1)]
    if has_limit:
        notes.append(f"It has {words} words; the limit is fewer than {MOST_WORDS}.")
    over = growing(words - MOST_WORDS + 1, 50.0) if has_limit else 0.0
    length = growing(analysis.plain_words, _USUAL[analysis.case.task])
    return Brevity(share, tuple(notes), certainty=min(1.0, len(pieces) / 5) * 0.9, over=over, length=length)


def _places(analysis: Analysis) -> Iterator[int]:
    """Where the text speaks of a major aspect, or of what the query asks."""
    for told, reading in zip(analysis.covered, analysis.readings, strict=True):
        major = {aspect.name for aspect in major_aspects(reading)}
        yield from (spot.start for one in told if one.name in major for spot in one.spots)
    if analysis.case.task != "opinion":
        stretches, told_spots = stretches_of(analysis), spots_told(analysis)
        for asked in needs_asked(analysis):
            hits = answers(asked, stretches, analysis.clause_vectors, told_spots)
            yield from (stretches[place].start for place, _ in hits)


def _matters(piece: Piece, places: list[int]) -> float:
    """1 for a piece about what matters, 0 for one that is not; a long sentence with one such clause in between."""
    hits = sum(piece.start <= place < piece.end for place in places)
    return min(1.0, 0.4 + 8 * hits / max(1, len(piece.text.split()))) if hits else 0.0
