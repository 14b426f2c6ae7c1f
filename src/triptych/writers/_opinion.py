"""The opinion: what reviewers say of one product, what most speak of first, dissent beside it."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest

from triptych.records import Direction, Evidence, Opinion
from triptych.writers._brief import Brief, whole
from triptych.writers._grammar import at_least, capital, the
from triptych.writers._paragraph import Statement, claims_of, join_sentences, total_words
from triptych.writers._phrases import overlap
from triptych.writers._themes import Theme
from triptych.writers._voices import LIKELY, Voice

FEWEST, MOST = 225, 250
_FEWEST_TO_GENERALISE = 3
_PLEASED, _UPSET = 0.65, 0.6
_CLEARLY = 2
_MIDDLE = 3
"""Stars that are neither praise nor blame."""
_MOST_THEMES = 6
_LONGEST_QUOTE = 18
_TOGETHER = 3
"""Quotations in one sentence."""
_MOST_OF_ONE = 2
"""Quotations of one reviewer."""
_SIDES: tuple[Direction, ...] = ("-", "+")
_ADDING = (
    ("Others complain: one writes", "Further complaints: one writes"),
    ("Also in praise, one says", "Further praise: one says"),
)
_OTHERS = ("another", "a third")


def compose_opinion(brief: Brief) -> Opinion:
    """The paragraph and its claims."""
    sentences: list[Statement] = []
    for sentence in _sentences(brief):
        if total_words([*sentences, sentence]) <= MOST:
            sentences.append(sentence)
        if total_words(sentences) >= FEWEST:
            break
    sentences = sentences or [Statement(f"The reviews of {the(brief.name)} hold no clear opinion.", "absent")]
    return Opinion(product_id=brief.product.id, text=join_sentences(sentences), claims=claims_of(sentences))


def _sentences(brief: Brief) -> Iterator[Statement]:
    """All that could be said, what matters most first: what several like, differ on or mind, then single voices."""
    yield from _opening(brief)
    told: list[Evidence] = []
    yield from _themes(brief, told)
    against, forth = (list(_quotations(brief, side, told)) for side in _SIDES)
    yield from _quoted(against[:1], "On the downside, one reviewer writes", brief)
    yield from _quoted(forth[:1], "On the plus side, one reviewer writes", brief)
    for turn, groups in enumerate(zip_longest(against[1:], forth[1:])):
        for side, group in enumerate(groups):
            yield from _quoted([group] if group else [], _ADDING[side][turn % 2], brief)


def _themes(brief: Brief, told: list[Evidence]) -> Iterator[Statement]:
    """What several speak of: two liked themes to a sentence, each other one in its own; what is quoted joins `told`."""
    its = "their" if brief.is_plural else "its"
    called = brief.name.lower().split()
    named = [theme for theme in brief.themes if theme.name.lower() not in called]

    def said(theme: Theme, direction: Direction) -> str:
        voice = brief.remark_on(theme, direction, _LONGEST_QUOTE, told)
        told.extend([voice.span] if voice else [])
        return voice.said if voice else ""

    def named_with(theme: Theme, direction: Direction) -> str:
        quotation = said(theme, direction)
        return f"{its} {theme.topic if direction == '+' else theme.heading}{f' ({quotation})' if quotation else ''}"

    liked = [theme for theme in named if theme.is_praised][:_MOST_THEMES]
    for start in range(0, len(liked), 2):
        pair = liked[start : start + 2]
        like = "praise" if start == 0 else "like"
        counts = [at_least(theme.likes, brief.reviewers) for theme in pair]
        one, *other = [named_with(theme, "+") for theme in pair]
        more = f" and {other[0]}" if counts[1:] == counts[:1] else f", {counts[-1]} {other[0]}" if other else ""
        evidence = tuple(span for theme in pair for span in theme.spans("+").values())
        yield Statement(f"{capital(counts[0])} {like} {one}{more}.", "counted", evidence)
    for theme in (theme for theme in named if theme.is_divided):
        forth, back = said(theme, "+"), said(theme, "-")
        if forth and back:
            text = f"They differ on {its} {theme.heading}: one says {forth}, another {back}."
            yield Statement(text, "counted", theme.evidence)
    for theme in (theme for theme in named if theme.is_blamed):
        who = capital(at_least(theme.dislikes, brief.reviewers))
        text = f"{who} complain about {named_with(theme, '-')}."
        yield Statement(text, "counted", tuple(theme.spans("-").values()))


def _quotations(brief: Brief, direction: Direction, told: Sequence[Evidence]) -> Iterator[list[Voice]]:
    """Whole sentences of one side that add to what was told, of different reviewers a few together."""
    fresh = brief.praise if direction == "+" else brief.complaints
    heard: Counter[str] = Counter()
    group: list[Voice] = []
    told = list(told)
    for turn in range(_MOST_OF_ONE):
        for voice in fresh:
            who = voice.span.source_id
            if heard[who] > turn or any(overlap(voice.span, span) for span in told):
                continue
            if len(group) == _TOGETHER or any(other.span.source_id == who for other in group):
                yield group
                group = []
            heard[who] += 1
            told.append(voice.span)
            group.append(voice)
    if group:
        yield group


def _quoted(groups: Iterable[Sequence[Voice]], lead: str, brief: Brief) -> Iterator[Statement]:
    """Quotations of different reviewers, each group of them as one sentence."""
    lead = lead.replace("one reviewer", "the only reviewer") if brief.reviewers == 1 else lead
    for voices in groups:
        others = [f"{who} {voice.said}" for who, voice in zip(_OTHERS, voices[1:], strict=False)]
        text = "; ".join([f"{lead} {voices[0].said}", *others])
        yield Statement(f"{text}.", "counted", tuple(voice.span for voice in voices))


def _opening(brief: Brief) -> list[Statement]:
    """How reviewers feel on the whole, and the shop's own average."""
    name, product = the(brief.name), brief.product
    rating, evidence = _rating(brief)
    if not product.reviews:
        have = "have" if brief.is_plural else "has"
        told = [Statement(f"{capital(name)} {have} no reviews yet.", "absent")]
    else:
        told = _mood(brief, f", which shoppers rate {rating}" if rating else "", evidence)
    if told or not rating:
        return told
    return [Statement(f"Shoppers rate {name} {rating}.", "stated", evidence)]


