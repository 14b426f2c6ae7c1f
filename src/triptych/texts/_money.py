"""Prices as shops and models write them, to and from exact Money.

How the digits of a price are read:

- Comma and point together: the last of them is the decimal mark, the other groups digits ("1,299.00", "1.299,00").
- Comma alone: groups digits before exactly three ("1,299", "1,29,999"), a decimal mark before one or two ("24,99").
- Point alone: a decimal mark ("1.299" is 1.299), unless there are several ("1.299.000") or it comes before exactly
  three digits of a currency that groups by points, written with its own sign or with its code behind ("€1.299",
  "1.299 EUR"; but "EUR 1.299", a code in front, is how machines write and is left as it is).
- Spaces and apostrophes group digits by three ("1 299,00", "1'299.00").

A note in brackets is passed over where it has no number but a percentage ("₹1,299 (inclusive of all taxes)",
"$20 (15% off)").
"""

import re
import tomllib
import unicodedata
from decimal import Decimal
from functools import cache
from importlib.resources import files

from pydantic import ValidationError

from triptych.errors import UsageError
from triptych.records import Money

_LONGEST = 100
_NUMBER = re.compile(r"(?:\d|(?<![^\W\d_])\.(?=\d))(?:[\d.,' ]*\d)?")
_LABEL = re.compile(r"^(?:m\.?r\.?p\.?|price|now)\b[\s:.]*(?:[-–]\s)?", re.IGNORECASE)
_TAIL = re.compile(r"^\s*(?:/[-–=]|[.,][-–—]{0,2})?\s*(?:only\b)?\s*", re.IGNORECASE)
_NOTE = re.compile(r"\([^()\d]*(?:\d{1,2}(?:\.\d{1,2})?\s*%[^()\d]*)?\)\s*$")
_GROUPED = re.compile(r"[1-9]\d{0,2}([,. '])\d{3}(?:\1\d{3})*|[1-9]\d?(?:,\d{2})+,\d{3}|\d*")

_GROUPED_BY_POINTS = frozenset({"ARS", "BRL", "CLP", "COP", "DKK", "EUR", "IDR", "ISK", "NOK", "SEK", "TRY", "VND"})

_SHOWN = {"INR": "Rs. ", "USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥"}
_SHOWN_GROUPED = {**_SHOWN, "INR": "₹"}


_Sign = tuple[tuple[str | None, ...], bool]
"""What a mark of currency can mean, the likeliest first; and True where people who group by points write it so."""


def parse_money(text: str, currency: str | None = None) -> Money:
    """The price a text states; `currency` counts where the text does not say, and must not contradict it."""
    if len(text) > _LONGEST:
        raise UsageError(f"{_quoted(text)} is too long for a price ({len(text)} characters)")
    # With one spelling for each digit, space and mark.
    spelt = "".join(str(unicodedata.decimal(mark, mark)) for mark in text.translate(_plain_marks())).strip()
    plain = _LABEL.sub("", _NOTE.sub("", spelt)).strip()
    if not plain:
        raise UsageError("the price is empty; write one such as '₹1,299' or '24.99 USD'")
    numbers = list(_NUMBER.finditer(plain))
    if len(numbers) != 1:
        found = f"several numbers ({', '.join(number[0] for number in numbers)})" if numbers else "no number"
        raise UsageError(f"{_quoted(text)} has {found}; write one price such as '₹1,299' or '24.99 USD'")
    before, after = plain[: numbers[0].start()].strip(), plain[numbers[0].end() :].strip()
    if re.search(r"[-−–(]", before):
        raise UsageError(f"{_quoted(text)} is negative; a price is 0 or more")
    signs = [_sign(word, False, text) for word in before.split()]
    signs += [_sign(word, True, text) for word in _TAIL.sub("", after).split()]
    amount = _number(numbers[0][0], any(groups_by_points for _, groups_by_points in signs), text)
    agreed = _agreed_currency(signs, currency, text)
    try:
        return Money(amount=amount, currency=agreed)
    except ValidationError as error:
        reasons = "; ".join(f"{problem['loc'][0]}: {problem['msg']}" for problem in error.errors())
        raise UsageError(f"{_quoted(text)} is not a price we can keep ({reasons})") from error


