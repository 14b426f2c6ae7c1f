"""Claims that no source makes are added."""

from triptych.audits.damages._edits import edit_prose
from triptych.records import Case

AIMS = ("opinion/faithfulness", "explanation/faithfulness", "comparison/faithfulness")
IS_SEVERE = True
SPARES = (
    "opinion/fluency",
    "opinion/aspect_coverage",
    "opinion/sentiment_consistency",
    "explanation/clarity",
    "comparison/aspect_coverage",
    "comparison/sentiment_consistency",
)
_INVENTED = (
    "It was developed together with the national space agency.",
    "A built-in thermometer warns the owner of frost.",
    "Hospitals in Norway have ordered two thousand pieces.",
    "The maker replants a forest of oaks for each sale.",
)


def spoil(case: Case) -> str | None:
    """The text with four inventions in its middle."""

    def add(parts: list[str]) -> list[str]:
        half = (len(parts) + 1) // 2
        return [*parts[:half], *_INVENTED, *parts[half:]]

    return edit_prose(case, add)
