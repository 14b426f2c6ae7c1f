"""What the listings of several products state, attribute by attribute, so that a table can compare them."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from typing import NamedTuple, get_args

from triptych.english.units import Quantity, convert, quantities_in, units
from triptych.listing.lists import listed_words, pattern
from triptych.listing.statements import ListedValue, Sort, bound_of, figures_of, values_of
from triptych.records import Evidence, Fact, Product

_MOST_VALUES = 3
_MANY = 3
"""So many figures of one thing in one place are a range."""
_DIGITS = re.compile(r"\d+(?:\.\d+)?")
_SIZES = frozenset(("screen size", "length"))
_SORTS = get_args(Sort)
_COUNT = re.compile(r"(\d+\+?|one|two|three|four|five|six|eight|ten)[\s-]+[a-z][^\d,]+", re.IGNORECASE)


class AlignedCell(NamedTuple):
    """What a table shows of one attribute of one product, and where the listing states it."""

    text: str
    evidence: tuple[Evidence, ...]


class AlignedAttribute(NamedTuple):
    """One attribute of several products."""

    attribute: str
    sort: Sort
    cells: tuple[AlignedCell | None, ...]
    """One for each product; None where its listing is silent."""

    @property
    def prominence(self) -> int:
        """How many listings state it in the title or in a specification, where sellers put what matters."""
        told = [{place.source for place in cell.evidence} for cell in self.cells if cell]
        return sum(not places.isdisjoint(("title", "specification")) for places in told)

    @property
    def is_dull(self) -> bool:
        """True for what few choose by."""
        return bool(pattern("dull").fullmatch(self.attribute))


def align_listings(products: Sequence[Product]) -> tuple[AlignedAttribute, ...]:
    """What the listings state, figures first, then values in words."""
    rows: dict[str, list[list[ListedValue]]] = {}
    for place, product in enumerate(products):
        for value in values_of(product):
            if any(map(str.isalpha, value.attribute)) and not pattern("placeholder").fullmatch(value.attribute):
                rows.setdefault(value.attribute, [[] for _ in products])[place].append(value)
    for name in rows.keys() & _SIZES:
        # Who sells a screen as a pad gives a mere size.
        bare = rows.get("size", [[] for _ in products])
        rows[name] = [own or other for own, other in zip(rows[name], bare, strict=True)]
    aligned = [
        AlignedAttribute(name, min((value.sort for column in row for value in column), key=_SORTS.index), _cells(row))
        for name, row in rows.items()
    ]
    return tuple(sorted(aligned, key=lambda row: (row.is_dull, _SORTS.index(row.sort), -row.prominence)))


def show_figures(facts: Sequence[Fact]) -> str:
    """The figures of facts, those in the first one's unit, as a cell shows them: "8 h, 32 h with case"."""
    unit = facts[0].unit if facts else None
    cell = _figure_cell([value for fact in facts for value in figures_of(fact.evidence, unit)], unit) if unit else None
    return cell.text if cell else ""


def figure_in(text: str, unit: str) -> str:
    """The first figure of a text that measures what a unit does, best in that unit: "up to 4 h"; else nothing."""
    found = [each for each in quantities_in(text) if convert(each, unit)]
    best = min(found, key=lambda each: each.unit != unit, default=None)
    return _show(best, bound_of(text, best.start, best.end)) if best else ""


def _cells(row: Sequence[Sequence[ListedValue]]) -> tuple[AlignedCell | None, ...]:
    units = [dict.fromkeys(value.quantity.unit for value in column if value.quantity) for column in row]
    used = Counter(filter(None, chain.from_iterable(units)))
    unit = used.most_common(1)[0][0] if used else None
    return tuple(_figure_cell(column, unit) if unit else _word_cell(column) for column in row)


def _word_cell(column: Sequence[ListedValue]) -> AlignedCell | None:
    """Each value once; codes and counts before words, and of a single count the number."""
    codes = [value for value in column if pattern("code").fullmatch(value.text)]
    if not codes and not any(value.sort == "value" for value in column):
        codes = [value for value in column if value.sort == "count"]
    chosen: dict[frozenset[str], ListedValue] = {}
    for value in codes or column:
        words = frozenset(value.text.lower().replace("-", " ").split())
        if not any(words <= other for other in chosen):
            chosen = {other: kept for other, kept in chosen.items() if not other <= words} | {words: value}
    kept = list(chosen.values())[:_MOST_VALUES]
    counts = [_COUNT.fullmatch(value.text) for value in kept if value.sort == "count"]
    numbers = {found[1] if found else "" for found in counts}
    return _cell(numbers.pop() if len(numbers) == 1 and all(numbers) else ", ".join(value.text for value in kept), kept)


def _figure_cell(column: Sequence[ListedValue], unit: str) -> AlignedCell | None:
    """All figures with what each is of; of several of the whole that different places give, the first."""
    found: dict[tuple[float, float | None], ListedValue] = {}
    for value in column:
        if value.quantity and convert(value.quantity, unit):
            key = value.quantity.number, value.quantity.low
            if key not in found or (value.part and not found[key].part):
                found[key] = value
    plain = [value for value in found.values() if not value.part]
    same = [value for value in plain if value.evidence.source_id == plain[0].evidence.source_id]
    here = [value for value in same if value.quantity and value.quantity.unit == unit]
    if len(here) >= _MANY:
        least, most = (end(here, key=_amount).quantity for end in (min, max))
        return _cell(_show(replace(most, low=least.number), ""), here) if least and most else None
    chosen = sorted([*plain[:1], *(value for value in found.values() if value.part)][:_MOST_VALUES], key=_amount)
    shown = [f"{_shown(value)} {value.part if len(chosen) > 1 else ''}".strip() for value in chosen]
    return _cell(", ".join(shown), chosen)


def _cell(text: str, values: Sequence[ListedValue]) -> AlignedCell | None:
    return AlignedCell(text[:1].upper() + text[1:], tuple(value.evidence for value in values)) if values else None


def _amount(value: ListedValue) -> float:
    """How much it is, whatever the unit."""
    quantity = value.quantity
    return quantity.number * units()[quantity.unit].factor if quantity and quantity.unit else 0.0


def _shown(value: ListedValue) -> str:
    """A figure in the digits of the listing: feet and inches stay what they are."""
    quantity = value.quantity
    if quantity is None or not {f"{n:.10g}" for n in (quantity.number, quantity.low) if n is not None} <= set(
        _DIGITS.findall(value.evidence.text.replace(",", ""))
    ):
        return value.text
    return _show(quantity, value.bound, value.more)


def _show(quantity: Quantity, bound: str, more: str = "") -> str:
    """A figure as a cell shows it: "up to 8 h", "0.5 to 3 A"."""
    symbols = {symbol.lower().strip("°"): symbol for symbol in listed_words("symbols")}
    unit = symbols.get(quantity.unit or "", quantity.unit)
    plural = "s" if unit in listed_words("spelt units") and quantity.number != 1 else ""
    low = "" if quantity.low is None else f"{round(quantity.low, 4):.10g} to "
    return f"{bound}{low}{round(quantity.number, 4):.10g}{more} {unit}{plural}"
