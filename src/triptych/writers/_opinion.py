"""The opinion: what reviewers say of one product, the central point first, dissent beside it."""

from collections.abc import Iterator, Sequence
from itertools import chain

from triptych.english.words import kinds_of
from triptych.records import Direction, Evidence, Opinion, Point
from triptych.writers._brief import Brief, Theme, stems_of, whole
from triptych.writers._grammar import capital, people, some, spell, the, verb
from triptych.writers._paragraph import Statement, claims_of, join_sentences, total_words
from triptych.writers._phrases import best_quote, quote, quoted, say_point

FEWEST, MOST = 225, 250
_VOICES = 2
_LONGEST_VOICE = 14
_LEADS: dict[Direction, tuple[str, str, str]] = {
    "-": ("One reviewer{of} complains", "Single reviewers{of} complain", "Others add"),
    "+": ("One reviewer{of} writes in praise", "Single reviewers{of} write in praise", "Others write"),
}
_FORMS: dict[Direction, tuple[str, ...]] = {
    "+": ("{topic}, {who} {are} content", "{topic}, {who} {are} pleased", "{topic}, {who} report{s} well"),
    "-": ("{topic}, {who} {are} unhappy", "{topic}, {who} complain{s}", "{topic}, {who} {are} let down"),
}
_TOPICS = ("On {}", "As for {}", "About {}", "When it comes to {}")


def compose_opinion(brief: Brief) -> Opinion:
    """The paragraph and its claims."""
    sentences: list[Statement] = []
    teller = _Teller(brief)
    for sentence in chain(_sentences(brief, teller), teller.left_over(sentences)):
        if total_words([*sentences, sentence]) <= MOST:
            sentences.append(sentence)
        if total_words(sentences) >= FEWEST:
            break
    sentences = sentences or [_unclear(brief)]
    return Opinion(product_id=brief.product.id, text=join_sentences(sentences), claims=claims_of(sentences))


def _sentences(brief: Brief, teller: "_Teller") -> Iterator[Statement]:
    """All that could be said, what matters most first."""
    shared = sorted((theme for theme in brief.themes if theme.most > 1), key=lambda theme: -theme.most)
    said = 0
    for theme in shared:
        sentence = teller.theme(theme, is_lead=not said)
        if sentence:
            yield sentence
            said += 1
            if said == 1:
                yield from _rating(brief)
    if not said:
        yield from _opening(brief)
        yield from _rating(brief)
    for theme in shared:
        yield from teller.more(theme)
    yield from teller.voices(brief.themes, "-")
    yield from teller.voices(brief.themes, "+")


def _opening(brief: Brief) -> Iterator[Statement]:
    """How it begins where there is nothing to tell."""
    name, many = the(brief.name), len(brief.product.reviews)
    if not many:
        yield Statement(f"{capital(name)} has no reviews yet.", "absent")
    elif not brief.themes:
        yield _unclear(brief)


def _unclear(brief: Brief) -> Statement:
    is_one = len(brief.product.reviews) == 1
    reviews = f"The only review of {the(brief.name)} holds" if is_one else f"The reviews of {the(brief.name)} hold"
    return Statement(f"{reviews} no clear opinion.", "absent")


def _rating(brief: Brief) -> Iterator[Statement]:
    """The shop's own average."""
    product = brief.product
    if product.average_rating is not None:
        evidence = (*whole(product, "rating", "average_rating"), *whole(product, "rating", "rating_count"))
        it = "them" if brief.is_plural else "it"
        count = f", in {product.rating_count:,} ratings" if product.rating_count else ""
        yield Statement(f"Shoppers rate {it} {product.average_rating:g} stars on average{count}.", "stated", evidence)


