"""Every long word is misspelt."""

import re

from triptych.audits.damages._edits import edit_cells, edit_prose
from triptych.records import Case

AIMS = ("opinion/fluency", "comparison/fluency", "explanation/clarity", "comparison/clarity")
IS_SEVERE = False
SPARES = ("comparison/format_adherence",)


def spoil(case: Case) -> str | None:
    """The text with two letters of each word of seven letters or more exchanged."""

    def misspell(text: str) -> str:
        return re.sub(r"\b([a-z]{3})([a-z])([a-z])([a-z]{2,})\b", r"\1\3\2\4", text)

    spoiled = edit_prose(case, lambda parts: [misspell(part) for part in parts])
    if case.task == "comparison" and spoiled:
        return edit_cells(spoiled, lambda _label, words, _column: misspell(words), ("attribute", "pros", "cons"))
    return spoiled
