"""A comparison as other people write it: what its table and verdict say, and what could not be read.

`read_table` takes any text and never fails. It finds the table (pipes, HTML or tabs), tells what each row is
about, turns a table with products in rows, and finds the verdict; everything it read carries its place in the text.
"""

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, TypeVar

from triptych.errors import UsageError
from triptych.records import ATTRIBUTES, FEWEST_PRODUCTS, MOST_PRODUCTS, Money
from triptych.texts._money import parse_money
from triptych.texts._tables.cells import Cell, TextPart, read_cell
from triptych.texts._tables.grids import Form, Grid, count_known, find_grids, hide, hide_unseen, split_lines
from triptych.texts._tables.labels import LABELS, VERDICT_LABEL, RowKind, is_standard, kind_of
from triptych.texts._tables.passages import Passage, Prose, closing_passage, read_prose, split_segments

# A broken table would make thousands.
_MOST_SENTENCES = 60
_RATING = re.compile(
    r"(?:rated\s+|[★⭐]\ufe0f?\s*)?(?P<stars>\d(?:[.,]\d+)?)\s*(?:(?:/|(?:out\s+)?of)\s*(?:5|five)(?:\.0+)?)?"
    r"\s*(?:stars?|[★⭐☆✩✮]+)*\ufe0f?\s*(?:[(\[].*|[,;·–-]\s.*)?",
    re.IGNORECASE,
)
_DRAWN_STARS = re.compile(r"(?P<full>(?:[★⭐]\ufe0f?)+)(?P<half>½?)[☆✩✮]*")

_ATTRIBUTE: RowKind = "attribute"
_FIRST: tuple[RowKind, ...] = ("title", "base_price", "final_price")
_CLASSIC: tuple[RowKind, ...] = (*_FIRST, *[_ATTRIBUTE] * ATTRIBUTES, "average_rating", "pros", "cons")
_NO_CELL = Cell((), (), 0, 0, 0)

Parsed = TypeVar("Parsed")


class TableRow(NamedTuple):
    """One row of a table."""

    kind: RowKind
    label: Cell
    cells: tuple[Cell, ...]


class ColumnReading(NamedTuple):
    """What one column says; a value that is absent or cannot be read is None."""

    title: str
    """The product's title; empty where the table gives none."""
    base_price: Money | None
    final_price: Money | None
    values: tuple[str | None, ...]
    """One for each attribute row."""
    average_rating: float | None
    pros: tuple[str, ...]
    cons: tuple[str, ...]
    faults: tuple[str, ...]
    """What could not be read, in sentences."""


def read_column(cells: Mapping[RowKind, Cell], attributes: Sequence[Cell], number: int) -> ColumnReading:
    """The column whose cells these are; `number` counts the products from 1."""
    title = cells.get("title", _NO_CELL).text
    faults = [] if title else [f"product {number} has no title"]
    name = title or f"product {number}"

    def parse(kind: RowKind, read: Callable[[str], Parsed]) -> Parsed | None:
        cell = cells.get(kind, _NO_CELL)
        if cell.is_gap:
            return None
        try:
            return read(cell.text)
        except UsageError as error:
            faults.append(f"line {cell.line}: {LABELS[kind]} of {name}: {error}")
            return None

    return ColumnReading(
        title=title,
        base_price=parse("base_price", parse_money),
        final_price=parse("final_price", parse_money),
        values=tuple(None if cell.is_gap else "; ".join(cell.lines) for cell in attributes),
        average_rating=parse("average_rating", parse_rating),
        pros=cells.get("pros", _NO_CELL).points,
        cons=cells.get("cons", _NO_CELL).points,
        faults=tuple(faults),
    )


