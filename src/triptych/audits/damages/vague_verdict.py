"""The verdict's reasons are general praise."""

from triptych.audits.damages._edits import table_of
from triptych.records import Case

AIMS = ("comparison/verdict_support", "comparison/query_relevance")
IS_SEVERE = True


def spoil(case: Case) -> str | None:
    """The comparison with a verdict that names no product and no reason."""
    verdict = table_of(case).verdict if case.task == "comparison" else None
    if verdict is None:
        return None
    vague = "All of these are wonderful, and whichever is bought will bring much joy for years to come."
    return case.text[: verdict.start] + vague + case.text[verdict.end :]
