"""The words of every sentence stand in no order."""

from triptych.audits.damages._edits import edit_cells, edit_prose
from triptych.records import Case

AIMS = ("opinion/fluency", "comparison/fluency", "explanation/clarity", "comparison/clarity")
IS_SEVERE = True


def spoil(case: Case) -> str | None:
    """The text with each sentence's words taken from both ends in turn."""

    def garble(text: str) -> str:
        words = text.split()
        return " ".join(words[::-2] + words[len(words) % 2 :: 2]) if len(words) > 2 else text

    spoiled = edit_prose(case, lambda parts: [garble(part) for part in parts])
    if case.task == "comparison" and spoiled:
        return edit_cells(spoiled, lambda _label, words, _column: garble(words), ("attribute", "pros", "cons"))
    return spoiled
