"""The facts of several products side by side, so that a table can compare them."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from triptych.english.units import Quantity, convert
from triptych.english.words import regular_lemma, word_set
from triptych.listing.attributes import label_of
from triptych.records import Fact

_MOST_WORDS = 5
_CASE = re.compile(r"\b(?:case|total|extra|additional)\b", re.IGNORECASE)
_SPELT_OUT = re.compile(r"DIY\s?\(?Do\s?It\s?Yourself\)?", re.IGNORECASE)
_SYMBOLS = {
    "w": "W", "v": "V", "hz": "Hz", "khz": "kHz", "mhz": "MHz", "ghz": "GHz", "l": "L", "mah": "mAh", "kb": "KB",
    "mb": "MB", "gb": "GB", "tb": "TB", "kw": "kW", "wh": "Wh", "kwh": "kWh", "db": "dB", "a": "A", "ma": "mA",
    "mbps": "Mbps", "gbps": "Gbps", "mp": "MP", "year": "years", "month": "months",
}  # fmt: skip
_EMPTY = word_set("item product description information info details detail name type level total net technology")


class AlignedAttribute(NamedTuple):
    """One attribute of several products."""

    attribute: str
    facts: tuple[tuple[Fact, ...], ...]
    """For each product what it states; nothing where its listing is silent."""
    unit: str | None
    """The unit of the numbers."""
    numbers: tuple[float | None, ...]
    """For each product its first figure in that unit."""

    @property
    def cells(self) -> tuple[str, ...]:
        """For each product what the cell of a table shows: "500 W", "8 h (32 h with case)", "IPX5"; else nothing."""
        return tuple(map(_cell, self.facts))

    @property
    def products(self) -> int:
        """How many of the products state it."""
        return sum(map(bool, self.facts))


def align_facts(products: Sequence[Sequence[Fact]]) -> tuple[AlignedAttribute, ...]:
    """What several listings state, attribute by attribute: first what most of them state."""
    rows: dict[str, list[list[Fact]]] = {}
    for place, facts in enumerate(products):
        for fact in facts:
            if not fact.is_claim:
                rows.setdefault(attribute_key(fact.attribute), [[] for _ in products])[place].append(fact)
    aligned: list[AlignedAttribute] = []
    for name, row in rows.items():
        unit = next((fact.unit for some in row for fact in some if fact.unit), None)
        numbers = tuple(_number(some, unit) for some in row)
        aligned.append(AlignedAttribute(name, tuple(map(tuple, row)), unit, numbers))
    return tuple(sorted(aligned, key=lambda row: -row.products))


def attribute_key(attribute: str) -> str:
    """The name under which an attribute is compared: "Item Weight" and "weight" are the same."""
    name = label_of(attribute)
    words = [word for word in name.lower().split() if word not in _EMPTY] or name.lower().split()
    plain = " ".join([*words[:-1], regular_lemma(words[-1], "N")]) if words else name.lower()
    return label_of(plain)


def _cell(facts: Sequence[Fact]) -> str:
    """The figures of an attribute, else its shortest value in few words."""
    figures = [fact for fact in facts if fact.number is not None and fact.unit]
    if figures:
        apart = [fact for fact in figures if _CASE.search(fact.evidence.text)]
        own = [fact for fact in figures if fact not in apart]
        total = max(apart or figures, key=lambda fact: fact.number or 0)
        first = own[0] if own else total
        more = f" ({_figure(total)} with case)" if apart and own and (total.number or 0) > (first.number or 0) else ""
        return _figure(first) + more
    plain = [fact.value for fact in facts if len(fact.value.split()) <= _MOST_WORDS]
    return _SPELT_OUT.sub("DIY", min(plain, key=lambda value: len(value.split()))) if plain else ""


def _figure(fact: Fact) -> str:
    return f"{fact.number:g} {_SYMBOLS.get(fact.unit or '', fact.unit)}"


def _number(facts: Sequence[Fact], unit: str | None) -> float | None:
    """The first figure that can be given in a unit."""
    for fact in facts:
        if fact.number is None or (fact.unit is None) != (unit is None):
            continue
        if unit is None:
            return fact.number
        found = convert(Quantity(fact.number, fact.unit, 0, 0), unit)
        if found:
            return found.number
    return None
