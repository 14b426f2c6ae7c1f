"""Pros, cons and half of the values say nothing definite."""

from triptych.audits.damages._edits import edit_cells
from triptych.records import Case

AIMS = ("comparison/specificity",)
IS_SEVERE = False
SPARES = ("comparison/format_adherence", "comparison/fluency")
_PROS, _CONS = (
    "Good quality; nice design; people like it; works well",
    "Some issues; could be better; not for everyone; small problems",
)


def spoil(case: Case) -> str | None:
    """The comparison with general points, and general values in its first two columns."""
    if case.task != "comparison":
        return None
    text = edit_cells(case.text, lambda _l, _w, _c: _PROS, ("pros",)) or case.text
    text = edit_cells(text, lambda _l, _w, _c: _CONS, ("cons",)) or text
    return edit_cells(text, lambda _l, _w, column: "Quite good" if column < 2 else None, ("attribute",))
