"""One cell of a shop's data, however it is written, as the value a record holds.

Each reader returns None where the cell says nothing and raises WrongValue where it says something that cannot be.
"""

import datetime as dt
import json
import re
import reprlib
from collections import Counter
from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any

from pydantic import TypeAdapter, ValidationError

from triptych.catalog._cleaning import clean_line, clean_paragraphs
from triptych.errors import UsageError
from triptych.records import Money, Name, is_gap
from triptych.texts import parse_money, parse_rating

_YES = frozenset(["1", "y", "yes", "t", "true", "verified", "verified purchase", "verified buyer"])
_NO = frozenset(["0", "n", "no", "f", "false", "not verified", "unverified"])
_NAME = TypeAdapter(Name)
_LONGEST_RATING = 60
_COUNT = re.compile(r"(\d{1,3}(?:,\d{2,3})*,\d{3}|\d{1,3}(?:[.' ]\d{3})+|\d{1,15})(?:\.0+)?(?:\s+\D*)?")
_SHORT = reprlib.Repr()
_SHORT.maxlevel = _SHORT.maxdict = _SHORT.maxlist = _SHORT.maxtuple = 3
_SHORT.maxstring = _SHORT.maxother = _SHORT.maxlong = 60

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = r"(?P<month>[A-Za-z]{3,9})\.?"
_DAY = r"(?P<d>\d{1,2})(?:st|nd|rd|th)?"
_YEAR = r"(?P<y>\d{4})"
# After "Reviewed in India on" or a weekday, and with or without a time.
_DATES = tuple(
    re.compile(rf"(?:.*\bon |[A-Za-z]{{3,9}},? )?{pattern}(?:[T, ].*)?")
    for pattern in (
        rf"{_YEAR}[-/.](?P<m>\d{{1,2}})[-/.]{_DAY}",
        rf"{_YEAR}(?P<m>\d{{2}})(?P<d>\d{{2}})",
        rf"{_YEAR}[ -]{_MONTH}[ -]{_DAY}",
        rf"{_DAY}[ -]{_MONTH},?[ -]{_YEAR}",
        rf"{_MONTH} {_DAY},? {_YEAR}",
        rf"{_DAY}\.(?P<m>\d{{1,2}})\.{_YEAR}",
        rf"(?P<m>\d{{1,2}}) {_DAY}, {_YEAR}",
        rf"(?P<a>\d{{1,2}})[/-](?P<b>\d{{1,2}})[/-]{_YEAR}",
    )
)
_LONGEST_DATE = 100

_BREAKS = re.compile(r"\n+|[•●▪◦‣∙]|;| \| ")
_LIST_MARK = re.compile(r"^(?:[-*–—]\s+|\d{1,2}[.)]\s+)")
_NAME_KEYS = ("name", "key", "label", "attribute", "title", "specification")
_VALUE_KEYS = ("value", "values", "text", "detail")
_UNNAMED = "Details"
_MOST_ENTRIES = 500
_DEEPEST = 4


class WrongValue(Exception):
    """A cell that cannot be what its field needs; the message says what would be right."""

    def __init__(self, message: str, field: str = "") -> None:
        super().__init__(message)
        self.field = field


def show(value: Any) -> str:
    """A value as a message shows it: quoted when it is text, and never long."""
    if isinstance(value, Decimal):
        digits = str(value)
        return digits if len(digits) <= _SHORT.maxother else digits[: _SHORT.maxother - 1] + "…"
    return _SHORT.repr(value)


def is_nothing(value: Any) -> bool:
    """True for what shops write into a cell that has no value."""
    if isinstance(value, str):
        return len(value) < 40 and is_gap(value)
    return value is None or (isinstance(value, (float, Decimal)) and value != value)  # NaN differs from itself


def is_number(value: Any) -> bool:
    """True for a number that is not a truth value."""
    return isinstance(value, (int, float, Decimal)) and not isinstance(value, bool)


def kind_of(value: Any) -> str:
    """What a value is, in a user's words."""
    if isinstance(value, bool):
        return "true or false"
    if is_number(value):
        return "a number"
    kinds = {str: "text", list: "a list", tuple: "a list", dict: "an object", bytes: "bytes", type(None): "null"}
    return kinds.get(type(value), f"a {type(value).__name__}")


def read_text(value: Any, joint: str | None = None) -> str:
    """The text of a cell; a list of texts is joined where `joint` says with what."""
    if isinstance(value, str):
        return value
    if joint is not None and isinstance(value, (list, tuple)) and all(isinstance(part, str) for part in value):
        return joint.join(value)
    raise WrongValue(f"{show(value)} is {kind_of(value)}; text is needed")


