"""A comparison as Markdown, the classic form: a pipe table with products in columns, then the verdict.

    | Product Title | boAt Airdopes 141 | JBL Tune 230NC |
    | --- | --- | --- |
    | Base Price | Rs. 4490 | N/A |
    ...
    | Cons | weak microphone; no app | N/A |

    Final Verdict Summary: Take the JBL for calls …

It carries the table and the verdict only. A value is written as it is, and escaped only where reading would else
change it: `\\|` for a pipe, `\\;` for a semicolon within one of several pros or cons.
"""

import re
from collections.abc import Iterator
from itertools import chain

from triptych.records import Comparison
from triptych.texts._comparison import Content, classic_rows, comparison_of, write_content
from triptych.texts._tables import cells
from triptych.texts._tables.grids import hide_unseen, is_rule, split_row
from triptych.texts._tables.labels import VERDICT_LABEL
from triptych.texts._tables.reading import read_table

_BETWEEN_POINTS = "; "


def write(comparison: Comparison) -> str:
    lines = [f"| {_label(row.label)} | {' | '.join(map(_content, row.contents))} |" for row in classic_rows(comparison)]
    rule = "|" + " --- |" * (1 + len(comparison.columns))
    return "\n".join([lines[0], rule, *lines[1:], "", f"{VERDICT_LABEL}: {_verdict(comparison.verdict)}"]) + "\n"


def read(text: str) -> Comparison:
    """The comparison a text holds, however a model drew it; a UsageError lists what is missing or unreadable."""
    return comparison_of(read_table(text))


def _content(content: Content) -> str:
    return write_content(content, _text, _points, grouped=False)


def _text(text: str) -> str:
    return cells.first_that_reads_back(_ways(text), lambda written: _reread(written, False).text == text)


def _label(label: str) -> str:
    return cells.first_that_reads_back(
        _ways(label), lambda written: not is_rule(written) and _reread(written, True).text == label
    )


def _points(points: tuple[str, ...]) -> str:
    def reads_back(written: str) -> bool:
        # Points that make a tag together, "<b" and ">", are still points, but the cell then reads as empty.
        cell = _reread(written, False)
        return cell.points == points and not cell.is_gap

    whole = (_BETWEEN_POINTS.join(map(way, points)) for way in (_point, _escape_all))
    return cells.first_that_reads_back(whole, reads_back)


def _point(point: str) -> str:
    ways = _ways(point, also=";")
    return cells.first_that_reads_back(ways, lambda written: _reread(written, False).points == (point,))


def _verdict(verdict: str) -> str:
    def reads_back(written: str) -> bool:
        found = read_table(f"{VERDICT_LABEL}: {written}").verdict
        return found is not None and found.text == verdict

    return cells.first_that_reads_back(chain([verdict], _ways(verdict)), reads_back)


def _ways(value: str, also: str = "") -> Iterator[str]:
    """The value with ever more of it escaped; the last way always reads back."""
    for marks in (rf"[|{also}]", rf"[|{also}\\`*_<&\[]"):
        yield re.sub(marks, r"\\\g<0>", value)
    yield _escape_all(value)


def _escape_all(value: str) -> str:
    backslashed = re.sub(cells.PUNCTUATION, r"\\\g<0>", value)
    return re.sub(cells.ODD_MARKS, lambda mark: f"&#{ord(mark[0])};", backslashed)


def _reread(written: str, is_label: bool) -> cells.Cell:
    """What a cell with this content is read as; an empty cell where it breaks its row."""
    found = split_row(cells.TextPart(f"| {written} |"))
    is_whole = len(found) == 1 and hide_unseen(written) == written
    return cells.read_cell(found[0] if is_whole else cells.TextPart(""), is_label=is_label)
