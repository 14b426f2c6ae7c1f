"""The five rows of a comparison: what the query asks first, then what sets these products apart."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from triptych.records import ATTRIBUTES, ClaimKind, Evidence, Fact, Money, Point, SourceKind
from triptych.writers._brief import Brief, Response, whole
from triptych.writers._grammar import capital, title_name
from triptych.writers._phrases import best_quote, listing_quote, quoted, say_point
from triptych.writers._prices import show_price

_OVERALL = "overall"
"""The aspect of what is said of the product as a whole: it tells nothing apart."""
_LONGEST_VALUE = 10
_LONGEST_QUOTE = 12
_PLAIN = frozenset(("colour", "material", "warranty", "water resistance", "certification"))
"""Attributes that can be compared without a figure."""


@dataclass(frozen=True, slots=True)
class AttributeCell:
    """What a table says of one product in one row."""

    text: str
    """The words."""
    kind: ClaimKind
    """What kind of claim it is."""
    evidence: tuple[Evidence, ...] = ()
    """What it rests on."""


@dataclass(frozen=True, slots=True)
class AttributeRow:
    """An attribute and its cell for each product; None where nothing is known."""

    label: str
    cells: tuple[AttributeCell | None, ...]

    @property
    def known(self) -> int:
        """For how many products there is something to say."""
        return sum(cell is not None for cell in self.cells)


def choose_rows(briefs: Sequence[Brief]) -> tuple[AttributeRow, ...]:
    """Exactly as many rows as a comparison has."""
    rows: list[AttributeRow] = []
    for row in _candidates(briefs):
        if len(rows) < ATTRIBUTES and not any(_same(row.label, other.label) for other in rows):
            rows.append(row)
    return tuple([*rows, *_figures(briefs)][:ATTRIBUTES])


def _figures(briefs: Sequence[Brief]) -> Iterator[AttributeRow]:
    """Rows that can always be filled, for shortlists of which little is known."""
    titles = [whole(brief.product, "title", "title") for brief in briefs]
    read = [AttributeCell(str(b.reviewers), "derived", title) for b, title in zip(briefs, titles, strict=True)]
    names = [AttributeCell(b.name, "stated", title) for b, title in zip(briefs, titles, strict=True)]
    yield AttributeRow("Number of Ratings", tuple(_source_cell(b, "rating", "rating_count") for b in briefs))
    yield AttributeRow("Saving", tuple(map(_saving, briefs)))
    yield AttributeRow("Reviews Read", tuple(read))
    yield AttributeRow("Kind of Product", tuple(map(_kind_cell, briefs)))
    yield AttributeRow("Short Name", tuple(names))


def _source_cell(brief: Brief, kind: SourceKind, source_id: str) -> AttributeCell | None:
    evidence = whole(brief.product, kind, source_id)
    return AttributeCell(evidence[0].text, "stated", evidence) if evidence else None


def _kind_cell(brief: Brief) -> AttributeCell | None:
    kind = brief.reading.kind
    return AttributeCell(capital(kind), "stated", whole(brief.product, "title", "title")) if kind else None


def _saving(brief: Brief) -> AttributeCell | None:
    """What the shop takes off the base price."""
    base, final = brief.product.base_price, brief.product.final_price
    if base is None or final is None or base.amount <= final.amount:
        return None
    evidence = (*whole(brief.product, "price", "base_price"), *whole(brief.product, "price", "final_price"))
    return AttributeCell(
        show_price(Money(amount=base.amount - final.amount, currency=base.currency)), "derived", evidence
    )


def _candidates(briefs: Sequence[Brief]) -> Iterator[AttributeRow]:
    asked = list(_asked(briefs))
    told_apart = [*(row for row in _listed(briefs) if not _repeats(row, asked)), *_reviewed(briefs)]
    yield from (row for row in asked if row.known)
    yield from sorted((row for row in told_apart if row.known == len(briefs)), key=_sameness)
    yield from (row for row in told_apart if 1 < row.known < len(briefs))
    yield from (row for row in asked if not row.known)


def _repeats(row: AttributeRow, asked: Sequence[AttributeRow]) -> bool:
    """True where the listing's words in a row are, for most products, those that a need was answered with."""
    told = 0
    for place, cell in enumerate(row.cells):
        answered = [span for each in asked if (need := each.cells[place]) for span in need.evidence]
        told += cell is not None and any(_overlap(one, other) for one in answered for other in cell.evidence)
    return told > row.known / 2


def _overlap(one: Evidence, other: Evidence) -> bool:
    same = (one.product_id, one.source, one.source_id) == (other.product_id, other.source, other.source_id)
    return same and one.start < other.end and other.start < one.end


def _asked(briefs: Sequence[Brief]) -> Iterator[AttributeRow]:
    """One row for each need; what kind of thing it is only where that is in doubt."""
    for place, response in enumerate(briefs[0].responses):
        column = [brief.responses[place] for brief in briefs]
        if response.need.kind == "budget":
            continue
        if response.need.kind == "category":
            kinds = {brief.reading.kind for brief in briefs}
            if all(each.state == "met" for each in column) or len(kinds) == 1:
                continue
            cells = [
                AttributeCell(capital(b.reading.kind), "stated", b.responses[place].evidence)
                if b.reading.kind
                else None
                for b in briefs
            ]
            yield AttributeRow("Type", tuple(cells))
            continue
        cells = [answer_cell(each, brief) for each, brief in zip(column, briefs, strict=True)]
        yield AttributeRow(_label(response), tuple(cells))


