"""How much of the text is new: sentences, cells and points that repeat what was said before cost."""

import numpy as np

from triptych.english.meanings import likeness
from triptych.measures._analysis import Analysis
from triptych.measures._clauses import brief
from triptych.measures._measured import Measured

_SAME, _SAME_POINT = 0.82, 0.7
"""Nearness of sentences, and of the few words of a point, that say the same."""
_MOST_COMPARED = 400
_MOST_NOTES = 5


def measure(analysis: Analysis) -> Measured:
    """The share of the text's words that stand in pieces not said before, of the same product."""
    pieces = [piece for piece in analysis.pieces if len(piece.text.split()) > 2 or piece.place in ("pro", "con")]
    pieces = pieces[:_MOST_COMPARED]
    if not pieces:
        return Measured(None, ("nothing is said that could be repeated",))
    near = analysis.meanings([piece.text for piece in pieces])
    alike = likeness(near, near)
    seen: set[str] = set()
    repeated: list[tuple[str, str]] = []
    lost = 0
    for place, piece in enumerate(pieces):
        plain = " ".join(piece.text.lower().split()).strip(" .!")
        others = [k for k in range(place) if pieces[k].product == piece.product and pieces[k].place == piece.place]
        best = max(others, key=lambda k: float(alike[place, k]), default=None)
        is_copy = plain in seen and piece.product is not None
        same = _SAME_POINT if piece.place in ("pro", "con") else _SAME
        if is_copy or (best is not None and float(alike[place, best]) >= same):
            lost += len(piece.text.split())
            repeated.append((piece.text, pieces[best].text if best is not None else ""))
        seen.add(plain)
    total = sum(len(piece.text.split()) for piece in pieces)
    closest = float(np.mean(np.sort(alike - np.eye(len(pieces)), axis=1)[:, -1])) if len(pieces) > 1 else 0.0
    return Measured(
        1 - lost / max(1, total),
        tuple(f"Said before: “{brief(text)}”." for text, _ in repeated[:_MOST_NOTES]),
        certainty=0.8,
        faults=len(repeated),
        of=len(pieces),
        figures={"closest": closest},
    )
