"""Values give way to words that fit any product."""

from triptych.audits.damages._edits import edit_cells
from triptych.records import Case

AIMS = (
    "comparison/specificity",
    "comparison/informativeness",
    "comparison/relevance",
    "comparison/aspect_coverage",
)
IS_SEVERE = False
_WORDS = ("Nice", "Fine", "Okay", "Decent")


def spoil(case: Case) -> str | None:
    """The comparison with attribute values, pros and cons that say nothing, under labels that say nothing."""
    if case.task != "comparison":
        return None
    spoiled = edit_cells(case.text, lambda _l, _w, column: _WORDS[column % 4], ("attribute", "pros", "cons"))
    if spoiled is None:
        return None
    head, mark, _ = spoiled.partition("Final Verdict Summary")
    return f"{head}{mark}: All of them are nice, and each has its own charm." if mark else spoiled