class _Teller:
    """Tells themes; each quotation once, and forms in turn."""

    def __init__(self, brief: Brief) -> None:
        self._brief = brief
        self._used: list[Evidence] = []
        self._voices: list[Evidence] = []
        self._told: list[Point] = []
        self._turn = 0

    def theme(self, theme: Theme, *, is_lead: bool) -> Statement | None:
        """A theme that several speak of: the larger side, then the other; None where nothing of it can be quoted."""
        liked, disliked = theme.side("+"), theme.side("-")
        is_liked = bool(liked) and (not disliked or len(liked[0].reviewers) >= len(disliked[0].reviewers))
        first, second = (liked, disliked) if is_liked else (disliked, liked)
        text = self._side(theme, first[0], is_lead)
        if text is None:
            return None
        text += self._dissent(second, first[0])
        told = (first[0], *second)
        self._told += told
        return Statement(f"{capital(text)}.", "counted", tuple(span for point in told for span in point.quotes))

    def more(self, theme: Theme) -> Iterator[Statement]:
        """Further points about a theme that several make."""
        for point in theme.points:
            if len(point.reviewers) > 1 and point not in self._told:
                text = self._side(theme, point, is_lead=False)
                if text:
                    self._told.append(point)
                    yield Statement(f"{capital(text)}.", "counted", point.quotes)

    def _side(self, theme: Theme, point: Point, is_lead: bool) -> str | None:
        count, among = len(point.reviewers), self._brief.reviewers
        who = some(count, among)
        if is_lead:
            who = people(count, among)
            who = f"{who} of {the(self._brief.name)}"
        chosen = best_quote(point.quotes, self._used)
        saying = say_point(point, self._brief.is_plural)
        if saying:
            repeats = chosen is None or len(stems_of(quote(chosen) or "") - stems_of(saying.many)) <= 2
            return f"{who} {saying.of(count)}{'' if repeats else self._quoted(chosen)}"
        if chosen is None or not _names(theme.aspect.name, chosen.text):
            return None
        self._turn += 1
        forms = _FORMS[point.direction]
        topic = _TOPICS[self._turn % len(_TOPICS)].format(theme.aspect.name)
        form = forms[self._turn % len(forms)]
        return form.format(topic=topic, who=who, are=verb(count, "is", "are"), s=verb(count, "s", "")) + self._quoted(
            chosen
        )

    def _quoted(self, chosen: Evidence | None) -> str:
        if chosen is None:
            return ""
        self._used.append(chosen)
        return f": {quoted(chosen)}"

    def _dissent(self, points: Sequence[Point], besides: Point) -> str:
        """Those who see it the other way; a reviewer who says both is none of them."""
        others = [point for point in points if not set(point.reviewers) & set(besides.reviewers)]
        if not others:
            return ""
        points, count = others, _reviewers(others)
        saying = say_point(points[0], self._brief.is_plural)
        if saying and len(points[0].reviewers) == count:
            return f", but {spell(count)} {saying.of(count)}"
        chosen = best_quote([span for point in points for span in point.quotes], self._used)
        return f"; {spell(count)} {verb(count, 'disagrees', 'disagree')}{self._quoted(chosen)}"

    def voices(self, themes: Sequence[Theme], direction: Direction) -> Iterator[Statement]:
        """What single reviewers say, a few to a sentence."""
        spans: list[Evidence] = []
        points = [point for theme in themes for point in theme.side(direction) if point not in self._told]
        for point in sorted(points, key=lambda point: -point.sureness):
            heard = {span.source_id for span in spans}
            quotes = [span for span in point.quotes if span.source_id not in heard]
            chosen = best_quote(quotes, [*self._used, *spans], _LONGEST_VOICE)
            spans += [chosen] if chosen else []
        self._used += spans
        self._voices += spans
        of = "" if self._told or self._voices[: -len(spans) or None] else f" of {the(self._brief.name)}"
        one, several, more = (lead.format(of=of) for lead in _LEADS[direction])
        for start in range(0, len(spans), _VOICES):
            part = spans[start : start + _VOICES]
            lead = more if start else one if len(part) == 1 else several
            yield Statement(f"{lead}: {'; '.join(map(quoted, part))}.", "counted", tuple(part))

    def left_over(self, sentences: Sequence[Statement]) -> Iterator[Statement]:
        """Single voices that found no room together with others, one at a time."""
        told = {span for sentence in sentences for span in sentence.evidence}
        for span in self._voices:
            if span not in told:
                yield Statement(f"Another writes {quoted(span)}.", "counted", (span,))


def _reviewers(points: Sequence[Point]) -> int:
    return len({reviewer for point in points for reviewer in point.reviewers})


def _names(topic: str, text: str) -> bool:
    """True where a topic is a noun that the text has."""
    return kinds_of(topic.split()[-1].lower())[:1] == "N" and not stems_of(topic).isdisjoint(stems_of(text))
