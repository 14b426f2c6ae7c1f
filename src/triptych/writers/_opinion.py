"""The opinion: what reviewers say of one product, what most speak of first, dissent beside it."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import cycle

from triptych.aspects import facet_of
from triptych.english.words import is_plural
from triptych.records import Direction, Evidence, Opinion
from triptych.writers._brief import Brief, is_nameless, whole
from triptych.writers._grammar import at_least, capital, listed, spell, the
from triptych.writers._paragraph import Statement, claims_of, fit, join_sentences, total_words
from triptych.writers._phrases import overlap
from triptych.writers._themes import Theme
from triptych.writers._voices import LIKELY, Voice, told_in, worth_of

MOST = 250
_FEWEST_TO_GENERALISE = 3
_PLEASED, _UPSET = 0.65, 0.6
_CLEARLY = 2
_HEARD = 2
"""What a remark that is heard weighs beside what the learnt opinion makes of the review."""
_MIDDLE = 3
"""Stars that are neither praise nor blame."""
_MOST_THEMES = 6
_PER_THEME = 2
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
_TELLS = ("One reviewer writes", "One reports", "Somebody else says")


def compose_opinion(brief: Brief) -> Opinion:
    """The paragraph and its claims."""
    told: list[Evidence] = []
    praise = [*_opening(brief), *_praised(brief, told), *_said(brief, told)]
    blame = [*_disliked(brief, told), *_complaints(brief, told)]
    room = MOST - total_words(fit([*praise, *blame], MOST))
    sentences = fit([*praise, *fit(list(_accounts(brief, told)), room), *blame], MOST)
    sentences = sentences or [Statement(f"The reviews of {the(brief.name)} hold no clear opinion.", "absent")]
    return Opinion(product_id=brief.product.id, text=join_sentences(sentences), claims=claims_of(sentences))


def _named(brief: Brief) -> list[Theme]:
    """Aspects that are not in the product's own name."""
    called = brief.name.lower().split()
    themes = [theme for theme in brief.themes if theme.name.lower() not in called]
    # Of what has no name its reviewers name as an aspect what it is: "the poster".
    return [theme for theme in themes if facet_of(theme.name)] if is_nameless(brief.product) else themes


def _praised(brief: Brief, told: list[Evidence]) -> list[Statement]:
    """What several like, with what single ones say of it; what is only called good, together."""
    its = "their" if brief.is_plural else "its"
    forms = cycle(("{who} praise {its} {topic}", "{its} {topic} {please} {who}"))
    themes = [theme for theme in _named(brief) if theme.is_praised][:_MOST_THEMES]
    found: list[Statement] = []
    bare: list[Theme] = []
    for theme in themes:
        voices = _fresh([voice for voice in brief.sayings_on(theme, "+") if voice.is_tidy], told)[:_PER_THEME]
        if not voices:
            bare.append(theme)
            continue
        against = _fresh([voice for voice in brief.complaints if _is_on(theme, voice)], told)[:1]
        told += [voice.span for voice in (*voices, *against)]
        please, are = ("please", "are") if is_plural(theme.topic.rpartition(" ")[2]) else ("pleases", "is")
        who = _count(theme, brief)
        form = next(forms) if who else "{its} {topic} {are} praised"
        text = form.format(who=who, its=its, topic=theme.topic, please=please, are=are)
        text = "; but one says ".join([f"{text}: {_each('one says', voices)}", *(voice.told for voice in against)])
        evidence = (*theme.spans("+").values(), *(voice.span for voice in (*voices, *against)))
        found.append(Statement(f"{capital(text)}.", "counted", tuple(dict.fromkeys(evidence))))
    if bare:
        is_first = bare[0] is themes[0]
        found.insert(0 if is_first else len(found), _only_praised(brief, bare, "" if is_first else "also "))
    return found


def _only_praised(brief: Brief, themes: Sequence[Theme], also: str) -> Statement:
    """What several like, those liked by as many together: "at least four praise its size and others its price"."""
    its = "their" if brief.is_plural else "its"
    liked: dict[str, list[str]] = {}
    for theme in themes:
        liked.setdefault(_count(theme, brief), []).append(theme.topic)
    others = "others" if len(liked) > 1 else "reviewers"
    first, *more = [(who or others, f"{its} {listed(topics)}") for who, topics in liked.items()]
    text = listed([f"{first[0]} {also}praise {first[1]}", *(f"{who} {topics}" for who, topics in more)])
    evidence = tuple(span for theme in themes for span in theme.spans("+").values())
    return Statement(f"{capital(text)}.", "counted", evidence)


