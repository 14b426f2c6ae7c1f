"""Points that serve nobody's need are added."""

from triptych.audits.damages._edits import edit_prose
from triptych.records import Case

AIMS = ("opinion/relevance", "explanation/informativeness", "explanation/query_relevance", "explanation/conciseness")
IS_SEVERE = False
SPARES = (
    "opinion/aspect_coverage",
    "opinion/sentiment_consistency",
    "opinion/prevalence",
)
_POINTS = (
    "The box it came in was brown, and the courier wore a green cap.",
    "The leaflet is printed in eleven languages, among them Latvian.",
    "Somebody's nephew collects stamps and once met a famous cricketer.",
    "The seller's office stands near a railway bridge in the north of the town.",
    "One parcel lay beside a flower pot until Wednesday.",
)


def spoil(case: Case) -> str | None:
    """The text with five points beside the matter."""
    return edit_prose(case, lambda parts: [*parts, *_POINTS])
