"""What the query asks is not answered."""

from triptych.audits.damages._edits import drop_rows, table_of
from triptych.records import Case

AIMS = (
    "explanation/query_relevance",
    "explanation/informativeness",
    "explanation/conciseness",
    "comparison/query_relevance",
    "comparison/aspect_coverage",
    "comparison/relevance",
)
IS_SEVERE = True
_BESIDE = (
    "It comes in a pleasant colour and looks neat on a shelf. The parcel is easy to open, and the "
    "leaflet has clear pictures. "
    "Guests have asked where it was found. The logo is small and printed in silver."
)


def spoil(case: Case) -> str | None:
    """A text beside the query; a comparison without its attributes, pros and cons."""
    if case.task == "explanation":
        return _BESIDE
    if case.task != "comparison":
        return None
    bare = drop_rows(case.text, lambda kind, _: kind in ("attribute", "pros", "cons"))
    verdict = table_of(case).verdict
    if bare is None or verdict is None:
        return None
    return bare.replace(case.text[verdict.start : verdict.end], _BESIDE)
