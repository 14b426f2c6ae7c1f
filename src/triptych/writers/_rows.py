"""The five rows of a comparison: what the query asks first, then what sets these products apart."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from triptych.english.units import quantities_in
from triptych.english.words import kinds_of, word_set
from triptych.records import ATTRIBUTES, ClaimKind, Direction, Evidence, Fact, SourceKind
from triptych.writers._brief import Brief, whole
from triptych.writers._grammar import calm, capital, small, title_name
from triptych.writers._phrases import for_whom, listing_quote, overlap
from triptych.writers._responses import LONGEST_QUOTE, Response
from triptych.writers._themes import Theme
from triptych.writers._voices import sizes_of, stems_of

_LONGEST_VALUE = 10
_LONGEST_WORDS = 5
_SIDES: tuple[Direction, ...] = ("+", "-")
_MOST_FIGURES = 2
_MARKS = re.compile(r"[“”]")
_HOURS = re.compile(r"(\d)[Hh](?=\s|$)")
_ALIKE = 5
_SMALL_WORDS = word_set("for of and the to use quali")
_UP_TO = re.compile(r"\bup ?to\b", re.IGNORECASE)
_LONGEST_FIGURE = 3
"""Words of a value with a figure in it; of a longer one only the figure is shown."""
_LETTERS = re.compile(r"[^\W\d_]|\d[\"”″]")
"""What a value has that is more than a bare number."""
_CODE = re.compile(r"\bIP[X\d]\d[A-Z]?\b")
_IN_WORDS = frozenset(
    (
        "material", "water resistance", "certification", "assembly", "connector", "cleaning",
        "insulation", "power source", "storage", "bluetooth version", "operating system", "processor",
    )
)  # fmt: skip
"""Attributes that can be compared without a unit."""
_NO_ROW = frozenset(("connection",))
"""Attributes of which a listing has too many values for a row."""


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

    def repeats(self, other: "AttributeRow") -> bool:
        """True where it goes by the same name, or every cell of it is also the other's."""
        cells = zip(self.cells, other.cells, strict=True)
        return is_same(self.label, other.label) or all(
            own is None or (also is not None and own.text == also.text) for own, also in cells
        )

    @property
    def known(self) -> int:
        """For how many products there is something to say."""
        return sum(cell is not None for cell in self.cells)


def choose_rows(briefs: Sequence[Brief]) -> tuple[AttributeRow, ...]:
    """Exactly as many rows as a comparison has."""
    rows: list[AttributeRow] = []
    for row in _candidates(briefs):
        if len(rows) < ATTRIBUTES and not any(row.repeats(other) for other in rows):
            rows.append(row)
    spare = [row for row in _always_known(briefs) if all(row.label != other.label for other in rows)]
    return tuple([*rows, *spare][:ATTRIBUTES])


def _candidates(briefs: Sequence[Brief]) -> Iterator[AttributeRow]:
    asked = list(_asked(briefs))
    told_apart = [*(row for row in _listed(briefs) if not _repeats(row, asked)), *_reviewed(briefs)]
    yield from (row for row in asked if row.known)
    yield from sorted((row for row in told_apart if row.known == len(briefs)), key=_is_even)
    ratings, brand, *_ = _always_known(briefs)
    partly = sorted((row for row in told_apart if 1 < row.known < len(briefs)), key=_is_even)
    doubtful = [row for row in partly if _is_named_elsewhere(row, briefs)]
    spare = [row for row in (ratings, *partly, brand) if row not in doubtful and row.known > 1]
    yield from (*spare, *doubtful)
    yield from (row for row in asked if not row.known)


def _is_named_elsewhere(row: AttributeRow, briefs: Sequence[Brief]) -> bool:
    """True where a source of a product without a value names the attribute or a unit of it: N/A might be wrong."""
    units = {each.unit for cell in row.cells if cell for each in quantities_in(cell.text) if each.unit}
    words = stems_of(row.label) | {stem for cell in row.cells if cell for stem in stems_of(cell.text)}
    for brief in (brief for brief, cell in zip(briefs, row.cells, strict=True) if cell is None):
        texts = [source.text for source in brief.product.sources()]
        if any(words & stems_of(text) or units & {each.unit for each in quantities_in(text)} for text in texts):
            return True
    return False


