"""Each side of a divided point is given the other's count."""

import re

from triptych.records import Case

AIMS = ("opinion/prevalence",)
IS_SEVERE = False
SPARES = (
    "opinion/aspect_coverage",
    "opinion/coherence",
    "opinion/relevance",
    "opinion/fluency",
    "opinion/sentiment_consistency",
)
_WORDS = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
]
_NUMBER = re.compile(
    rf"\b(?:{'|'.join(_WORDS[1:])})\b(?! (?:hours?|minutes?|days?|weeks?|months?|years?))", re.IGNORECASE
)


def spoil(case: Case) -> str | None:
    """The opinion with large counts small and small ones large."""
    if case.task != "opinion" or len(_NUMBER.findall(case.text)) < 4:
        return None

    def other(found: re.Match[str]) -> str:
        number = _WORDS.index(found.group().lower())
        swapped = _WORDS[14 - number] if number < 12 else "one"
        return swapped.capitalize() if found.group()[0].isupper() else swapped

    return _NUMBER.sub(other, case.text)
