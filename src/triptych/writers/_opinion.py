"""The opinion: what reviewers say of one product, what most speak of first, dissent beside it, in their own words."""

from collections.abc import Iterator, Sequence
from itertools import chain

from triptych.aspects._naming import facet_of
from triptych.aspects.learnt_words import judged_things
from triptych.english.stems import singular
from triptych.records import Direction, Evidence, Opinion
from triptych.writers._brief import Brief, whole
from triptych.writers._grammar import capital, people, the, verb
from triptych.writers._paragraph import Statement, claims_of, join_sentences, total_words
from triptych.writers._phrases import best_quote, overlap, quoted
from triptych.writers._voices import LIKELY, Theme, Voice, telling

FEWEST, MOST = 225, 250
_FEWEST_TO_GENERALISE = 3
_PLEASED, _UPSET = 0.65, 0.6
_CLEARLY = 2
_MIDDLE = 3
"""Stars that are neither praise nor blame."""
_PAIR = 2
_TOGETHER = 3
"""Quotations in one sentence."""
_FORMS: dict[Direction, tuple[str, ...]] = {
    "+": ("On {topic}, {who} {are} pleased", "As for {topic}, {who} report{s} well"),
    "-": ("On {topic}, {who} {are} unhappy", "As for {topic}, {who} complain{s}"),
}
_LEADS: dict[Direction, tuple[str, ...]] = {
    "+": ("In praise", "Further praise", "Also liked"),
    "-": ("Complaints", "Further complaints", "Also criticised"),
}


def compose_opinion(brief: Brief) -> Opinion:
    """The paragraph and its claims."""
    sentences: list[Statement] = []
    teller = _Teller(brief)
    for sentence in chain(_sentences(brief, teller), teller.left_over(sentences)):
        if total_words([*sentences, sentence]) <= MOST:
            sentences.append(sentence)
        if total_words(sentences) >= FEWEST:
            break
    sentences = sentences or [Statement(f"The reviews of {the(brief.name)} hold no clear opinion.", "absent")]
    return Opinion(product_id=brief.product.id, text=join_sentences(sentences), claims=claims_of(sentences))


def _sentences(brief: Brief, teller: "_Teller") -> Iterator[Statement]:
    """All that could be said, what matters most first."""
    opening = _opening(brief)
    yield from opening
    yield from _rating(brief, is_first=not opening)
    shared = [theme for theme in brief.themes if theme.many > 1 and _is_nameable(theme.name)]
    yield from (sentence for theme in shared[:_PAIR] if (sentence := teller.theme(theme)))
    yield from teller.voices("-", 1)
    yield from (sentence for theme in shared[_PAIR:] if (sentence := teller.theme(theme)))
    yield from teller.voices("-")
    yield from teller.voices("+")


def _opening(brief: Brief) -> list[Statement]:
    """How reviewers feel on the whole; nothing where that is not clear."""
    name, among = the(brief.name), brief.reviewers
    it = "them" if brief.is_plural else "it"
    if not brief.product.reviews:
        have = "have" if brief.is_plural else "has"
        return [Statement(f"{capital(name)} {have} no reviews yet.", "absent")]
    leans = _leans(brief)
    happy, upset = sum(lean > 0 for lean in leans), sum(lean < 0 for lean in leans)
    voices = tuple(voice.span for theme in brief.themes for voice in theme.voices)
    evidence = voices or tuple(
        quote for aspect in brief.reading.aspects for point in aspect.points for quote in point.quotes
    )
    if not leans or not evidence:
        is_one = len(brief.product.reviews) == 1
        reviews = f"The only review of {name} holds" if is_one else f"The reviews of {name} hold"
        return [Statement(f"{reviews} no clear opinion.", "absent")]
    if among == 1:
        return [Statement(f"The only reviewer of {name} {'likes' if happy else 'dislikes'} {it}.", "derived", evidence)]
    if happy >= max(_PLEASED * among, _FEWEST_TO_GENERALISE):
        text = f"Most reviewers of {name} are pleased with {it}."
    elif upset >= max(_UPSET * among, _CLEARLY * happy, _FEWEST_TO_GENERALISE):
        text = f"Most reviewers of {name} are disappointed with {it}."
    elif happy > max(1, _CLEARLY * upset) and len(list(telling(brief.themes, "+"))) > 1:
        text = f"Most of what reviewers say of {name} is good."
    elif min(happy, upset) > 1:
        text = f"Reviewers of {name} differ: some are pleased, others are not."
    else:
        return []
    return [Statement(text, "derived", evidence)]


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