def _always_known(briefs: Sequence[Brief]) -> Iterator[AttributeRow]:
    """Rows that can always be filled, for shortlists of which little is known."""
    titles = [whole(brief.product, "title", "title") for brief in briefs]
    kinds = [AttributeCell(capital(b.kind or b.name), "stated", t) for b, t in zip(briefs, titles, strict=True)]
    read = [AttributeCell(str(b.reviewers), "derived", t) for b, t in zip(briefs, titles, strict=True)]
    names = [AttributeCell(b.name, "stated", t) for b, t in zip(briefs, titles, strict=True)]
    yield AttributeRow("Number of Ratings", tuple(_source_cell(b, "rating", "rating_count") for b in briefs))
    yield AttributeRow(
        "Brand", tuple(_fact_cell([f for f in b.reading.facts if f.attribute == "brand"]) for b in briefs)
    )
    yield AttributeRow("Reviews Read", tuple(read))
    yield AttributeRow("Kind of Product", tuple(kinds))
    yield AttributeRow("Short Name", tuple(names))


def _source_cell(brief: Brief, kind: SourceKind, source_id: str) -> AttributeCell | None:
    evidence = whole(brief.product, kind, source_id)
    return AttributeCell(evidence[0].text, "stated", evidence) if evidence else None


def _repeats(row: AttributeRow, asked: Sequence[AttributeRow]) -> bool:
    """True where the listing's words in a row are, for most products, those that a need was answered with."""
    told = 0
    for place, cell in enumerate(row.cells):
        answered = [span for each in asked if (need := each.cells[place]) for span in need.evidence]
        told += cell is not None and (
            any(overlap(one, other) for one in answered for other in cell.evidence)
            or any(each.label.lower() in cell.text.lower() for each in asked)
        )
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
    """How a product answers a need, in a few words: what the listing says, then what reviews do.

    How many they are is not said: reading misses some.
    """
    value = figures_text(response) or _as_listed(listed_value(response, brief), response)
    said, back = response.quote(), response.objection()
    reported = reported_figures(response)
    match response.state:
        case "unknown":
            parts = [figures_text(response)]
        case _ if reported:
            parts = [value, f"reported: {reported}"]
        case "met":
            parts = [value] if value else [_with(f"yes ({who_says(response)})", said)]
            parts += (
                [_with(response.said_by("a review agrees", "reviews agree"), said)]
                if value and response.is_agreed
                else []
            )
            parts += [_with("but not for all", back)] if response.against else []
        case "missed":
            no = _with(f"no ({who_says(response)})", back)
            asked = f"{value} (you asked for {response.need.text})"
            parts = [no] if not value else [value, no] if response.against else [asked]
        case "disputed":
            parts = [value, _with(_differ(response), back)]
        case _:
            parts = [value, response.quote(LONGEST_QUOTE) or back]
    text = "; ".join(part for part in parts if part)
    kind: ClaimKind = "counted" if response.for_ or response.against else "stated"
    evidence = response.all_evidence
    return AttributeCell(capital(text), kind, evidence) if text else None


def _with(text: str, quotation: str) -> str:
    return f"{text}: {quotation}" if quotation else text


def who_says(response: Response) -> str:
    """Who says that a need is met or missed: "listing, reviews"."""
    spans = response.against if response.state == "missed" else response.for_
    who = response.said_by("a review", "reviews", against=response.state == "missed")
    return ", ".join(["listing"] * bool(response.listing) + [who] * bool(spans))


def _differ(response: Response) -> str:
    """Who differs over a need."""
    no = response.said_by("a review says no", "reviews say no", against=True)
    return "reviews differ" if response.for_ else f"the listing says yes, {no}" if response.listing else no


def reported_figures(response: Response) -> str:
    """What reviewers measured of a figure that is asked for: "30 mins to 6 hours"; empty where none did."""
    if not response.measured:
        return ""
    least, most = response.measured[0], response.measured[-1]
    return least.text if least.number == most.number else f"{least.text} to {most.text}"


