"""Whether the sentences follow each other: joins, one place for each aspect, no shift of voice, no jumps."""

from itertools import pairwise

from triptych.measures._analysis import Analysis, sentence_text
from triptych.measures._clauses import content_lemmas
from triptych.measures._measured import Measured
from triptych.measures._phrases import CLOSING, FIRST_PERSON, JOIN, NEEDS_BEFORE, OPENING, REFERENCE, REPORTING

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
            ("a single sentence has nothing to join",),
            certainty=0.3,
            of=1,
            figures={"joined": 1.0, "own_voice": float(len(FIRST_PERSON.findall(texts[0])))},
        )
    joined = [_is_joined(analysis, texts, place) for place in range(1, len(texts))]
    gaps = [place for place, is_joined in enumerate(joined, start=1) if not is_joined]
    returns = _returns(analysis)
    misplaced = [place for place, text in enumerate(texts) if _is_misplaced(text, place, len(texts))]
    voices = [bool(FIRST_PERSON.search(text)) for text in texts]
    reports = any(REPORTING.search(text) for text in texts)
    shifts = sum(a != b for a, b in pairwise(voices)) if reports else 0
    short = sum(len(text.split()) <= _SHORT for text in texts) / len(texts)
    share = sum(joined) / len(joined)
    stray = sum(len(texts[place].split()) <= _SHORT_REMARK for place in gaps) / len(texts)
    value = share - 0.5 * short - 0.12 * len(misplaced) - 0.6 * len(returns) / len(texts) - 0.1 * min(3, shifts)
    notes = [f"{sum(joined)} of {len(joined)} sentences are joined to the one before"]
    notes += [f"a jump before “{texts[place][:60]}”" for place in gaps[:_MOST_NOTES]]
    notes += [f"{name} is left and taken up again" for name in returns[:_MOST_NOTES]]
    notes += [f"out of its place: “{texts[place][:60]}”" for place in misplaced[:_MOST_NOTES]]
    if shifts:
        notes.append(f"the voice changes to or from “I” {shifts} times")
    return Measured(
        min(1.0, max(0.0, value)),
        tuple(notes),
        certainty=min(1.0, len(sentences) / 5) * 0.8,
        faults=len(gaps) + len(returns) + len(misplaced) + min(2, shifts),
        of=len(texts),
        figures={
            "joined": share,
            "returns": len(returns) / len(texts),
            "short": short,
            "misplaced": float(len(misplaced)),
            "stray": stray,
            "shifts": float(shifts),
            "own_voice": sum(len(FIRST_PERSON.findall(text)) for text in texts) / len(texts),
        },
    )


def _is_joined(analysis: Analysis, texts: list[str], place: int) -> bool:
    text = texts[place]
    if text in texts[:place]:
        return False
    if JOIN.search(text) or REFERENCE.match(text):
        return True
    here, before = (set(content_lemmas(analysis.sentences[k])) for k in (place, place - 1))
    if here & before:
        return True
    return float(analysis.sentence_vectors[place] @ analysis.sentence_vectors[place - 1]) >= _ALIKE


def _returns(analysis: Analysis) -> list[str]:
    """Aspects that are treated, left for two sentences or more, and treated again."""
    found: list[str] = []
    spans = [(sentence.starts[0], sentence.ends[-1]) for sentence in analysis.sentences]
    for told in {told.name: told for product in analysis.told for told in product}.values():
        at = sorted({n for spot in told.spots for n, (start, end) in enumerate(spans) if start <= spot.start < end})
        found += [told.name for first, second in pairwise(at) if second - first > 2]
    return found


def _is_misplaced(text: str, place: int, sentences: int) -> bool:
    if OPENING.match(text):
        return place > sentences / 2
    if CLOSING.match(text):
        return place < sentences / 2
    return place == 0 and bool(NEEDS_BEFORE.match(text))
