"""Things are said that deny what was said before."""

from triptych.audits.damages._edits import edit_prose
from triptych.records import Case

AIMS = ("opinion/coherence", "comparison/coherence")
IS_SEVERE = False
_DENIALS = (
    "Therefore it is much too expensive and very cheap.",
    "In conclusion, the noise is silent.",
    "It is light. It weighs far too much.",
    "As a result, quality is excellent and terrible.",
)


def spoil(case: Case) -> str | None:
    """The text with four statements that cannot hold, one after every second sentence."""

    def add(parts: list[str]) -> list[str]:
        found: list[str] = [_DENIALS[0]]
        for place, part in enumerate(parts):
            found.append(part)
            if place < len(_DENIALS) - 1:
                found.append(_DENIALS[place + 1])
        return found

    return edit_prose(case, add)