def parse_rating(text: str) -> float:
    """The stars a text states: "4.3", "4.3/5", "4,3 out of 5 (210 ratings)", "★★★½☆"."""
    if found := _RATING.fullmatch(text.strip()):
        stars = float(found["stars"].replace(",", "."))
    elif drawn := _DRAWN_STARS.fullmatch(text.strip()):
        stars = len(drawn["full"].replace("\ufe0f", "")) + 0.5 * len(drawn["half"])
    else:
        raise UsageError(f"{text!r} is not a rating; write one from 1 to 5 such as '4.3'")
    if not 1 <= stars <= 5:
        raise UsageError(f"{text!r} is not a rating; ratings go from 1 to 5")
    return stars


def show_rating(stars: float) -> str:
    """The rating with all its digits: 4.3, and 4 for 4.0."""
    return repr(stars).removesuffix(".0")


class TableReading(NamedTuple):
    """What could be read of a comparison, and what could not."""

    rows: tuple[TableRow, ...] = ()
    """The rows that say something, in order; the header is one of them where it holds the titles."""
    columns: tuple[ColumnReading, ...] = ()
    verdict: Passage | None = None
    """The closing paragraph, without its heading."""
    prose: tuple[Passage, ...] = ()
    """The other prose around the table."""
    faults: tuple[str, ...] = ()
    """What is missing or unreadable, in sentences: with any of these the text is no Comparison."""
    uneven: tuple[str, ...] = ()
    """Rows with more or fewer cells than the table has columns, a sentence each."""
    form: Form | None = None
    """How the table is drawn; None where there is none."""
    start: int = 0
    end: int = 0
    is_transposed: bool = False
    """True where the text has the products in rows."""

    @property
    def attributes(self) -> tuple[TableRow, ...]:
        """The rows that not every comparison has."""
        return tuple(row for row in self.rows if row.kind == "attribute")

    def row(self, kind: RowKind) -> TableRow | None:
        """The first row of a kind."""
        return next((row for row in self.rows if row.kind == kind), None)


def read_table(text: str) -> TableReading:
    """What a text says as a comparison; any text will do."""
    seen = hide_unseen(text)
    grids = find_grids(seen)
    chosen = max(grids, key=lambda grid: (grid.known_labels, len(grid.rows)), default=None)
    prose = _read_prose(seen, grids, chosen)
    if chosen is None:
        missing = ("there is no table", *_verdict_faults(prose.verdict, prose))
        return TableReading(verdict=prose.verdict, prose=prose.passages, faults=missing)
    uneven: list[str] = []
    laid_out, is_transposed = lay_out(chosen, uneven)
    rows = tuple(row for row in laid_out if row.kind != "verdict")
    columns = []
    for place in range(max((len(row.cells) for row in laid_out), default=0)):
        by_kind = {row.kind: row.cells[place] for row in reversed(rows)}
        attributes = [row.cells[place] for row in rows if row.kind == "attribute"]
        columns.append(read_column(by_kind, attributes, number=place + 1))
    verdict = prose.verdict or _verdict_in(laid_out) or closing_passage(prose.passages, chosen.end)
    faults = [*_row_faults(rows, len(columns)), *(fault for column in columns for fault in column.faults)]
    return TableReading(
        rows=rows,
        columns=tuple(columns),
        verdict=verdict,
        prose=tuple(passage for passage in prose.passages if passage is not verdict),
        faults=(*faults[:_MOST_SENTENCES], *_verdict_faults(verdict, prose)),
        uneven=tuple(uneven[:_MOST_SENTENCES]),
        form=chosen.form,
        start=chosen.start,
        end=chosen.end,
        is_transposed=is_transposed,
    )


def _read_prose(seen: str, grids: Sequence[Grid], chosen: Grid | None) -> Prose:
    outside = split_lines(hide(seen, ((grid.start, grid.end) for grid in grids)))
    starts = [line.start for line in outside]
    table_lines = set[int]().union(
        *(range(bisect_right(starts, grid.start), bisect_left(starts, grid.end) + 1) for grid in grids)
    )
    return read_prose(split_segments(outside, table_lines), chosen.end if chosen else 0)


