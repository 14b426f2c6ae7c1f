"""What a table's figures rank products by: weight, price, sound, time, room; and the words that speak of such ranks."""

from collections.abc import Iterator
from dataclasses import dataclass

from triptych.english.units import quantities_in
from triptych.english.wordings import Wording
from triptych.measures._analysis import Analysis


@dataclass(frozen=True, slots=True)
class Dimension:
    """Something that figures of a table measure, and the words that call for less or for more of it."""

    name: str
    labels: Wording
    """How its row is called."""
    units: frozenset[str]
    less: Wording
    """Words by which the smaller figure is the better or the further."""
    more: Wording
    """Words by which the larger figure is."""


def _dimension(name: str, labels: str, units: str, less: str, more: str) -> Dimension:
    patterns = [Wording(rf"\b(?:{words})\b") for words in (labels, less, more)]
    return Dimension(name, patterns[0], frozenset(units.split()), patterns[1], patterns[2])


_DIMENSIONS = (
    _dimension(
        "weight", r"\w*weight", "kg g lb oz", r"light(?:est|er)?(?: to carry)?|carry|portable", "heav(?:y|ier|iest)"
    ),
    _dimension(
        "noise", r"noise\w*|sound level|loudness", "db", "quiet(?:er|est)?|silent|not too loud", "loud(?:er|est)?"
    ),
    _dimension(
        "battery",
        r"battery[\w ]*|playtime[\w ()]*|runtime",
        "h",
        "(?:shortest|shorter|weakest) battery|battery (?:\\w+ )*(?:shortest|shorter)",
        r"(?:longest|longer|best)[\w -]*(?:battery|playtime)|battery (?:\w+ )*(?:longest|longer)|battery that lasts|"
        r"lasts? (?:the|a|all) (?:whole )?day|battery backup|last a day",
    ),
    _dimension("memory", r"ram[\w ]*|memory", "gb", "least (?:memory|ram)", "(?:most|more) (?:memory|ram)"),
    _dimension(
        "power", "power|motor|wattage", "w", "weak(?:er|est)", "(?:most|more) power(?:ful)?|strong(?:er|est) motor"
    ),
    _dimension("brightness", "brightness", "nits", "dim(?:mer|mest)?", "bright(?:er|est)?"),
)
_PRICE = Wording(r"\b(?:cheap(?:er|est)?|(?:lowest|lower) price|costs? (?:the )?least|least expensive)\b")
_FURTHEST = Wording(r"\b(?:most|least|\w{3,}est)\b")
_CLEARLY = 1.1
"""How many times a figure must be another's to be clearly more."""

Ranks = dict[str, dict[int, float]]
"""For each dimension the figure of each product."""


def ranks_of(analysis: Analysis) -> Ranks:
    """The figures that the table gives of each product."""
    found: Ranks = {}
    for row in analysis.table.attributes:
        dimension = next((one for one in _DIMENSIONS if one.labels.fullmatch(row.label.text.strip())), None)
        for place, cell in enumerate(row.cells if dimension else ()):
            product = analysis.columns[place] if place < len(analysis.columns) else None
            figures = [q.number for q in quantities_in(cell.text) if dimension and q.unit in dimension.units]
            if dimension and product is not None and figures:
                # Of what is claimed and what is found, the last is what reviewers found; a disk follows the memory.
                found.setdefault(dimension.name, {})[product] = figures[0 if dimension.name == "memory" else -1]
    for product, given in enumerate(analysis.case.products):
        price = given.final_price or given.base_price
        if price:
            found.setdefault("price", {})[product] = float(price.amount)
    return found


def is_denied(text: str, product: int, ranks: Ranks) -> bool:
    """True where a text calls a product the lightest, the cheapest … and the table's figures have another so."""
    if not _FURTHEST.search(text):
        return False
    return any(
        product in figures and any(_is_better(other, figures[product], sign) for other in figures.values())
        for figures, sign in _spoken_of(text, ranks)
    )


def standing(text: str, product: int, ranks: Ranks) -> float | None:
    """How a product does by figures on a need: 2 where none is clearly better, -2 where another is, None if unknown."""
    for figures, sign in _spoken_of(text, ranks):
        if product in figures and len(figures) > 1:
            return -2.0 if any(_is_better(other, figures[product], sign) for other in figures.values()) else 2.0
    return None


def units_asked(text: str) -> frozenset[str]:
    """The units in which a wish is answered: one for something light in kilograms, for something quiet in decibels."""
    asked = [one.units for one in _DIMENSIONS if one.less.search(text) or one.more.search(text)]
    return frozenset[str]().union(*asked)


def _spoken_of(text: str, ranks: Ranks) -> Iterator[tuple[dict[int, float], int]]:
    for dimension in _DIMENSIONS:
        if dimension.name in ranks:
            if dimension.less.search(text):
                yield ranks[dimension.name], -1
            elif dimension.more.search(text):
                yield ranks[dimension.name], 1
    if "price" in ranks and _PRICE.search(text):
        yield ranks["price"], -1


def _is_better(other: float, mine: float, sign: int) -> bool:
    return other > mine * _CLEARLY if sign > 0 else other * _CLEARLY < mine
