"""Whether the sentences follow each other: joins, one place for each aspect, no shift of voice, no jumps."""

from itertools import pairwise

from triptych.measures._analysis import Analysis, sentence_text
from triptych.measures._clauses import brief, content_lemmas
from triptych.measures._measured import Measured
from triptych.measures._phrases import CLOSING, FIRST_PERSON, JOIN, REFERENCE, REPORTING

_ALIKE = 0.45
_SHORT = 6
"""Words of a remark that stands alone; a sentence that leads on is longer."""
_SHORT_REMARK = 9
_MOST_NOTES = 6


def measure(analysis: Analysis) -> Measured:
    """The share of neighbouring sentences that are joined, less what jumps and returns take away."""
    sentences = analysis.sentences
    if not sentences:
        return Measured(None, ("no sentence to look at",))
    texts = [sentence_text(sentence) for sentence in sentences]
    if len(sentences) == 1:
        return Measured(
            0.8,
            ("A single sentence has nothing to join.",),
            certainty=0.3,
            of=1,
            figures={"joined": 1.0, "own_voice": float(len(FIRST_PERSON.found_in(texts[0])))},
        )
    joined = [_is_joined(analysis, texts, place) for place in range(1, len(texts))]
    gaps = [place for place, is_joined in enumerate(joined, start=1) if not is_joined]
    returns = _returns(analysis)
    voices = [bool(FIRST_PERSON.search(text)) for text in texts]
    reports = any(REPORTING.search(text) for text in texts)
    shifts = sum(a != b for a, b in pairwise(voices)) if reports else 0
    short = sum(len(text.split()) <= _SHORT for text in texts) / len(texts)
    share = sum(joined) / len(joined)
    stray = sum(len(texts[place].split()) <= _SHORT_REMARK for place in gaps) / len(texts)
    value = share - 0.5 * short - 0.6 * len(returns) / len(texts) - 0.1 * min(3, shifts)
    notes = [f"{sum(joined)} of {len(joined)} sentences are joined to the one before."]
    notes += [f"A jump before “{brief(texts[place])}”." for place in gaps[:_MOST_NOTES]]
    notes += [f"Left and taken up again: {name}." for name in returns[:_MOST_NOTES]]
    if shifts:
        notes.append(f"The voice changes to or from “I” {shifts} times.")
    return Measured(
        min(1.0, max(0.0, value)),
        tuple(notes),
        certainty=min(1.0, len(sentences) / 5) * 0.8,
        faults=len(gaps) + len(returns) + min(2, shifts),
        of=len(texts),
        figures={
            "joined": share,
            "returns": len(returns) / len(texts),
            "short": short,
            "stray": stray,
            "shifts": float(shifts),
            "own_voice": sum(len(FIRST_PERSON.found_in(text)) for text in texts) / len(texts),
        },
    )


def _is_joined(analysis: Analysis, texts: list[str], place: int) -> bool:
    text = texts[place]
    if text in texts[:place]:
        return False
    if JOIN.search(text) or REFERENCE.match(text):
        return True
    if REPORTING.search(text) and REPORTING.search(texts[place - 1]):
        return True
    here, before = (set(content_lemmas(analysis.sentences[k])) for k in (place, place - 1))
    if here & before:
        return True
    return float(analysis.sentence_vectors[place] @ analysis.sentence_vectors[place - 1]) >= _ALIKE


def _returns(analysis: Analysis) -> list[str]:
    """Aspects that are treated, left for two sentences or more, and treated again; to sum up is no return."""
    found: list[str] = []
    spans = [(sentence.starts[0], sentence.ends[-1]) for sentence in analysis.sentences]
    places: dict[str, set[int]] = {}
    for told in (told for product in analysis.covered for told in product):
        at = {n for spot in told.spots for n, (start, end) in enumerate(spans) if start <= spot.start < end}
        places.setdefault(told.name, set()).update(at)
    sums_up = _sums_up(analysis, places)
    for name, at in places.items():
        treated = sorted(at - {len(spans) - 1} if sums_up else at)
        found += [name for first, second in pairwise(treated) if second - first > 2]
    return found


def _sums_up(analysis: Analysis, places: dict[str, set[int]]) -> bool:
    """True where the last sentence looks back: it says so, or takes up two points or more that were treated before."""
    last = len(analysis.sentences) - 1
    again = sum(last in at and min(at) < last for at in places.values())
    return again > 1 or bool(CLOSING.match(sentence_text(analysis.sentences[last])))
