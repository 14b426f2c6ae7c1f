"""Numbers in digits and in words, with their units, as makers print them and as people write them; conversion."""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from importlib.resources import files
from typing import NamedTuple

from triptych.english.wordings import lowered

_ONES = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_MULTIPLES = {"dozen": 12, "hundred": 100}
_LARGE = {"thousand": 1000, "lakh": 100_000, "million": 1_000_000, "crore": 10_000_000}
_PHRASES = {
    "half a dozen": 6.0, "half a": 0.5, "half an": 0.5, "a couple of": 2.0, "a couple": 2.0, "couple of": 2.0,
    "couple": 2.0, "a pair of": 2.0, "a single": 1.0,
}  # fmt: skip

NUMBER_WORDS: dict[str, int] = {
    **{word: number for number, word in enumerate(_ONES)},
    **{word: 10 * number for number, word in enumerate(_TENS, start=2)},
    **_MULTIPLES,
    **_LARGE,
}
"""Single words and the whole numbers they mean."""

_SMALL = rf"(?:(?:{'|'.join(_TENS)})(?:[- ](?:{'|'.join(_ONES[1:10])}))?|{'|'.join(reversed(_ONES))})\b"
_BIG = rf"(?:{'|'.join((*_MULTIPLES, *_LARGE))})\b"
SPELT_NUMBER = rf"(?:{_SMALL}|an?(?= {_BIG}))(?: {_BIG}(?:(?: and)? {_SMALL})?)*(?: and a half\b)?"
"""Pattern of a number in lower-case words: "two", "twenty-five", "a hundred and ten", "one and a half"."""


def number_of(written: str) -> float | None:
    """The value of a number in digits or words, None for anything else."""
    written = written.strip().lower()
    if written in _PHRASES:
        return _PHRASES[written]
    if re.fullmatch(r"\d{1,15}(?:,\d{2,3})*(?:\.\d{1,9})?", written):
        return float(written.replace(",", ""))
    if not re.fullmatch(SPELT_NUMBER, written):
        return None
    words = written.removesuffix(" and a half")
    half = 0.5 if words != written else 0.0
    total = current = 0
    for word in re.split(r"[- ]", words):
        if word in _LARGE:
            total, current = total + (current or 1) * _LARGE[word], 0
        elif word in _MULTIPLES:
            current = (current or 1) * _MULTIPLES[word]
        else:
            current += NUMBER_WORDS.get(word, 0)
    return total + current + half


