"""Texts for people to read: one Markdown or HTML page of all the cases of a run.

The HTML page needs no server and no network. Each sentence and cell that rests on evidence is a link to its source at
the foot of its query; a small script shows the evidence beside it instead.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from html import escape
from importlib.resources import files

from triptych.records import Case, Claim, Comparison, Evidence, Product, Source, Task
from triptych.texts import LABELS, VERDICT_LABEL, for_markdown, read_comparison, short_names, write_comparison

_HEAD = (
    '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n'
    '<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>Triptych</title>\n'
)
_TITLES: dict[Task, str] = {
    "comparison": "Comparison",
    "explanation": "For this query",
    "opinion": "What reviewers say",
}
_SOURCES = {"key_feature": "Listing, feature", "specification": "Listing", "review": "Review"}
_LISTS = ("pros", "cons")
_MOST_TOGETHER = 24


def markdown_page(cases: Iterable[Case]) -> Iterator[str]:
    """The pieces of a Markdown page: a heading and a text for each case."""
    last = None
    for case in cases:
        if case.query and case.query != last:
            yield f"## {for_markdown(_line(case.query))}\n\n"
            last = case.query
        yield f"### {for_markdown(_heading(case))}\n\n{for_markdown(case.text.strip())}\n\n"


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
            found = [
                (product, source)
                for product in products
                if product.id == span.product_id
                for source in product.sources()
                if (source.kind, source.id) == (span.source, span.source_id)
            ]
            self.waiting += [_source(self.numbers[key], *each) for each in found[:1]]
        return self.numbers[key]

    def flush(self) -> str:
        """The sources that were linked since the last time."""
        lines, self.waiting = "".join(self.waiting), []
        return f'<details class="sources"><summary>Sources</summary>\n{lines}</details>\n' if lines else ""


def _source(number: int, product: Product, source: Source) -> str:
    label = _SOURCES.get(source.kind, source.kind.capitalize())
    where = f"{label} {source.id}" if source.kind in _SOURCES else label
    review = next((r for r in product.reviews if source.kind == "review" and r.id == source.id), None)
    notes = [where, _line(short_names([product.title])[0])]
    if review and review.stars is not None:
        notes.append(f"{review.stars:g} of 5 stars")
    if review and review.date:
        notes.append(review.date.isoformat())
    told = escape(" · ".join(notes))
    return f'<p id="s{number}"><span class="from">{told}</span><span class="text">{escape(source.text)}</span></p>\n'


def _card(cases: Sequence[Case], footing: _Footing) -> str:
    """A product with the texts about it."""
    parts = [f"<h3>{escape(_name(cases[0]))}</h3>\n"]
    for case in cases:
        parts.append(f"<h4>{_TITLES[case.task]}</h4>\n<p>{_prose(case, case.claims, 0, len(case.text), footing)}</p>\n")
        parts += [f'<p class="note">{escape(note)}</p>\n' for note in (case.writing.notes if case.writing else ())]
    return f"<article>\n{''.join(parts)}</article>\n"


def _prose(case: Case, claims: Sequence[Claim], start: int, end: int, footing: _Footing) -> str:
    """A stretch of a text with its claims as links."""
    parts, at = [], start
    for claim in sorted(claims, key=lambda claim: claim.start):
        if claim.start < at or claim.end > end:
            continue
        parts.append(escape(case.text[at : claim.start], quote=False))
        parts.append(footing.link(escape(claim.text, quote=False), claim.evidence, case.products))
        at = claim.end
    return "".join(parts) + escape(case.text[at:end], quote=False).rstrip()


def _comparison(case: Case, footing: _Footing) -> str:
    """A comparison with its cells as links; one without claims as it is."""
    comparison = read_comparison(case.text, "md")
    rows = len(LABELS) + len(comparison.attributes)
    wide = len(comparison.columns)
    begins = case.text.rindex(VERDICT_LABEL)
    cells = [claim for claim in case.claims if claim.end <= begins]
    if len(cells) != rows * wide:
        return write_comparison(comparison, "html").strip() + "\n"
    labels = _labels(comparison)
    lines = []
    for number, (label, kind) in enumerate(labels):
        found = cells[number * wide : (number + 1) * wide]
        shown = [_cell(comparison, place, kind, claim, case, footing) for place, claim in enumerate(found)]
        mark = "td" if number else 'th scope="col"'
        row = "".join(f"<{mark}>{cell}</{mark.split()[0]}>" for cell in shown)
        lines.append(f'<tr><th scope="{"row" if number else "col"}">{escape(label)}</th>{row}</tr>\n')
    start = begins + len(VERDICT_LABEL) + 2
    verdict = _prose(case, case.claims, start, len(case.text), footing)
    head, body = lines[0], "".join(lines[1:])
    return (
        f'<section class="comparison">\n<table>\n<caption>{wide} products compared</caption>\n<thead>\n{head}</thead>\n'
        f"<tbody>\n{body}</tbody>\n</table>\n"
        f'<p class="verdict"><strong>{VERDICT_LABEL}:</strong> {verdict}</p>\n</section>\n'
    )


def _labels(comparison: Comparison) -> list[tuple[str, str]]:
    kinds = ["title", "base_price", "final_price", *comparison.attributes, "average_rating", "pros", "cons"]
    return [(LABELS.get(kind, kind), kind) for kind in kinds]  # type: ignore[call-overload]


def _cell(comparison: Comparison, place: int, kind: str, claim: Claim, case: Case, footing: _Footing) -> str:
    """One cell: pros and cons as a list, each line with the evidence of the cell."""
    column = comparison.columns[place]
    lines: tuple[str, ...] = getattr(column, kind) if kind in _LISTS else ()
    if not lines:
        shown = column.title if kind == "title" else claim.text.replace("\\|", "|")
        return footing.link(escape(shown, quote=False), claim.evidence, case.products)
    listed = "".join(f"<li>{escape(line, quote=False)}</li>" for line in lines)
    linked = footing.link("evidence", claim.evidence, case.products)
    return f"<ul>{listed}</ul>{linked if claim.evidence else ''}"


def _heading(case: Case) -> str:
    return "Comparison" if case.task == "comparison" else f"{_name(case)}: {_TITLES[case.task].lower()}"


def _name(case: Case) -> str:
    return _line(short_names([case.products[0].title])[0])


def _line(text: str) -> str:
    return " ".join(text.split())
