"""Figures of a text and of its sources: numbers with units, prices, ratings, counts of reviewers."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import isclose
from typing import Literal

from triptych.english.languages import bare_words
from triptych.english.number_words import NUMBER_WORDS
from triptych.english.units import Quantity, convert, quantities_in, same_dimension
from triptych.english.wordings import Wording
from triptych.measures._sources import ProductSources
from triptych.records import Case, Product

FigureKind = Literal["price", "rating", "count", "measure", "plain"]
# Runs of digits are bounded, so that no text takes more than linear time.
_MONEY = Wording(
    r"(?:(?:[$₹€£¥]|\b(?:rs|inr|usd|eur|gbp)\.?)\s?(?P<before>\d[\d,]{0,30}(?:\.\d{1,30})?)(?P<times>k\b)?)"
    r"|(?P<after>\d[\d,]{0,30}(?:\.\d{1,30})?)\s?(?:rupees?|dollars?|bucks|euros?|inr|usd)\b",
)
_ROUNDED = 0.02
_NUMBER = re.compile(r"(?<![\w.])\d[\d,]*(?:\.\d+)?(?:k\b)?")
_THOUSANDS = re.compile(r"(?<![\w.])(\d[\d,]*(?:\.\d+)?)[kK]\b")
_ANY_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
_RATING = Wording(
    r"(?:\brat(?:ing|ed|es?)\b[^.;|]{0,40}?(?P<after>[1-5](?:\.\d+)?)(?!\d|\.\d|[^\W\d])"
    r"|(?P<before>[1-5](?:\.\d+)?)\s?(?:/\s?5\b|stars?\b|out of (?:5|five)\b))",
)
PEOPLE = (
    r"(?:reviewers?|users?|buyers?|customers?|owners?|people|persons?|reviews?|ratings?|runners?|others?|students?|"
    r"shoppers?|of them|reports?|complaints?|pairs|units|individuals|those|wearers?|say|says|praise|"
    r"complain|report|like|"
    r"find|found|mention|call|note|confirm|love|dislike|had|have|felt|feel|describe|enjoy|mind|smell|hear|saw|wanted?|need)"
)
_COUNT_AFTER = Wording(rf"\s*(?:(?:\w+\s+)?{PEOPLE}\b|(?:out )?of (?:the |its )?\d+\b)")
_COUNT_BEFORE = re.compile(r"\b(?:for|of|to|by|among|says?|against)\s*$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Figure:
    """A number that a text states."""

    number: float
    unit: str | None
    kind: FigureKind
    start: int
    end: int


@lru_cache(maxsize=1024)
def figures_in(text: str) -> tuple[Figure, ...]:
    """The figures of a text, each once; small numbers in words count only with a unit."""
    return tuple(_figures_in(text))


def _figures_in(text: str) -> Iterator[Figure]:
    taken = bytearray(len(text))
    # Only measures are told in words.
    has_digits = _ANY_NUMBER.search(text) is not None
    for match in _MONEY.finditer(text) if has_digits else ():
        number = _value(match["before"] or match["after"]) * (1000 if match["times"] else 1)
        _take(match.span(), taken)
        yield Figure(number, None, "price", *match.span())
    for match in _RATING.finditer(text) if has_digits else ():
        group = "after" if match["after"] else "before"
        if not _overlaps(match.span(group), taken):
            _take(match.span(group), taken)
            yield Figure(float(match[group]), None, "rating", *match.span(group))
    for quantity in quantities_in(text):
        span = quantity.start, quantity.end
        if _overlaps(span, taken):
            continue
        digits = text[quantity.start].isdigit()
        if quantity.unit:
            _take(span, taken)
            yield Figure(quantity.number, quantity.unit, "measure", *span)
        elif digits and _is_count(text, *span):
            _take(span, taken)
            yield Figure(quantity.number, None, "count", *span)
        elif digits:
            _take(span, taken)
            yield Figure(quantity.number, None, "plain", *span)
    for match in _NUMBER.finditer(text) if has_digits else ():
        if not _overlaps(match.span(), taken):
            times = 1000 if match.group().lower().endswith("k") else 1
            yield Figure(_value(match.group().rstrip("kK")) * times, None, "plain", *match.span())


def _is_count(text: str, start: int, end: int) -> bool:
    return bool(_COUNT_AFTER.match(text, end)) or bool(_COUNT_BEFORE.search(text[max(0, start - 8) : start]))


def _value(written: str) -> float:
    return float(written.replace(",", "").rstrip(".") or 0)


def _take(span: tuple[int, int], taken: bytearray) -> None:
    taken[slice(*span)] = b"\1" * (span[1] - span[0])


def _overlaps(span: tuple[int, int], taken: bytearray) -> bool:
    return 1 in taken[slice(*span)]


def _is_same(figure: Figure, number: float, unit: str) -> bool:
    """True for a measure in another unit that comes to the same, as rounded: 90 minutes and 1.5 hours."""
    if unit == figure.unit or not same_dimension(unit, figure.unit):
        return False
    given = convert(Quantity(number, unit, 0, 0), figure.unit or "")
    return given is not None and isclose(given.number, figure.number, rel_tol=_ROUNDED)


@dataclass(frozen=True, slots=True)
class KnownFigures:
    """All numbers that the sources of some products and the query give, and what follows from their prices."""

    prices: frozenset[float]
    ratings: frozenset[float]
    measures: frozenset[tuple[float, str]]
    numbers: frozenset[float]

    def bears_out(self, figure: Figure) -> bool:
        """True for a figure that is given, or follows from those that are."""
        if figure.kind == "price":
            return figure.number in self.prices or figure.number in self.numbers
        if figure.kind == "rating":
            return figure.number in self.ratings or (not self.ratings and figure.number in self.numbers)
        if figure.kind == "measure" and figure.unit:
            return (
                (figure.number, figure.unit) in self.measures
                or (figure.number in self.numbers and not any(u == figure.unit for _, u in self.measures))
                or (figure.number, "") in self.measures
                or any(_is_same(figure, *measure) for measure in self.measures)
            )
        return figure.number in self.numbers or figure.number in self.prices


def known_figures(case: Case, all_sources: Sequence[ProductSources]) -> KnownFigures:
    """The figures that bear out what a text says of these products."""
    told = [_told_figures(sources) for sources in all_sources] + [_figures_of([case.query or ""])]
    ratings = {rating for s in all_sources if (rating := s.product.average_rating) is not None}
    return KnownFigures(
        _prices([sources.product for sources in all_sources], case.query or ""),
        frozenset({*ratings, 5.0}) if ratings else frozenset(),
        frozenset[tuple[float, str]]().union(*(measures for measures, _ in told)),
        frozenset(ratings).union(*(numbers for _, numbers in told)),
    )


Told = tuple[frozenset[tuple[float, str]], frozenset[float]]
"""Numbers with their units, and all numbers."""


def _told_figures(sources: ProductSources) -> Told:
    """The figures of a product's sources, found once."""
    if sources.figures is None:
        texts = [source.text for source in sources.sources]
        texts += [f"{name} {value}" for name, value in sources.product.specifications.items()]
        sources.figures = _figures_of(texts)
    return sources.figures