def spell(number: int) -> str:
    """A whole number in words below 100, else in digits: "twenty-five", "1,200"."""
    if not 0 <= number < 100:
        return f"{number:,}"
    if number < len(_ONES):
        return _ONES[number]
    tens, ones = _TENS[number // 10 - 2], number % 10
    return f"{tens}-{_ONES[ones]}" if ones else tens


class Unit(NamedTuple):
    """A unit: what it measures, what one of it is in the dimension's base unit, and the base's value at its zero."""

    dimension: str
    factor: float
    names: str
    zero: float = 0.0


@cache
def units() -> dict[str, Unit]:
    """Units by the name that a `Quantity` gives them."""
    table = tomllib.loads(files("triptych.english").joinpath("data/units.toml").read_text(encoding="utf-8"))
    return {name: Unit(dimension, *entry) for dimension, some in table.items() for name, entry in some.items()}


@cache
def _unit_names() -> dict[str, str]:
    """Every name of a unit, and the unit."""
    return {name.replace("_", " "): unit for unit, entry in units().items() for name in entry.names.split()}


@cache
def unit_pattern() -> str:
    """Pattern of the lower-case names of units that behind a number mean nothing else."""
    names = map(re.escape, _unit_names().keys() - _DOUBTFUL)
    return "|".join(sorted(names, key=lambda name: (-len(name), name)))


def with_numbers(pattern: str) -> str:
    """A pattern in which `%number%` stands for a number in words and `%units%` for the names of units."""
    told = pattern.replace("%number%", SPELT_NUMBER)
    return told.replace("%units%", unit_pattern()) if "%units%" in told else told


@cache
def _unit_behind() -> re.Pattern[str]:
    """Pattern of a unit behind a number."""
    names = "|".join(sorted(map(re.escape, _unit_names()), key=len, reverse=True))
    # "12V3A" are two.
    ending = r"(?:(?<=\W)|(?![a-z0-9²³])|(?<=\d[vwa])(?=\d+(?:\.\d+)?[vwa]))"
    return re.compile(rf"\s?-?\s?(?P<name>{names}){ending}")


_DOUBTFUL = frozenset(("in", "a", "s", "m", "mi", "bar", "second", '"', "″", "”"))
_FLUID = "fl oz"
_MIXED = {("ft", "in"): 12, ("h", "min"): 60, ("min", "s"): 60, ("lb", "oz"): 16}
"""Units that give one quantity together, "5 ft 2 in", and how many of the second make one of the first."""
_SIDES = frozenset(("length", "pixels"))
"""Every side of "30 x 20 cm" is in cm, but "2 x 5 W" is two of 5 W."""
_FRACTIONS = {"½": 0.5, "¼": 0.25, "¾": 0.75, "⅓": 1 / 3, "⅔": 2 / 3}

_NUMBER = re.compile(
    # The head spares the inside of words and the words that begin no number the rest.
    r"(?=[\d.½¼¾⅓⅔ a-z])(?:(?<![\w.'’/])|(?<=[xvwa/])(?:(?<=\d[xvwa])|(?<=[a-z]/)))(?:"
    r"(?P<rough>(?:\d{1,3}[ -])?\d/\d{1,2}(?![\d/])|\d{0,3} ?[½¼¾⅓⅔]|half an?(?! dozen)\b|(?:a )?couple(?: of)?\b"
    r"|an?(?= \w+ and a half\b))"
    r"|(?P<digits>(?:\d{1,12}(?:,\d{2,3})*(?:\.\d{1,6})?|\.\d{1,6})(?: and a half\b)?)(?!\d|[.,]\d)"
    rf"|(?P<words>half a dozen\b|{SPELT_NUMBER}))"
)
_TO = re.compile(r"\s?(?:-|–|—|~|to\b|or\b|(?P<and>and\b))\s?")
_TIMES = re.compile(r"\s?(?:x|×|\*|by)\s?(?=\d)")
_HEIGHT = re.compile(r"(\d)['’′]\s?(\d{1,2})(?!\d)(?:\s?(?:\"|″|”|''|’’|in(?:ch(?:es)?)?\b))?")
_WORD_NEXT = re.compile(r"\s?\w")
_AND_A_HALF = re.compile(r" and a half\b")
_BEFORE_SECOND_UNIT = re.compile(r"(?:,|\s?and)?\s?(?=\d)")
_AFTER_INCHES = re.compile(
    r"\.?\s*(?:$|[^\w\s-]|(?:x|by|to|or|tall|wide|long|high|deep|thick|display|screen|monitor|tv|laptop|tablet)\b)"
)
_AFTER_GENERATION = re.compile(
    r"[\s-]?(?:(?:smart)?phones?|mobiles?|networks?|ready|connect\w*|signal|sim|bands?|speeds?|internet|data|support\w*|"
    r"enabled|lte|volte|wi-?fi|service|coverage|modem|compatible)\b"
)
_AFTER_MILLIONS = re.compile(r"\s?(?:users|people|views|downloads|customers|subscribers|followers|sold|ratings)\b")


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number, its unit where it has one, and its place in a text."""

    number: float
    """Of a range the upper end, which is what makers promise."""
    unit: str | None
    start: int
    end: int
    text: str = ""
    """As written."""
    low: float | None = None
    """The lower end of a range, in the same unit."""


def quantities_in(text: str, start: int = 0, end: int | None = None) -> Iterator[Quantity]:
    """The quantities of a text, in order; a range is one, and so is "5 ft 2 in"."""
    return iter(_quantities(text, start, end))


@lru_cache(maxsize=1024)
def _quantities(text: str, start: int, end: int | None) -> tuple[Quantity, ...]:
    reader, at, all_found = _Reader(text[:end]), start, list[Quantity]()
    while found := _NUMBER.search(reader.lower, at):
        at = found.end()
        if quantity := reader.quantity(found):
            all_found.append(reader.range_from(quantity))
            at = all_found[-1].end
    return tuple(all_found)


def convert(quantity: Quantity, unit: str) -> Quantity | None:
    """The same quantity in another unit, None where that measures something else; "oz" may be a weight or a volume."""
    own, target, known = quantity.unit, unit, units()
    if own not in known or target not in known:
        return None
    if "oz" in (own, target) and known[own].dimension != known[target].dimension:
        own, target = (_FLUID if name == "oz" else name for name in (own, target))
    one, other = known[own], known[target]
    if one.dimension != other.dimension:
        return None

    def value(number: float) -> float:
        return (number * one.factor + one.zero - other.zero) / other.factor if own != target else number

    low = None if quantity.low is None else value(quantity.low)
    return replace(quantity, number=value(quantity.number), unit=unit, low=low)


def is_unit(word: str) -> bool:
    """True for the name of a unit: "hours"."""
    return word in _unit_names()


class _Reader:
    """A text as written and in lower case."""

    __slots__ = ("lower", "text")

    def __init__(self, text: str) -> None:
        self.text, self.lower = text, lowered(text)

    def quantity(self, found: re.Match[str]) -> Quantity | None:
        """The quantity that begins with a number; None for a code, an ordinal or a fraction of nothing."""
        start, end = found.span()
        if height := _HEIGHT.match(self.lower, start):
            inches = 12.0 * int(height[1]) + int(height[2])
            return self._made(inches, "in", start, height.end()) if int(height[2]) < 12 else None
        number = _value(found)
        unit, after = self.unit(found)
        if unit is None:
            is_code = self.lower[end : end + 1].isalpha() and not _TIMES.match(self.lower, end)
            return None if is_code or found["rough"] else self._made(number, self._unit_of_sides(end), start, end)
        if half := _AND_A_HALF.match(self.lower, after):
            number, after = number + 0.5, half.end()
        if units()[unit].dimension == "temperature" and re.search(r"(?<!\S)[-−]$", self.text[:start]):
            number, start = -number, start - 1
        return self._with_second_unit(self._made(number, unit, start, after))

    def _made(self, number: float, unit: str | None, start: int, end: int) -> Quantity:
        return Quantity(number, unit, start, end, self.text[start:end])

    def unit(self, found: re.Match[str], *, after_feet: bool = False) -> tuple[str | None, int]:
        """The unit behind a number, and where it ends."""
        match = _unit_behind().match(self.lower, found.end())
        if match is None:
            return None, found.end()
        is_unit = after_feet or self._is_unit(found, match["name"], match.start("name"), match.end())
        return (_unit_names()[match["name"]], match.end()) if is_unit else (None, found.end())

    def _is_unit(self, found: re.Match[str], name: str, start: int, end: int) -> bool:
        """False where the same letters mean something else: "5G phone", "2 in the box", a closing quotation mark."""
        raw, is_glued = self.text[start:end], start == found.end()
        match name:
            case '"' | "”":
                return is_glued and bool(found["digits"]) and not self._closes_quotation(start, name)
            case "y":
                return raw == "Y" and is_glued
            case "in":
                is_hyphened = self.lower[start - 1] == "-" and self.lower[end : end + 1] != "-"
                return bool(found["digits"]) and (is_glued or is_hyphened or bool(_AFTER_INCHES.match(self.lower, end)))
            case "a":
                return raw == "A" and bool(found["digits"]) and (is_glued or not _WORD_NEXT.match(self.lower, end))
            case "s":
                return bool(found["digits"]) and ("." in found.group() or not is_glued)
            case "g" if found.group() in ("2", "3", "4", "5", "6"):
                is_generation = (is_glued and raw == "G") or _AFTER_GENERATION.match(self.lower, end)
                return not is_generation
            case "m":
                return not _AFTER_MILLIONS.match(self.lower, end)
            case "mi":
                return raw == "mi"
            case "bar":
                return not self.lower.startswith(" of", end)
        return True

    def _closes_quotation(self, at: int, mark: str) -> bool:
        before = re.sub(rf"\d{mark}", "", self.text[:at])
        return before.count(mark) % 2 == 1 if mark == '"' else before.count("“") > before.count(mark)

    def _with_second_unit(self, first: Quantity) -> Quantity:
        link = _BEFORE_SECOND_UNIT.match(self.lower, first.end)
        found = link and _NUMBER.match(self.lower, link.end())
        if not found or not found["digits"]:
            return first
        unit, end = self.unit(found, after_feet=first.unit == "ft")
        times = _MIXED.get((first.unit or "", unit or ""))
        if times is None or not first.number.is_integer() or _value(found) >= times:
            return first
        return self._made(first.number * times + _value(found), unit, first.start, end)

    def _unit_of_sides(self, end: int) -> str | None:
        """The unit behind the last side of "30 x 20 x 10 cm"."""
        while (link := _TIMES.match(self.lower, end)) and (found := _NUMBER.match(self.lower, link.end())):
            unit, end = self.unit(found)
            if unit:
                return unit if units()[unit].dimension in _SIDES else None
        return None

    def range_from(self, low: Quantity) -> Quantity:
        """The range that a quantity begins, or the quantity itself."""
        link = _TO.match(self.lower, low.end)
        if link is None or (link["and"] and not self.lower[: low.start].endswith("between ")):
            return low
        found = _NUMBER.match(self.lower, link.end())
        high = self.quantity(found) if found else None
        if high is None or (low.unit and not high.unit):
            return low
        lowest = convert(low, high.unit) if low.unit and high.unit else low
        if lowest is None or lowest.number >= high.number:
            return low
        return replace(high, start=low.start, text=self.text[low.start : high.end], low=lowest.number)


def _value(found: re.Match[str]) -> float:
    """The value of a number as `_NUMBER` finds it."""
    written = found.group()
    if fraction := re.fullmatch(r"(?:(\d+)[ -])?(\d)/(\d+)", written):
        return int(fraction[1] or 0) + int(fraction[2]) / max(1, int(fraction[3]))
    if written[-1] in _FRACTIONS:
        return int(written[:-1].strip() or 0) + _FRACTIONS[written[-1]]
    if found["digits"]:
        digits = written.removesuffix(" and a half")
        return float(digits.replace(",", "")) + (0.5 if digits != written else 0.0)
    return 1.0 if written in ("a", "an") else number_of(written) or 0.0
