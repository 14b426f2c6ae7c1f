"""Plain, short and unambiguous wording: jargon, tangled sentences, crowded cells and words that point nowhere cost."""

import re

from triptych.english.wordings import Wording
from triptych.measures._analysis import Analysis, sentence_text
from triptych.measures._clauses import brief
from triptych.measures._measured import Measured
from triptych.measures._phrases import JARGON

_LONG_SENTENCE, _LONG_CELL = 40, 16
_ACRONYM = re.compile(
    r"\b(?!USB|SSD|RAM|HDMI|LED|LCD|OLED|GB|TB|SPF|ANC|LAN|CPU|USA|UK|INR|USD|QR|HD|AC|TV|PC|IDE|OS|EMI|MRP|BPA|EQ|XL|II|III|"
    r"TX|IPX|OK|NA|N/A)[A-Z]{3,6}s?\b"
)
_UNCLEAR = Wording(
    r"\b(?:the (?:other|former|latter|first|second|third|cheap) one|the former|the latter|that one|see "
    r"above|as above|same as (?:above|"
    r"before)|above(?!\s+(?:\w+|[$₹€£\d]))|depends)\b",
)
_MOST_NOTES = 6


def measure(analysis: Analysis) -> Measured:
    """1 for plain wording; each thing that makes a reader stop costs, against the size of the text."""
    if not analysis.pieces:
        return Measured(None, ("the text says nothing",))
    query = (analysis.case.query or "").lower()
    found: list[str] = []
    for piece in analysis.pieces:
        terms = [*JARGON.found_in(piece.text), *_ACRONYM.findall(piece.text)]
        found += [f"Jargon: “{term}”." for term in dict.fromkeys(terms) if term.lower() not in query]
        found += [f"Unclear: “{words}”." for words in _UNCLEAR.found_in(piece.text)]
        words = len(piece.text.split())
        if piece.place in ("value", "pro", "con") and words > _LONG_CELL:
            found.append(f"Crowded cell: “{brief(piece.text)}”.")
    long = [sentence for sentence in analysis.sentences if len(sentence_text(sentence).split()) > _LONG_SENTENCE]
    found += [f"A sentence of {len(sentence_text(s).split())} words: “{brief(sentence_text(s))}”." for s in long]
    size = max(3.0, len(analysis.sentences) + sum(p.place in ("value", "pro", "con") for p in analysis.pieces) / 6)
    return Measured(
        max(0.0, 1 - len(found) / size),
        tuple(dict.fromkeys(found))[:_MOST_NOTES],
        certainty=0.7,
        faults=len(found),
        of=len(analysis.pieces),
        figures={"density": len(found) / size},
    )
