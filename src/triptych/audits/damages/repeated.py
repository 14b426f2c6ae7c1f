"""Every point is made twice."""

from triptych.audits.damages._edits import edit_cells, edit_prose
from triptych.records import Case

AIMS = ("opinion/relevance", "explanation/conciseness", "comparison/relevance")
IS_SEVERE = False
SPARES = (
    "opinion/aspect_coverage",
    "opinion/faithfulness",
    "opinion/sentiment_consistency",
    "explanation/faithfulness",
    "comparison/faithfulness",
    "comparison/aspect_coverage",
)


def spoil(case: Case) -> str | None:
    """The text with each sentence said again behind itself, and each point of a table."""
    spoiled = edit_prose(case, lambda parts: [one for part in parts for one in (part, part)])
    if case.task == "comparison" and spoiled:
        return edit_cells(spoiled, lambda _label, words, _column: f"{words}; {words}", ("pros", "cons"))
    return spoiled
