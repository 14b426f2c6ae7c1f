"""Quantities are replaced by percentages out of the air."""

import re

from triptych.records import Case

AIMS = ("opinion/prevalence",)
IS_SEVERE = True
_NUMBER = re.compile(
    r"\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fourteen|a few|several|some|many|most)\b"
    r"(?! (?:hours?|minutes?|days?|weeks?|months?|years?))",
    re.IGNORECASE,
)


def spoil(case: Case) -> str | None:
    """The opinion with each quantity a different percentage, far from any count."""
    if case.task != "opinion" or len(_NUMBER.findall(case.text)) < 4:
        return None
    shares = iter([92, 3, 87, 95, 2, 84] * 40)
    return _NUMBER.sub(lambda _: f"{next(shares)} percent", case.text)
