"""What reviewers say is quoted on the wrong side: complaints as praise and praise as complaints."""

from collections.abc import Sequence

from triptych.aspects import read_product
from triptych.audits.damages._edits import edit_prose
from triptych.records import Aspect, Case

AIMS = ("opinion/faithfulness", "opinion/sentiment_consistency")
IS_SEVERE = False
SPARES = ("opinion/fluency",)
_MOST = 3


def spoil(case: Case) -> str | None:
    """The text with reviewers' words for what they like told as complaints, and the other way round."""
    aspects = read_product(case.products[0]).aspects
    liked = [aspect for aspect in aspects if aspect.reviewers.for_ > 2 * aspect.reviewers.against]
    disliked = [aspect for aspect in aspects if aspect.reviewers.against > 2 * aspect.reviewers.for_]
    added = [f"Buyers praise this: “{words}”." for words in _words(disliked)]
    added += [f"Reviewers complain: “{words}”." for words in _words(liked)]
    return edit_prose(case, lambda parts: [*parts, *added]) if added else None


def _words(aspects: Sequence[Aspect]) -> list[str]:
    quotes = [aspect.quotes[0].text for aspect in aspects if aspect.quotes]
    return [" ".join(words.split()).rstrip(".!?") for words in quotes if "“" not in words and '"' not in words][:_MOST]
