"""Figures with units are changed."""

import re

from triptych.records import Case

AIMS = ("opinion/faithfulness", "explanation/faithfulness", "comparison/faithfulness")
IS_SEVERE = False
SPARES = (
    "opinion/fluency",
    "opinion/coherence",
    "opinion/aspect_coverage",
    "comparison/format_adherence",
    "comparison/fluency",
)
_MEASURE = re.compile(
    r"\b(\d+(?:\.\d+)?)(?=[ -]?(?:hours?|h|dB|W|kg|g|oz|lb|GB|inch(?:es)?|in|mm|miles?|seconds?|minutes?|"
    r"months?|ml|nits)\b)"
)


def spoil(case: Case) -> str | None:
    """The text with each measured figure made another, odd one."""
    spoiled = _MEASURE.sub(lambda found: f"{float(found[1]) * 1.37 + 3.1:.1f}", case.text)
    return spoiled if len(_MEASURE.findall(case.text)) > 1 else None
