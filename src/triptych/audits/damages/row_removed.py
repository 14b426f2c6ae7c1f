"""Essential rows are missing."""

from triptych.audits.damages._edits import drop_rows
from triptych.records import Case

AIMS = ("comparison/format_adherence", "comparison/informativeness")
IS_SEVERE = False
SPARES = (
    "comparison/fluency",
    "comparison/clarity",
    "comparison/specificity",
)


def spoil(case: Case) -> str | None:
    """The comparison without its Average Rating and Cons."""
    return (
        drop_rows(case.text, lambda kind, _: kind in ("average_rating", "cons")) if case.task == "comparison" else None
    )
