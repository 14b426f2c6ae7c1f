"""The facts of several products side by side, so that a table can compare them."""

from collections.abc import Sequence
from typing import NamedTuple

from triptych.english.stems import regular_lemma
from triptych.english.units import Quantity, convert
from triptych.english.words import word_set
from triptych.listing.attributes import label_of
from triptych.records import Fact

_EMPTY = word_set("item product description information info details detail name type level total net technology")


class AlignedAttribute(NamedTuple):
    """One attribute of several products."""

    attribute: str
    facts: tuple[tuple[Fact, ...], ...]
    """For each product what it states, firmest first; nothing where its listing is silent."""
    unit: str | None
    """The unit of the numbers."""
    numbers: tuple[float | None, ...]
    """For each product its first figure in that unit."""

    @property
    def products(self) -> int:
        """How many of the products state it."""
        return sum(map(bool, self.facts))


def align_facts(products: Sequence[Sequence[Fact]], *, with_claims: bool = False) -> tuple[AlignedAttribute, ...]:
    """What several listings state, attribute by attribute: first what most of them state."""
    rows: dict[str, list[list[Fact]]] = {}
    for place, facts in enumerate(products):
        for fact in facts:
            if with_claims or not fact.is_claim:
                rows.setdefault(attribute_key(fact.attribute), [[] for _ in products])[place].append(fact)
    aligned = [_aligned(name, row) for name, row in rows.items()]
    return tuple(sorted(aligned, key=lambda row: -row.products))


def attribute_key(attribute: str) -> str:
    """The name under which an attribute is compared: "Item Weight" and "weight" are the same."""
    name = label_of(attribute)
    words = [word for word in name.lower().split() if word not in _EMPTY] or name.lower().split()
    plain = " ".join([*words[:-1], regular_lemma(words[-1], "N")]) if words else name.lower()
    return label_of(plain)


def _aligned(name: str, row: list[list[Fact]]) -> AlignedAttribute:
    facts = tuple(tuple(sorted(some, key=lambda fact: fact.is_claim)) for some in row)
    unit = next((fact.unit for some in facts for fact in some if fact.unit), None)
    return AlignedAttribute(name, facts, unit, tuple(_number(some, unit) for some in facts))


def _number(facts: tuple[Fact, ...], unit: str | None) -> float | None:
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
