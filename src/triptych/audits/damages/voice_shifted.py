"""The report turns into somebody's own story and back."""

from triptych.audits.damages._edits import edit_prose
from triptych.records import Case

AIMS = ("opinion/coherence",)
IS_SEVERE = False
_OWN = (
    "I put mine in the hall.",
    "My uncle laughed at me.",
    "We had rain that day.",
    "I lost my keys.",
    "Our cat liked my box.",
)


def spoil(case: Case) -> str | None:
    """The text with sentences of an "I" between those of the report."""

    def add(parts: list[str]) -> list[str]:
        return [one for place, part in enumerate(parts) for one in (part, _OWN[place % len(_OWN)])]

    return edit_prose(case, add) if case.task == "opinion" else None
