"""Plain words give way to technical ones."""

from triptych.audits.damages._edits import edit_prose
from triptych.records import Case

AIMS = ("explanation/clarity", "comparison/clarity")
IS_SEVERE = False
SPARES = (
    "comparison/aspect_coverage",
    "comparison/sentiment_consistency",
)
_JARGON = (
    "Its form factor leverages a proprietary EVA compound with articulated kinematics.",
    "Thermal throttling and impedance remain within the TDP envelope of the substrate, as shown above.",
    "The former one facilitates synergies at the interface, whereas the latter one utilises LPDDR5 codecs.",
)


def spoil(case: Case) -> str | None:
    """The text with three sentences of jargon."""

    def add(parts: list[str]) -> list[str]:
        return [*parts[:1], *_JARGON, *parts[1:]]

    return edit_prose(case, add)