def _row_faults(rows: Sequence[TableRow], products: int) -> list[str]:
    """What a table lacks to be a comparison."""
    kinds = {row.kind for row in rows}
    names = [row.label.text for row in rows if row.kind == "attribute"]
    faults = [f"there is no row {label!r}" for kind, label in LABELS.items() if kind not in kinds]
    faults += [f"line {row.label.line}: a row has no label" for row in rows if not row.label.text]
    if len(names) != ATTRIBUTES:
        faults.append(f"there are {len(names)} attribute rows ({', '.join(names) or 'none'}), not {ATTRIBUTES}")
    if not FEWEST_PRODUCTS <= products <= MOST_PRODUCTS:
        faults.append(f"there are {products} products, not {FEWEST_PRODUCTS} to {MOST_PRODUCTS}")
    return faults


def _verdict_in(rows: Sequence[TableRow]) -> Passage | None:
    """The verdict where a row of the table gives it."""
    cells = [cell for row in rows if row.kind == "verdict" for cell in row.cells if not cell.is_gap]
    text = " ".join(dict.fromkeys(cell.text for cell in cells))
    return Passage(text, cells[0].start, cells[-1].end, cells[0].line) if cells else None


def _verdict_faults(verdict: Passage | None, prose: Prose) -> list[str]:
    if verdict:
        return []
    empty = [f"line {line}: nothing follows the verdict's heading" for line in prose.empty_headings]
    return empty or [f"there is no verdict: no line begins with '{VERDICT_LABEL}:'"]


def lay_out(grid: Grid, uneven: list[str]) -> tuple[list[TableRow], bool]:
    """The rows that say something, products in columns; True where the products were in rows.

    The header is one of them where it holds the titles. `uneven` gets a sentence for each row that has more or fewer
    cells than the table has columns.
    """
    cells = _even_rows(grid, uneven)
    rows = _rows(cells)
    # Of the rows we write, the five in the middle are attributes, whatever they are called.
    kinded = [row._replace(kind=kind) for row, kind in zip(rows, _CLASSIC, strict=False)]
    is_ours = all(row.kind == "attribute" or is_standard(row.label.text, row.kind) for row in kinded)
    if is_ours and len(rows) == len(_CLASSIC):
        return kinded, False
    is_transposed = count_known(cells[0]) > max(1, count_known(row[0] for row in cells))
    if is_transposed:
        rows = _rows(list(zip(*cells, strict=True)))
    return _with_titles(_tell_kinds(_join_unlabelled(_without_idle(rows)))), is_transposed


def _rows(cells: Sequence[Sequence[TextPart]]) -> list[TableRow]:
    """The cells as rows without their kinds."""
    return [TableRow("attribute", read_cell(row[0], is_label=True), tuple(map(read_cell, row[1:]))) for row in cells]


def _even_rows(grid: Grid, uneven: list[str]) -> list[list[TextPart]]:
    """The rows, all as wide as most of them are."""
    widths = Counter(map(len, grid.rows))
    width = max(widths, key=lambda wide: (widths[wide], wide == len(grid.rows[0])))
    first = list(grid.rows[0])
    if len(first) == width - 1 and not count_known(first):
        first = [first[0]._replace(source=""), *first]
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
            cells = (a._replace(lines=a.lines + b.lines, points=a.points + b.points) for a, b in both)
            joined[-1] = joined[-1]._replace(cells=tuple(cells))
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
    told = enumerate(zip(rows, kinds, strict=True))
    return [row._replace(kind=kind if place == chosen[kind] else "attribute") for place, (row, kind) in told]


def _with_titles(rows: Sequence[TableRow]) -> list[TableRow]:
    """The rows that say something: without a header that only says "Attribute", or with it as the titles."""
    header, *others = rows
    if header.kind != "attribute":
        return list(rows)
    if any(row.kind == "title" for row in others) or not any(cell.text for cell in header.cells):
        return others
    return [header._replace(kind="title"), *others]
