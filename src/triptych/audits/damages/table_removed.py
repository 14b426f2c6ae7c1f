"""There is no table."""

from triptych.audits.damages._edits import table_of
from triptych.records import Case

AIMS = (
    "comparison/format_adherence",
    "comparison/informativeness",
    "comparison/verdict_support",
    "comparison/aspect_coverage",
    "comparison/query_relevance",
)
IS_SEVERE = True


def spoil(case: Case) -> str | None:
    """The verdict alone."""
    table = table_of(case) if case.task == "comparison" else None
    if table is None or table.form is None:
        return None
    return (case.text[: table.start] + case.text[table.end :]).strip() or None
