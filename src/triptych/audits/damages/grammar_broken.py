"""Verbs and nouns no longer agree, articles and capitals are wrong."""

import re

from triptych.audits.damages._edits import edit_cells, edit_prose
from triptych.records import Case

AIMS = ("opinion/fluency", "comparison/fluency", "explanation/clarity", "comparison/clarity")
IS_SEVERE = True
SPARES = (
    "opinion/aspect_coverage",
    "opinion/sentiment_consistency",
    "comparison/format_adherence",
    "comparison/aspect_coverage",
)
_FORMS = (
    *((r"\bit is\b", "it are"), (r"\bIt is\b", "it are"), (r"\bis\b", "are"), (r"\bhas\b", "have")),
    *((r"\bthey are\b", "they is"), (r"\bcosts\b", "cost to"), (r"\ban\b", "a"), (r"\bdoes\b", "do")),
    *((r"\bit (\w+)s\b", r"it \1"), (r"\bthe\b", "the the"), (r"\bto (\w+)\b", r"to \1ed")),
)


def spoil(case: Case) -> str | None:
    """The text with errors in every sentence."""

    def breaks(text: str) -> str:
        for right, wrong in _FORMS:
            text = re.sub(right, wrong, text)
        text = text.strip()
        return text[:1].lower() + text[1:]

    spoiled = edit_prose(case, lambda parts: [breaks(part) for part in parts])
    if case.task == "comparison" and spoiled:
        return edit_cells(spoiled, lambda _label, words, _column: breaks(words), ("attribute", "pros", "cons"))
    return spoiled
