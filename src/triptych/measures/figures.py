"""Prices, ratings, measures and other numbers of the text, checked digit by digit against the sources."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import isclose
from typing import Literal, NamedTuple

from triptych.english.languages import bare_words
from triptych.english.units import NUMBER_WORDS, Quantity, convert, quantities_in
from triptych.measures._analysis import Analysis, Measured, bad, growing
from triptych.measures._sources import ProductSources
from triptych.measures._text import Piece, wording
from triptych.records import Product

FigureKind = Literal["price", "rating", "count", "measure", "plain"]
_NUMBER = re.compile(r"(?<![\w.])\d[\d,]*(?:\.\d+)?(?:k\b)?")
_THOUSANDS = re.compile(r"(?<![\w.])(\d[\d,]*(?:\.\d+)?)[kK]\b")
_ANY_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
_CODE = re.compile(r"\b([A-Z]{2,5})(\d{1,3})\b")
_ROUNDED = 0.02
_MOST_SMALL = 3
"""Numbers up to this that measure nothing are no figures: "the two", "all 3"."""
_MOST_NOTES = 8
_SHORT_UNIT = 2


@dataclass(frozen=True, slots=True)
class Figures(Measured):
    """How the figures fit; the value is the share that the sources give."""

    wrong: float = bad()
    """How many do not, each once."""


class Figure(NamedTuple):
    """A number that a text states."""

    number: float
    unit: str | None
    kind: FigureKind
    start: int
    end: int


class _Checked(NamedTuple):
    number: float
    note: str
    is_right: bool


def measure(analysis: Analysis) -> Figures:
    """The share of figures that the sources give; the same wrong figure counts once."""
    cells = _cells(analysis) if analysis.case.task == "comparison" else ()
    checked = [*cells, *_stated(analysis), *_ratings(analysis), *_codes(analysis)]
    wrong = {one.number: one for one in reversed(checked) if not one.is_right}
    right = sum(one.is_right for one in checked)
    notes = [f"{right} of {len(checked)} figures agree with the sources."] if checked else ["It states no figure."]
    notes += [f"{n}. {one.note}" for n, one in enumerate(reversed(wrong.values()), start=1) if n <= _MOST_NOTES]
    share, certainty = right / len(checked) if checked else 1.0, min(1.0, 0.5 + len(checked) / 8)
    return Figures(share, tuple(notes), certainty=certainty, wrong=growing(len(wrong), 2.0))


@lru_cache(maxsize=1024)
def figures_in(text: str) -> tuple[Figure, ...]:
    """The figures of a text; where two overlap, the one that says more."""
    taken = bytearray(len(text))
    found: list[Figure] = []
    for figure in _readings(text):
        if 1 not in taken[figure.start : figure.end]:
            taken[figure.start : figure.end] = b"\1" * (figure.end - figure.start)
            found.append(figure)
    return tuple(found)


def _readings(text: str) -> Iterator[Figure]:
    """All that digits may be read as, what says most first; small numbers in words count only with a unit."""
    # Only measures are told in words.
    has_digits = _ANY_NUMBER.search(text) is not None
    for match in wording("money").finditer(text) if has_digits else ():
        yield Figure(_money_of(match), None, "price", *match.span())
    for match in wording("rating").finditer(text) if has_digits else ():
        group = "after" if match["after"] else "before"
        yield Figure(float(match[group]), None, "rating", *match.span(group))
    for quantity in quantities_in(text):
        if quantity.unit or text[quantity.start].isdigit():
            before = text[max(0, quantity.start - 8) : quantity.start]
            is_count = wording("count_after").match(text, quantity.end) or wording("count_before").search(before)
            kind: FigureKind = "measure" if quantity.unit else "count" if is_count else "plain"
            yield Figure(quantity.number, quantity.unit, kind, quantity.start, quantity.end)
    for match in _NUMBER.finditer(text) if has_digits else ():
        times = 1000 if match.group().lower().endswith("k") else 1
        yield Figure(_value(match.group().rstrip("kK")) * times, None, "plain", *match.span())


def _money_of(match: re.Match[str]) -> float:
    return _value(match["before"] or match["after"]) * (1000 if match["times"] else 1)


def _value(written: str) -> float:
    if re.fullmatch(r"\d{1,3},\d\d", written):
        return float(written.replace(",", "."))
    return float(written.replace(",", "").rstrip(".") or 0)


class KnownFigures(NamedTuple):
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


def _is_same(figure: Figure, number: float, unit: str) -> bool:
    """True for a measure in another unit that comes to the same, as rounded: 90 minutes and 1.5 hours."""
    given = None if unit == figure.unit else convert(Quantity(number, unit, 0, 0), figure.unit or "")
    return given is not None and isclose(given.number, figure.number, rel_tol=_ROUNDED)


def wrong_figures(text: str, known: KnownFigures) -> list[Figure]:
    """The figures of a text that no source gives; counts of people are for `counts`."""
    return [figure for figure in figures_in(text) if _is_checked(figure) and not known.bears_out(figure)]


def _is_checked(figure: Figure) -> bool:
    return figure.kind != "count" and not (figure.kind == "plain" and figure.number <= _MOST_SMALL)


def known_for(analysis: Analysis, piece: Piece) -> KnownFigures:
    """The figures that bear out a piece: a verdict sets products against each other, so its may be any product's."""
    return _known(analysis, piece.product if piece.is_cell else None)


