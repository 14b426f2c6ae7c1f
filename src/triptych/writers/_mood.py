"""How an opinion opens: the shop's own average, and how reviewers feel on the whole."""

from collections import Counter

from triptych.records import Direction, Evidence
from triptych.writers._brief import Brief, whole
from triptych.writers._grammar import Statement, capital, spell, the
from triptych.writers._voices import LIKELY, worth_of

_FEWEST_TO_GENERALISE = 3
_PLEASED, _UPSET, _CLEARLY = 0.65, 0.6, 2
_HEARD, _CRITICAL = 2, -3
"""What a remark that is heard weighs beside what the learnt opinion makes of the review; what a bad one comes to."""
_MIDDLE = 3
"""Stars that are neither praise nor blame."""


def open_opinion(brief: Brief) -> list[Statement]:
    """How reviewers feel on the whole, with their stars and the shop's own average."""
    name, product = the(brief.name), brief.product
    rating, evidence = _rating(brief)
    if not product.reviews:
        return [Statement(f"{capital(name)} {brief.verb('have')} no reviews yet.", "absent")]
    mood, spans = _mood(brief, name)
    if not mood and not rating:
        writes = "One reviewer writes" if brief.reviewers == 1 else f"{capital(spell(brief.reviewers))} reviewers write"
        bare = Statement(f"{writes} about {name}.", "derived", whole(product, "title", "title"))
        return [bare] if brief.praise or brief.complaints else []
    has = (
        f"{'their' if brief.is_plural else 'its'} average is" if mood else f"{name} {brief.verb('have')} an average of"
    )
    parts = filter(None, (mood, rating and f"{has} {rating}"))
    text = capital(("; " if " and " in mood else ", and ").join(parts))
    return [Statement(f"{text}.", "derived" if mood else "stated", (*spans, *evidence))]


def mood_of(brief: Brief) -> Direction | None:
    """Whether most like it or most do not; None where they are divided or it is not clear."""
    leans, among = leans_of(brief), brief.reviewers
    happy, upset = sum(lean > 0 for lean in leans), sum(lean < 0 for lean in leans)
    if happy >= _PLEASED * among or happy > max(1, _CLEARLY * upset):
        return "+"
    return "-" if upset >= max(_UPSET * among, _CLEARLY * happy, 1) or upset - happy > 1 else None


def _mood(brief: Brief, it: str) -> tuple[str, tuple[Evidence, ...]]:
    """How reviewers feel about `it`, and what that rests on; empty where it is not clear."""
    leans = leans_of(brief)
    happy, upset, among = sum(lean > 0 for lean in leans), sum(lean < 0 for lean in leans), brief.reviewers
    evidence = tuple(quote for a in brief.reading.aspects for point in a.points for quote in point.quotes)
    text = ""
    if not evidence:
        return "", ()
    if among == 1:
        text = f"the only reviewer {'likes' if happy else 'dislikes'} {it}" if happy or upset else ""
    elif all(review.stars is not None for review in brief.product.reviews) and among == len(leans):
        text = _starred(brief, it)
    elif happy >= max(_PLEASED * among, _FEWEST_TO_GENERALISE):
        text = f"most of the {among} reviewers are pleased with {it}"
    elif upset >= max(_UPSET * among, _CLEARLY * happy, _FEWEST_TO_GENERALISE):
        text = f"most of the {among} reviews of {it} are critical"
    elif happy - upset > 1:
        text = f"more of the {among} reviewers like {it} than find fault with {brief.them}"
    elif upset - happy > 1:
        text = f"more of the {among} reviewers find fault with {it} than like {brief.them}"
    elif min(happy, upset) > 1:
        text = f"the {among} reviewers are divided over {it}"
    return text, evidence


def _starred(brief: Brief, it: str) -> str:
    """How they feel, and how many give four or five stars and how many one or two."""
    stars = [review.stars or 0 for review in brief.product.reviews]
    many, high, low = len(stars), sum(each > _MIDDLE for each in stars), sum(each < _MIDDLE for each in stars)
    feel = {"+": "happy with", "-": "unhappy with", None: "divided over"}[mood_of(brief)]
    is_all, is_most = many in (high, low), max(high, low) * 2 > many
    mostly = "" if is_all or feel == "divided over" else "mostly " if is_most else "rather "
    given = sorted(((high, "four or five stars"), (low, "one or two stars")), reverse=True)
    lead = f"reviewers are {mostly}{feel} {it}"
    if is_all:
        return f"{lead}: all {many} give {brief.them} {given[0][1]}"
    told = []
    for (count, what), among in zip(given, (f" of the {many}", ""), strict=True):
        told += [f"{spell(count)}{among} {'gives' if count == 1 else 'give'} {brief.them} {what}"] * bool(count)
    return f"{lead}: {' and '.join(told).removesuffix(' stars')}{' stars' * (len(told) == 1)}" if told else lead


def leans_of(brief: Brief) -> list[int]:
    """The way each reviewer leans: by the stars given, else by the learnt opinion and the reading together."""
    sums = Counter[str]()
    for aspect in brief.reading.aspects:
        for mention in aspect.mentions:
            if mention.sureness >= LIKELY and mention.polarity != "neutral":
                sums[mention.review_id] += 1 if "positive" in mention.polarity else -1
    leans = []
    for review in brief.product.reviews:
        if review.stars:
            lean = review.stars - _MIDDLE
        else:
            worth, heard = worth_of(review.title or "") + worth_of(review.text), sums[review.id]
            lean = worth + _HEARD * heard
            # Of reviews with stars so bad ones have few, and what lies between may have any.
            lean = lean if lean > 1 or (worth < 0 and lean < _CRITICAL) else 0.0
        leans.append(int(lean > 0) - int(lean < 0))
    return leans


def _rating(brief: Brief) -> tuple[str, tuple[Evidence, ...]]:
    """The shop's own average: "4.7 stars (119,292 ratings)"."""
    product = brief.product
    if product.average_rating is None:
        return "", ()
    evidence = (*whole(product, "rating", "average_rating"), *whole(product, "rating", "rating_count"))
    count = f" ({product.rating_count:,} ratings)" if product.rating_count else ""
    return f"{product.average_rating:g} stars{count}", evidence
