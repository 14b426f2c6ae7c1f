"""The five rows of a comparison: what the query asks first, then what sets these products apart."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from triptych.english.units import quantities_in
from triptych.records import ATTRIBUTES, ClaimKind, Evidence, Fact, Money, SourceKind
from triptych.writers._brief import LONGEST_QUOTE, Brief, Response, whole
from triptych.writers._grammar import at_least, calm, capital, title_name
from triptych.writers._phrases import listing_quote, overlap
from triptych.writers._prices import show_price
from triptych.writers._themes import different, says_more

_LONGEST_VALUE = 10
_LONGEST_WORDS = 4
_LONGEST_FIGURE = 3
"""Words of a value with a figure in it; of a longer one only the figure is shown."""
_LETTERS = re.compile(r"[^\W\d_]|\d[\"”″]")
"""What a value has that is more than a bare number."""
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
    kind = brief.kind
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
    yield from sorted((row for row in told_apart if row.known == len(briefs)), key=_dullness)
    yield from sorted((row for row in told_apart if 1 < row.known < len(briefs)), key=_dullness)
    yield from (row for row in asked if not row.known)


def _repeats(row: AttributeRow, asked: Sequence[AttributeRow]) -> bool:
    """True where the listing's words in a row are, for most products, those that a need was answered with."""
    told = 0
    for place, cell in enumerate(row.cells):
        answered = [span for each in asked if (need := each.cells[place]) for span in need.evidence]
        told += cell is not None and any(overlap(one, other) for one in answered for other in cell.evidence)
    return told > row.known / 2


