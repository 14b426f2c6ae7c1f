"""Numbers with their units, as makers print them and as people write them."""

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass

from triptych.english.wordings import Wording

_UNITS = {
    "h": "h hr hrs hour hours", "min": "min mins minute minutes", "s": "sec secs second seconds",
    "day": "day days", "week": "week weeks wk wks", "month": "month months mth mths", "year": "year years yr yrs",
    "mm": "mm", "cm": "cm", "m": "m metre metres meter meters", "km": "km", "in": "inch inches", "ft": "ft feet foot",
    "mile": "mile miles mi", "g": "g gm gms gram grams", "kg": "kg kgs kilo kilos", "lb": "lb lbs pound pounds",
    "oz": "oz ounce ounces", "ml": "ml", "l": "l litre litres liter liters", "w": "w watt watts", "v": "v volt volts",
    "mah": "mah", "gb": "gb gigs gig", "tb": "tb", "db": "db dba decibel decibels", "hz": "hz", "mp": "mp",
    "fps": "fps", "%": "% percent", "nits": "nit nits", "cup": "cup cups",
}  # fmt: skip
_UNIT_OF = {name: unit for unit, names in _UNITS.items() for name in names.split()}
_SMALL_NUMBERS = "zero one two three four five six seven eight nine ten eleven twelve"
_NUMBER_WORDS = {word: float(number) for number, word in enumerate(_SMALL_NUMBERS.split())} | {
    "fifteen": 15.0,
    "twenty": 20.0,
    "thirty": 30.0,
    "forty": 40.0,
    "fifty": 50.0,
    "sixty": 60.0,
}
NUMBER_WORDS = {word: f"{number:.0f}" for word, number in _NUMBER_WORDS.items()}
"""Numbers as people spell them, with their digits."""
_QUANTITY = Wording(
    r"(?<![\w.'’])(?P<number>\d[\d,]{0,12}(?:\.\d{1,6})?|"
    + "|".join(_NUMBER_WORDS)
    + r")(?!['’]\d|\w*['’]\d)(?:\s?(?:-|–|to)\s?(?P<upper>\d{1,9}(?:\.\d{1,6})?))?(?:\s?-?\s?(?P<unit>%|"
    + "|".join(sorted((re.escape(name) for name in _UNIT_OF if name != "%"), key=len, reverse=True))
    + r")(?![a-z]))?",
)


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number, its unit where it has one, and its place."""

    number: float
    unit: str | None
    start: int
    end: int


def quantities_in(text: str, start: int = 0, end: int | None = None) -> Iterator[Quantity]:
    """The numbers of a text; of a range the upper end, which is what makers promise."""
    for match in _QUANTITY.finditer(text, start, sys.maxsize if end is None else end):
        written = match["number"]
        number = _NUMBER_WORDS[written] if written in _NUMBER_WORDS else float(written.replace(",", ""))
        if match["upper"]:
            number = float(match["upper"])
        unit = _UNIT_OF.get(match["unit"]) if match["unit"] else None
        yield Quantity(number, unit, match.start(), match.end())
