"""One cell of a shop's data, however it is written, as the value a record holds.

Each reader returns None where the cell says nothing and raises WrongValue where it says something that cannot be.
"""

import re
from decimal import Decimal
from typing import Any

from pydantic import TypeAdapter, ValidationError

from triptych.catalog._report import show
from triptych.errors import UsageError
from triptych.records import Money, Name, is_gap
from triptych.texts import parse_money, parse_rating


class WrongValue(Exception):
    """A cell that cannot be what its field needs; the message says what would be right."""

    def __init__(self, message: str, field: str = "") -> None:
        super().__init__(message)
        self.field = field


_YES = frozenset(["1", "y", "yes", "t", "true", "verified", "verified purchase", "verified buyer"])
_NO = frozenset(["0", "n", "no", "f", "false", "not verified", "unverified"])
_NAME = TypeAdapter(Name)
_LONGEST_RATING = 60

_COUNT = re.compile(r"(\d{1,3}(?:,\d{2,3})*,\d{3}|\d{1,3}(?:[.' ]\d{3})+|\d{1,15})(?:\.0+)?(?:\s+\D*)?")


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
