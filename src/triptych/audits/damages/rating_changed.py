"""Average ratings are raised."""

import re

from triptych.audits.damages._edits import edit_cells
from triptych.records import Case

AIMS = ("comparison/faithfulness",)
IS_SEVERE = False
SPARES = (
    "comparison/format_adherence",
    "comparison/fluency",
    "comparison/clarity",
    "comparison/coherence",
    "comparison/aspect_coverage",
    "comparison/sentiment_consistency",
    "comparison/specificity",
    "comparison/query_relevance",
    "comparison/verdict_support",
)


def spoil(case: Case) -> str | None:
    """The comparison with every rating half a star higher."""

    def raised(label: str, words: str, column: int) -> str | None:
        found = re.match(r"(\d\.?\d?)(.*)", words)
        return f"{min(5.0, float(found[1]) + 0.5 + column / 10):.1f}{found[2]}" if found else None

    return edit_cells(case.text, raised, ("average_rating",)) if case.task == "comparison" else None
