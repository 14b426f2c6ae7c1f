"""Empty phrases are added until they are half of the text."""

from triptych.audits.damages._edits import edit_prose
from triptych.records import Case

AIMS = (
    "opinion/relevance",
    "opinion/specificity",
    "explanation/conciseness",
    "explanation/query_relevance",
)
IS_SEVERE = False
SPARES = (
    "opinion/fluency",
    "opinion/aspect_coverage",
    "opinion/sentiment_consistency",
    "comparison/aspect_coverage",
)
_PADDING = (
    "It goes without saying that shopping is a matter of taste and that everyone has to decide in the end.",
    "In today's fast-moving world, it is important to consider many things before one makes up one's mind.",
    "Needless to say, there is something for everyone, and with a little imagination a great deal is possible.",
    "All in all, one can say that things are what they are, and that this is how it has always been.",
    "At the end of the day, only you can decide what is right for you, and that is as it should be.",
    "Whatever you are looking for, life is full of choices, and each of them has its own charm.",
)


def spoil(case: Case) -> str | None:
    """The text with a phrase behind each sentence, up to six."""

    def pad(parts: list[str]) -> list[str]:
        return [one for place, part in enumerate(parts) for one in (part, *_PADDING[place : place + 1])]

    return edit_prose(case, pad)