def _figures_of(texts: Sequence[str]) -> Told:
    measures: set[tuple[float, str]] = set()
    numbers: set[float] = set()
    for text in texts:
        numbers.update(_value(found) for found in _ANY_NUMBER.findall(text))
        numbers.update(float(NUMBER_WORDS[word]) for word in bare_words(text) if word in NUMBER_WORDS)
        numbers.update(1000 * _value(found) for found in _THOUSANDS.findall(text))
        for found in quantities_in(text):
            ends = [number for number in (found.low, found.number) if number is not None]
            numbers.update(ends)
            measures.update((number, found.unit or "") for number in ends)
        numbers.update(_value(m["before"] or m["after"]) * (1000 if m["times"] else 1) for m in _MONEY.finditer(text))
    return frozenset(measures), frozenset(numbers)


def _prices(products: Sequence[Product], query: str) -> frozenset[float]:
    """The prices, their differences, and what they save or exceed a limit by."""
    given = [float(p.amount) for product in products for p in (product.base_price, product.final_price) if p]
    limits = [_value(found) for found in _ANY_NUMBER.findall(query)]
    known = set(given)
    known.update(round(abs(a - b), 2) for a, b in combinations(given, 2))
    known.update(round(abs(price - limit), 2) for price in given for limit in limits)
    known.update(round((base - final) / base * 100) for base in given for final in given if base > final)
    return frozenset(known)
