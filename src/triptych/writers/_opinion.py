"""The opinion: what reviewers say of one product, what most speak of first, dissent beside it."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest

from triptych.aspects import facet_of
from triptych.english.words import is_plural
from triptych.records import Direction, Evidence, Opinion
from triptych.writers._brief import Brief, is_nameless, whole
from triptych.writers._grammar import at_least, capital, is_mass, listed, spell, the, with_article
from triptych.writers._paragraph import Statement, claims_of, join_sentences, total_words
from triptych.writers._phrases import overlap
from triptych.writers._rows import is_same
from triptych.writers._themes import Theme
from triptych.writers._voices import LIKELY, Voice, told_in, worth_of

FEWEST, MOST = 225, 250
_FEWEST_TO_GENERALISE = 3
_PLEASED, _UPSET = 0.65, 0.6
_CLEARLY = 2
_MIDDLE = 3
"""Stars that are neither praise nor blame."""
_MOST_THEMES = 6
_MOST_QUALITIES = 6
_LONGEST_REMARK = 20
_SIDES: tuple[Direction, ...] = ("+", "-")
_ASIDE = ("delivery", "customer service", "packaging")
_COUNTED = 2.5
"""So many who praise an aspect are counted; of fewer more may say so in other words."""
_MANY = 10
"""Of more reviewers than so many there is more to tell."""
_TOGETHER = 3
"""Quotations in one sentence."""
_OTHERS = ("another", "a third")
_FURTHER = (("one adds", "it is also said"), ("one also finds", "reviewers also say"))


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
    """All that could be said: what several like, what single ones say and call good, their complaints."""
    yield from _opening(brief)
    told: list[Evidence] = []
    yield from _praised(brief)
    disliked, said = list(_disliked(brief, told)), list(_said(brief, told))
    yield from _quoted(said[:1], "One reviewer says", brief)
    heard = {voice.span.source_id for voice in (said[0] if said else ())}
    for (adds, again), voices in zip(_FURTHER, said[1:], strict=False):
        is_fresh = heard.isdisjoint(voice.span.source_id for voice in voices)
        lead = "others add" if is_fresh and len(voices) > 1 else adds if is_fresh else again
        text = f"{lead} {listed([voice.told for voice in voices])}."
        yield Statement(capital(text), "counted", tuple(voice.span for voice in voices))
        heard |= {voice.span.source_id for voice in voices}
    if sum(map(len, said)) < _TOGETHER:
        yield from _called(brief, told)
    against = list(_complaints(brief, told))
    yield from disliked
    yield from _quoted(against[:1], "On the downside, one says", brief)
    yield from _quoted(against[1:2], "There are more complaints: one says", brief)
    if brief.reviewers > _MANY:
        for more in zip_longest(said[3:], against[2:]):
            for lead, group in zip(("Further praise: one says", "Others complain: one says"), more, strict=True):
                yield from _quoted([group] if group else [], lead, brief)


def _named(brief: Brief) -> list[Theme]:
    """Aspects that are not in the product's own name."""
    called = brief.name.lower().split()
    themes = [theme for theme in brief.themes if theme.name.lower() not in called]
    # Of what has no name its reviewers name as an aspect what it is: "the poster".
    return [theme for theme in themes if facet_of(theme.name)] if is_nameless(brief.product) else themes


def _praised(brief: Brief) -> Iterator[Statement]:
    """What several like: those liked by as many together."""
    its = "their" if brief.is_plural else "its"
    praised = [theme for theme in _named(brief) if theme.is_praised][:_MOST_THEMES]
    liked: dict[str, list[Theme]] = {}
    for theme in (theme for theme in praised if theme.likes >= _COUNTED):
        liked.setdefault(at_least(theme.likes, brief.reviewers), []).append(theme)
    rest = [theme for theme in praised if theme.likes < _COUNTED]
    if liked:
        topics = [f"{its} {listed([theme.topic for theme in themes])}" for themes in liked.values()]
        first, *more = zip(liked, topics, strict=True)
        text = listed([f"{first[0]} praise {first[1]}", *(f"{count} {topic}" for count, topic in more)])
        evidence = tuple(span for themes in liked.values() for theme in themes for span in theme.spans("+").values())
        yield Statement(f"{capital(text)}.", "counted", evidence)
    if rest:
        also = "also " if liked else ""
        evidence = tuple(span for theme in rest for span in theme.spans("+").values())
        topics_ = listed([theme.topic for theme in rest])
        yield Statement(f"Reviewers {also}praise {its} {topics_}.", "counted", evidence)


