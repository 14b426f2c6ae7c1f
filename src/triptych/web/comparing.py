"""A comparison as the page shows it: products, chips, rows and sentences, each with a panel of its evidence."""

import datetime as dt
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from triptych.records import AnswerState, Case, Claim, ClaimKind, Direction, Evidence, Money, Product, group_by
from triptych.texts import VERDICT_LABEL, MarkedText, mark, show_money
from triptych.writers import Brief, ClaimedTable, Response, Theme, best_places, claimed_table, source_label, stretches

_WORDS = {"final_price": "lowest", "average_rating": "highest"}
_MOST_ASPECTS = 8
_FAULTS = {"leaking": "leak protection", "noise": "noise level"}
_WHOLE_REVIEW = 1200
_AROUND = 400
_KINDS: dict[ClaimKind, str] = {"stated": "Stated by the source below.", "counted": "Counted: each reviewer once."}
_KINDS |= {"derived": "Worked out from the figures below.", "advice": "Advice that rests on what is below."}
_KINDS |= {"absent": "Neither the listing nor the reviews that were read say anything about this."}
_STATES: dict[AnswerState, str] = {"met": "Met", "partly": "Met in part", "missed": "Missed"}
_STATES |= {"disputed": "Disputed: sources disagree", "unknown": "Unknown: no source says anything about it"}


class Bars(NamedTuple):
    """How many reviewers speak for something and against it."""

    about: str
    for_: int
    against: int
    of: int
    """All who were read."""


class ShownSource(NamedTuple):
    """A review or a line of the listing, with what counts in it marked."""

    label: str
    """`Review r3`, `Listing, feature 2`."""
    product: str
    parts: MarkedText
    stars: float | None = None
    date: dt.date | None = None
    is_verified: bool = False
    is_against: bool = False
    """True where it speaks against what is said."""


class Panel(NamedTuple):
    """What opens when a cell, a sentence or a chip is asked for its evidence."""

    number: int
    """Its place among the panels of a comparison."""
    heading: str
    said: str
    """The words whose evidence this is."""
    note: str
    """How they came about."""
    sources: tuple[ShownSource, ...] = ()
    bars: Bars | None = None
    """For and against, where reviewers are counted."""


class Bit(NamedTuple):
    """A piece of text, with its panel if it has one."""

    text: str
    panel: int | None = None


class ProductCard(NamedTuple):
    """One product."""

    name: str
    product: Product
    reviewers: int
    price: str | None
    """What a shopper pays."""
    was: str | None
    """The price before the discount, where there is one."""
    saving: str | None
    """The difference, with its share."""
    chips: tuple[tuple[Response, int], ...]
    """How it answers the query, each with its panel."""
    why: tuple[Bit, ...]
    opinion: tuple[Bit, ...]
    pros: tuple[Bit, ...]
    cons: tuple[Bit, ...]
    aspects: tuple[tuple[Bars, int], ...]
    """What reviewers speak of most, each with its panel."""


class ShownRow(NamedTuple):
    """One row of the table."""

    label: str
    cells: tuple[Bit, ...]
    best: frozenset[int] = frozenset()
    """The places of the better values."""
    word: str = ""
    """Why they are better: lowest, highest, met."""


class ComparisonView(NamedTuple):
    """A whole comparison."""

    name: str
    """Its permalink is /compare/NAME."""
    query: str
    cards: tuple[ProductCard, ...]
    rows: tuple[ShownRow, ...]
    verdict: tuple[Bit, ...]
    panels: tuple[Panel, ...]
    cases: tuple[Case, ...]
    writer: str
    notes: tuple[str, ...]
    """What a reader should know: a fallback, sentences that were taken out."""

    @property
    def comparison(self) -> Case:
        return next(case for case in self.cases if case.task == "comparison")


def view_comparison(name: str, cases: Sequence[Case], briefs: Mapping[str, Brief]) -> ComparisonView:
    """The view of a shortlist's cases; briefs go by product id."""
    comparison = next(case for case in cases if case.task == "comparison")
    panels = _Panels(comparison.products, {product_id: brief.name for product_id, brief in briefs.items()})
    table = claimed_table(comparison)
    start = comparison.text.rindex(VERDICT_LABEL) + len(VERDICT_LABEL) + 2
    verdict = panels.bits(comparison, start, len(comparison.text), "Verdict")
    rows = tuple(_rows(table, list(briefs.values()), panels))
    placed = enumerate(comparison.products)
    cards = tuple(_card(product, place, cases, table, briefs[product.id], panels) for place, product in placed)
    writing = comparison.writing
    notes = (*writing.notes, *(f"Taken out as unsupported: {one}" for one in writing.removed)) if writing else ()
    return ComparisonView(
        name=name,
        query=comparison.query or "",
        cards=cards,
        rows=rows,
        verdict=verdict,
        panels=tuple(panels.made),
        cases=tuple(cases),
        writer=comparison.system or "",
        notes=notes,
    )