def read_id(value: Any) -> str | None:
    """An identifier as text; whole numbers become their digits."""
    if value is None or value != value:
        return None
    if isinstance(value, (float, Decimal)) and -(10**18) < value < 10**18 and value == int(value):
        value = int(value)
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    if not isinstance(value, str):
        raise WrongValue(f"{show(value)} is {kind_of(value)}; an id is text or a whole number")
    name = value.strip()
    if not name:
        return None
    if len(name) <= 200 and name.isascii() and name.isprintable():
        return name  # as nearly all are
    try:
        return _NAME.validate_python(name)
    except ValidationError:
        raise WrongValue(f"{show(value)} cannot be an id; an id has 1 to 200 visible characters on one line") from None


def read_stars(value: Any) -> float | None:
    """Stars from 1 to 5, from a number, "4.0 out of 5", "4/5" or "★★★★"."""
    if type(value) is int and 1 <= value <= 5:
        return float(value)  # as nearly all are
    if is_nothing(value):
        return None
    if isinstance(value, str):
        try:
            return parse_rating(value[:_LONGEST_RATING])
        except UsageError as error:
            raise WrongValue(str(error)) from None
    if not is_number(value):
        raise WrongValue(f"{show(value)} is {kind_of(value)}; a rating is a number from 1 to 5")
    if not 1 <= value <= 5:
        raise WrongValue(f"{show(value)} is not a rating; ratings go from 1 to 5")
    return float(value)


def read_count(value: Any) -> int | None:
    """A whole number from 0 on: 12, "1,834", "12 people found this helpful"."""
    if is_nothing(value):
        return None
    if isinstance(value, str):
        if found := _COUNT.fullmatch(value.strip()):
            return int(re.sub(r"\D", "", found[1]))
        raise WrongValue(f"{show(value)} is not a count; write a whole number")
    if not is_number(value):
        raise WrongValue(f"{show(value)} is {kind_of(value)}; a count is a whole number")
    if not 0 <= value <= 10**15 or value != int(value):
        raise WrongValue(f"{show(value)} is not a count; a count is a whole number from 0 on")
    return int(value)


def read_flag(value: Any) -> bool | None:
    """True or false, from true, 1, "Y", "Verified Purchase" and their opposites."""
    if isinstance(value, bool) or value is None:
        return value
    word = str(value).strip().casefold() if isinstance(value, (str, int)) else ""
    if word in _YES:
        return True
    if word in _NO:
        return False
    if is_nothing(value):
        return None
    raise WrongValue(f"{show(value)} is neither yes nor no")


def read_currency(value: Any) -> str | None:
    """An ISO code, from a code or a sign such as "₹"."""
    if is_nothing(value):
        return None
    if isinstance(value, str):
        word = value.strip()
        if re.fullmatch(r"[A-Za-z]{3}", word):
            return word.upper()
        try:
            return parse_money(f"1 {word}").currency
        except UsageError:
            pass
    raise WrongValue(f"{show(value)} is not a currency; write a code of three letters such as INR or USD")


def read_money(value: Any, currency: str | None) -> Money | None:
    """A price, from a number, a text such as "₹1,299" or {"amount": …, "currency": …}."""
    if isinstance(value, dict) and "amount" in value and set(value) <= {"amount", "currency"}:
        return read_money(value["amount"], read_currency(value.get("currency")) or currency)
    if is_nothing(value):
        return None
    if isinstance(value, str):
        try:
            return parse_money(value, currency)
        except UsageError as error:
            raise WrongValue(str(error)) from None
    if not is_number(value):
        raise WrongValue(f"{show(value)} is {kind_of(value)}; a price is a number or text such as '₹1,299'")
    if value < 0:
        raise WrongValue(f"{show(value)} is negative; a price is 0 or more")
    try:
        amount = value if isinstance(value, Decimal) else Decimal(str(value))
        return Money(amount=amount, currency=currency)
    except ValidationError:
        raise WrongValue(f"{show(value)} is not a price; a price has at most 18 digits") from None


def read_date(value: Any) -> dt.date | None:
    """The day, from a date, ISO text, common ways to write it, or seconds or milliseconds since 1970."""
    if isinstance(value, dt.datetime):
        return value.date()
    if isinstance(value, dt.date):
        return value
    if is_number(value) and value == value:
        return _date_of_epoch(value)
    if isinstance(value, str):
        return None if is_nothing(value) else _date_in_text(value)
    if is_nothing(value):
        return None
    raise WrongValue(f"{show(value)} is {kind_of(value)}, not a date")


def _date_in_text(text: str) -> dt.date:
    words = " ".join(text[:_LONGEST_DATE].split())
    if epoch := re.fullmatch(r"(\d{9,10}|\d{12,13})(?:\.0*)?", words):
        return _date_of_epoch(int(epoch[1]))
    for pattern in _DATES:
        if found := pattern.fullmatch(words):
            parts = found.groupdict()
            try:
                return dt.date(int(parts["y"]), *_month_and_day(parts, text))
            except ValueError:
                break
    raise WrongValue(f"{show(text)} is not a date; write it as 2026-03-31")


