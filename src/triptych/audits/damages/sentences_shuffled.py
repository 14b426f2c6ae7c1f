"""The sentences stand in another order."""

from triptych.audits.damages._edits import edit_prose
from triptych.records import Case

AIMS = ("opinion/coherence",)
IS_SEVERE = False
SPARES = (
    "opinion/fluency",
    "opinion/aspect_coverage",
    "opinion/faithfulness",
    "opinion/sentiment_consistency",
    "opinion/specificity",
)


def spoil(case: Case) -> str | None:
    """The text with every second sentence first, and all backwards."""

    def shuffle(parts: list[str]) -> list[str] | None:
        return [*parts[1::2][::-1], *parts[0::2][::-1]] if len(parts) > 3 else None

    return edit_prose(case, shuffle)