def show_money(money: Money, grouped: bool = False) -> str:
    """The price as the classic table shows it, with all its digits; `grouped` is for people: ₹1,29,999.00."""
    digits = format(money.amount, ",f" if grouped else "f")
    if grouped and money.currency == "INR":
        # Lakhs and crores: groups of two before the last of three.
        whole, point, fraction = digits.replace(",", "").partition(".")
        digits = re.sub(r"(?<=\d)(?=(?:\d\d)*\d{3}$)", ",", whole) + point + fraction
    if money.currency is None:
        return digits
    shown = (_SHOWN_GROUPED if grouped else _SHOWN).get(money.currency, f"{money.currency} ")
    if money.currency in _GROUPED_BY_POINTS and re.fullmatch(r"\d{1,3}\.\d{3}", digits):
        shown = f"{money.currency} "  # "€1.299" would be read as a grouped 1299
    return shown + digits


@cache
def _table() -> dict[str, dict[str, str]]:
    return tomllib.loads(files("triptych.texts").joinpath("currencies.toml").read_text(encoding="utf-8"))


@cache
def _plain_marks() -> dict[int, str]:
    return {ord(odd): usual for usual, odds in _table()["marks"].items() for odd in odds}


@cache
def _signs() -> dict[str, tuple[str | None, ...]]:
    """What each sign and word can mean, the likeliest first; None first for one that means nothing without a code."""
    table = _table()
    first = {sign: code for code, signs in table["signs"].items() for sign in signs.split()}
    return {sign: (first.get(sign), *table["shared"].get(sign, "").split()) for sign in first | table["shared"]}


@cache
def _known_codes() -> frozenset[str]:
    return frozenset(code for codes in _signs().values() for code in codes if code)


def currency_of(name: str) -> str | None:
    """The code of a currency, from a sign, a word or a code we know: "₹", "bucks", "eur"."""
    plain = name.casefold().removesuffix(".")
    return _signs().get(plain, (None,))[0] or (plain.upper() if plain.upper() in _known_codes() else None)


def _sign(word: str, is_behind: bool, text: str) -> _Sign:
    """What one word beside the number says of the currency."""
    name = word.strip(":").casefold().removesuffix(".")
    if codes := _signs().get(name):
        return codes, codes[0] in _GROUPED_BY_POINTS or name == "kr"
    if re.fullmatch(r"[A-Z]{3}", word) or name.upper() in _known_codes():
        return (name.upper(),), is_behind and name.upper() in _GROUPED_BY_POINTS
    raise UsageError(f"{_quoted(text)} is not a price alone: {word!r} is neither a number nor a currency")


def _agreed_currency(signs: list[_Sign], given: str | None, text: str) -> str | None:
    """The one currency that all signs and the given code can mean."""
    code = (given or "").strip().upper()
    if code and not re.fullmatch("[A-Z]{3}", code):
        raise UsageError(f"{given!r} is not a currency code; give one of three letters such as 'INR'")
    candidates: list[tuple[str | None, ...]] = [*(codes for codes, _ in signs), *([(code,)] if code else [])]
    if not candidates:
        return None
    narrowest = min(candidates, key=len)
    for currency in narrowest:
        if all(currency in codes for codes in candidates):
            return currency
    said = " and ".join(str(codes[0] or "kr") for codes in candidates)
    raise UsageError(f"{_quoted(text)} is given in two currencies ({said}); give one")


def _number(written: str, by_points: bool, text: str) -> Decimal:
    """The number without its group marks; the module's docstring has the rules."""
    cut = _decimal_mark(written, by_points)
    whole, fraction = written[:cut], "" if cut is None else written[cut + 1 :]
    if not _GROUPED.fullmatch(whole) or not (fraction.isdigit() or cut is None):
        raise UsageError(f"{_quoted(text)} has digits that do not make one number: {written!r}")
    return Decimal(re.sub(r"[,. ']", "", whole) + ("." + fraction if fraction else ""))


def _decimal_mark(written: str, by_points: bool) -> int | None:
    """Where the decimal mark is, or None for a whole number."""
    marks = [place for place, mark in enumerate(written) if not mark.isdigit()]
    if not marks or written[marks[-1]] not in ".,":
        return None
    last = marks[-1]
    if written[last] in (written[place] for place in marks[:-1]):
        return None
    is_group = len(written) - last == 4 and _GROUPED.fullmatch(written) is not None
    if is_group and len(marks) == 1 and (written[last] == "," or by_points):
        return None
    is_odd_comma = written[last] == "," and len(marks) == 1 and len(written) - last > 4
    return None if is_odd_comma else last


def _quoted(text: str) -> str:
    return repr(text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…")
