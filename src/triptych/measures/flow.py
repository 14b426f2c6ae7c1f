"""Whether the sentences follow each other: joins, an order that nothing breaks, no two that cannot both hold."""

from collections.abc import Iterator
from dataclasses import dataclass

from triptych.english.units import SPELT_NUMBER, UNIT
from triptych.english.wordings import Wording
from triptych.measures._analysis import Analysis
from triptych.measures._aspects import CoveredAspect, Spot
from triptych.measures._measured import Measured, NothingToMeasure, bad, growing
from triptych.measures._text import brief, content_lemmas, products_named, sentence_text

_JOIN = Wording(
    r"\b(?:however|but|although|though|still|yet|nevertheless|on the other hand|by contrast|in contrast|also|too|as "
    r"well|likewise|similarly|equally|moreover|furthermore|in addition|besides|because|since|so|therefore|thus|hence|"
    r"as a result|for that reason|overall|in short|in sum|all in all|in conclusion|to sum up|meanwhile|while|whereas|"
    r"unfortunately|on the (?:downside|plus side|bright side)|against|despite|instead|otherwise|another|other|others|"
    r"same|such|more|second|first|finally|next|then|main|apart from|thanks to|given|for example|as for|when it comes "
    r"to|in terms of|that said|worse|better|best|most|even|both|among)\b",
)
"""Words that show how a sentence relates to the one before."""
_REFERENCE = Wording(r"^\W*(?:\w+\W+){0,4}?(?:this|that|these|those|it|its|they|their|them|both|he|she)\b")
"""A word near the beginning of a sentence that takes up what was said before."""
_TWO_SIDES = Wording(
    r"\b(?:but|however|although|though|while|whereas|yet|despite|some|others?|a few|several|mixed|divided|split|one|"
    r"opinions|not everyone|on the other hand|still|except|unless|only|for many|reviewers|against|two|three|depends)\b",
)
"""Words that make two opposite statements two sides and no contradiction."""
_CLOSING = Wording(r"^\W*(?:in conclusion|in summary|to sum up|overall|all in all|in short|finally)\b")
_OPENING = Wording(r"^\W*(?:first of all|firstly|to begin with|first)\b")
_NEEDS_BEFORE = Wording(
    r"^\W*(?:(?:therefore|however|secondly|for that reason|as a result|because of (?:this|that)|furthermore|moreover|"
    r"in addition|also|likewise|thus|hence|consequently|against (?:this|that|these|those)|on the other hand|"
    r"apart from (?:this|that)|besides|worse|so|but|still|yet|that said|others?|another|all in all|in conclusion|"
    r"to sum up|in short|finally)\b|"
    r"(?:[\w'-]+\W+){0,4}?(?:also|too(?=\s*[,.;])|equally|the same|one more|adds? to|the other|as well)\b|"
    r"(?:that|such) [a-z]+\b)",
)
"""What cannot open a text."""
_CROWD = Wording(
    r"\b(?:reviewers?|users?|customers?|buyers?|owners?|people|wearers|shoppers|everyone|many|most|some|several|"
    r"a few|reviews|they|\w+ (?:out )?of (?:the )?(?:\d+|ten|twelve|twenty))\b",
)
"""Words that say whose views are told."""
_BARE_COUNT = Wording(
    rf"^\W*(?:{SPELT_NUMBER}|\d+|others?|another)\s+"
    rf"(?!of\b|out\b|more\b|thing\b|reason\b|complaint\b|problem\b|drawback\b|(?:{UNIT})(?![a-z]))"
    r"(?:also |even |with |who )?\w+",
)
_ALIKE = 0.45
_FEWEST, _SOON = 4, 1
"""Fewer sentences can stand in almost any order; by the second a text has said what it is about."""
_CLEARLY = 1.0
_MOST_NOTES = 6


@dataclass(frozen=True, slots=True)
class Flow(Measured):
    """How the sentences go together; the value is the share that are joined to the one before."""

    misplaced: float = bad()
    """How many sentences take up what was not yet said, close too early or open too late."""
    contradictions: float = bad()
    """How many pairs of statements cannot both hold."""
    stray: float = bad()
    """The share of sentences that are about something else."""