def _month_and_day(parts: dict[str, str], text: str) -> tuple[int, int]:
    if "month" in parts:
        month = parts["month"][:3].casefold()
        if month not in _MONTHS:
            raise WrongValue(f"{show(text)} has no month we know; write it as 2026-03-31")
        return _MONTHS.index(month) + 1, int(parts["d"])
    if "m" in parts:
        return int(parts["m"]), int(parts["d"])
    first, second = int(parts["a"]), int(parts["b"])
    if first <= 12 and second <= 12 and first != second:
        raise WrongValue(f"{show(text)} may be two days; write it as 2026-03-31")
    return (second, first) if first > 12 else (first, second)


def _date_of_epoch(number: float | Decimal) -> dt.date:
    seconds = number / 1000 if number >= 10**11 else number
    if not 10**8 <= seconds < 10**10:
        raise WrongValue(f"{show(number)} is not a date; write it as 2026-03-31")
    return dt.datetime.fromtimestamp(int(seconds), tz=dt.UTC).date()


def read_features(given: Any, counts: Counter[str]) -> list[str]:
    """Bullet points, one each; text is split at line breaks, bullets, semicolons and " | "."""
    given = unpack_json(given)
    if isinstance(given, str):
        return _pieces(given, counts)[:_MOST_ENTRIES]
    if not isinstance(given, (list, tuple)):
        raise WrongValue(f"{show(given)} is {kind_of(given)}; key features are a list of texts, or one text")
    features = [clean_line(_words(feature, 1), "feature", counts) for feature in given[:_MOST_ENTRIES]]
    return [feature for feature in features if feature]


def read_specifications(given: Any, counts: Counter[str]) -> dict[str, str]:
    """Name to value, from an object, a list of {name, value} or text such as "Size: 50 ml; Skin type: dry"."""
    given = unpack_json(given)
    if isinstance(given, str):
        named = _named_pieces(_pieces(given, counts))
    elif isinstance(given, Mapping):
        named = _flattened(given, 1)
    elif isinstance(given, (list, tuple)):
        named = (pair for entry in given for pair in _pair_in(entry))
    else:
        raise WrongValue(f"{show(given)} is {kind_of(given)}; specifications are an object, a list or a text")
    specifications: dict[str, str] = {}
    for name, value in named:
        name, value = clean_line(name, "specification", counts), clean_line(value, "specification", counts)
        if not name or not value:
            continue
        held = specifications.get(name)
        specifications[name] = value if held is None or held == value else f"{held}, {value}"
        if len(specifications) >= _MOST_ENTRIES:
            break
    return specifications


def unpack_json(given: Any) -> Any:
    """A list or object that a table holds as JSON text, as itself; anything else as it came."""
    if isinstance(given, str) and given.lstrip()[:1] in ("[", "{"):
        try:
            return json.loads(given, parse_float=str)
        except (ValueError, RecursionError):
            return given
    return given


def _pieces(text: str, counts: Counter[str]) -> list[str]:
    """The parts of a text that lists things, without bullets and numbers in front."""
    parts = _BREAKS.split(clean_paragraphs(text, "description", counts))
    pieces = (clean_line(_LIST_MARK.sub("", part.strip()), "feature", counts) for part in parts)
    return [piece for piece in pieces if piece]


def _named_pieces(pieces: list[str]) -> Iterator[tuple[str, str]]:
    """Each "name: value"; a piece without a colon continues the value before it."""
    name = _UNNAMED
    for piece in pieces:
        before, colon, after = piece.partition(":")
        if colon and before.strip():
            name = before
            yield before, after
        else:
            yield name, piece


def _flattened(given: Mapping[Any, Any], depth: int) -> Iterator[tuple[str, str]]:
    """Names and values; groups such as {"General": {…}} are opened."""
    if depth > _DEEPEST:
        raise WrongValue("specifications are nested too deeply; give names and values")
    for name, value in given.items():
        if isinstance(value, Mapping):
            yield from _flattened(value, depth + 1)
        elif value is not None:
            yield str(name), _words(value, depth)


def _pair_in(entry: Any) -> Iterator[tuple[str, str]]:
    """The name and value of one entry of a list."""
    if isinstance(entry, str):
        yield from _named_pieces([entry])
    elif isinstance(entry, (list, tuple)) and len(entry) == 2 and isinstance(entry[0], str):
        yield entry[0], _words(entry[1], 1)
    elif isinstance(entry, Mapping):
        name = next((entry[key] for key in _NAME_KEYS if isinstance(entry.get(key), str)), None)
        value = next((entry[key] for key in _VALUE_KEYS if entry.get(key) is not None), None)
        if name is not None and value is not None:
            yield name, _words(value, 1)
        elif name is None:
            yield from _flattened(entry, 1)
    else:
        raise WrongValue(f"{show(entry)} is not a specification; write {{'name': …, 'value': …}}")


def _words(value: Any, depth: int) -> str:
    """A value as text."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "Yes" if value else "No"
    if is_number(value):
        return str(value)
    if isinstance(value, (list, tuple)) and depth <= _DEEPEST:
        return ", ".join(_words(part, depth + 1) for part in value if part is not None)
    raise WrongValue(f"{show(value)} is {kind_of(value)}; write it as text")
