"""What a query is willing to pay."""

import re
from decimal import Decimal
from functools import cache

from triptych.english.units import unit_pattern
from triptych.records import Money, Need
from triptych.texts import currency_of

_SIGN = r"(?:[$₹€£¥]|\b(?:rs\.?|inr|usd|eur|gbp|jpy)(?![a-z]))"
_NAME = r"(?:[$₹€£¥]|(?:rs\.?|inr|usd|eur|gbp|jpy|rupees?|dollars?|bucks?|euros?|quid|yen)(?![a-z]))"
_AMOUNT = (
    r"(?:(?P<sign{n}>" + _SIGN + r")\s?)?(?P<amount{n}>\d+(?:,\d{{2,3}})*(?:\.\d+)?)\s?(?P<times{n}>(?:k|lakhs?)\b)?"
)
_AFTER = r"(?:\s?(?P<name>" + _NAME + r"))?"
CHEAP = re.compile(
    r"\b(?:inexpensive|low[- ]cost|budget[- ]friendly|value for money|(?:low|tight) budget)\b"
    r"|(?:^|(?<=\ba ))(?:cheap(?:est)?|affordable)\b",
    re.IGNORECASE,
)
"""Words that ask for a low price and name none; reviewers call other things cheap."""
_LEAST_BARE = 10
"""A smaller number without a currency is no price."""
_MOST_DIGITS = 12
"""A longer number is no price, whatever stands beside it."""


def find_budgets(query: str) -> list[Need]:
    """The budgets a query names, each with the upper or lower end it sets."""
    for ends, pattern in _patterns().items():
        found = [need for match in pattern.finditer(query) if (need := _budget(query, match, ends))]
        if found:
            return found[:1]
    return []


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    """How budgets are worded, by the ends that each wording sets."""
    # A number of hours, inches or people is not a price.
    no_measure = rf"(?![\d.,]*\d)(?!\s?-?\s?(?:{unit_pattern()}|people|persons?)(?![a-z]))"
    one = _AMOUNT.format(n="") + _AFTER + no_measure
    two = _AMOUNT.format(n="1") + r"\s*(?:-|–|to|and)\s*" + _AMOUNT.format(n="2") + _AFTER + no_measure
    worded = {
        "both": r"(?P<words>\b(?:between|from|budget(?: of)?)\s+)?" + two,
        "most": r"(?P<words>(?:\b(?:under|below|less than|within|upto|up to|max(?:imum)?(?: of)?|no more than|"
        r"not more than|not over|cheaper than|budget(?: of| is|:)?|at most|around|about|approx(?:imately)?|for)\b|<=?)"
        r"\s*)" + one,
        "least": r"(?P<words>(?:\b(?:above|over|more than|at least|starting (?:at|from)|min(?:imum)?(?: of)?)\b|>=?)"
        r"\s*)" + one,
        "bare": r"(?P<words>)" + one + r"(?:\s+(?:budget|max|or less))?",
        "none": CHEAP.pattern,
    }
    return {ends: re.compile(pattern, re.IGNORECASE) for ends, pattern in worded.items()}


def _budget(query: str, match: re.Match[str], ends: str) -> Need | None:
    text = match.group().strip()
    start = match.start() + len(match.group()) - len(match.group().lstrip())
    if ends == "none":
        return Need(kind="budget", text=text, start=start, end=start + len(text))
    if any(len(text) > _MOST_DIGITS for name, text in match.groupdict("").items() if name.startswith("amount")):
        return None
    if ends == "both":
        least, most = _money(match, "1", "2"), _money(match, "2", "1")
        is_sure = bool(match["words"]) or most.currency is not None
        if least.amount >= most.amount or not (is_sure or most.amount >= _LEAST_BARE**2):
            return None
        return Need(kind="budget", text=text, start=start, end=start + len(text), most=most, least=least)
    money = _money(match, "", "")
    is_bare = ends == "bare" or match["words"].lower().strip() == "for" or money.amount < _LEAST_BARE
    if money.currency is None and is_bare:
        return None
    upper, lower = (None, money) if ends == "least" else (money, None)
    return Need(kind="budget", text=text, start=start, end=start + len(text), most=upper, least=lower)


def _money(match: re.Match[str], n: str, other: str) -> Money:
    """The amount and currency of one end; a currency or a "k" told once holds for both."""
    amount = Decimal(match[f"amount{n}"].replace(",", ""))
    times = (match[f"times{n}"] or match[f"times{other}"] or "").lower()
    amount *= 1000 if times == "k" else 100_000 if times else 1
    told = (match[f"sign{n}"] or match[f"sign{other}"] or match["name"] or "").lower().rstrip(".")
    return Money(amount=amount, currency=currency_of(told))
