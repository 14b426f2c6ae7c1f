"""Where a text holds tables: their rows and cells with their places, before anyone asks what they mean."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Literal, NamedTuple

from triptych.texts._tables.cells import BLANK, TextPart
from triptych.texts._tables.labels import find_verdict_heading, kind_of

Form = Literal["pipes", "html", "tabs"]

_LINE_END = re.compile(r"\r\n|\n|\r")
_DASHES = frozenset("-=─━═")
_RULE_MARKS = _DASHES | frozenset(BLANK + ">|｜│┃║+:┼├┤┌┐└┘┬┴╞╪╡╔╗╚╝╠╣╦╩╬╟╢╫")
_PIPES = {pipe: re.compile(r"\\.|" + re.escape(pipe)) for pipe in "|｜│┃║"}

_UNSEEN = re.compile(r"(?<!\\)<(?:!--.*?(?:-->|\Z)|(script|style)\b.*?(?:</\1\s*>|\Z))", re.IGNORECASE | re.DOTALL)
_TABLE_TAG = re.compile(r"(?<!\\)<(/?)(table|caption|tr|td|th)\b([^<>|]*)>", re.IGNORECASE)
_VISIBLE = re.compile(r"[^\r\n]+")
_COLSPAN = re.compile(r"colspan\s*=\s*[\"']?(\d{1,2})", re.IGNORECASE)
_WIDEST = 12
_LABEL_MARKS = re.compile(r"<[^<>]*>|&[#\w]+;")
_FEWEST_KNOWN_LABELS = 2


class Grid(NamedTuple):
    """Rows of cells, the first of them the header as a rule."""

    form: Form
    rows: tuple[tuple[TextPart, ...], ...]
    start: int
    end: int
    is_certain: bool
    """True where tags or a line under the header say that this is a table."""

    @property
    def known_labels(self) -> int:
        """How many different rows of a comparison it has, in either orientation."""
        return max(count_known(row[0] for row in self.rows), count_known(self.rows[0]))


def count_known(labels: Iterable[TextPart]) -> int:
    """How many different rows of a comparison some labels name."""
    return len({kind_of(_LABEL_MARKS.sub("", label.source)) for label in labels} - {"attribute", "verdict"})


def find_grids(seen: str) -> list[Grid]:
    """What can be taken for a table, in order."""
    tagged = _find_html_grids(seen)
    lines = split_lines(hide(seen, ((grid.start, grid.end) for grid in tagged)))
    drawn = [grid for grid in _find_pipe_grids(lines) if grid.is_certain or grid.known_labels >= _FEWEST_KNOWN_LABELS]
    if not tagged and not drawn:
        return [grid for grid in _find_tab_grids(lines) if grid.known_labels > _FEWEST_KNOWN_LABELS]
    return sorted([*tagged, *drawn], key=lambda grid: grid.start)


def split_lines(text: str) -> list[TextPart]:
    """The lines of a text, whatever ends them."""
    lines = TextPart(text).split(found.span() for found in _LINE_END.finditer(text))
    return [line._replace(line=number) for number, line in enumerate(lines, start=1)]


def is_rule(source: str) -> bool:
    """True for a line that only draws a table: `|---|:-:|`, `+====+`, `├──┼──┤`."""
    return bool(_DASHES & set(source)) and set(source) <= _RULE_MARKS


def split_row(line: TextPart) -> tuple[TextPart, ...]:
    """The cells between the unescaped pipes of a line; none where it has no pipe."""
    for pipe, pattern in _PIPES.items():
        cells = line.split(found.span() for found in pattern.finditer(line.source) if found[0] == pipe)
        if len(cells) > 1:
            break
    else:
        return ()
    if not cells[0].source.strip(BLANK + ">"):
        del cells[0]
    if cells and cells[-1].is_blank:
        del cells[-1]
    return tuple(cells)


def _find_pipe_grids(lines: Sequence[TextPart]) -> Iterator[Grid]:
    """The tables drawn with pipes, in order."""
    blocks: list[list[TextPart]] = [[]]
    for index, line in enumerate(lines):
        if _is_pipe_row(line):
            blocks[-1].append(line)
        elif not _goes_on(lines, index):
            blocks.append([])
    for block in blocks:
        rows = tuple(filter(None, map(split_row, (line for line in block if not is_rule(line.source)))))
        if rows:
            has_rule = len(block) > len(rows) > 1
            yield Grid("pipes", rows, block[0].start, block[-1].end, has_rule)


def _find_tab_grids(lines: Sequence[TextPart]) -> Iterator[Grid]:
    """The tables whose columns are set apart by tabs, in order."""
    for has_tabs, some in groupby(lines, lambda line: line.source.count("\t") > 1):
        if has_tabs:
            block = list(some)
            tabs = [(found.span() for found in re.finditer("\t", line.source.rstrip(BLANK))) for line in block]
            rows = tuple(tuple(line.split(spans)) for line, spans in zip(block, tabs, strict=True))
            yield Grid("tabs", rows, block[0].start, block[-1].end, is_certain=False)


def _is_pipe_row(line: TextPart) -> bool:
    if is_rule(line.source):
        return bool(set(line.source) - set(BLANK + "-=─━═>"))
    cells = split_row(line)
    if len(cells) < 2:
        return bool(cells) and _starts_with_pipe(line)
    return _starts_with_pipe(line) or find_verdict_heading(line.source) is None


def _goes_on(lines: Sequence[TextPart], index: int) -> bool:
    """True for one blank line between two rows, unless what follows is a table of its own."""
    if not lines[index].is_blank or index + 1 >= len(lines):
        return False
    before, after = lines[index - 1], lines[index + 1]
    is_new = index + 2 < len(lines) and is_rule(lines[index + 2].source)
    return _starts_with_pipe(before) and _starts_with_pipe(after) and not is_new


def _starts_with_pipe(line: TextPart) -> bool:
    return line.source.lstrip(BLANK + ">")[:1] in set(_PIPES)


def hide(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """The text with stretches of it blanked, so that all else keeps its place."""
    pieces, begin = [], 0
    for start, end in sorted(spans):
        hidden = _VISIBLE.sub(lambda found: " " * len(found[0]), text[max(start, begin) : end])
        pieces += [text[begin:start], hidden]
        begin = max(begin, end)
    return "".join([*pieces, text[begin:]])


def hide_unseen(text: str) -> str:
    """The text with scripts, styles and comments blanked."""
    return hide(text, (found.span() for found in _UNSEEN.finditer(text)))


def _find_html_grids(text: str) -> list[Grid]:
    """The tables drawn with HTML tags, in order; a table inside a cell is part of the cell."""
    line_starts = [0, *(found.end() for found in _LINE_END.finditer(text))]
    grids: list[Grid] = []
    rows: list[list[TextPart]] = []
    start = depth = 0
    cell: tuple[int, int] | None = None
    """Where the open cell begins, and how many columns it spans."""

    def end_cell(end: int) -> None:
        nonlocal cell
        if cell is not None:
            begin, columns = cell
            if not rows:
                rows.append([])
            rows[-1] += [TextPart(text[begin:end], begin, bisect_right(line_starts, begin))] * columns
        cell = None

    def end_table(end: int) -> None:
        filled = tuple(tuple(row) for row in rows if row)
        if filled:
            grids.append(Grid("html", filled, start, end, is_certain=True))
        rows.clear()

    for tag in _TABLE_TAG.finditer(text):
        name, closes = tag[2].lower(), bool(tag[1])
        if depth == 1 and (closes or name != "table"):
            end_cell(tag.start())
        if name == "table":
            start = start if depth or closes else tag.start()
            if closes and depth == 1:
                end_table(tag.end())
            depth = max(0, depth + (-1 if closes else 1))
        elif depth == 1 and not closes and name == "tr":
            rows.append([])
        elif depth == 1 and not closes and name in ("td", "th"):
            colspan = _COLSPAN.search(tag[3])
            cell = (tag.end(), min(int(colspan[1]), _WIDEST) if colspan else 1)
    if depth:
        end_cell(len(text))
        end_table(len(text))
    return grids