def _mood(brief: Brief, rated: str, rating: tuple[Evidence, ...]) -> list[Statement]:
    """How reviewers feel, with `rated` behind the product's name; nothing where that is not clear."""
    name, leans = the(brief.name) + rated, _leans(brief)
    rated += "," if rated else ""
    happy, upset, among = sum(lean > 0 for lean in leans), sum(lean < 0 for lean in leans), brief.reviewers
    evidence = tuple(quote for a in brief.reading.aspects for point in a.points for quote in point.quotes)
    if not leans or not evidence:
        is_one = len(brief.product.reviews) == 1
        reviews = f"The only review of {name} holds" if is_one else f"The reviews of {name} hold"
        return [] if rated else [Statement(f"{reviews} no clear opinion.", "absent")]
    if among == 1:
        text = f"The only reviewer {'likes' if happy else 'dislikes'} {name}."
    elif happy == among == sum(review.stars is not None for review in brief.product.reviews):
        text = f"All {among} reviewers give {the(brief.name)}{rated} four or five stars."
    elif happy >= max(_PLEASED * among, _FEWEST_TO_GENERALISE):
        text = f"Most of the {among} reviewers are pleased with {name}."
    elif upset >= max(_UPSET * among, _CLEARLY * happy, _FEWEST_TO_GENERALISE):
        text = f"Most of the {among} reviewers are disappointed with {name}."
    elif happy > max(1, _CLEARLY * upset):
        text = f"Most of what the {among} reviewers say of {the(brief.name)}{rated} is good."
    elif happy > upset > 1 and happy - upset > 1:
        text = f"More of the {among} reviewers like {the(brief.name)}{rated} than do not."
    elif min(happy, upset) > 1:
        text = f"The {among} reviewers are divided over {name}."
    else:
        return []
    return [Statement(text, "derived", (*evidence, *rating))]


def _leans(brief: Brief) -> list[int]:
    """The way each reviewer leans: by the stars given, or by all likely remarks together."""
    sums: dict[str, int] = {}
    starred = {r.id: int(r.stars > _MIDDLE) - int(r.stars < _MIDDLE) for r in brief.product.reviews if r.stars}
    for aspect in brief.reading.aspects:
        for mention in aspect.mentions:
            if mention.sureness >= LIKELY and mention.polarity != "neutral":
                lean = 1 if "positive" in mention.polarity else -1
                sums[mention.review_id] = sums.get(mention.review_id, 0) + lean
    return list((sums | starred).values())


def _rating(brief: Brief) -> tuple[str, tuple[Evidence, ...]]:
    """The shop's own average: "4.7 stars on average (119,292 ratings)"."""
    product = brief.product
    if product.average_rating is None:
        return "", ()
    evidence = (*whole(product, "rating", "average_rating"), *whole(product, "rating", "rating_count"))
    count = f" ({product.rating_count:,} ratings)" if product.rating_count else ""
    return f"{product.average_rating:g} stars on average{count}", evidence
