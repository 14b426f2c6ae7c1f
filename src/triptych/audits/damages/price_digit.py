"""A digit of a price is changed."""

import re

from triptych.records import Case

AIMS = ("opinion/faithfulness", "explanation/faithfulness", "comparison/faithfulness")
IS_SEVERE = False
SPARES = (
    "opinion/fluency",
    "opinion/coherence",
    "opinion/aspect_coverage",
    "opinion/sentiment_consistency",
    "opinion/prevalence",
    "explanation/clarity",
    "explanation/query_relevance",
    "comparison/format_adherence",
    "comparison/fluency",
    "comparison/aspect_coverage",
    "comparison/sentiment_consistency",
    "comparison/specificity",
)
_PRICE = re.compile(r"((?:[$₹€£]|Rs\.)\s?)(\d[\d,]*(?:\.\d+)?)")


def spoil(case: Case) -> str | None:
    """The text with the first price wrong wherever it stands."""
    found = _PRICE.search(case.text)
    if found is None:
        return None
    digits = found[2]
    wrong = digits[0] + str((int(digits[1]) + 4) % 10) + digits[2:] if digits[1:2].isdigit() else "9" + digits[1:]
    return case.text.replace(found[1] + digits, found[1] + wrong)
