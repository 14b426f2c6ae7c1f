"""Texts for people to read: one Markdown or HTML page of all the cases of a run.

The HTML page needs no server and no network. Each sentence and cell that rests on evidence is a link to its source at
the foot of its query; a small script shows the evidence beside it instead.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from html import escape
from importlib.resources import files
from typing import NamedTuple

from triptych.records import Case, Claim, Comparison, Evidence, Product, Source, SourceKind, Task
from triptych.texts import (
    VERDICT_LABEL,
    classic_rows,
    for_markdown,
    read_comparison,
    short_names,
    show_content,
    write_html,
)

_HEAD = (
    '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n'
    '<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>Triptych</title>\n'
)
_TITLES: dict[Task, str] = {
    "comparison": "Comparison",
    "explanation": "For this query",
    "opinion": "What reviewers say",
}
_SOURCES = {
    "key_feature": "Listing, feature",
    "specification": "Listing",
    "review": "Review",
    "review_title": "Title of review",
}
_LISTS = ("pros", "cons")
_MOST_TOGETHER = 24


def markdown_page(cases: Iterable[Case]) -> Iterator[str]:
    """The pieces of a Markdown page: a heading and a text for each case."""
    last = None
    for case in cases:
        if case.query and case.query != last:
            yield f"## {for_markdown(_line(case.query))}\n\n"
            last = case.query
        heading = "Comparison" if case.task == "comparison" else f"{_name(case)}: {_TITLES[case.task].lower()}"
        yield f"### {for_markdown(heading)}\n\n{for_markdown(case.text.strip())}\n\n"


def html_page(cases: Iterable[Case]) -> Iterator[str]:
    """The pieces of an HTML page: for each query its comparison, and its products side by side with their texts."""
    yield f"{_HEAD}<style>\n{_asset('page.css')}</style>\n<main>\n"
    footing = _Footing()
    for found in _shortlists(cases):
        query = next((case.query for case in found if case.query), None)
        yield f"<h2>{escape(query)}</h2>\n" if query else ""
        cards: dict[str, list[Case]] = {}
        for case in found:
            if case.task == "comparison":
                yield _comparison(case, footing)
            else:
                cards.setdefault(case.products[0].id, []).append(case)
        if cards:
            yield f'<div class="products">\n{"".join(_card(card, footing) for card in cards.values())}</div>\n'
        yield footing.flush()
    yield f"</main>\n<script>\n{_asset('page.js')}</script>\n</html>\n"


def _shortlists(cases: Iterable[Case]) -> Iterator[list[Case]]:
    """The cases of each query together; opinions, which have none, follow what they came after."""
    found: list[Case] = []
    query = None
    for case in cases:
        is_other = case.query is not None and query is not None and case.query != query
        if found and (is_other or len(found) >= _MOST_TOGETHER):
            yield found
            found = []
        query = case.query or query
        found.append(case)
    if found:
        yield found


@cache
def _asset(name: str) -> str:
    return files("triptych.writers").joinpath("page", name).read_text(encoding="utf-8")


@dataclass(slots=True)
class _Footing:
    """The sources that claims point into, shown once at the foot of their query."""

    numbers: dict[tuple[str, str, str], int] = field(default_factory=dict)
    waiting: list[str] = field(default_factory=list)

    def link(self, text: str, evidence: Sequence[Evidence], products: Sequence[Product]) -> str:
        """The escaped text, as a link where it rests on something."""
        places = [f"{self._number(span, products)}:{span.start}-{span.end}" for span in evidence]
        if not places:
            return text
        first = places[0].split(":")[0]
        return f'<a class="claim" href="#s{first}" data-evidence="{" ".join(places)}">{text}</a>'

    def _number(self, span: Evidence, products: Sequence[Product]) -> int:
        key = span.product_id, span.source, span.source_id
        if key not in self.numbers:
            self.numbers[key] = len(self.numbers) + 1
            found = [(product, source) for product in products for source in product.sources() if source[:3] == key]
            self.waiting += [_source(self.numbers[key], *each) for each in found[:1]]
        return self.numbers[key]

    def flush(self) -> str:
        """The sources that were linked since the last time."""
        lines, self.waiting = "".join(self.waiting), []
        return f'<details class="sources"><summary>Sources</summary>\n{lines}</details>\n' if lines else ""


def source_label(product: Product, kind: SourceKind, source_id: str) -> str:
    """What a source of a product is, for people: `Review r3`, `Listing, feature 2`, `Price`."""
    label = _SOURCES.get(kind, kind.replace("_", " ").capitalize())
    return f"{label} {source_id}" if kind in _SOURCES else label


def _source(number: int, product: Product, source: Source) -> str:
    review = next((r for r in product.reviews if source.is_review and r.id == source.id), None)
    notes = [source_label(product, source.kind, source.id), _line(short_names([product.title])[0])]
    if review and review.stars is not None:
        notes.append(f"{review.stars:g} of 5 stars")
    if review and review.date:
        notes.append(review.date.isoformat())
    noted = escape(" · ".join(notes))
    return f'<p id="s{number}"><span class="from">{noted}</span><span class="text">{escape(source.text)}</span></p>\n'


def _card(cases: Sequence[Case], footing: _Footing) -> str:
    """A product with the texts about it."""
    parts = [f"<h3>{escape(_name(cases[0]))}</h3>\n"]
    for case in cases:
        parts.append(f"<h4>{_TITLES[case.task]}</h4>\n<p>{_prose(case, 0, len(case.text), footing)}</p>\n")
        parts += [f'<p class="note">{escape(note)}</p>\n' for note in (case.writing.notes if case.writing else ())]
    return f"<article>\n{''.join(parts)}</article>\n"


def stretches(case: Case, start: int, end: int) -> Iterator[tuple[str, Claim | None]]:
    """A stretch of a text piece by piece, each with the claim that it is, if it is one."""
    at = start
    for claim in sorted(case.claims, key=lambda claim: claim.start):
        if claim.start < at or claim.end > end:
            continue
        if claim.start > at:
            yield case.text[at : claim.start], None
        yield claim.text, claim
        at = claim.end
    if rest := case.text[at:end].rstrip():
        yield rest, None


def _prose(case: Case, start: int, end: int, footing: _Footing) -> str:
    """A stretch of a text with its claims as links."""
    return "".join(
        footing.link(escape(text, quote=False), claim.evidence if claim else (), case.products)
        for text, claim in stretches(case, start, end)
    )


class ClaimedRow(NamedTuple):
    """One row of a comparison."""

    label: str
    kind: str
    """`title`, `base_price` … or the attribute."""
    texts: tuple[str, ...]
    """What it says of each product."""
    claims: tuple[Claim | None, ...]
    """None where the writer gave none."""


class ClaimedTable(NamedTuple):
    """A comparison with the claims of its cells."""

    comparison: Comparison
    rows: tuple[ClaimedRow, ...]
    """From the title down."""
    has_claims: bool
    """False where the writer did not give a claim for each cell."""


def claimed_table(case: Case) -> ClaimedTable:
    """The table of a comparison with the claims of its cells."""
    comparison = read_comparison(case.text)
    wide, begins = len(comparison.columns), case.text.rindex(VERDICT_LABEL)
    claims: list[Claim | None] = [claim for claim in case.claims if claim.end <= begins]
    kinds = ["title", "base_price", "final_price", *comparison.attributes, "average_rating", "pros", "cons"]
    has_claims = len(claims) == len(kinds) * wide
    if not has_claims:
        claims = [None] * (len(kinds) * wide)
    rows = []
    for number, (kind, row) in enumerate(zip(kinds, classic_rows(comparison), strict=True)):
        held = tuple(claims[number * wide : (number + 1) * wide])
        rows.append(ClaimedRow(row.label, kind, tuple(map(show_content, row.contents)), held))
    return ClaimedTable(comparison, tuple(rows), has_claims)


def _comparison(case: Case, footing: _Footing) -> str:
    """A comparison with its cells as links; one without claims as it is."""
    table = claimed_table(case)
    if not table.has_claims:
        return write_html(table.comparison)
    lines = []
    for number, row in enumerate(table.rows):
        mark = "td" if number else 'th scope="col"'
        best = best_places(row.kind, case.products)
        marks = [f'{mark} class="best"' if place in best else mark for place in range(len(row.claims))]
        shown = [_cell(table, row, place, case, footing) for place in range(len(row.claims))]
        cells = "".join(f"<{each}>{cell}</{mark.split()[0]}>" for each, cell in zip(marks, shown, strict=True))
        lines.append(f'<tr><th scope="{"row" if number else "col"}">{escape(row.label)}</th>{cells}</tr>\n')
    start = case.text.rindex(VERDICT_LABEL) + len(VERDICT_LABEL) + 2
    verdict = _prose(case, start, len(case.text), footing)
    head, body = lines[0], "".join(lines[1:])
    wide = len(table.comparison.columns)
    notes = "".join(f'<p class="note">{escape(note)}</p>\n' for note in (case.writing.notes if case.writing else ()))
    return (
        f'<section class="comparison">\n<table>\n<caption>{wide} products compared</caption>\n<thead>\n{head}</thead>\n'
        f"<tbody>\n{body}</tbody>\n</table>\n"
        f'<p class="verdict"><strong>{VERDICT_LABEL}:</strong> {verdict}</p>\n{notes}</section>\n'
    )


def best_places(kind: str, products: Sequence[Product]) -> frozenset[int]:
    """Which products have the lowest price or the highest rating; none where all are alike or only one is known."""
    if kind == "average_rating":
        return _highest([product.average_rating for product in products])
    if kind != "final_price":
        return frozenset()
    prices = [product.final_price or product.base_price for product in products]
    if len({price.currency for price in prices if price}) > 1:
        return frozenset()
    return _highest([float(-price.amount) if price else None for price in prices])


def _highest(values: Sequence[float | None]) -> frozenset[int]:
    known = [value for value in values if value is not None]
    if len(set(known)) < 2:
        return frozenset()
    return frozenset(place for place, value in enumerate(values) if value == max(known))


def _cell(table: ClaimedTable, row: ClaimedRow, place: int, case: Case, footing: _Footing) -> str:
    """One cell: pros and cons as a list, each line with the evidence of the cell."""
    column, claim = table.comparison.columns[place], row.claims[place]
    evidence = claim.evidence if claim else ()
    lines: tuple[str, ...] = getattr(column, row.kind) if row.kind in _LISTS else ()
    if not lines:
        shown = column.title if row.kind == "title" else row.texts[place]
        return footing.link(escape(shown, quote=False), evidence, case.products)
    listed = "".join(f"<li>{escape(line, quote=False)}</li>" for line in lines)
    linked = footing.link("evidence", evidence, case.products)
    return f"<ul>{listed}</ul>{linked if evidence else ''}"


def _name(case: Case) -> str:
    return _line(short_names([case.products[0].title])[0])


def _line(text: str) -> str:
    return " ".join(text.split())