def _label(response: Response) -> str:
    text = response.need.text
    return title_name(
        f"for {text}" if response.need.kind in ("use", "audience") and not text.startswith("for ") else text
    )


def answer_cell(response: Response, brief: Brief) -> AttributeCell | None:
    """How a product answers a need, in a few words."""
    value = _value(response.listing)
    among = brief.reviewers
    forth = _voices(response.for_, among)
    back = _voices(response.against, among)
    match response.state:
        case "unknown":
            return None
        case "met":
            parts = [value, forth]
        case "missed":
            parts = [f"{value} (you asked for {response.need.text})" if value else "", f"No: {back}" if back else ""]
            parts = parts if any(parts) else ["No"]
        case "disputed":
            parts = [value, forth, f"but {back}" if back else ""]
        case _:
            parts = [value, forth, back]
    text = "; ".join(part for part in parts if part)
    kind: ClaimKind = "counted" if response.for_ or response.against else "stated"
    return AttributeCell(capital(text), kind, response.evidence) if text else None


def _value(listing: Sequence[Evidence]) -> str:
    chosen = listing_quote(listing, _LONGEST_VALUE)
    return " ".join(chosen.text.split()).strip(" .,;:-") if chosen else ""


def _voices(spans: Sequence[Evidence], among: int) -> str:
    """Reviewers with a quotation: "“it leaks” (2 of 8)"."""
    if not spans:
        return ""
    chosen = best_quote(spans, (), _LONGEST_QUOTE)
    count = f"{len({span.source_id for span in spans})} of {among}"
    return f"{quoted(chosen)} ({count})" if chosen else f"{count} reviewers"


def _listed(briefs: Sequence[Brief]) -> Iterator[AttributeRow]:
    """One row for each attribute of the listings: those of most products first, figures before words."""
    found: dict[str, list[list[Fact]]] = {}
    for place, brief in enumerate(briefs):
        for fact in brief.reading.facts:
            if not fact.is_claim and (fact.unit or fact.attribute.lower() in _PLAIN):
                found.setdefault(fact.attribute.lower(), [[] for _ in briefs])[place].append(fact)
    cells = {name: tuple(map(_fact_cell, facts)) for name, facts in found.items()}
    figures = {name: sum(any(fact.unit for fact in column) for column in facts) for name, facts in found.items()}
    for name in sorted(cells, key=lambda name: (-sum(map(bool, cells[name])), -figures[name])):
        yield AttributeRow(title_name(name), cells[name])


def _fact_cell(facts: Sequence[Fact]) -> AttributeCell | None:
    short = sorted(
        (fact for fact in facts if len(fact.value.split()) <= _LONGEST_VALUE), key=lambda fact: fact.number is None
    )
    if not short:
        return None
    return AttributeCell(capital(" ".join(short[0].value.split())), "stated", (short[0].evidence,))


def _reviewed(briefs: Sequence[Brief]) -> Iterator[AttributeRow]:
    """One row for each aspect that several products share."""
    names: dict[str, int] = {}
    for brief in briefs:
        for theme in brief.themes:
            if theme.aspect.name == _OVERALL or not theme.is_named:
                continue
            names[theme.aspect.name] = names.get(theme.aspect.name, 0) + theme.many
    for name in sorted(names, key=lambda name: -names[name]):
        yield AttributeRow(title_name(name), tuple(_theme_cell(brief, name) for brief in briefs))


def _theme_cell(brief: Brief, name: str) -> AttributeCell | None:
    theme = next((theme for theme in brief.themes if theme.aspect.name == name), None)
    if theme is None:
        return None
    clean = [point for point in theme.points if len(point.reviewers) > 1 and is_clean(point, brief)]
    points = sorted(clean, key=lambda point: -len(point.reviewers))
    chosen = [next((p for p in points if p.direction == direction), None) for direction in ("+", "-")]
    parts = [say_short(point, brief.reviewers) for point in chosen if point]
    if not parts:
        return None
    return AttributeCell(capital("; but ".join(parts)), "counted", tuple(s for p in chosen if p for s in p.quotes))


def is_clean(point: Point, brief: Brief) -> bool:
    """True for a point whose wording can stand in a table."""
    return say_point(point, brief.is_plural) is not None


def say_short(point: Point, among: int) -> str:
    """A point in a table: its wording and its reviewers."""
    return f"{point.point.rstrip(' .')} ({len(point.reviewers)} of {among})"


def _same(one: str, other: str) -> bool:
    words, others = set(one.lower().split()), set(other.lower().split())
    return bool(words & others - {"for", "of", "and", "the", "to", "use", "quality"})


def _sameness(row: AttributeRow) -> bool:
    """True where all products have the same value: such a row tells nothing apart."""
    return len({cell.text.casefold() for cell in row.cells if cell}) == 1
