"""Whether a comparison keeps its form: a table with products in columns, five named attributes, five essential rows."""

from collections.abc import Iterator
from dataclasses import dataclass

from triptych.measures._analysis import Analysis, Measured, bad, good, growing
from triptych.measures._text import wording
from triptych.measures.brevity import MOST_WORDS
from triptych.records import ATTRIBUTES, count_words, is_gap
from triptych.texts import LABELS, RowKind

ESSENTIAL: tuple[RowKind, ...] = ("pros", "cons", "average_rating", "base_price", "final_price")


@dataclass(frozen=True, slots=True)
class TableForm(Measured):
    """How the form is kept; the value is the highest anchor that its faults leave open, from 0 to 1."""

    faults: float = bad()
    """How many cells are empty, broken off or stand-ins, and what else is slightly wrong."""
    filled: float = good()
    """How many words a value has."""


def measure(analysis: Analysis) -> TableForm:
    """Rows, columns and cells as the form wants them."""
    table = analysis.table
    if table.form is None:
        return TableForm(0.0, ("There is no table.",))
    present = [kind for kind in ESSENTIAL if table.row(kind) is not None]
    names = [row.label.text for row in table.attributes]
    grave = list(_grave_faults(analysis, len(present), names))
    slight = [*_cell_faults(analysis), *_slight_faults(analysis, names)]
    level = min([5, *(anchor for anchor, _ in grave), *([4] if slight else [])])
    missing = ", ".join(LABELS[kind] for kind in ESSENTIAL if kind not in present) or "none"
    notes = [
        f"Essential rows present: {len(present)} of {len(ESSENTIAL)}; missing: {missing}.",
        f"Attributes: {', '.join(names) or 'none'}.",
        *(fault for _, fault in grave),
        *slight[:6],
    ]
    values = [len(piece.text.split()) for piece in analysis.cells if piece.place == "value"]
    filled = growing(sum(values) / max(1, len(values)), 8.0)
    return TableForm((level - 1) / 4, tuple(notes), faults=growing(len(slight), 6.0), filled=filled)


def _grave_faults(analysis: Analysis, present: int, names: list[str]) -> Iterator[tuple[int, str]]:
    """Faults that leave no more than an anchor below 4."""
    table = analysis.table
    placeholders = [name for name in names if wording("placeholder").fullmatch(name)]
    if present == 0:
        lacks_products = len(table.columns) < 2
        yield 1, "No product's values can be found." if lacks_products else "None of the essential rows is there."
    elif present <= 2:
        yield 2, f"Only {present} of the essential rows."
    elif present < len(ESSENTIAL):
        yield 3, f"{len(ESSENTIAL) - present} of the essential rows missing."
    if len(names) - len(placeholders) < ATTRIBUTES / 2:
        yield 2, "Most attributes are missing or bear placeholder names."
    elif placeholders:
        yield 3, f"Placeholder names: {', '.join(placeholders)}."
    if table.is_transposed:
        yield 3, "The products stand in rows instead of columns."
    elif len(table.columns) < len(analysis.case.products):
        yield 3, f"{len(table.columns)} columns for {len(analysis.case.products)} products."


def _slight_faults(analysis: Analysis, names: list[str]) -> Iterator[str]:
    if len(names) != ATTRIBUTES:
        yield f"{len(names)} attributes instead of {ATTRIBUTES}."
    if analysis.table.row("title") is None:
        yield "No row names the products."
    if not analysis.verdict:
        yield "There is no verdict."
    elif (words := count_words(analysis.verdict)) >= MOST_WORDS:
        yield f"The verdict has {words} words."
    yield from (f"{sentence}." for sentence in analysis.table.uneven[:2])


def _cell_faults(analysis: Analysis) -> Iterator[str]:
    """Cells that are empty, broken off or hold a stand-in, and N/A where the value is known."""
    for row in analysis.table.rows:
        for place, cell in enumerate(row.cells):
            where = f"{row.label.text}, column {place + 1}"
            if not cell.text.strip():
                yield f"{where} is empty."
            elif wording("stand_in").fullmatch(cell.text.strip()):
                yield f"{where} holds “{cell.text}”."
            elif row.kind != "title" and wording("broken_off").search(cell.text) and not is_gap(cell.text):
                yield f"{where} breaks off: “{cell.text[-30:]}”."
            elif cell.is_gap and _is_known(analysis, row.kind, place):
                yield f"{where} reads N/A, but the value is known."


def _is_known(analysis: Analysis, kind: RowKind, place: int) -> bool:
    number = analysis.columns[place] if place < len(analysis.columns) else None
    if number is None or kind not in ("base_price", "final_price", "average_rating"):
        return False
    return getattr(analysis.case.products[number], kind) is not None
