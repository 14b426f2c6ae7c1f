"""There is no verdict."""

from triptych.records import Case

AIMS = ("comparison/verdict_support", "comparison/query_relevance", "comparison/format_adherence")
IS_SEVERE = False
SPARES = (
    "comparison/faithfulness",
    "comparison/sentiment_consistency",
)


def spoil(case: Case) -> str | None:
    """The table alone."""
    head, mark, _ = case.text.partition("Final Verdict Summary")
    return head.rstrip(" *\n") if case.task == "comparison" and mark else None
