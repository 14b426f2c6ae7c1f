"""Statements of the text about the same thing that cannot both hold."""

from triptych.measures._analysis import Analysis, sentence_text
from triptych.measures._clauses import brief
from triptych.measures._covered_aspects import CoveredAspect, Spot
from triptych.measures._measured import Measured
from triptych.measures._phrases import CONTRAST

_CLEARLY = 1.0


def measure(analysis: Analysis) -> Measured:
    """1 where no two statements contradict each other."""
    found = [pair for product in analysis.covered for told in product if (pair := _contradiction(analysis, told))]
    sentences = max(1, len(analysis.sentences))
    return Measured(
        max(0.0, 1 - len(found) / max(3.0, sentences / 3)),
        tuple(
            f"Contradicts itself: “{brief(a)}”." if a == b else f"Cannot both hold: “{brief(a)}” and “{brief(b)}”."
            for a, b in found[:4]
        ),
        certainty=0.7,
        faults=len(found),
        of=sentences,
    )


def _contradiction(analysis: Analysis, told: CoveredAspect) -> tuple[str, str] | None:
    """Two sentences that say the opposite of one aspect with nothing that makes them two sides."""
    good = [spot for spot in told.spots if spot.value > _CLEARLY]
    bad = [spot for spot in told.spots if spot.value < -_CLEARLY]
    for first in good:
        for second in bad:
            one, other = _sentence(analysis, first), _sentence(analysis, second)
            if not one or not other or CONTRAST.search(one) or CONTRAST.search(other):
                continue
            if one != other or _are_joined(analysis.text, first, second):
                return one, other
    return None


def _are_joined(text: str, first: Spot, second: Spot) -> bool:
    """True where "and" stands between two statements of one sentence."""
    start, end = sorted((first, second), key=lambda spot: spot.start)
    return " and " in text[start.end : end.start]


def _sentence(analysis: Analysis, spot: Spot) -> str:
    for sentence in analysis.sentences:
        if sentence.starts[0] <= spot.start < sentence.ends[-1]:
            return sentence_text(sentence)
    return ""