def measure(analysis: Analysis) -> Flow:
    """Joins between neighbours, and what breaks the thread."""
    texts = [sentence_text(sentence) for sentence in analysis.sentences]
    if not texts:
        raise NothingToMeasure("no sentence to look at")
    gaps = [place for place in range(1, len(texts)) if not _is_joined(analysis, texts, place)]
    misplaced = dict(_misplaced(analysis, texts)) if len(texts) >= _FEWEST else {}
    pairs = [pair for product in analysis.covered for told in product if (pair := _contradiction(analysis, told))]
    notes = [f"{len(texts) - 1 - len(gaps)} of {len(texts) - 1} sentences are joined to the one before."]
    notes += [f"Cannot both hold: “{brief(a)}” and “{brief(b)}”." for a, b in pairs[:_MOST_NOTES]]
    notes += [f"About something else: “{brief(texts[at])}”." for at in sorted(analysis.strays)[:_MOST_NOTES]]
    notes += [f"Out of its place, {why}: “{brief(texts[at])}”." for at, why in list(misplaced.items())[:_MOST_NOTES]]
    notes += [f"A jump before “{brief(texts[place])}”." for place in gaps[:_MOST_NOTES]]
    return Flow(
        1 - len(gaps) / max(1, len(texts) - 1),
        tuple(notes if len(texts) > 1 else notes[1:]),
        certainty=min(1.0, len(texts) / 5) * 0.8,
        misplaced=growing(len(misplaced), 2.0),
        contradictions=growing(len(pairs), 1.5),
        stray=growing(len(analysis.strays) / len(texts), 0.2),
    )


def _is_joined(analysis: Analysis, texts: list[str], place: int) -> bool:
    text = texts[place]
    if text in texts[:place]:
        return False
    if _JOIN.search(text) or _REFERENCE.match(text) or (_CROWD.search(text) and _CROWD.search(texts[place - 1])):
        return True
    here, before = (set(content_lemmas(analysis.sentences[k])) for k in (place, place - 1))
    vectors = analysis.sentence_vectors
    return bool(here & before) or float(vectors[place] @ vectors[place - 1]) >= _ALIKE


def _misplaced(analysis: Analysis, texts: list[str]) -> Iterator[tuple[int, str]]:
    """The sentences that are out of place, each with the first reason found."""
    named = next((place for place, text in enumerate(texts) if products_named(text, analysis.case)), -1)
    for place, text in enumerate(texts):
        if _CLOSING.match(text) and 0 < place < len(texts) / 2:
            yield place, "a closing word in the first half"
        elif _OPENING.match(text) and place > len(texts) / 2:
            yield place, "an opening word in the second half"
        elif place == 0 and _NEEDS_BEFORE.match(text):
            yield place, "nothing stands before it"
        elif _BARE_COUNT.match(text) and not any(_CROWD.search(one) for one in texts[: place + 1]):
            yield place, "it counts before it is said whom"
        elif place == named > _SOON:
            yield place, "the product is named only here"


def _contradiction(analysis: Analysis, told: CoveredAspect) -> tuple[str, str] | None:
    """Two sentences or cells that say the opposite of one aspect with nothing that makes them two sides."""
    good = [spot for spot in told.spots if spot.value > _CLEARLY]
    bad = [spot for spot in told.spots if spot.value < -_CLEARLY]
    for first in good:
        for second in bad:
            one, other = _stated(analysis, first), _stated(analysis, second)
            if one and other and one != other and not (_TWO_SIDES.search(one) or _TWO_SIDES.search(other)):
                return one, other
    return None


def _stated(analysis: Analysis, spot: Spot) -> str:
    """The sentence, or the point of a cell, that a spot stands in."""
    here = (piece for piece in analysis.pieces if piece.start <= spot.start < piece.end and spot.text in piece.said)
    return next((piece.text for piece in here), "")
