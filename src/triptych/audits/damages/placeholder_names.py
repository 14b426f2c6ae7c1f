"""Attributes bear placeholder names."""

from triptych.audits.damages._edits import table_of
from triptych.records import Case

AIMS = ("comparison/format_adherence",)
IS_SEVERE = True
SPARES = (
    "comparison/fluency",
    "comparison/verdict_support",
    "comparison/faithfulness",
)


def spoil(case: Case) -> str | None:
    """The comparison with "Attribute 1" and so on for labels."""
    if case.task != "comparison":
        return None
    text, rows = case.text, table_of(case).attributes
    for number, row in sorted(enumerate(rows, start=1), key=lambda pair: -pair[1].label.start):
        text = text[: row.label.start] + f"Attribute {number}" + text[row.label.end :]
    return text if rows else None