def _said(brief: Brief, told: list[Evidence]) -> Iterator[list[Voice]]:
    """What single reviewers like, of the aspects that most praise first; of different reviewers a few together."""
    order = [theme.name for theme in _named(brief) if theme.is_praised]
    fresh = [voice for voice in brief.sayings if voice.direction == "+" and voice.aspect not in _ASIDE]
    places = {name: place for place, name in enumerate(order)}
    fresh.sort(key=lambda voice: (not voice.is_tidy, places.get(voice.aspect, len(order))))
    while fresh:
        group: list[Voice] = []
        for voice in fresh:
            is_other = all(voice.span.source_id != other.span.source_id for other in group)
            if is_other and len(group) < _TOGETHER and not _is_told(voice.span, told):
                group.append(voice)
                told.append(voice.span)
        if not group:
            return
        yield sorted(group, key=lambda voice: not voice.is_tidy)


def _is_told(span: Evidence, told: Sequence[Evidence]) -> bool:
    """True where the same words were told, or another reviewer's that say the same."""
    stems = told_in(span.text)
    return any(overlap(span, other) or len(stems & told_in(other.text)) * 2 > len(stems) for other in told)


def _disliked(brief: Brief, told: list[Evidence]) -> Iterator[Statement]:
    """What several dislike, and what they differ on."""
    its = "their" if brief.is_plural else "its"
    for theme in _named(brief):
        if theme.is_divided:
            forth, back = (
                [v for v in brief.sayings_on(theme, side) if v.is_tidy and v.names(theme.name)] for side in _SIDES
            )
            if forth and back:
                told += [forth[0].span, back[0].span]
                text = f"They differ on {its} {theme.heading}: one says {forth[0].told}, another {back[0].told}."
                yield Statement(text, "counted", theme.evidence)
        elif theme.is_blamed:
            spans = tuple(theme.spans("-").values())
            # Of a whole run-on review nobody knows which part of it is about the aspect.
            short = [span for span in spans if len(span.text.split()) <= _LONGEST_REMARK]
            voice = next((v for v in brief.complaints if any(overlap(v.span, span) for span in short)), None)
            told += [voice.span] if voice else []
            text = f"{at_least(theme.dislikes, brief.reviewers)} complain about {its} {theme.heading}"
            yield Statement(f"{capital(text)}{f'; one says {voice.told}' if voice else ''}.", "counted", spans)


def _called(brief: Brief, told: list[Evidence]) -> Iterator[Statement]:
    """What reviewers call its parts and aspects, those that were not counted."""
    counted = [theme.heading for theme in brief.themes if theme.is_praised]
    for lead, direction in (("Also mentioned:", "+"), ("Complained of:", "-")):
        found = [
            quality
            for quality in brief.traits
            if quality.direction == direction and not any(is_same(quality.thing, heading) for heading in counted)
            if not any(overlap(span, other) for span in quality.spans for other in told)
        ][:_MOST_QUALITIES]
        if found:
            evidence = tuple(span for quality in found for span in quality.spans)
            told.extend(evidence)
            yield Statement(f"{lead} {listed([_with_article(q.text) for q in found])}.", "counted", evidence)


def _with_article(text: str) -> str:
    """A quality and its thing with an article where it takes one: "a snug fit", "nice bass", "rich mids"."""
    head = text.rpartition(" ")[2]
    return text if is_plural(head) or is_mass(head) else with_article(text)


def _complaints(brief: Brief, told: Sequence[Evidence]) -> Iterator[list[Voice]]:
    """What was not told, of different reviewers a few together."""
    group: list[Voice] = []
    for voice in brief.complaints:
        if any(overlap(voice.span, span) for span in told):
            continue
        if len(group) == _TOGETHER or any(other.span.source_id == voice.span.source_id for other in group):
            yield group
            group = []
        group.append(voice)
    if group:
        yield group


