"""Sentences break off, words stand twice, full stops are gone."""

from triptych.audits.damages._edits import edit_prose
from triptych.records import Case

AIMS = ("opinion/fluency", "comparison/fluency", "explanation/clarity", "comparison/clarity")
IS_SEVERE = True


def spoil(case: Case) -> str | None:
    """The text with each sentence cut in the middle, behind a small word said twice."""

    def cut(parts: list[str]) -> list[str]:
        found = []
        for part in parts:
            words = part.split()
            half = words[: max(2, 2 * len(words) // 3)]
            found.append(" ".join([half[0].lower(), *half[1:], "and and of the."]))
        return found

    return edit_prose(case, cut)
