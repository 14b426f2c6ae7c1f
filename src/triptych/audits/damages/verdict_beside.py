"""The verdict speaks of something else."""

from triptych.audits.damages._edits import table_of
from triptych.records import Case

AIMS = ("comparison/coherence", "comparison/verdict_support", "comparison/query_relevance")
IS_SEVERE = True
SPARES = ("comparison/aspect_coverage",)
_BESIDE = (
    "A garden wants water early in the morning. Bees were seen near the wall. The old bridge has four "
    "arches, and ferries used to "
    "cross below it. In the end, rain is always welcome."
)


def spoil(case: Case) -> str | None:
    """The comparison with a paragraph about a garden for a verdict."""
    verdict = table_of(case).verdict if case.task == "comparison" else None
    return case.text[: verdict.start] + _BESIDE + case.text[verdict.end :] if verdict else None