@dataclass(slots=True)
class _Panels:
    """Makes panels and numbers them."""

    products: Sequence[Product]
    names: Mapping[str, str]
    made: list[Panel] = field(default_factory=list)

    def add(
        self,
        heading: str,
        said: str,
        note: str,
        evidence: Iterable[Evidence],
        bars: Bars | None = None,
        against: Iterable[Evidence] = (),
    ) -> int:
        """The number of a new panel."""
        sources = tuple(show_sources(evidence, self.products, self.names, set(against)))
        self.made.append(Panel(len(self.made), heading, said, note, sources, bars))
        return len(self.made) - 1

    def bits(self, case: Case, start: int, end: int, heading: str) -> tuple[Bit, ...]:
        """A stretch of a text, each claim with its panel."""
        return tuple(self.bit(heading, text, claim) for text, claim in stretches(case, start, end))

    def bit(self, heading: str, text: str, claim: Claim | None) -> Bit:
        """A piece of text with its panel; what the writer gave no claim for has none."""
        return Bit(text, self.add(heading, text, _KINDS[claim.kind], claim.evidence) if claim else None)


def show_sources(
    evidence: Iterable[Evidence],
    products: Sequence[Product],
    names: Mapping[str, str],
    against: set[Evidence] | frozenset[Evidence] = frozenset(),
) -> Iterator[ShownSource]:
    """Each source that evidence points into, once, with all its spans marked."""
    spans = group_by(evidence, lambda span: (span.product_id, span.source, span.source_id))
    sources = {(one.id, s.kind, s.id): (one, s.text) for one in products for s in one.sources()}
    for key, found in spans.items():
        if key not in sources:
            continue
        (product_id, _, source_id), (product, text) = key, sources[key]
        review = next((r for r in product.reviews if found[0].is_review and r.id == source_id), None)
        yield ShownSource(
            label=source_label(product, found[0].source, source_id),
            product=names.get(product_id, product.title),
            parts=mark(text, ((span.start, span.end) for span in found), whole=_WHOLE_REVIEW, around=_AROUND),
            stars=review.stars if review else None,
            date=review.date if review else None,
            is_verified=bool(review and review.verified),
            is_against=any(span in against for span in found),
        )


def _rows(table: ClaimedTable, briefs: Sequence[Brief], panels: _Panels) -> Iterator[ShownRow]:
    """The rows but for the title, pros and cons, which the cards show."""
    for row in table.rows:
        if row.kind not in ("title", "pros", "cons"):
            given = zip(row.texts, row.claims, briefs, strict=True)
            cells = tuple(panels.bit(f"{row.label} · {brief.name}", text, claim) for text, claim, brief in given)
            yield ShownRow(row.label, cells, *_better(row.kind, row.label, briefs))


def _better(kind: str, label: str, briefs: Sequence[Brief]) -> tuple[frozenset[int], str]:
    """The places of the better values of a row, and the word for it; none where all are alike."""
    if kind in _WORDS:
        return best_places(kind, [brief.product for brief in briefs]), _WORDS[kind]
    states = [_state(label, brief) for brief in briefs]
    met = frozenset(place for place, state in enumerate(states) if state == "met")
    return (met, "met") if met and len(met) < len(states) else (frozenset(), "")


def _state(label: str, brief: Brief) -> AnswerState | None:
    """How a product answers the need that a row is about."""
    words = _plain(label)
    for response in brief.responses:
        need = _plain(response.need.text)
        if need == words or words.endswith(f" {need}") or need.endswith(f" {words}"):
            return response.state
    return None


