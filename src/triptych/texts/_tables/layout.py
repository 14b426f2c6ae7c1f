"""From a grid of cells to rows with a meaning: orientation, the kind of each row, oddities."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from triptych.records import ATTRIBUTES
from triptych.texts._tables.cells import Cell, read_cell
from triptych.texts._tables.grids import Grid, GridCell
from triptych.texts._tables.labels import LABELS, RowKind, is_standard, kind_of

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

    @property
    def line(self) -> int:
        """The line of its label."""
        return self.label.line


@dataclass(frozen=True, slots=True)
class Layout:
    """A table whose rows have their kinds."""

    header: TableRow
    rows: tuple[TableRow, ...]
    """The rows that say something; the header is one of them where it holds the titles."""
    repairs: tuple[str, ...]
    is_transposed: bool
    """True where the products stood in rows."""


def known_labels(grid: Grid) -> int:
    """How many different rows of a comparison a grid has, in either orientation."""
    return max(_known(row[0] for row in grid.rows), _known(grid.rows[0]))


def lay_out(grid: Grid) -> Layout:
    """The grid as rows with products in columns."""
    repairs: list[str] = []
    cells = _even_rows(grid, repairs)
    if grid.is_cut:
        repairs.append(f"line {cells[-1][-1].line}: the last row has no closing pipe; it may be cut off")
    rows = _rows(cells)
    if _is_classic(rows):
        classic = tuple(replace(row, kind=kind) for row, kind in zip(rows, _CLASSIC, strict=True))
        return Layout(classic[0], classic, tuple(repairs), is_transposed=False)
    is_transposed = _known(cells[0]) > max(1, _known(row[0] for row in cells))
    if is_transposed:
        rows = _rows(list(zip(*cells, strict=True)))
        repairs.append(f"line {grid.line}: the products are in rows, not in columns; the table was turned")
    rows = _tell_kinds([rows[0], *_join_unlabelled(_without_idle(rows[0], rows[1:], repairs), repairs)], repairs)
    return Layout(rows[0], tuple(_with_titles(rows, repairs)), tuple(repairs), is_transposed)


def _rows(cells: Sequence[Sequence[GridCell]]) -> list[TableRow]:
    """The cells as rows without their kinds."""
    return [TableRow("attribute", _label(row[0]), tuple(map(_cell, row[1:]))) for row in cells]


def _is_classic(rows: Sequence[TableRow]) -> bool:
    """True for the rows we write: then the five in the middle are attributes, whatever they are called."""
    return len(rows) == len(_CLASSIC) and all(
        kind == "attribute" or is_standard(row.label.text, kind) for row, kind in zip(rows, _CLASSIC, strict=True)
    )


def _label(cell: GridCell) -> Cell:
    return read_cell(cell.source, cell.start, cell.line, is_label=True)


def _cell(cell: GridCell) -> Cell:
    return read_cell(cell.source, cell.start, cell.line)


def _known(labels: Iterable[GridCell]) -> int:
    return len({kind_of(_LABEL_MARKS.sub("", label.source)) for label in labels} - {"attribute", "verdict"})


def _even_rows(grid: Grid, repairs: list[str]) -> list[list[GridCell]]:
    """The rows, all as wide as most of them are."""
    widths = Counter(map(len, grid.rows))
    width = max(widths, key=lambda wide: (widths[wide], wide == len(grid.rows[0])))
    first = list(grid.rows[0])
    if len(first) == width - 1 and not _known(first):
        first = [GridCell("", first[0].start, first[0].line), *first]
    return [_even_row(list(row), width, repairs) for row in (first, *grid.rows[1:])]


def _even_row(row: list[GridCell], width: int, repairs: list[str]) -> list[GridCell]:
    last, wide = row[-1], f"where the table has {width}"
    filled = len(row)
    while filled > width and not row[filled - 1].source.strip():
        filled -= 1
    if filled > width:
        left_out = "the last is" if filled - width == 1 else f"the last {filled - width} are"
        name = _label(row[0]).text
        repairs.append(f"line {last.line}: row {name!r} has {filled} cells {wide}; {left_out} left out")
    elif 1 < filled < width:
        repairs.append(f"line {last.line}: row {_label(row[0]).text!r} has {filled} cells {wide}")
    missing = GridCell("", last.start + len(last.source), last.line)
    return row[:width] + [missing] * (width - len(row))


def _without_idle(header: TableRow, rows: Sequence[TableRow], repairs: list[str]) -> list[TableRow]:
    """The rows without those that repeat the header or say nothing."""
    kept = []
    heading = [header.label.text, *(cell.text for cell in header.cells)]
    for row in rows:
        texts = [row.label.text, *(cell.text for cell in row.cells)]
        is_empty = not any(texts[1:])
        if texts == heading:
            repairs.append(f"line {row.line}: the header is repeated; left out")
        elif is_empty and kind_of(texts[0]) == "attribute":
            if texts[0]:
                repairs.append(f"line {row.line}: row {texts[0]!r} has no values; left out")
        else:
            kept.append(row)
    return kept


def _join_unlabelled(rows: Sequence[TableRow], repairs: list[str]) -> list[TableRow]:
    """The rows, those without a label put to the row above: so models write long lists of pros."""
    joined: list[TableRow] = []
    for row in rows:
        if row.label.text or not joined:
            joined.append(row)
        else:
            repairs.append(f"line {row.line}: a row without a label is taken with the row above")
            above = joined.pop()
            both = zip(above.cells, row.cells, strict=True)
            cells = (replace(a, lines=a.lines + b.lines, points=a.points + b.points) for a, b in both)
            joined.append(replace(above, cells=tuple(cells)))
    return joined


def _tell_kinds(rows: Sequence[TableRow], repairs: list[str]) -> list[TableRow]:
    """The rows with their kinds; of two that would be the same, the better named or else the first is it."""
    labels = [row.label.text for row in rows]
    kinds = _kinds_of(labels)
    chosen: dict[RowKind, int] = {}
    for place, (label, kind) in enumerate(zip(labels, kinds, strict=True)):
        if kind not in chosen or (is_standard(label, kind) and not is_standard(labels[chosen[kind]], kind)):
            chosen[kind] = place
    kinded = []
    for place, (row, kind) in enumerate(zip(rows, kinds, strict=True)):
        is_second = kind != "attribute" and place != chosen[kind]
        if is_second and kind != "title":
            first = f"a second {LABELS.get(kind, kind)} beside line {rows[chosen[kind]].line}"
            repairs.append(f"line {row.line}: row {row.label.text!r} would be {first}; taken as an attribute")
        kinded.append(replace(row, kind="attribute" if is_second else kind))
    return kinded


def _kinds_of(labels: Sequence[str]) -> list[RowKind]:
    """What each label names; a bare "Price" is the base price where another row is the final one."""
    kinds = [kind_of(label) for label in labels]
    price: RowKind = "base_price" if "final_price" in kinds and "base_price" not in kinds else "final_price"
    return [price if kind == "price" else kind for kind in kinds]


def _with_titles(rows: Sequence[TableRow], repairs: list[str]) -> list[TableRow]:
    """The rows that say something: without a header that only says "Attribute", or with it as the titles."""
    header, *others = rows
    if header.kind != "attribute":
        if header.kind != "title":
            repairs.append(f"line {header.line}: the table has no header row; it begins with {header.label.text!r}")
        return list(rows)
    if any(row.kind == "title" for row in others) or not any(cell.text for cell in header.cells):
        return others
    repairs.append(f"line {header.line}: no row 'Product Title'; the names in the header are taken as titles")
    return [replace(header, kind="title"), *others]
