"""Numbers in digits and in words, with their units, as makers print them and as people write them; conversion."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

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


Dimension = Literal[
    "length", "mass", "volume", "time", "charge", "power", "energy", "voltage", "current", "data", "data rate",
    "frequency", "sound", "temperature", "angle", "pixels", "share", "speed", "light", "brightness", "frame rate",
    "rotation", "pressure", "dot density", "fabric weight",
]  # fmt: skip
"""What a unit measures."""


class Unit(NamedTuple):
    """A unit: what it measures, what one of it is in the dimension's base unit, and the base's value at its zero."""

    dimension: Dimension
    factor: float
    names: str
    zero: float = 0.0


UNITS: dict[str, Unit] = {
    "mm": Unit("length", 0.001, "mm millimetre millimetres millimeter millimeters"),
    "cm": Unit("length", 0.01, "cm cms centimetre centimetres centimeter centimeters"),
    "m": Unit("length", 1.0, "m mtr mtrs metre metres meter meters"),
    "km": Unit("length", 1000.0, "km kms kilometre kilometres kilometer kilometers"),
    "in": Unit("length", 0.0254, 'in inch inches " ″ ”'),
    "ft": Unit("length", 0.3048, "ft feet foot"),
    "yd": Unit("length", 0.9144, "yd yds yard yards"),
    "mile": Unit("length", 1609.344, "mile miles mi"),
    "mg": Unit("mass", 0.001, "mg milligram milligrams"),
    "g": Unit("mass", 1.0, "g gm gms gram grams gramme grammes"),
    "kg": Unit("mass", 1000.0, "kg kgs kilo kilos kilogram kilograms"),
    "lb": Unit("mass", 453.59237, "lb lbs pound pounds"),
    "oz": Unit("mass", 28.349523125, "oz ounce ounces"),
    "ml": Unit("volume", 0.001, "ml millilitre millilitres milliliter milliliters cc"),
    "l": Unit("volume", 1.0, "l ltr ltrs litre litres liter liters"),
    "fl oz": Unit("volume", 0.0295735295625, "fl_oz fl._oz. fl._oz fl.oz floz fluid_ounce fluid_ounces"),
    "tsp": Unit("volume", 0.00492892159375, "tsp teaspoon teaspoons"),
    "tbsp": Unit("volume", 0.01478676478125, "tbsp tablespoon tablespoons"),
    "cup": Unit("volume", 0.2365882365, "cup cups"),
    "pint": Unit("volume", 0.473176473, "pint pints"),
    "quart": Unit("volume", 0.946352946, "quart quarts qt"),
    "gallon": Unit("volume", 3.785411784, "gallon gallons gal"),
    "ms": Unit("time", 0.001, "ms millisecond milliseconds"),
    "s": Unit("time", 1.0, "s sec secs second seconds"),
    "min": Unit("time", 60.0, "min mins minute minutes"),
    "h": Unit("time", 3600.0, "h hr hrs hour hours"),
    "day": Unit("time", 86_400.0, "day days"),
    "week": Unit("time", 604_800.0, "week weeks wk wks"),
    "month": Unit("time", 2_629_800.0, "month months mth mths"),
    "year": Unit("time", 31_557_600.0, "year years yr yrs y"),
    "mah": Unit("charge", 0.001, "mah"),
    "ah": Unit("charge", 1.0, "ah"),
    "w": Unit("power", 1.0, "w watt watts"),
    "kw": Unit("power", 1000.0, "kw kilowatt kilowatts"),
    "wh": Unit("energy", 1.0, "wh"),
    "kwh": Unit("energy", 1000.0, "kwh"),
    "kcal": Unit("energy", 1.163, "kcal kcals calorie calories cal cals"),
    "v": Unit("voltage", 1.0, "v volt volts"),
    "ma": Unit("current", 0.001, "ma milliamp milliamps"),
    "a": Unit("current", 1.0, "a amp amps ampere amperes"),
    "kb": Unit("data", 1e-6, "kb kilobyte kilobytes"),
    "mb": Unit("data", 0.001, "mb megabyte megabytes"),
    "gb": Unit("data", 1.0, "gb gig gigs gigabyte gigabytes"),
    "tb": Unit("data", 1000.0, "tb terabyte terabytes"),
    "mbps": Unit("data rate", 1.0, "mbps mbit/s"),
    "gbps": Unit("data rate", 1000.0, "gbps"),
    "hz": Unit("frequency", 1.0, "hz hertz"),
    "khz": Unit("frequency", 1e3, "khz"),
    "mhz": Unit("frequency", 1e6, "mhz"),
    "ghz": Unit("frequency", 1e9, "ghz"),
    "db": Unit("sound", 1.0, "db dba decibel decibels"),
    "c": Unit("temperature", 1.0, "°c °_c ℃ celsius degrees_celsius degree_celsius degrees_c degree_c deg_c"),
    "f": Unit("temperature", 5 / 9, "°f °_f ℉ fahrenheit degrees_fahrenheit degrees_f degree_f deg_f", -160 / 9),
    "°": Unit("angle", 1.0, "° deg degree degrees"),
    "px": Unit("pixels", 1.0, "px pixel pixels"),
    "mp": Unit("pixels", 1e6, "mp megapixel megapixels"),
    "%": Unit("share", 1.0, "% percent per_cent"),
    "km/h": Unit("speed", 1.0, "km/h kmh kmph kph"),
    "mph": Unit("speed", 1.609344, "mph"),
    "lumen": Unit("light", 1.0, "lumen lumens lm"),
    "nits": Unit("brightness", 1.0, "nit nits"),
    "fps": Unit("frame rate", 1.0, "fps"),
    "rpm": Unit("rotation", 1.0, "rpm"),
    "dpi": Unit("dot density", 1.0, "dpi ppi"),
    "gsm": Unit("fabric weight", 1.0, "gsm"),
    "psi": Unit("pressure", 1.0, "psi"),
    "bar": Unit("pressure", 14.503773773, "bar"),
}
"""Units by the name that a `Quantity` gives them."""

_UNIT_OF = {name.replace("_", " "): unit for unit, entry in UNITS.items() for name in entry.names.split()}
_DOUBTFUL = frozenset(("in", "a", "s", "m", "mi", "bar", "second", '"', "″", "”"))
UNIT = "|".join(sorted((re.escape(name) for name in _UNIT_OF.keys() - _DOUBTFUL), key=lambda name: (-len(name), name)))
"""Pattern of the lower-case names of units that behind a number mean nothing else."""
_FLUID = "fl oz"
_MIXED = {("ft", "in"): 12, ("h", "min"): 60, ("min", "s"): 60, ("lb", "oz"): 16}
"""Units that give one quantity together, "5 ft 2 in", and how many of the second make one of the first."""
_SIDES: frozenset[Dimension] = frozenset(("length", "pixels"))
"""Every side of "30 x 20 cm" is in cm, but "2 x 5 W" is two of 5 W."""
_FRACTIONS = {"½": 0.5, "¼": 0.25, "¾": 0.75, "⅓": 1 / 3, "⅔": 2 / 3}

_NUMBER = re.compile(
    r"(?:(?<![\w.'’/])|(?<=\dx)|(?<=\d[vwa])|(?<=[a-z]/))(?:"
    r"(?P<rough>(?:\d{1,3}[ -])?\d/\d{1,2}(?![\d/])|\d{0,3} ?[½¼¾⅓⅔]|half an?(?! dozen)\b|(?:a )?couple(?: of)?\b"
    r"|an?(?= \w+ and a half\b))"
    r"|(?P<digits>(?:\d{1,12}(?:,\d{2,3})*(?:\.\d{1,6})?|\.\d{1,6})(?: and a half\b)?)(?!\d|[.,]\d)"
    rf"|(?P<words>half a dozen\b|{SPELT_NUMBER}))"
)
_UNIT = re.compile(
    rf"\s?-?\s?(?P<name>{'|'.join(sorted(map(re.escape, _UNIT_OF), key=len, reverse=True))})"
    # "12V3A" are two.
    r"(?:(?<=\W)|(?![a-z0-9²³])|(?<=\d[vwa])(?=\d+(?:\.\d+)?[vwa]))"
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
    reader = _Reader(text[:end])
    at = start
    while found := _NUMBER.search(reader.lower, at):
        at = found.end()
        quantity = reader.quantity(found)
        if quantity:
            quantity = reader.range_from(quantity)
            at = quantity.end
            yield quantity


def convert(quantity: Quantity, unit: str) -> Quantity | None:
    """The same quantity in another unit, None where that measures something else; "oz" may be a weight or a volume."""
    own = quantity.unit
    if own is None or own not in UNITS or unit not in UNITS:
        return None
    if "oz" in (own, unit) and UNITS[own].dimension != UNITS[unit].dimension:
        own, target = (_FLUID if name == "oz" else name for name in (own, unit))
    else:
        target = unit
    one, other = UNITS[own], UNITS[target]
    if one.dimension != other.dimension:
        return None

    def value(number: float) -> float:
        return (number * one.factor + one.zero - other.zero) / other.factor if own != target else number

    low = None if quantity.low is None else value(quantity.low)
    return replace(quantity, number=value(quantity.number), unit=unit, low=low)


def is_unit(word: str) -> bool:
    """True for the name of a unit: "hours"."""
    return word in _UNIT_OF


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
        if UNITS[unit].dimension == "temperature" and re.search(r"(?<!\S)[-−]$", self.text[:start]):
            number, start = -number, start - 1
        return self._with_second_unit(self._made(number, unit, start, after))

    def _made(self, number: float, unit: str | None, start: int, end: int) -> Quantity:
        return Quantity(number, unit, start, end, self.text[start:end])

    def unit(self, found: re.Match[str], *, after_feet: bool = False) -> tuple[str | None, int]:
        """The unit behind a number, and where it ends."""
        match = _UNIT.match(self.lower, found.end())
        if match is None:
            return None, found.end()
        is_unit = after_feet or self._is_unit(found, match["name"], match.start("name"), match.end())
        return (_UNIT_OF[match["name"]], match.end()) if is_unit else (None, found.end())

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
                return unit if UNITS[unit].dimension in _SIDES else None
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
    if written.endswith(" and a half") and found["digits"]:
        return float(written.removesuffix(" and a half").replace(",", "")) + 0.5
    if found["digits"]:
        return float(written.replace(",", ""))
    return 1.0 if written in ("a", "an") else number_of(written) or 0.0
