"""Every aspect carries the opposite of what most reviewers hold."""

from triptych.audits.damages._edits import reversed_opinion
from triptych.records import Case

AIMS = ("opinion/sentiment_consistency",)
IS_SEVERE = True
SPARES = ("opinion/fluency",)


def spoil(case: Case) -> str | None:
    """An opinion that praises what is blamed and blames what is praised."""
    return reversed_opinion(case) if case.task == "opinion" else None