def _rating(brief: Brief, *, is_first: bool) -> Iterator[Statement]:
    """The shop's own average."""
    product = brief.product
    if product.average_rating is not None:
        evidence = (*whole(product, "rating", "average_rating"), *whole(product, "rating", "rating_count"))
        it = the(brief.name) if is_first else "them" if brief.is_plural else "it"
        count = f", in {product.rating_count:,} ratings" if product.rating_count else ""
        yield Statement(f"Shoppers rate {it} {product.average_rating:g} stars on average{count}.", "stated", evidence)


class _Teller:
    """Tells themes and voices; each quotation once, and forms in turn."""

    def __init__(self, brief: Brief) -> None:
        self._brief = brief
        self._used: list[Evidence] = []
        self._turn = len(brief.name)
        self._told: dict[Direction, int] = {"+": 0, "-": 0}

    def theme(self, theme: Theme) -> Statement | None:
        """A theme by its name: the larger side with a quotation or two, then the other; None where none names it."""
        sides: tuple[Direction, Direction] = ("+", "-") if theme.liked >= theme.disliked else ("-", "+")
        count = max(theme.liked, theme.disliked)
        naming = {voice.span.source_id for voice in theme.side(sides[0]) if voice.names_aspect}
        if len(naming) < _PAIR:
            return None
        first = self._quotes([v for v in theme.side(sides[0]) if v.names_aspect and v.is_sure], _PAIR)
        if count < _PAIR or not first:
            return None
        second = self._quotes([v for v in theme.side(sides[1]) if v.names_aspect and v.is_sure], 1)
        self._turn += 1
        form = _FORMS[sides[0]][self._turn % len(_FORMS[sides[0]])]
        text = form.format(
            topic=theme.name,
            who=people(count, self._brief.reviewers),
            are=verb(count, "is", "are"),
            s=verb(count, "s", ""),
        )
        text += f": {' and '.join(map(quoted, first))}"
        text += f", but one reviewer disagrees: {quoted(second[0])}" if second else ""
        return Statement(f"{capital(text)}.", "counted", (*first, *second))

    def _quotes(self, voices: Sequence[Voice], most: int) -> list[Evidence]:
        """Quotations of different reviewers."""
        chosen: list[Evidence] = []
        for _ in range(most):
            heard = {span.source_id for span in chosen}
            best = best_quote([v.span for v in voices if v.span.source_id not in heard], self._used)
            if best:
                self._used.append(best)
                chosen.append(best)
        return chosen

    def voices(self, direction: Direction, most: int = 10**6) -> Iterator[Statement]:
        """What single reviewers say besides, a few to a sentence."""
        chosen: list[Voice] = []
        for voice in telling(self._brief.themes, direction):
            used = (*self._used, *(other.span for other in chosen))
            if len(chosen) < most * _TOGETHER and not any(overlap(voice.span, other) for other in used):
                chosen.append(voice)
        self._used += [voice.span for voice in chosen]
        # By topic where the words name it, so that it can be followed.
        chosen.sort(key=lambda voice: not _is_topic(voice))
        for start in range(0, len(chosen), _TOGETHER):
            part = chosen[start : start + _TOGETHER]
            lead = _LEADS[direction][self._told[direction] % len(_LEADS[direction])]
            said = "; ".join(f"on {v.aspect}, {quoted(v.span)}" if _is_topic(v) else quoted(v.span) for v in part)
            self._told[direction] += 1
            yield Statement(f"{lead}: {said}.", "counted", tuple(voice.span for voice in part))

    def left_over(self, sentences: Sequence[Statement]) -> Iterator[Statement]:
        """Quotations that found no room together with others, one at a time."""
        told = {span for sentence in sentences for span in sentence.evidence if sentence.kind == "counted"}
        for span in self._used:
            if span not in told:
                yield Statement(f"Also said: {quoted(span)}.", "counted", (span,))


def _is_topic(voice: Voice) -> bool:
    """True where a quotation names what it is about, and that is something people judge."""
    return voice.names_aspect and _is_nameable(voice.aspect)


def _is_nameable(aspect: str) -> bool:
    """True for what many reviewers write of and people judge; others' nouns ("reward") make odd headings."""
    word = aspect.rpartition(" ")[2]
    return singular(word) in judged_things() or facet_of(aspect) is not None
