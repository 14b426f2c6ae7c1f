"""A comparison as text: the classic Markdown table with the verdict below, read back from however a model drew it.

    | Product Title | boAt Airdopes 141 | JBL Tune 230NC |
    | --- | --- | --- |
    | Base Price | Rs. 4490 | N/A |
    ...
    | Cons | weak microphone; no app | N/A |

    Final Verdict Summary: Take the JBL for calls …

It carries the table and the verdict only. A value is written as it is, and escaped only where reading would else
change it: `\\|` for a pipe, `\\;` for a semicolon within one of several pros or cons. For people there is HTML, with
prices grouped the way they read them.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from html import escape
from itertools import chain
from typing import NamedTuple

from pydantic import ValidationError

from triptych.errors import UsageError
from triptych.records import Column, Comparison, Money
from triptych.texts._money import show_money
from triptych.texts._tables.cells import GAP, ODD_MARKS, PUNCTUATION, Cell, TextPart, read_cell
from triptych.texts._tables.grids import hide_unseen, is_rule, split_row
from triptych.texts._tables.labels import LABELS, VERDICT_LABEL, RowKind
from triptych.texts._tables.reading import read_table, show_rating

Content = Money | float | str | tuple[str, ...] | None
"""What a cell holds; None and an empty tuple show as N/A."""


class ClassicRow(NamedTuple):
    """One row of the classic table."""

    label: str
    contents: tuple[Content, ...]


def classic_rows(comparison: Comparison) -> list[ClassicRow]:
    """The rows of the classic table in order, the first of them the titles."""
    columns = comparison.columns

    def row(kind: RowKind) -> ClassicRow:
        return ClassicRow(LABELS[kind], tuple(getattr(column, kind) for column in columns))

    named = enumerate(comparison.attributes)
    attributes = [ClassicRow(name, tuple(column.values[place] for column in columns)) for place, name in named]
    closing: tuple[RowKind, ...] = ("average_rating", "pros", "cons")
    return [row("title"), row("base_price"), row("final_price"), *attributes, *map(row, closing)]


def show_content(content: Content) -> str:
    """What a cell holds, for people: prices grouped, N/A for nothing."""
    return _written(content, str, "; ".join)


def read_comparison(text: str) -> Comparison:
    """The comparison a text holds, however a model drew it, or as the record's own JSON; else a UsageError says why."""
    try:
        if text.lstrip().startswith("{"):
            return Comparison.model_validate_json(text)
        reading = read_table(text)
        if reading.faults or reading.verdict is None:
            raise UsageError(f"this is not a comparison: {'; '.join(reading.faults)}")
        return Comparison(
            attributes=tuple(row.label.text for row in reading.attributes),
            columns=tuple(Column.model_validate(column, from_attributes=True) for column in reading.columns),
            verdict=reading.verdict.text,
        )
    except ValidationError as error:
        problems = error.errors(include_url=False, include_context=False, include_input=False)
        said = "; ".join(": ".join(filter(None, (".".join(map(str, one["loc"])), one["msg"]))) for one in problems)
        raise UsageError(f"this is not a comparison: {said}") from error


def write_comparison(comparison: Comparison) -> str:
    """The classic table and the verdict as Markdown, which `read_comparison` reads back to the letter."""
    rows = classic_rows(comparison)
    lines = [f"| {_text(row.label, is_label=True)} | {' | '.join(map(_content, row.contents))} |" for row in rows]
    rule = "|" + " --- |" * (1 + len(comparison.columns))
    return "\n".join([lines[0], rule, *lines[1:], "", f"{VERDICT_LABEL}: {_verdict(comparison.verdict)}"]) + "\n"


def write_html(comparison: Comparison) -> str:
    """The same as a section with a real table, for people and their screen readers."""
    titles, *rows = classic_rows(comparison)
    head = "".join(f'<th scope="col">{cell}</th>' for cell in (titles.label, *map(_html, titles.contents)))
    body = ""
    for row in rows:
        cells = "".join(f"<td>{_html(cell)}</td>" for cell in row.contents)
        body += f'<tr><th scope="row">{_html(row.label)}</th>{cells}</tr>\n'
    return (
        f'<section class="comparison">\n<table>\n<caption>{len(comparison.columns)} products compared</caption>\n'
        f"<thead>\n<tr>{head}</tr>\n</thead>\n<tbody>\n{body}</tbody>\n</table>\n"
        f'<p class="verdict"><strong>{VERDICT_LABEL}:</strong> {_html(comparison.verdict)}</p>\n</section>\n'
    )


def _written(
    content: Content, text: Callable[[str], str], points: Callable[[tuple[str, ...]], str], *, grouped: bool = True
) -> str:
    """What a cell holds, its words and its points each written in a way of their own."""
    match content:
        case None | ():
            return GAP
        case Money():
            return show_money(content, grouped=grouped)
        case float():
            return show_rating(content)
        case tuple():
            return points(content)
        case str():
            return text(content)


def _html(content: Content) -> str:
    def listed(points: tuple[str, ...]) -> str:
        return f"<ul>{''.join(f'<li>{escape(point, quote=False)}</li>' for point in points)}</ul>"

    return _written(content, lambda text: escape(text, quote=False), listed)


def _content(content: Content) -> str:
    return _written(content, _text, _points, grouped=False)


def _text(text: str, is_label: bool = False) -> str:
    def reads_back(written: str) -> bool:
        return not (is_label and is_rule(written)) and _reread(written, is_label).text == text

    return _first_that_reads_back(_ways(text), reads_back)


def _points(points: tuple[str, ...]) -> str:
    def reads_back(written: str) -> bool:
        # Points that make a tag together, "<b" and ">", are still points, but the cell then reads as empty.
        cell = _reread(written)
        return cell.points == points and not cell.is_gap

    return _first_that_reads_back(("; ".join(map(way, points)) for way in (_point, _escape_all)), reads_back)


def _point(point: str) -> str:
    return _first_that_reads_back(_ways(point, also=";"), lambda written: _reread(written).points == (point,))


def _verdict(verdict: str) -> str:
    def reads_back(written: str) -> bool:
        found = read_table(f"{VERDICT_LABEL}: {written}").verdict
        return found is not None and found.text == verdict

    return _first_that_reads_back(chain([verdict], _ways(verdict)), reads_back)


def _first_that_reads_back(written: Iterable[str], reads_back: Callable[[str], bool]) -> str:
    """The first way of writing that reads back as it should, or the last of them."""
    way = ""
    for way in written:
        if reads_back(way):
            break
    return way


def _ways(value: str, also: str = "") -> Iterator[str]:
    """The value with ever more of it escaped; the last way always reads back."""
    for marks in (rf"[|{also}]", rf"[|{also}\\`*_<&\[]"):
        yield re.sub(marks, r"\\\g<0>", value)
    yield _escape_all(value)


def _escape_all(value: str) -> str:
    backslashed = re.sub(PUNCTUATION, r"\\\g<0>", value)
    return re.sub(ODD_MARKS, lambda mark: f"&#{ord(mark[0])};", backslashed)


def _reread(written: str, is_label: bool = False) -> Cell:
    """What a cell with this content is read as; an empty cell where it breaks its row."""
    found = split_row(TextPart(f"| {written} |"))
    is_whole = len(found) == 1 and hide_unseen(written) == written
    return read_cell(found[0] if is_whole else TextPart(""), is_label=is_label)
