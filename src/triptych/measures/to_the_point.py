"""How much of the text is about what matters: what reviewers chiefly discuss, what decides a
purchase, what was asked."""

from triptych.english.wordings import Wording
from triptych.measures._analysis import Analysis
from triptych.measures._clauses import brief
from triptych.measures._covered_aspects import major_aspects
from triptych.measures._measured import Measured
from triptych.measures._needs import answers, needs_asked, spots_told, stretches_of
from triptych.measures._phrases import FILLER
from triptych.measures._pieces import Piece

_DECIDING = Wording(r"\b(?:rating|rated|stars|price|costs?|durab\w+|quality|easy|ease|warranty)\b|[$₹€£]\s?\d")
_MOST_NOTES = 6


def measure(analysis: Analysis) -> Measured:
    """The share of the words that stand in pieces about what matters; an empty phrase takes away from its piece."""
    pieces = [piece for piece in analysis.pieces if piece.text.strip()]
    if not pieces:
        return Measured(None, ("the text says nothing",))
    places = _places(analysis)
    lengths = [len(piece.text.split()) for piece in pieces]
    matter = [_matters(piece, places) for piece in pieces]
    share = sum(n * much for n, much in zip(lengths, matter, strict=True)) / max(1, sum(lengths))
    idle = [piece for piece, much in zip(pieces, matter, strict=True) if much < 0.5]
    fillers = [filler for piece in pieces for filler in FILLER.found_in(piece.text)]
    notes = [f"{share:.0%} of the words are about what matters; not about it:"] if idle else []
    notes += [f"{n}. “{brief(piece.text)}”" for n, piece in enumerate(idle[:_MOST_NOTES], start=1)]
    notes += [f"Empty phrase: “{filler}”." for filler in fillers[:_MOST_NOTES]]
    return Measured(
        max(0.0, share - 0.05 * len(fillers)),
        tuple(notes),
        certainty=min(1.0, len(pieces) / 5) * 0.9,
        faults=len(idle) + len(fillers),
        of=len(pieces),
        figures={"fillers": float(len(fillers)), "idle": len(idle) / len(pieces)},
    )


def _places(analysis: Analysis) -> list[int]:
    """Where the text speaks of a major aspect, or of what the query asks."""
    found: list[int] = []
    for number, told in enumerate(analysis.covered):
        major = {aspect.name for aspect in major_aspects(analysis.readings[number])}
        found += [spot.start for one in told if one.name in major for spot in one.spots]
    if analysis.case.task != "opinion":
        stretches, told_spots = stretches_of(analysis), spots_told(analysis)
        for asked in needs_asked(analysis):
            found += [
                stretches[place].start for place, _ in answers(asked, stretches, analysis.clause_vectors, told_spots)
            ]
    return found


def _matters(piece: Piece, places: list[int]) -> float:
    """1 for a piece about what matters, 0 for one that is not; a long sentence with one such clause in between."""
    hits = sum(piece.start <= place < piece.end for place in places) + len(_DECIDING.found_in(piece.text))
    if not hits:
        return 0.0
    return min(1.0, 0.4 + 8 * hits / max(1, len(piece.text.split())))
