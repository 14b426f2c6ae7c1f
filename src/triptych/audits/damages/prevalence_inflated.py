"""Rare things are told as usual and usual ones as rare."""

import re

from triptych.records import Case

AIMS = ("opinion/prevalence",)
IS_SEVERE = True
SPARES = (
    "opinion/aspect_coverage",
    "opinion/relevance",
)
_NUMBER = re.compile(
    r"\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|a few|several|"
    r"some|many|most|"
    r"a single|hardly anyone|nobody)\b(?! (?:hours?|minutes?|days?|weeks?|months?|years?))",
    re.IGNORECASE,
)
_RARE = {"one", "two", "three", "a few", "a single", "hardly anyone", "nobody", "some"}


def spoil(case: Case) -> str | None:
    """The opinion with few turned to nearly all and many to hardly anyone."""
    if case.task != "opinion" or len(_NUMBER.findall(case.text)) < 4:
        return None
    return _NUMBER.sub(lambda found: "Nearly all" if found.group().lower() in _RARE else "Hardly any", case.text)