def _asked(briefs: Sequence[Brief]) -> Iterator[AttributeRow]:
    """One row for each need; what kind of thing it is only where that is in doubt."""
    for place, response in enumerate(briefs[0].responses):
        column = [brief.responses[place] for brief in briefs]
        if response.need.kind == "budget":
            continue
        if response.need.kind == "category":
            kinds = {brief.kind for brief in briefs}
            if all(each.state == "met" for each in column) or len(kinds) == 1:
                continue
            cells = [
                AttributeCell(capital(b.kind), "stated", b.responses[place].evidence) if b.kind else None
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
    """How a product answers a need, in a few words: the listing's, then how many reviewers say what."""
    value = _value(response) or ("yes, by the listing" if response.listing and response.state == "met" else "")
    forth = _voices(response, brief, agree=bool(value))
    back = brief.in_few_words(response.against, response.need, LONGEST_QUOTE)
    match response.state:
        case "unknown":
            return None
        case "met":
            parts = [value, forth, f"one disagrees ({back})" if back else ""]
        case "missed":
            no = f"no: {back}" if back else ""
            parts = [f"{value} (you asked for {response.need.text})", no] if value else [no or "no"]
        case _:
            other = f"but {'another' if forth else 'a reviewer'}: {back}" if back and (value or forth) else ""
            parts = [value, forth, other or (f"a reviewer: {back}" if back else "")]
    text = "; ".join(part for part in parts if part)
    kind: ClaimKind = "counted" if response.for_ or response.against else "stated"
    return AttributeCell(capital(text), kind, response.evidence) if text else None


def _voices(response: Response, brief: Brief, *, agree: bool) -> str:
    """How many reviewers say so, and what one of them says."""
    if not response.for_:
        return ""
    count = len({span.source_id for span in response.for_})
    said = brief.in_few_words(response.for_, response.need, LONGEST_QUOTE)
    if agree:
        who = "a reviewer agrees" if count == 1 else f"{count}+ reviewers agree"
        return f"{who} ({said})" if said else who
    who = "a reviewer" if count == 1 else f"{count}+ reviewers"
    return f"{who}: {said}" if said else f"{who} say{'s' * (count == 1)} so"


def _value(response: Response) -> str:
    """What the listing says, in its words; a use it only names is "listed for" it."""
    chosen = listing_quote(response.listing, _LONGEST_VALUE)
    text = calm(" ".join(chosen.text.split()).strip(" .,;:-")) if chosen else ""
    if text and response.state == "met" and response.need.kind in ("use", "audience"):
        return f"listed for {text[text.lower().rfind('for ') + 4 :] if 'for ' in text.lower() else text}"
    return text


def _listed(briefs: Sequence[Brief]) -> Iterator[AttributeRow]:
    """One row for each attribute of the listings: those of most products first, figures before words."""
    found: dict[str, list[list[Fact]]] = {}
    for place, brief in enumerate(briefs):
        for fact in brief.reading.facts:
            if not fact.is_claim and (fact.unit or fact.attribute.lower() in _PLAIN):
                found.setdefault(fact.attribute.lower().replace("_", " "), [[] for _ in briefs])[place].append(fact)
    cells = {name: tuple(map(_fact_cell, facts)) for name, facts in found.items()}
    figures = {name: sum(any(fact.unit for fact in column) for column in facts) for name, facts in found.items()}
    for name in sorted(cells, key=lambda name: (-sum(map(bool, cells[name])), -figures[name])):
        yield AttributeRow(title_name(name), cells[name])


def _fact_cell(facts: Sequence[Fact]) -> AttributeCell | None:
    """The first figure of an attribute, else its first value; of a value that says more than the figure, the figure."""
    most = _LONGEST_VALUE if any(fact.unit for fact in facts) else _LONGEST_WORDS
    short = [fact for fact in facts if len(fact.value.split()) <= most and _LETTERS.search(fact.value)]
    if not short:
        return None
    fact = min(short, key=lambda fact: fact.number is None)
    figures = [found for found in quantities_in(fact.value) if found.unit]
    own = [found.text for found in figures if found.unit == fact.unit]
    words = fact.value.split()
    says_more = len(figures) > 1 or len(words) > _LONGEST_FIGURE
    bound = "up to " if fact.value.lower().startswith(("up to", "upto")) else ""
    text = f"{bound}{own[0]}" if len(own) == 1 and says_more else " ".join(words)
    return AttributeCell(capital(calm(text)), "stated", (fact.evidence,))


def _reviewed(briefs: Sequence[Brief]) -> Iterator[AttributeRow]:
    """One row for each aspect that reviewers of several products speak of, what most speak of first."""
    names: dict[str, int] = {}
    for brief in briefs:
        for theme in brief.themes:
            names[theme.heading] = names.get(theme.heading, 0) + theme.many
    for name in sorted(names, key=lambda name: -names[name]):
        yield AttributeRow(title_name(name), tuple(_theme_cell(brief, name) for brief in briefs))


def _theme_cell(brief: Brief, heading: str) -> AttributeCell | None:
    """How many reviewers like an aspect and how many do not, with what one of the larger side says."""
    theme = next((theme for theme in brief.themes if theme.heading == heading), None)
    if theme is None:
        return None
    likes, dislikes = theme.likes, theme.dislikes
    if not likes and not dislikes:
        return None
    sayings = theme.side("+" if likes >= dislikes else "-")
    said = different([s for s in sayings if s.gist.form not in ("thing", "liking") and says_more(s)], 1)
    words = theme.words("+" if likes >= dislikes else "-")
    what = ", ".join(words) if len(words) > 1 or not said else said[0].gist.said_of(brief.pronoun)
    evidence = (*theme.evidence, *(saying.gist.span for saying in said))
    if theme.many == 1:
        return AttributeCell(f"A reviewer: {what}", "counted", evidence) if said else None
    parts = [f"liked by {_some(likes, brief)}"] if likes else []
    parts += [f"disliked by {_some(dislikes, brief)}"] if dislikes else []
    told = ", ".join(parts if likes >= dislikes else parts[::-1])
    return AttributeCell(capital(f"{told} ({what})" if what else told), "counted", evidence)


def _some(count: int, brief: Brief) -> str:
    """So many reviewers at least: "4+ of 8"."""
    return "one" if count == 1 else f"{at_least(count, brief.reviewers)} of {brief.reviewers}"


def _same(one: str, other: str) -> bool:
    words, others = set(one.lower().split()), set(other.lower().split())
    return bool(words & others - {"for", "of", "and", "the", "to", "use", "quality"})


def _dullness(row: AttributeRow) -> int:
    """What tells products apart before what does not: the same value in all cells, or a colour."""
    is_same = len({cell.text.casefold() for cell in row.cells if cell}) == 1
    return 2 * is_same + (row.label == "Colour")