# Asked for by two measures, claim by claim; only the last case is kept.
@lru_cache(maxsize=8)
def _known(analysis: Analysis, product: int | None) -> KnownFigures:
    all_sources = analysis.sources if product is None else (analysis.sources[product],)
    query = analysis.case.query or ""
    told = [_told_figures(sources) for sources in all_sources] + [_figures_of([query])]
    ratings = {rating for s in all_sources if (rating := s.product.average_rating) is not None}
    return KnownFigures(
        _prices([sources.product for sources in all_sources], query),
        frozenset({*ratings, 5.0}) if ratings else frozenset(),
        frozenset[tuple[float, str]]().union(*(measures for measures, _ in told)),
        frozenset(ratings).union(*(numbers for _, numbers in told)),
    )


Told = tuple[frozenset[tuple[float, str]], frozenset[float]]
"""Numbers with their units, and all numbers."""


# The same for all texts about a product.
@lru_cache(maxsize=8)
def _told_figures(sources: ProductSources) -> Told:
    """The figures of a product's sources."""
    specifications = [f"{name} {value}" for name, value in sources.product.specifications.items()]
    return _figures_of([*(source.text for source in sources.sources), *specifications])


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
        numbers.update(_money_of(match) for match in wording("money").finditer(text))
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


def _stated(analysis: Analysis) -> Iterator[_Checked]:
    for piece in analysis.pieces:
        known = known_for(analysis, piece)
        for figure in filter(_is_checked, figures_in(piece.text)):
            around = piece.text[max(0, figure.start - 25) : figure.end + 15].strip()
            unit = " " * (len(figure.unit or "") > _SHORT_UNIT) + (figure.unit or "")
            note = f"“{figure.number:g}{unit}” ({around}) is in no source."
            yield _Checked(figure.number, note, known.bears_out(figure))


def _ratings(analysis: Analysis) -> Iterator[_Checked]:
    """How many ratings a text says that its product has."""
    for piece in analysis.pieces:
        if piece.product is None:
            continue
        product = analysis.case.products[piece.product]
        for match in wording("rating_count").finditer(piece.text) if product.rating_count is not None else ():
            said, note = _value(match["number"]), f"“{match.group()}”: there are {product.rating_count}."
            yield _Checked(said, note, said in (product.rating_count, len(product.reviews)))


def _codes(analysis: Analysis) -> list[_Checked]:
    """Names of a standard or grade, such as IPX5, where the sources have one of the same kind."""
    known = {code for sources in analysis.sources for source in sources.sources for code in _CODE.findall(source.text)}
    known |= set(_CODE.findall(analysis.case.query or ""))
    kinds = {letters for letters, _ in known}
    told = dict.fromkeys(code for piece in analysis.pieces for code in _CODE.findall(piece.text))
    return [
        _Checked(float(digits), f"“{letters}{digits}” is in no source.", (letters, digits) in known)
        for letters, digits in told
        if letters in kinds
    ]


def _cells(analysis: Analysis) -> Iterator[_Checked]:
    """The price and rating cells, each against its own product."""
    for column, number in zip(analysis.table.columns, analysis.columns, strict=True):
        if number is None:
            continue
        product, name = analysis.case.products[number], column.title[:30]
        prices = {"Base Price": (column.base_price, product.base_price)}
        prices["Final Price"] = (column.final_price, product.final_price)
        for label, (said, known) in prices.items():
            if said is not None:
                currencies = {said.currency, known and known.currency} - {None}
                right = known is not None and said.amount == known.amount and len(currencies) < 2
                given = f"it is {known.amount}" if known else "the sources give none"
                yield _Checked(float(said.amount), f"{label} {said.amount} of {name}: {given}.", right)
        if (rating := column.average_rating) is not None:
            right = product.average_rating is not None and abs(rating - product.average_rating) < 1e-9
            yield _Checked(rating, f"Average Rating {rating:g} of {name}: it is {product.average_rating}.", right)
