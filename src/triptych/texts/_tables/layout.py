"""From a grid of cells to rows with a meaning: their orientation and the kind of each."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from triptych.records import ATTRIBUTES
from triptych.texts._tables.cells import Cell, TextPart, read_cell
from triptych.texts._tables.grids import Grid
from triptych.texts._tables.labels import RowKind, is_standard, kind_of

_LABEL_MARKS = re.compile(r"<[^<>]*>|&[#\w]+;")
_ATTRIBUTE: RowKind = "attribute"
_CLASSIC: tuple[RowKind, ...] = (
    *("title", "base_price", "final_price"),
    *(_ATTRIBUTE for _ in range(ATTRIBUTES)),
    *("average_rating", "pros", "cons"),
)


@dataclass(frozen=True, slots=True)
class TableRow:
    """One row of a table."""

    kind: RowKind
    label: Cell
    cells: tuple[Cell, ...]


def known_labels(grid: Grid) -> int:
    """How many different rows of a comparison a grid has, in either orientation."""
    return max(_known(row[0] for row in grid.rows), _known(grid.rows[0]))


def lay_out(grid: Grid, uneven: list[str]) -> tuple[list[TableRow], bool]:
    """The rows that say something, products in columns; True where the products were in rows.

    The header is one of them where it holds the titles. `uneven` gets a sentence for each row that has more or fewer
    cells than the table has columns.
    """
    cells = _even_rows(grid, uneven)
    rows = _rows(cells)
    # Of the rows we write, the five in the middle are attributes, whatever they are called.
    kinded = [replace(row, kind=kind) for row, kind in zip(rows, _CLASSIC, strict=False)]
    is_ours = all(row.kind == "attribute" or is_standard(row.label.text, row.kind) for row in kinded)
    if is_ours and len(rows) == len(_CLASSIC):
        return kinded, False
    is_transposed = _known(cells[0]) > max(1, _known(row[0] for row in cells))
    if is_transposed:
        rows = _rows(list(zip(*cells, strict=True)))
    return _with_titles(_tell_kinds(_join_unlabelled(_without_idle(rows)))), is_transposed


def _rows(cells: Sequence[Sequence[TextPart]]) -> list[TableRow]:
    """The cells as rows without their kinds."""
    return [TableRow("attribute", read_cell(row[0], is_label=True), tuple(map(read_cell, row[1:]))) for row in cells]


def _known(labels: Iterable[TextPart]) -> int:
    return len({kind_of(_LABEL_MARKS.sub("", label.source)) for label in labels} - {"attribute", "verdict"})


def _even_rows(grid: Grid, uneven: list[str]) -> list[list[TextPart]]:
    """The rows, all as wide as most of them are."""
    widths = Counter(map(len, grid.rows))
    width = max(widths, key=lambda wide: (widths[wide], wide == len(grid.rows[0])))
    first = list(grid.rows[0])
    if len(first) == width - 1 and not _known(first):
        first = [replace(first[0], source=""), *first]
    return [_even_row(list(row), width, uneven) for row in (first, *grid.rows[1:])]


def _even_row(row: list[TextPart], width: int, uneven: list[str]) -> list[TextPart]:
    last, filled = row[-1], len(row)
    while filled > width and not row[filled - 1].source.strip():
        filled -= 1
    if filled > width or 1 < filled < width:
        name = read_cell(row[0], is_label=True).text
        uneven.append(f"line {last.line}: row {name!r} has {filled} cells where the table has {width}")
    missing = TextPart("", last.end, last.line)
    return row[:width] + [missing] * (width - len(row))


def _without_idle(rows: Sequence[TableRow]) -> list[TableRow]:
    """The rows without those that repeat the header or say nothing."""
    header, *others = rows
    heading = [header.label.text, *(cell.text for cell in header.cells)]
    kept = [header]
    for row in others:
        texts = [row.label.text, *(cell.text for cell in row.cells)]
        is_idle = not any(texts[1:]) and kind_of(texts[0]) == "attribute"
        if texts != heading and not is_idle:
            kept.append(row)
    return kept


def _join_unlabelled(rows: Sequence[TableRow]) -> list[TableRow]:
    """The rows, those without a label put to the row above: so models write long lists of pros."""
    joined = list(rows[:1])
    for row in rows[1:]:
        if row.label.text or len(joined) == 1:
            joined.append(row)
        else:
            both = zip(joined[-1].cells, row.cells, strict=True)
            cells = (replace(a, lines=a.lines + b.lines, points=a.points + b.points) for a, b in both)
            joined[-1] = replace(joined[-1], cells=tuple(cells))
    return joined


def _tell_kinds(rows: Sequence[TableRow]) -> list[TableRow]:
    """The rows with their kinds; of two that would be the same, the better named or else the first is it."""
    labels = [row.label.text for row in rows]
    named = [kind_of(label) for label in labels]
    # A bare "Price" is the base price where another row is the final one.
    price: RowKind = "base_price" if "final_price" in named and "base_price" not in named else "final_price"
    kinds = [price if kind == "price" else kind for kind in named]
    chosen: dict[RowKind, int] = {}
    for place, (label, kind) in enumerate(zip(labels, kinds, strict=True)):
        if kind not in chosen or (is_standard(label, kind) and not is_standard(labels[chosen[kind]], kind)):
            chosen[kind] = place
    return [
        replace(row, kind=kind if place == chosen[kind] else "attribute")
        for place, (row, kind) in enumerate(zip(rows, kinds, strict=True))
    ]


def _with_titles(rows: Sequence[TableRow]) -> list[TableRow]:
    """The rows that say something: without a header that only says "Attribute", or with it as the titles."""
    header, *others = rows
    if header.kind != "attribute":
        return list(rows)
    if any(row.kind == "title" for row in others) or not any(cell.text for cell in header.cells):
        return others
    return [replace(header, kind="title"), *others]
