"""Days as shops write them."""

import datetime as dt
import re
from decimal import Decimal
from typing import Any

from triptych.catalog._report import show
from triptych.catalog.values._cells import WrongValue, is_nothing, is_number, kind_of

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
