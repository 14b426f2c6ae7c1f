"""What is told in detail is told in general words."""

import re

from triptych.audits.damages._edits import edit_cells, edit_prose
from triptych.records import Case

AIMS = (
    "opinion/specificity",
    "comparison/specificity",
    "opinion/aspect_coverage",
)
IS_SEVERE = True
_GENERAL = (
    "The quality is good.", "Some people like it.", "The design is nice.", "It could be better.", "Users "
    "are satisfied.",
    "There are a few issues.", "The performance is fine.", "It offers decent value.",
)  # fmt: skip


def spoil(case: Case) -> str | None:
    """The text with two of three sentences, or values, made generic."""

    def generic(parts: list[str]) -> list[str]:
        return [part if place % 3 == 2 else _GENERAL[place % len(_GENERAL)] for place, part in enumerate(parts)]

    spoiled = edit_prose(case, generic)
    if case.task == "comparison":
        text = spoiled or case.text
        return edit_cells(
            text, lambda _l, words, _c: None if re.fullmatch("N/A", words) else "Good", ("attribute", "pros", "cons")
        )
    return spoiled