def _quoted(groups: Iterable[Sequence[Voice]], lead: str, brief: Brief) -> Iterator[Statement]:
    """What different reviewers say, each group of them as one sentence: reported where that is easy, else quoted."""
    lead = (
        lead.replace("One reviewer", "The only reviewer").replace("one", "the only reviewer")
        if brief.reviewers == 1
        else lead
    )
    for voices in groups:
        parts = [f"{who} {voice.told}" for who, voice in zip((lead, *_OTHERS), voices, strict=False)]
        yield Statement(f"{'; '.join(parts)}.", "counted", tuple(voice.span for voice in voices))


def _opening(brief: Brief) -> list[Statement]:
    """The shop's own average, and how reviewers feel on the whole."""
    name, product = the(brief.name), brief.product
    rating, evidence = _rating(brief)
    if not product.reviews:
        have = "have" if brief.is_plural else "has"
        return [Statement(f"{capital(name)} {have} no reviews yet.", "absent")]
    mood, spans = _mood(brief, ("them" if brief.is_plural else "it") if rating else name)
    if not mood and not rating:
        if not brief.sayings and not brief.complaints:
            return []
        writes = "One reviewer writes" if brief.reviewers == 1 else f"{capital(spell(brief.reviewers))} reviewers write"
        return [Statement(f"{writes} about {name}.", "derived", whole(product, "title", "title"))]
    rated = f"Shoppers rate {name} {rating}" if rating else ""
    text = capital("; ".join(filter(None, (rated, mood))))
    return [Statement(f"{text}.", "derived" if mood else "stated", (*spans, *evidence))]


def _mood(brief: Brief, it: str) -> tuple[str, tuple[Evidence, ...]]:
    """How reviewers feel about `it`, and what that rests on; empty where it is not clear."""
    leans = _leans(brief)
    happy, upset, among = sum(lean > 0 for lean in leans), sum(lean < 0 for lean in leans), brief.reviewers
    evidence = tuple(quote for a in brief.reading.aspects for point in a.points for quote in point.quotes)
    text = ""
    if not evidence:
        return "", ()
    if among == 1:
        text = f"the only reviewer {'likes' if happy else 'dislikes'} {it}" if happy or upset else ""
    elif happy == among == sum(review.stars is not None for review in brief.product.reviews):
        text = f"all {among} reviewers give {it} four or five"
        text += "" if brief.product.average_rating is not None else " stars"
    elif happy >= max(_PLEASED * among, _FEWEST_TO_GENERALISE):
        text = f"most of the {among} reviewers are pleased with {it}"
    elif upset >= max(_UPSET * among, _CLEARLY * happy, _FEWEST_TO_GENERALISE):
        text = f"most of the {among} reviewers are disappointed with {it}"
    elif happy > max(1, _CLEARLY * upset):
        text = f"most of what the {among} reviewers say of {it} is good"
    elif happy > upset > 1 and happy - upset > 1:
        text = f"more of the {among} reviewers like {it} than do not"
    elif min(happy, upset) > 1:
        text = f"the {among} reviewers are divided over {it}"
    return text, evidence


def _leans(brief: Brief) -> list[int]:
    """The way each reviewer leans: by the stars given, or where the reading and the learnt opinion agree on all."""
    sums: dict[str, int] = {}
    for aspect in brief.reading.aspects:
        for mention in aspect.mentions:
            if mention.sureness >= LIKELY and mention.polarity != "neutral":
                sums[mention.review_id] = sums.get(mention.review_id, 0) + (1 if "positive" in mention.polarity else -1)
    leans = []
    for review in brief.product.reviews:
        worth, heard = worth_of(f"{review.title or ''} . {review.text}"), sums.get(review.id, 0)
        is_clear = heard > 0 < worth or heard < 0 > worth
        lean = review.stars - _MIDDLE if review.stars else float(heard) if is_clear else 0.0
        leans.append(int(lean > 0) - int(lean < 0))
    return leans


def _rating(brief: Brief) -> tuple[str, tuple[Evidence, ...]]:
    """The shop's own average: "4.7 stars on average (119,292 ratings)"."""
    product = brief.product
    if product.average_rating is None:
        return "", ()
    evidence = (*whole(product, "rating", "average_rating"), *whole(product, "rating", "rating_count"))
    count = f" ({product.rating_count:,} ratings)" if product.rating_count else ""
    return f"{product.average_rating:g} stars on average{count}", evidence
