"""Whether the sentences stand where they belong: nothing is taken up before it is introduced."""

from itertools import pairwise

from triptych.english.number_words import SPELT_NUMBER
from triptych.english.units import UNIT
from triptych.english.wordings import Wording
from triptych.measures._analysis import Analysis, sentence_text
from triptych.measures._clauses import brief
from triptych.measures._measured import Measured
from triptych.measures._phrases import ALSO, CLOSING, CROWD, NEEDS_BEFORE, OPENING, OVERVIEW
from triptych.measures._pieces import products_named

_CLEARLY = 0.5
"""How strongly a sentence praises or blames before it counts as either, on the scale from -4 to 4."""
_FEWEST = 4
"""Fewer sentences can stand in almost any order."""
_SOON = 1
"""The last place at which a text may say what it is about."""
_BARE_COUNT = Wording(
    rf"^\W*(?:{SPELT_NUMBER}|\d+|others?|another)\s+"
    rf"(?!of\b|out\b|more\b|thing\b|reason\b|complaint\b|problem\b|drawback\b|(?:{UNIT})(?![a-z]))"
    r"(?:also |even |with |who )?\w+",
)
_MIXED = 0.5
"""Up to half of what chance would bring, praise and complaint may change about: an aspect often has both."""
_MOST_NOTES = 6


def measure(analysis: Analysis) -> Measured:
    """1 where every sentence stands in its place; `mixed` is how far praise and blame are mixed up."""
    texts = [sentence_text(sentence) for sentence in analysis.sentences]
    if len(texts) < _FEWEST:
        return Measured(1.0, (), certainty=0.3, of=len(texts))
    leanings = _leanings(analysis)
    faults = _faults(analysis, texts, leanings)
    mixed = _mixed(leanings)
    notes = [
        f"Out of its place, {why}: “{brief(texts[place])}”." for place, why in sorted(faults.items())[:_MOST_NOTES]
    ]
    if mixed > _MIXED:
        notes.append("Praise and complaint change about without an order.")
    return Measured(
        max(0.0, 1 - len(faults) / len(texts) - max(0.0, mixed - _MIXED)),
        tuple(notes),
        certainty=min(1.0, len(texts) / 8),
        faults=len(faults),
        of=len(texts),
        figures={"mixed": max(0.0, mixed - _MIXED)},
    )


def _faults(analysis: Analysis, texts: list[str], leanings: list[int]) -> dict[int, str]:
    """The sentences that are out of place, each with the first reason found."""
    found: dict[int, str] = {}
    late = _named_late(analysis, texts)
    for place in range(len(texts)):
        if why := _why_misplaced(texts, leanings, place):
            found[place] = why
        elif place == late:
            found[place] = "the product is named only here"
    return found


def _why_misplaced(texts: list[str], leanings: list[int], place: int) -> str:
    text, before = texts[place], leanings[:place]
    if CLOSING.match(text) and 0 < place < len(texts) / 2:
        return "a closing word in the first half"
    if OPENING.match(text) and place > len(texts) / 2:
        return "an opening word in the second half"
    if place == 0 and NEEDS_BEFORE.match(text):
        return "nothing stands before it"
    if _BARE_COUNT.match(text) and not CROWD.search(text) and not any(CROWD.search(one) for one in texts[:place]):
        return "it counts before it is said whom"
    if OVERVIEW.search(text) and leanings[place] and before.count(leanings[place]) > 1:
        return "what comes first stands after the rest"
    if ALSO.search(text) and any(before) and leanings[place] and leanings[place] not in before:
        return "nothing of the kind stands before it"
    return ""


def _named_late(analysis: Analysis, texts: list[str]) -> int:
    """The sentence that names the product first where that comes too late; -1 where it does not."""
    first = next((place for place, text in enumerate(texts) if products_named(text, analysis.case)), -1)
    return first if first > _SOON else -1


def _leanings(analysis: Analysis) -> list[int]:
    """For each sentence 1 for praise, -1 for blame, 0 for neither or both."""
    found: list[int] = []
    spots = [spot for product in analysis.covered for told in product for spot in told.spots]
    for sentence in analysis.sentences:
        here = [spot.value for spot in spots if sentence.starts[0] <= spot.start < sentence.ends[-1]]
        mean = sum(here) / len(here) if here else 0.0
        found.append(0 if abs(mean) < _CLEARLY else 1 if mean > 0 else -1)
    return found


def _mixed(leanings: list[int]) -> float:
    """How far praise and blame are mixed up, as in any order (Wald and Wolfowitz' runs) or worse; 0 where grouped."""
    told = [leaning for leaning in leanings if leaning]
    good, bad = told.count(1), told.count(-1)
    if good < 2 or bad < 2:
        return 0.0
    runs = 1 + sum(one != other for one, other in pairwise(told))
    by_chance = 1 + 2 * good * bad / len(told)
    return min(1.0, max(0.0, (runs - 2) / (by_chance - 2 + 1e-9))) if by_chance > 2 else 0.0
