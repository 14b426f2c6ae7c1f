"""Where a text holds tables: their rows and cells with their places, before anyone asks what they mean."""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from typing import Literal

from triptych.texts._tables.cells import WHITESPACE
from triptych.texts._tables.labels import find_verdict_heading

Form = Literal["pipes", "html", "tabs", "spaces"]

_BLANK = WHITESPACE + "\u200b\u2060\ufeff"
_LINE_END = re.compile(r"\r\n|\n|\r")
_DASHES = frozenset("-=─━═")
_RULE_MARKS = _DASHES | frozenset(_BLANK + ">|｜│┃║+:┼├┤┌┐└┘┬┴╞╪╡╔╗╚╝╠╣╦╩╬╟╢╫")
_PIPES = {pipe: re.compile(r"\\.|" + re.escape(pipe)) for pipe in "|｜│┃║"}
_GAPS: dict[Form, re.Pattern[str]] = {"tabs": re.compile(r"\t"), "spaces": re.compile(r" {2,}|\t")}

_UNSEEN = re.compile(r"(?<!\\)<(?:!--.*?(?:-->|\Z)|(script|style)\b.*?(?:</\1\s*>|\Z))", re.IGNORECASE | re.DOTALL)
_TABLE_TAG = re.compile(r"(?<!\\)<(/?)(table|caption|tr|td|th)\b([^<>|]*)>", re.IGNORECASE)
_VISIBLE = re.compile(r"[^\r\n]+")
_COLSPAN = re.compile(r"colspan\s*=\s*[\"']?(\d{1,2})", re.IGNORECASE)
_WIDEST = 12


@dataclass(frozen=True, slots=True)
class TextLine:
    """One line of a text."""

    source: str
    """Its characters, without the line end."""
    start: int
    number: int
    """Which line it is, from 1."""

    @property
    def end(self) -> int:
        """Where it ends in the text."""
        return self.start + len(self.source)

    @property
    def is_blank(self) -> bool:
        """True where nothing can be seen on it."""
        return not self.source.strip(_BLANK)


@dataclass(frozen=True, slots=True)
class GridCell:
    """The source of one cell and its place."""

    source: str
    start: int
    line: int


@dataclass(frozen=True, slots=True)
class Grid:
    """Rows of cells, the first of them the header as a rule."""

    form: Form
    rows: tuple[tuple[GridCell, ...], ...]
    start: int
    end: int
    is_certain: bool
    """True where tags or a line under the header say that this is a table."""
    is_cut: bool = False
    """True where the last row lacks the closing pipe that the first has."""

    @property
    def line(self) -> int:
        """The line it begins on."""
        return self.rows[0][0].line


def split_lines(text: str) -> list[TextLine]:
    """The lines of a text, whatever ends them."""
    ends = [found.span() for found in _LINE_END.finditer(text)]
    bounds = zip([0, *(end for _, end in ends)], [*(start for start, _ in ends), len(text)], strict=True)
    return [TextLine(text[start:end], start, number) for number, (start, end) in enumerate(bounds, start=1)]


def is_rule(source: str) -> bool:
    """True for a line that only draws a table: `|---|:-:|`, `+====+`, `├──┼──┤`."""
    return bool(_DASHES & set(source)) and set(source) <= _RULE_MARKS


def split_row(line: TextLine) -> tuple[GridCell, ...]:
    """The cells between the unescaped pipes of a line; none where it has no pipe."""
    for pipe, pattern in _PIPES.items():
        places = [found.start() for found in pattern.finditer(line.source) if found[0] == pipe]
        if places:
            break
    else:
        return ()
    bounds = [(left + 1, right) for left, right in pairwise([-1, *places, len(line.source)])]
    if not line.source[: bounds[0][1]].strip(_BLANK + ">"):
        del bounds[0]
    if bounds and not line.source[slice(*bounds[-1])].strip(_BLANK):
        del bounds[-1]
    return tuple(GridCell(line.source[left:right], line.start + left, line.number) for left, right in bounds)


def find_pipe_grids(lines: Sequence[TextLine]) -> list[Grid]:
    """The tables drawn with pipes, in order."""
    grids = []
    for block in _blocks(lines, _is_pipe_row, _goes_on):
        rows = tuple(filter(None, map(split_row, (line for line in block if not is_rule(line.source)))))
        if rows:
            has_rule = len(block) > len(rows) > 1
            is_cut = _ends_with_pipe(block[0]) and not (_ends_with_pipe(block[-1]) or is_rule(block[-1].source))
            grids.append(Grid("pipes", rows, block[0].start, block[-1].end, has_rule, is_cut))
    return grids


def find_spaced_grids(lines: Sequence[TextLine]) -> list[Grid]:
    """The tables whose columns are set apart by tabs or by two and more spaces, in order."""
    for form, gap in _GAPS.items():
        blocks = _blocks(lines, partial(_has_columns, gap=gap))
        drawn = [[line for line in block if not is_rule(line.source)] for block in blocks]
        grids = [
            Grid(form, tuple(_fields(line, gap) for line in block), block[0].start, block[-1].end, is_certain=False)
            for block in drawn
            if len(block) > 2
        ]
        if grids:
            return grids
    return []


def _blocks(
    lines: Sequence[TextLine],
    is_row: Callable[[TextLine], bool],
    goes_on: Callable[[Sequence[TextLine], int], bool] = lambda lines, index: False,
) -> Iterator[list[TextLine]]:
    """Runs of lines that are rows; `goes_on` says whether a run goes on after the line that is none."""
    block: list[TextLine] = []
    for index, line in enumerate(lines):
        if is_row(line):
            block.append(line)
        elif block and not goes_on(lines, index):
            yield block
            block = []
    if block:
        yield block


def _is_pipe_row(line: TextLine) -> bool:
    if is_rule(line.source):
        return bool(set(line.source) - set(_BLANK + "-=─━═>"))
    cells = split_row(line)
    if len(cells) < 2:
        return bool(cells) and _starts_with_pipe(line)
    return _starts_with_pipe(line) or find_verdict_heading(line.source) is None


def _goes_on(lines: Sequence[TextLine], index: int) -> bool:
    """True for one blank line between two rows, unless what follows is a table of its own."""
    if not lines[index].is_blank or index + 1 >= len(lines):
        return False
    before, after = lines[index - 1], lines[index + 1]
    is_new = index + 2 < len(lines) and is_rule(lines[index + 2].source)
    return _starts_with_pipe(before) and _starts_with_pipe(after) and not is_new


def _starts_with_pipe(line: TextLine) -> bool:
    return line.source.lstrip(_BLANK + ">")[:1] in set(_PIPES)


def _ends_with_pipe(line: TextLine) -> bool:
    return line.source.rstrip(_BLANK)[-1:] in set(_PIPES)


def _has_columns(line: TextLine, gap: re.Pattern[str]) -> bool:
    return len(_fields(line, gap)) > 2


def _fields(line: TextLine, gap: re.Pattern[str]) -> tuple[GridCell, ...]:
    """The parts of a line between its gaps."""
    ends = [found.span() for found in gap.finditer(line.source.rstrip(_BLANK))]
    bounds = zip([0, *(end for _, end in ends)], [*(start for start, _ in ends), len(line.source)], strict=True)
    return tuple(GridCell(line.source[left:right], line.start + left, line.number) for left, right in bounds)


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