def _count(theme: Theme, brief: Brief) -> str:
    """How many like an aspect; empty for fewer than are counted."""
    return at_least(theme.likes, brief.reviewers) if theme.likes >= _COUNTED else ""


def _is_on(theme: Theme, voice: Voice) -> bool:
    """True for a complaint about an aspect."""
    return any(
        overlap(voice.span, span)
        for span in theme.spans("-").values()
        if len(span.text.split()) <= _LONGEST_REMARK and voice.names(theme.name)
    )


def _fresh(voices: Iterable[Voice], told: Sequence[Evidence]) -> list[Voice]:
    """One of each reviewer, none that says what was told."""
    kept: list[Voice] = []
    for voice in voices:
        heard = [*told, *(other.span for other in kept)]
        is_other = all(voice.span.source_id != other.span.source_id for other in kept)
        if is_other and not _is_told(voice.span, heard):
            kept.append(voice)
    return kept


def _each(lead: str, voices: Sequence[Voice]) -> str:
    """What different reviewers say, one after the other."""
    return "; ".join(f"{who} {voice.told}" for who, voice in zip((lead, *_OTHERS), voices, strict=False))


def _said(brief: Brief, told: list[Evidence]) -> Iterator[Statement]:
    """What single reviewers like beside that, a few together."""
    voices = [voice for voice in brief.sayings if voice.direction == "+" and voice.aspect not in _ASIDE]
    for lead in ("It is also said", "Reviewers also say"):
        group = _fresh(voices, told)[:_TOGETHER]
        if group and not told:
            yield from _quoted(group, "One reviewer says", brief)
        elif group:
            text = f"{lead} {listed([voice.told for voice in sorted(group, key=lambda voice: not voice.is_tidy)])}."
            yield Statement(text, "counted", tuple(voice.span for voice in group))
        told += [voice.span for voice in group]


def _accounts(brief: Brief, told: list[Evidence]) -> Iterator[Statement]:
    """What reviewers tell, those first who were not heard yet."""
    heard = {span.source_id for span in told}
    good = [voice for voice in brief.accounts if voice.direction == "+"]
    voices = _fresh(sorted(good, key=lambda voice: voice.span.source_id in heard), told)
    for lead, start in zip(_TELLS, range(0, len(voices), _PER_THEME), strict=False):
        yield from _quoted(voices[start : start + _PER_THEME], lead, brief)


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


def _complaints(brief: Brief, told: list[Evidence]) -> Iterator[Statement]:
    """What they mind that was not told, of different reviewers a few together."""
    leads = ["On the downside, one says", "There are more complaints: one says"]
    leads += ["Others complain: one says"] * (brief.reviewers > _MANY)
    for lead in leads:
        group = _fresh([*brief.complaints, *(v for v in brief.accounts if v.direction == "-")], told)[:_TOGETHER]
        told += [voice.span for voice in group]
        yield from _quoted(group, lead, brief)


def _quoted(voices: Sequence[Voice], lead: str, brief: Brief) -> Iterator[Statement]:
    """What different reviewers say, as one sentence: reported where that is easy, else quoted."""
    if brief.reviewers == 1:
        lead = lead.replace("One reviewer", "The only reviewer").replace("one", "the only reviewer")
    if voices:
        yield Statement(f"{_each(lead, voices)}.", "counted", tuple(voice.span for voice in voices))


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
    """The way each reviewer leans: by the stars given, else by the learnt opinion and the reading together."""
    sums: dict[str, int] = {}
    for aspect in brief.reading.aspects:
        for mention in aspect.mentions:
            if mention.sureness >= LIKELY and mention.polarity != "neutral":
                sums[mention.review_id] = sums.get(mention.review_id, 0) + (1 if "positive" in mention.polarity else -1)
    leans = []
    for review in brief.product.reviews:
        worth, heard = worth_of(review.text), sums.get(review.id, 0)
        # Praise is often put soberly: only who is heard to blame something is upset.
        lean = review.stars - _MIDDLE if review.stars else worth + _HEARD * heard
        lean = lean if review.stars or lean > 1 or (heard < 0 and worth < 0) else 0.0
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
