"""What most reviewers complain of is praised."""

from triptych.audits.damages._edits import tell_of_aspects
from triptych.records import Case

AIMS = ("opinion/sentiment_consistency", "comparison/sentiment_consistency")
IS_SEVERE = False
SPARES = ("opinion/fluency", "comparison/format_adherence", "comparison/fluency")


def spoil(case: Case) -> str | None:
    """The text with praise for the aspects that reviewers dislike most, instead of what it said of them."""
    return tell_of_aspects(case, is_praise=True)
