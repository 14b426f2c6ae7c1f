"""Whether the sentences follow each other: each in its place, none about something else, none denied by another."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from triptych.measures._analysis import Analysis, Measured, NothingToMeasure, bad, growing
from triptych.measures._text import brief, products_named, sentence_text, wording

_FEWEST, _SOON = 4, 1
"""Fewer sentences can stand in almost any order; by the second a text has said what it is about."""
_CLEARLY = 1.0
_MOST_NOTES = 6


@dataclass(frozen=True, slots=True)
class Flow(Measured):
    """How the sentences go together; the value is the share that keep to the thread."""

    misplaced: float = bad()
    """How many sentences take up what was not yet said, close too early or open too late."""
    stray: float = bad()
    """The share of sentences that are about something else, or cannot hold beside another."""


def measure(analysis: Analysis) -> Flow:
    """What breaks the thread."""
    texts = [sentence_text(sentence) for sentence in analysis.sentences]
    if not texts:
        raise NothingToMeasure("no sentence to look at")
    misplaced = dict(_misplaced(analysis, texts)) if len(texts) >= _FEWEST else {}
    pairs = list(dict.fromkeys(_contradictions(analysis)))
    in_line = max(0, len(texts) - len(analysis.strays | misplaced.keys()) - len(pairs))
    notes = [f"{in_line} of {len(texts)} sentences keep to the thread."]
    notes += [f"Cannot both hold: “{brief(a)}” and “{brief(b)}”." for a, b in pairs[:_MOST_NOTES]]
    notes += [f"About something else: “{brief(texts[at])}”." for at in sorted(analysis.strays)[:_MOST_NOTES]]
    notes += [f"Out of its place, {why}: “{brief(texts[at])}”." for at, why in list(misplaced.items())[:_MOST_NOTES]]
    certainty, out_of_place = min(1.0, len(texts) / 5) * 0.8, growing(len(misplaced), 2.0)
    stray = growing((len(analysis.strays) + len(pairs)) / len(texts), 0.2)
    return Flow(in_line / len(texts), tuple(notes), certainty=certainty, misplaced=out_of_place, stray=stray)


def _misplaced(analysis: Analysis, texts: list[str]) -> Iterator[tuple[int, str]]:
    """The sentences that are out of place, each with the first reason found."""
    named = next((place for place, text in enumerate(texts) if products_named(text, analysis.case)), -1)
    for place, text in enumerate(texts):
        if wording("closing").match(text) and 0 < place < len(texts) / 2:
            yield place, "a closing word in the first half"
        elif wording("opening").match(text) and place > len(texts) / 2:
            yield place, "an opening word in the second half"
        elif place == 0 and wording("needs_before").match(text):
            yield place, "nothing stands before it"
        elif wording("bare_count").match(text) and not any(wording("crowd").search(one) for one in texts[: place + 1]):
            yield place, "it counts before it is said whom"
        elif place == named > _SOON:
            yield place, "the product is named only here"


def _contradictions(analysis: Analysis) -> Iterator[tuple[str, str]]:
    """Two sentences that begin alike and say the opposite of one aspect, with nothing that makes them two sides."""
    for told in chain.from_iterable(analysis.covered):
        said: dict[str, tuple[str, bool]] = {}
        for spot in told.spots:
            piece = analysis.piece_at(spot.start)
            if abs(spot.value) <= _CLEARLY or piece is None or piece.label or wording("two_sides").search(piece.text):
                continue
            subject = wording("subject").match(piece.text)
            before, was_good = said.setdefault(subject[1] if subject else "", (piece.text, spot.value > 0))
            if before != piece.text and was_good != (spot.value > 0):
                yield before, piece.text