def _card(
    product: Product, place: int, cases: Sequence[Case], table: ClaimedTable, brief: Brief, panels: _Panels
) -> ProductCard:
    texts = {case.task: case for case in cases if case.task != "comparison" and case.products[0].id == product.id}
    claims = {row.kind: row.claims[place] for row in table.rows}
    column = table.comparison.columns[place]
    price, was, saving = _prices(product.base_price, product.final_price)
    why, opinion = texts.get("explanation"), texts.get("opinion")
    return ProductCard(
        name=brief.name,
        product=product,
        reviewers=brief.reviewers,
        price=price,
        was=was,
        saving=saving,
        chips=tuple(_chips(brief, panels)),
        why=panels.bits(why, 0, len(why.text), f"Why {brief.name}") if why else (),
        opinion=panels.bits(opinion, 0, len(opinion.text), f"What reviewers say of {brief.name}") if opinion else (),
        pros=tuple(_lines(column.pros, claims["pros"], "+", brief, panels)),
        cons=tuple(_lines(column.cons, claims["cons"], "-", brief, panels)),
        aspects=tuple(_aspects(brief, panels)),
    )


def _prices(base: Money | None, final: Money | None) -> tuple[str | None, str | None, str | None]:
    """What a shopper pays, what it was before, and the saving."""
    paid = final or base
    if paid is None:
        return None, None, None
    shown = show_money(paid, grouped=True)
    if base is None or final is None or base.amount <= final.amount:
        return shown, None, None
    less = Money(amount=base.amount - final.amount, currency=final.currency)
    share = round(100 * less.amount / base.amount)
    return shown, show_money(base, grouped=True), f"{show_money(less, grouped=True)} less ({share} %)"


def _chips(brief: Brief, panels: _Panels) -> Iterator[tuple[Response, int]]:
    for response in brief.responses:
        need, state = response.need.text, _STATES[response.state]
        bars = Bars(need, len(response.for_), len(response.against), brief.reviewers)
        counted = bars if response.for_ or response.against else None
        heading = f"{brief.name} and your query"
        yield response, panels.add(heading, need, state, response.evidence, counted, response.against)


def _lines(
    lines: Sequence[str], claim: Claim | None, direction: Direction, brief: Brief, panels: _Panels
) -> Iterator[Bit]:
    """Pros or cons, each with what it rests on: the remark it quotes, all who say so, the listing, else all of them."""
    heading = f"{'For' if direction == '+' else 'Against'} the {brief.name}"
    given = claim.evidence if claim else ()
    for line in lines:
        words, point = _plain(line), _plain(line.partition(" (")[0])
        quoted = tuple(span for span in given if words in _plain(span.text))
        told = [f for f in brief.findings if f.direction == direction and _plain(f.told).endswith(point)]
        quoted = quoted or tuple(span for f in told for span in (*f.spans.values(), *f.against.values()))
        named = [theme for theme in _named(brief) if _plain(_heading(theme)) in words]
        named_by = tuple(span for theme in named for span in theme.spans(direction).values() if span in given)
        listing = tuple(span for span in given if not span.is_review)
        note = _KINDS["counted" if claim is None or named_by else claim.kind]
        yield Bit(line, panels.add(heading, line, note, quoted or named_by or listing or given))


def _aspects(brief: Brief, panels: _Panels) -> Iterator[tuple[Bars, int]]:
    """What reviewers speak of most, with who is for it and who against."""
    for theme in _named(brief)[:_MOST_ASPECTS]:
        bars = Bars(_heading(theme), round(theme.likes), round(theme.dislikes), brief.reviewers)
        if not bars.for_ + bars.against:
            continue
        said = f"{bars.for_} for, {bars.against} against, of {bars.of} reviewers"
        heading = f"{theme.name.capitalize()} · {brief.name}"
        against = theme.spans("-").values()
        quotes = [*theme.spans("+").values(), *against]
        yield bars, panels.add(heading, said, _KINDS["counted"], quotes, bars, against)


def _named(brief: Brief) -> list[Theme]:
    """The aspects whose name some reviewer's word begins like ("durable", "durability"); others are odd headings."""
    found = []
    for theme in brief.themes:
        heads = tuple(word[: max(3, min(4, len(word) - 1))] for word in theme.name.lower().split() if word != "of")
        remarks = (*theme.liked.values(), *theme.disliked.values())
        if any(word.startswith(heads) for mention in remarks for word in _plain(mention.text).split()):
            found.append(theme)
    return found


def _heading(theme: Theme) -> str:
    """What an aspect is called where it is praised or blamed: some go by the name of a fault."""
    return _FAULTS.get(theme.name, theme.name)


def _plain(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", " ", text.lower()).strip()
