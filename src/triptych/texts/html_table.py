"""A comparison as HTML: a section with a real table and the verdict, for people and their screen readers.

Prices are grouped the way people read them. The table and the verdict are read back from what is visible; a JSON
block, which browsers do not show, carries the query, the product ids and the claims.
"""

import re
from html import escape

from pydantic import ValidationError

from triptych.errors import UsageError
from triptych.records import Claim, Comparison, Name, Record
from triptych.texts._comparison import ClassicRow, Content, classic_rows, comparison_of, complaints, write_content
from triptych.texts._tables.cells import ODD_MARKS, PUNCTUATION, Cell, first_that_reads_back, read_cell
from triptych.texts._tables.grids import find_html_grids
from triptych.texts._tables.labels import VERDICT_LABEL
from triptych.texts._tables.reading import read_table

_BLOCK = re.compile(r'<script type="application/json" class="comparison-rest">(.*?)</script>', re.DOTALL)


class _Rest(Record):
    """What a table and a verdict cannot show of a comparison."""

    query: str | None = None
    product_ids: tuple[Name, ...] = ()
    claims: tuple[Claim, ...] = ()


def write(comparison: Comparison) -> str:
    titles, *rows = classic_rows(comparison)
    head = "".join(f'<th scope="col">{cell}</th>' for cell in (titles.label, *map(_content, titles.contents)))
    query = f" for “{escape(comparison.query)}”" if comparison.query else ""
    rest = _Rest(query=comparison.query, product_ids=comparison.product_ids, claims=comparison.claims)
    hidden = rest.to_json().replace("<", "\\u003c")
    return "\n".join(
        [
            '<section class="comparison">',
            "<table>",
            f"<caption>{len(comparison.columns)} products compared{query}</caption>",
            f"<thead>\n<tr>{head}</tr>\n</thead>",
            "<tbody>",
            *map(_row, rows),
            "</tbody>",
            "</table>",
            f'<p class="verdict"><strong>{VERDICT_LABEL}:</strong> {_verdict(comparison.verdict)}</p>',
            f'<script type="application/json" class="comparison-rest">{hidden}</script>',
            "</section>\n",
        ]
    )


def read(text: str) -> Comparison:
    """The comparison that HTML shows, ours or another's; a UsageError lists what is missing or unreadable."""
    shown = comparison_of(read_table(text))
    block = _BLOCK.search(text)
    if block is None:
        return shown
    try:
        rest = _Rest.model_validate_json(block[1])
    except ValidationError as error:
        raise UsageError(f"the JSON block of the comparison cannot be read: {'; '.join(complaints(error))}") from error
    return shown.model_copy(update={"query": rest.query, "product_ids": rest.product_ids, "claims": rest.claims})


def _row(row: ClassicRow) -> str:
    label = first_that_reads_back(_ways(row.label), lambda written: _reread(written, is_label=True).text == row.label)
    cells = "".join(f"<td>{_content(content)}</td>" for content in row.contents)
    return f'<tr><th scope="row">{label}</th>{cells}</tr>'


def _content(content: Content) -> str:
    return write_content(content, _text, lambda points: f"<ul>{''.join(map(_point, points))}</ul>")


def _text(text: str) -> str:
    return first_that_reads_back(_ways(text), lambda written: _reread(written).text == text)


def _point(point: str) -> str:
    listed = [f"<li>{written}</li>" for written in _ways(point)]
    return first_that_reads_back(listed, lambda written: _reread(written).points == (point,))


def _verdict(verdict: str) -> str:
    def reads_back(written: str) -> bool:
        found = read_table(f"<p><strong>{VERDICT_LABEL}:</strong> {written}</p>").verdict
        return found is not None and found.text == verdict

    return first_that_reads_back(_ways(verdict), reads_back)


def _reread(written: str, is_label: bool = False) -> Cell:
    """What a cell with this content is read as."""
    (grid,) = find_html_grids(f"<table><tr><td>{written}</td></tr></table>")
    return read_cell(grid.rows[0][0], is_label=is_label)


def _ways(value: str) -> tuple[str, ...]:
    """The value with ever more of it as entities; the last way always reads back."""
    more = (r"[<>&\\`*_\[]", f"{PUNCTUATION}|{ODD_MARKS}")
    return (escape(value, quote=False), *(re.sub(marks, lambda mark: f"&#{ord(mark[0])};", value) for marks in more))
