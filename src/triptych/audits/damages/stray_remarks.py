"""Remarks about other things stand between the sentences."""

from triptych.audits.damages._edits import edit_prose
from triptych.records import Case

AIMS = ("opinion/coherence", "comparison/coherence", "explanation/clarity")
IS_SEVERE = True
SPARES = (
    "opinion/aspect_coverage",
    "opinion/sentiment_consistency",
    "comparison/aspect_coverage",
)
_REMARKS = (
    "Trains leave on Mondays.", "A lake was frozen.", "Seven is odd.", "The choir sang.", "Rice grows in water.",
    "Paint dries.", "An aunt owns geese.", "Ink is blue.", "Doors squeaked in May.", "Maps fold.",
)  # fmt: skip


def spoil(case: Case) -> str | None:
    """The text with a remark about something else after each sentence."""

    def add(parts: list[str]) -> list[str]:
        return [one for place, part in enumerate(parts) for one in (part, _REMARKS[place % len(_REMARKS)])]

    return edit_prose(case, add)
