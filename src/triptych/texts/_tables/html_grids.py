"""The tables of HTML, read tag by tag: unclosed cells and rows are what models and shops really write."""

import re
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field

from triptych.texts._tables.grids import Grid, GridCell

_UNSEEN = re.compile(r"(?<!\\)<(?:!--.*?(?:-->|\Z)|(script|style)\b.*?(?:</\1\s*>|\Z))", re.IGNORECASE | re.DOTALL)
_TABLE_TAG = re.compile(r"(?<!\\)<(/?)(table|caption|tr|td|th)\b([^<>|]*)>", re.IGNORECASE)
_VISIBLE = re.compile(r"[^\r\n]+")
_COLSPAN = re.compile(r"colspan\s*=\s*[\"']?(\d{1,2})", re.IGNORECASE)
_WIDEST = 12


@dataclass(slots=True)
class _OpenTable:
    """A table while it is read."""

    start: int
    rows: list[list[GridCell]] = field(default_factory=list)
    depth: int = 1
    """Tables inside cells are part of the cell."""
    cell: tuple[int, int] | None = None
    """Where the open cell begins and how many columns it spans."""


def hide(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """The text with stretches of it blanked, so that all else keeps its place."""
    pieces, begin = [], 0
    for start, end in sorted(spans):
        pieces += [text[begin:start], _VISIBLE.sub(_blanks, text[max(start, begin) : end])]
        begin = max(begin, end)
    return "".join([*pieces, text[begin:]])


def _blanks(found: re.Match[str]) -> str:
    return " " * (found.end() - found.start())


def hide_unseen(text: str) -> str:
    """The text with scripts, styles and comments blanked."""
    return hide(text, (found.span() for found in _UNSEEN.finditer(text)))


def find_html_grids(text: str) -> list[Grid]:
    """The tables drawn with HTML tags, in order."""
    line_starts = [0, *(found.end() for found in re.finditer(r"\r\n|\n|\r", text))]
    grids: list[Grid] = []
    table: _OpenTable | None = None
    for tag in _TABLE_TAG.finditer(text):
        name, closes = tag[2].lower(), bool(tag[1])
        if name == "table" and table is None:
            table = None if closes else _OpenTable(tag.start())
        elif name == "table" and table is not None:
            table.depth += -1 if closes else 1
            if not table.depth:
                _end_cell(table, text, tag.start(), line_starts)
                grids += _grid(table, tag.end())
                table = None
        elif table is not None and table.depth == 1:
            _end_cell(table, text, tag.start(), line_starts)
            if name == "tr" and not closes:
                table.rows.append([])
            elif name in ("td", "th") and not closes:
                colspan = _COLSPAN.search(tag[3])
                table.cell = (tag.end(), min(int(colspan[1]), _WIDEST) if colspan else 1)
    if table is not None:
        _end_cell(table, text, len(text), line_starts)
        grids += _grid(table, len(text))
    return grids


def _end_cell(table: _OpenTable, text: str, end: int, line_starts: list[int]) -> None:
    if table.cell is None:
        return
    start, columns = table.cell
    if not table.rows:
        table.rows.append([])
    cell = GridCell(text[start:end], start, bisect_right(line_starts, start))
    table.rows[-1] += [cell] * columns
    table.cell = None


def _grid(table: _OpenTable, end: int) -> list[Grid]:
    rows = tuple(tuple(row) for row in table.rows if row)
    return [Grid("html", rows, table.start, end, is_certain=True)] if rows else []