def figures_text(response: Response) -> str:
    """What the listing measures of what a need is about: "8 hours / up to 32 hours"."""
    found = response.figures
    same = [fact for fact in found if fact.unit == found[0].unit]
    cells = [cell.text for cell in _figure_cells(same)[:_MOST_FIGURES]]
    return " / ".join([*cells[:1], *map(small, cells[1:])])


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
    return ""


def _listed(briefs: Sequence[Brief]) -> Iterator[AttributeRow]:
    """One row for each attribute of the listings: those of most products first, figures before words."""
    found: dict[str, list[list[Fact]]] = {}
    for place, brief in enumerate(briefs):
        for fact in brief.reading.facts:
            if (
                not fact.is_claim
                and fact.attribute.lower() not in _NO_ROW
                and (fact.unit or fact.attribute.lower() in _IN_WORDS)
            ):
                found.setdefault(fact.attribute.lower().replace("_", " "), [[] for _ in briefs])[place].append(fact)
    cells = {name: tuple(map(_fact_cell, facts)) for name, facts in found.items()}
    figures = {name: sum(any(fact.unit for fact in column) for column in facts) for name, facts in found.items()}
    for name in sorted(cells, key=lambda name: (-sum(map(bool, cells[name])), -figures[name])):
        yield AttributeRow(title_name(name), cells[name])


def _fact_cell(facts: Sequence[Fact]) -> AttributeCell | None:
    """The first figure of an attribute, else its first value."""
    is_in_words = any(fact.attribute.lower().endswith(tuple(_IN_WORDS)) for fact in facts)
    figures = _figure_cells(fact for fact in facts if fact.number is not None)
    if figures and not is_in_words:
        return figures[0]
    bare = next((fact for fact in facts if fact.number is not None and fact.unit is None), None)
    if bare is not None and is_in_words:
        code = _CODE.search(bare.value)
        return AttributeCell(code[0] if code else f"{bare.number:g}", "stated", (bare.evidence,))
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
        if fact.unit is None:
            continue
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
    """One row for each aspect that several reviewers of a product judge, what most speak of first."""
    names: dict[str, float] = {}
    for brief in briefs:
        for theme in brief.themes:
            if theme.name != "price" and (theme.is_praised or theme.is_blamed or theme.is_divided):
                names[theme.heading] = names.get(theme.heading, 0) + theme.likes + theme.dislikes
    rows = []
    for name in sorted(names, key=lambda name: (-names[name], name)):
        themes = [next((theme for theme in brief.themes if theme.heading == name), None) for brief in briefs]
        cells = [_theme_cell(theme, brief) if theme else None for theme, brief in zip(themes, briefs, strict=True)]
        rows.append(AttributeRow(title_name(name), tuple(cells)))
    # What is said of an aspect is worth more than that it is praised.
    yield from sorted(rows, key=lambda row: -sum("“" in cell.text for cell in row.cells if cell))


def _theme_cell(theme: Theme, brief: Brief) -> AttributeCell | None:
    """Whether reviewers like an aspect, with what one says of it; what one alone says is only quoted."""
    said = {side: next((voice.said for voice in brief.sayings_on(theme, side)), "") for side in _SIDES}
    if theme.is_praised or theme.is_blamed:
        side: Direction = "+" if theme.is_praised else "-"
        called = [q.text for q in brief.traits if q.direction == side and is_same(q.thing, theme.heading)]
        quotation = said[side] or next(iter(called), "")
        text = ("praised" if theme.is_praised else "criticised") + (f": {quotation}" if quotation else "")
    elif theme.is_divided and all(said.values()):
        text = f"reviewers differ: {said['+']}, but {said['-']}"
    else:
        text = said["+" if len(theme.liked) >= len(theme.disliked) else "-"]
    return AttributeCell(capital(text), "counted", theme.evidence) if text else None


def is_same(one: str, other: str) -> bool:
    """True where two headings name the same thing."""
    heads, others = ({word[:_ALIKE] for word in name.lower().split()} - _SMALL_WORDS for name in (one, other))
    return not heads.isdisjoint(others)


def _is_even(row: AttributeRow) -> bool:
    """True for the same value in all cells, which tells products apart less."""
    return len({cell.text.casefold() for cell in row.cells if cell}) == 1
