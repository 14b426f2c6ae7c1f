"""Cells are empty."""

from triptych.audits.damages._edits import edit_cells
from triptych.records import Case

AIMS = ("comparison/format_adherence", "comparison/informativeness")
IS_SEVERE = False
SPARES = (
    "comparison/fluency",
    "comparison/coherence",
)


def spoil(case: Case) -> str | None:
    """The comparison with empty cells in its second column and among its pros."""
    if case.task != "comparison":
        return None
    spoiled = edit_cells(case.text, lambda _l, _w, column: " " if column == 1 else None, ("attribute", "cons"))
    return edit_cells(spoiled, lambda _l, _w, _c: " ", ("pros",)) if spoiled else None
