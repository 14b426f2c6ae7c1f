"""The five rows of a comparison: what the query asks first, then what sets these products apart."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from triptych.english.units import convert, quantities_in
from triptych.english.words import denies, kinds_of
from triptych.records import ATTRIBUTES, ClaimKind, Direction, Evidence, Fact, Money, Need, SourceKind
from triptych.writers._brief import Brief, Response, whole
from triptych.writers._grammar import calm, capital, count_of, listed, small, title_name
from triptych.writers._phrases import for_whom, listing_quote, overlap
from triptych.writers._prices import show_price
from triptych.writers._themes import different, says_more
from triptych.writers._voices import sizes_of, stems_of

_LONGEST_VALUE = 10
_LONGEST_WORDS = 5
_LONGEST_SAID, _LONGEST_BACK, _LONGEST_PARTLY = 9, 13, 18
_MOST_FIGURES = 2
_NEAR = 6
"""Words before a figure that may deny it."""
_MARKS = re.compile(r"[“”]")
_HOURS = re.compile(r"(\d)[Hh](?=\s|$)")
_ALIKE = 5
_SMALL_WORDS = frozenset(("for", "of", "and", "the", "to", "use", "quali"))
_UP_TO = re.compile(r"\bup ?to\b", re.IGNORECASE)
_LONGEST_FIGURE = 3
"""Words of a value with a figure in it; of a longer one only the figure is shown."""
_LETTERS = re.compile(r"[^\W\d_]|\d[\"”″]")
"""What a value has that is more than a bare number."""
_PLAIN = frozenset(("material", "warranty", "water resistance", "certification"))
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
        if len(rows) < ATTRIBUTES and not any(is_same(row.label, other.label) for other in rows):
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
        if response.need.kind == "budget" or response.is_of_kind:
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
    """The need as a heading; one that is denied as sentences deny it: "Does Not Shrink"."""
    text, kind = response.need.text, response.need.kind
    if kind in ("use", "audience"):
        return title_name(f"for {for_whom(text)}")
    verb = response.said.met.split()[0]
    return title_name(f"{verb} {text}" if text.startswith("not ") and verb in ("does", "do") else text)


def answer_cell(response: Response, brief: Brief) -> AttributeCell | None:
    """How a product answers a need, in a few words: what the listing says, then how many reviewers say what."""
    figure = figures_text(brief, response.need)
    value = _as_listed(listed_value(response, brief), response)
    back = brief.in_few_words(response, _LONGEST_BACK, against=True)
    reported = reported_figures(response)
    match response.state:
        case "unknown":
            parts = [figure]
        case _ if reported:
            parts = [value, f"reviewers report {reported}"]
        case "met":
            parts = [figure or value or ("yes, by the listing" if response.listing else "")]
            parts += [_voices(response, brief, value=parts[0], is_figure=bool(figure)), _dissent(response, back)]
        case "missed":
            known = figure or (f"{value} (you asked for {response.need.text})" if value else "")
            no = (
                f"no, say{'s' * (_many(response.against) == 1)} {_some(response.against)}" if response.against else "no"
            )
            parts = [known, f"{'no' if known or _many(response.against) > 1 else 'a reviewer says no'}: {back}"]
            parts = parts if back else [known or no]
        case "disputed":
            sides = ["the listing"] * bool(response.listing) + [_some(response.for_)] * bool(response.for_)
            yes = f"{' and '.join(sides)} say{'s' * (sides in (['the listing'], ['a reviewer']))} yes"
            no = f"{_some(response.against)} say{'s' * (_many(response.against) == 1)} no"
            told = ", ".join([yes] * bool(sides) + [no])
            # Of two who disagree there may be more on either side.
            is_even = not response.listing and _many(response.for_) == _many(response.against)
            parts = [figure, ("reviewers differ" if is_even else told) + (f" ({back})" if back else "")]
        case _:
            said = brief.in_few_words(response, _LONGEST_PARTLY)
            parts = [figure or value, f"a reviewer: {said or back}" if said or back else ""]
    text = "; ".join(part for part in parts if part)
    kind: ClaimKind = "counted" if response.for_ or response.against else "stated"
    evidence = (*response.evidence, *(fact.evidence for fact in brief.figures_on(response.need)))
    return AttributeCell(capital(text), kind, evidence) if text else None


def reported_figures(response: Response) -> str:
    """What reviewers measured of a figure that is asked for: "around 6 hours and 2.5 hrs"; empty where none did."""
    asked = next((found for found in quantities_in(response.need.text) if found.unit), None)
    if response.need.kind != "figure" or asked is None or asked.unit is None:
        return ""
    found: dict[tuple[float, str | None], str] = {}
    for span in (*response.for_, *response.against):
        for each in quantities_in(span.text):
            if convert(each, asked.unit):
                is_denied = any(map(denies, span.text[: each.start].lower().split()[-_NEAR:]))
                found.setdefault((each.number, each.unit), f"{'less than ' * is_denied}{each.text}")
    return listed(list(found.values())) if found else ""


def figures_text(brief: Brief, need: Need) -> str:
    """What the listing measures of what a need is about: "8 hours / up to 32 hours"."""
    found = brief.figures_on(need)
    same = [fact for fact in found if fact.unit == found[0].unit]
    cells = [cell.text for cell in _figure_cells(same)[:_MOST_FIGURES]]
    return " / ".join([*cells[:1], *map(small, cells[1:])])


def _voices(response: Response, brief: Brief, *, value: str, is_figure: bool) -> str:
    """How many reviewers say so, and what one of them says where that is short."""
    count = _many(response.for_)
    if not count:
        return ""
    said = brief.in_few_words(response, _LONGEST_SAID if value else _LONGEST_BACK)
    who = _some(response.for_)
    if is_figure:
        told = f"{who} praise{'s' * (count == 1)} it"
    elif value:
        told = f"{who} agree{'s' * (count == 1)}"
    else:
        return f"yes, say{'s' * (count == 1)} {who}{f': {said}' if said else ''}"
    return f"{told} ({said})" if said else told


def _dissent(response: Response, back: str) -> str:
    if not response.against:
        return ""
    one = f"{_some(response.against)} disagree{'s' * (_many(response.against) == 1)}"
    return f"{one} ({back})" if back else one


def _many(spans: Sequence[Evidence]) -> int:
    return len({span.source_id for span in spans})


def _some(spans: Sequence[Evidence]) -> str:
    """So many reviewers, as far as reading can tell, which misses some: "3+ reviewers"."""
    count = _many(spans)
    return "a reviewer" if count == 1 else f"{count}+ reviewers"


def listed_value(response: Response, brief: Brief) -> str:
    """What the listing says, in its words, where it is short and says more than the need itself."""
    asked = stems_of(response.need.text.replace("-", " "))
    sizes = sizes_of(brief.product.title)
    found = []
    for span in response.listing:
        # What is before a colon is a heading.
        text = span.text.rpartition(": ")[2]
        is_measured = any(each.unit and each.number not in sizes.get(each.unit, ()) for each in quantities_in(text))
        longest = _LONGEST_VALUE if is_measured or response.state != "met" else _LONGEST_WORDS
        is_title = span.source == "title" and brief.name.split()[0].lower() in text.lower()
        is_open = len(text.split()) > 2 and kinds_of(text.split()[-1].lower())[:1] == "J"
        if response.state == "met" and (is_title or is_open):
            continue
        if len(text.split()) <= longest and (response.state != "met" or not stems_of(text.replace("-", " ")) <= asked):
            found.append(span.model_copy(update={"text": text}))
    chosen = listing_quote(found, _LONGEST_VALUE)
    return calm(" ".join(_MARKS.sub("’", chosen.text).split()).strip(" .,;:-")) if chosen else ""


def _as_listed(value: str, response: Response) -> str:
    """The same in a cell; a use that a listing only names is "listed for" it."""
    if not value or response.state == "missed" or response.need.kind not in ("use", "audience"):
        return value
    if "for " in value.lower():
        return f"listed for {value[value.lower().rfind('for ') + 4 :]}"
    return "" if response.state == "met" else "mentioned in the listing"


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
    """The first figure of an attribute, else its first value."""
    figures = _figure_cells(fact for fact in facts if fact.number is not None)
    if figures:
        return figures[0]
    short = [fact for fact in facts if len(fact.value.split()) <= _LONGEST_WORDS and _LETTERS.search(fact.value)]
    return (
        AttributeCell(capital(calm(" ".join(short[0].value.split()))), "stated", (short[0].evidence,))
        if short
        else None
    )


def _figure_cells(facts: Iterable[Fact]) -> list[AttributeCell]:
    """Each figure once; of a value that says more than the figure, the figure."""
    found: dict[tuple[float | None, str | None], AttributeCell] = {}
    for fact in facts:
        figures = [each for each in quantities_in(fact.value) if each.unit]
        own = [each.text for each in figures if each.unit == fact.unit]
        words = fact.value.split()
        if len(words) > _LONGEST_VALUE and len(own) != 1:
            continue
        bound = "up to " if _UP_TO.search(fact.value) else ""
        is_long = len(figures) > 1 or len(words) > _LONGEST_FIGURE
        text = _HOURS.sub(r"\1 h", f"{bound}{own[0]}" if len(own) == 1 and is_long else " ".join(words))
        if _LETTERS.search(text):
            found.setdefault((fact.number, fact.unit), AttributeCell(capital(calm(text)), "stated", (fact.evidence,)))
    return list(found.values())


def _reviewed(briefs: Sequence[Brief]) -> Iterator[AttributeRow]:
    """One row for each aspect that reviewers of several products speak of, what most speak of first."""
    names: dict[str, int] = {}
    shared: set[str] = set()
    for brief in briefs:
        for theme in brief.themes:
            if theme.name == "price":
                continue
            names[theme.heading] = names.get(theme.heading, 0) + theme.many
            shared |= {theme.heading} if max(theme.likes, theme.dislikes) > 1 else set()
    for name in sorted(shared, key=lambda name: (-names[name], name)):
        yield AttributeRow(title_name(name), tuple(_theme_cell(brief, name) for brief in briefs))


def _theme_cell(brief: Brief, heading: str) -> AttributeCell | None:
    """How many reviewers like an aspect and how many do not, with the qualities they give it or what one says of it."""
    theme = next((theme for theme in brief.themes if theme.heading == heading), None)
    if theme is None or not (theme.likes or theme.dislikes):
        return None
    sides = [f"liked by {count_of(theme.likes, brief.reviewers)}"] if theme.likes else []
    sides += [f"disliked by {count_of(theme.dislikes, brief.reviewers)}"] if theme.dislikes else []
    side: Direction = "+" if theme.likes >= theme.dislikes else "-"
    said = [s for s in theme.side(side) if theme.is_named_in(s) and says_more(s)]
    words = theme.words(side) or [saying.gist.said_of(brief.pronoun) for saying in different(said, 1)]
    if theme.many == 1 and said:
        return AttributeCell(f"A reviewer: {words[0]}", "counted", theme.evidence)
    told = ", ".join(sides if theme.likes >= theme.dislikes else sides[::-1])
    return AttributeCell(capital(f"{told} ({', '.join(words)})" if words else told), "counted", theme.evidence)


def is_same(one: str, other: str) -> bool:
    """True where two headings name the same thing."""
    heads, others = ({word[:_ALIKE] for word in name.lower().split()} - _SMALL_WORDS for name in (one, other))
    return not heads.isdisjoint(others)


def _dullness(row: AttributeRow) -> int:
    """What tells products apart before what does not: the same value in all cells, or single voices."""
    is_even = len({cell.text.casefold() for cell in row.cells if cell}) == 1
    is_thin = all(cell.kind == "counted" and len(cell.evidence) == 1 for cell in row.cells if cell)
    return 2 * is_even + is_thin
