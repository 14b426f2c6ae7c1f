"""Nothing is said that would not fit any product."""

from triptych.records import Case

AIMS = (
    *("opinion/specificity", "opinion/aspect_coverage", "opinion/relevance"),
    *("explanation/informativeness", "explanation/query_relevance", "explanation/conciseness"),
)
IS_SEVERE = True
SPARES = ("opinion/fluency", "explanation/clarity")
_GENERIC = (
    "This product has been received well by many customers, who are happy with their purchase. It offers "
    "good quality and does what "
    "one expects of it. Some people have had a few small issues, but overall the experience is positive. "
    "The design is nice, and "
    "most would recommend it to others. It is a decent choice for anyone who wants something good."
)


def spoil(case: Case) -> str | None:
    """A text of praise without a detail."""
    return _GENERIC if case.task != "comparison" else None
