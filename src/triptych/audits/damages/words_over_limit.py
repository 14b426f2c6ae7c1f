"""There are far more words than the limit allows."""

from triptych.audits.damages._edits import edit_prose
from triptych.records import Case

AIMS = ("explanation/conciseness", "comparison/format_adherence")
IS_SEVERE = False
SPARES = (
    "explanation/faithfulness",
    "comparison/faithfulness",
    "comparison/aspect_coverage",
    "comparison/sentiment_consistency",
)
_MORE = (
    "Those who would like to think about this at greater length may wish to read everything once more "
    "from the beginning, "
    "take a short walk, talk about it with a friend or a neighbour, sleep on it for a night or two, and "
    "only then come back "
    "to the question that was asked, since a decision that has been given its time is seldom regretted afterwards."
)


def spoil(case: Case) -> str | None:
    """The text with words until there are more than 130."""

    def add(parts: list[str]) -> list[str]:
        more = list(parts)
        while sum(len(part.split()) for part in more) <= 130:
            more.append(_MORE)
        return more

    return edit_prose(case, add) if case.task != "opinion" else None
