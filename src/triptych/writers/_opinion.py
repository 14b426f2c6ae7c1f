"""The opinion: what reviewers say of one product, what most speak of first, dissent beside it."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from triptych.english.words import is_plural
from triptych.listing.kinds import is_product
from triptych.records import Direction, Evidence, Opinion
from triptych.writers._brief import Brief, whole
from triptych.writers._grammar import at_least, capital, listed, the
from triptych.writers._paragraph import Statement, claims_of, join_sentences, total_words
from triptych.writers._phrases import overlap, quoted
from triptych.writers._themes import Saying, Theme, different, says_more
from triptych.writers._voices import LIKELY, OVERALL, telling

FEWEST, MOST = 225, 250
_FEWEST_TO_GENERALISE = 3
_PLEASED, _UPSET = 0.65, 0.6
_CLEARLY = 2
_MIDDLE = 3
"""Stars that are neither praise nor blame."""
_DIVIDED = 3
"""Where one side has fewer than so many times the other's reviewers, they differ."""
_TOGETHER = 4
"""Sayings in one sentence."""
_MOST_SINGLES = 20
_MOST_QUOTES = 3
_ORDINALS = ("one", "another", "a third", "a fourth", "a fifth")
_LEADS: dict[Direction, tuple[str, ...]] = {
    "+": (
        "{Many} of the {among} reviewers praise {its} {topic}",
        "{Its} {topic} please{s} {many}",
        "{Many} are happy with {its} {topic}",
    ),
    "-": (
        "{Many} of the {among} reviewers complain about {its} {topic}",
        "{Its} {topic} disappoint{s} {many}",
    ),
}


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
    """All that could be said, what matters most first."""
    yield from _opening(brief)
    teller = _Teller(brief)
    shared = [theme for theme in brief.themes if max(theme.likes, theme.dislikes) > 1]
    for theme in shared:
        yield from teller.theme(theme)
    yield from teller.rest(shared)
    yield from teller.complaints()
    against = list(teller.quoted("-"))
    yield from against[:1]
    yield from teller.praise()
    # One side's quotations in a row would drown the other's.
    for pair in zip_longest(teller.quoted("+"), against[1:]):
        yield from filter(None, pair)


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


class _Teller:
    """Tells themes and single sayings; each of them once, and forms in turn."""

    def __init__(self, brief: Brief) -> None:
        self._brief = brief
        self._its = "their" if brief.is_plural else "its"
        self._told: list[Saying] = []
        self._themes: list[str] = []
        self._words: set[str] = set()
        """What was said in qualities: "soft"."""
        self._turns: dict[Direction, int] = {"+": 0, "-": 0}

    def theme(self, theme: Theme) -> Iterator[Statement]:
        """A theme by its name: the larger side with a saying or two, then the other; nothing where none says more."""
        likes, dislikes = theme.likes, theme.dislikes
        direction: Direction = "+" if likes >= dislikes else "-"
        most, fewest = max(likes, dislikes), min(likes, dislikes)
        words = theme.words(direction)
        first = [s for s in self._statements(theme.side(direction), 2) if not s.gist.lemmas <= _lemmas(theme, words)]
        second = self._statements(theme.side("-" if direction == "+" else "+"), 1)
        if most < 2 or not (first or words):
            return
        many = at_least(most, self._brief.reviewers)
        if fewest and most < _DIVIDED * fewest and second:
            like, dislike = ("like", "does not") if direction == "+" else ("dislike", "does not")
            text = (
                f"Reviewers differ on {self._its} {theme.name}: {many} {like} it{_aside(words)}{self._says(first[:1])}"
            )
            text += f", but another {dislike}: {self._said(second[0])}"
        else:
            text = self._lead(direction, many, theme.heading) + _aside(words) + self._says(first)
            text += f"; but one says that {self._said(second[0])}" if second else ""
        self._told += [*first, *second]
        self._words |= _lemmas(theme, words) - {"be"}
        self._themes.append(theme.name)
        yield Statement(f"{text}.", "counted", (*theme.evidence, *(s.gist.span for s in (*first, *second))))

    def _lead(self, direction: Direction, many: str, topic: str) -> str:
        leads = _LEADS[direction]
        lead = leads[self._turns[direction] % len(leads)]
        self._turns[direction] += 1
        s = "" if is_plural(topic) else "s"
        return lead.format(
            Many=capital(many), many=many, among=self._brief.reviewers, its=self._its, Its=capital(self._its),
            topic=topic, s=s,
        )  # fmt: skip

    def rest(self, themes: Sequence[Theme]) -> Iterator[Statement]:
        """Themes of which nothing more is said than that reviewers like or dislike them, in one sentence a side."""
        # A name that products go by is the product itself: "its necklace".
        left = [theme for theme in themes if theme.name not in self._themes and not is_product(theme.name)]
        for direction, verb in (("-", "criticised"), ("+", "praised")):
            sides = [(theme, theme.likes, theme.dislikes) for theme in left]
            sides = sides if direction == "+" else [(theme, few, many) for theme, many, few in sides]
            side = [(theme, many) for theme, many, few in sides if many > 1 and many >= _DIVIDED * few][:_TOGETHER]
            if side:
                fewest = at_least(min(most for _, most in side), self._brief.reviewers)
                names = f"{self._its} {listed([theme.heading for theme, _ in side])}"
                evidence = tuple(span for theme, _ in side for span in theme.evidence)
                lead = f"Also {verb}" if self._themes else capital(verb)
                self._themes += [theme.name for theme, _ in side]
                yield Statement(
                    f"{lead}, by {fewest} reviewers{' each' * (len(side) > 1)}: {names}.", "counted", evidence
                )

    def _said(self, saying: Saying) -> str:
        return saying.gist.said_of(self._brief.pronoun)

    def _statements(self, sayings: Sequence[Saying], most: int) -> list[Saying]:
        """Sayings that are clauses, say more than the aspect's name, and are not yet told."""
        fresh = [s for s in sayings if s not in self._told and s.gist.form not in ("thing", "liking") and says_more(s)]
        return different(fresh, most)

    def _says(self, sayings: Sequence[Saying]) -> str:
        said = [
            f"{'one saying' if n == 0 else 'another'} that {self._said(saying)}"
            for n, saying in enumerate(sayings)
            if n == 0 or saying.reviewer != sayings[0].reviewer
        ]
        return f", {', '.join(said)}" if said else ""

    def complaints(self) -> Iterator[Statement]:
        """What single reviewers complain of besides, a few of them to a sentence."""
        chosen = self._singles("-")
        for start in range(0, len(chosen), _TOGETHER):
            part = chosen[start : start + _TOGETHER]
            by_reviewer: dict[str, list[str]] = {}
            for saying in part:
                by_reviewer.setdefault(saying.reviewer, []).append(f"that {self._said(saying)}")
            lead = "on the downside, a reviewer says" if start == 0 else "one also says"
            parts = [f"{_ORDINALS[n] if n else lead} {listed(said)}" for n, said in enumerate(by_reviewer.values())]
            yield Statement(f"{capital('; '.join(parts))}.", "counted", tuple(s.gist.span for s in part))

    def praise(self) -> Iterator[Statement]:
        """What reviewers say in praise besides."""
        chosen = self._singles("+")
        for start in range(0, len(chosen), _TOGETHER):
            part = chosen[start : start + _TOGETHER]
            who = "Reviewers also say" if self._themes and start == 0 else "They say" if start else "Reviewers say"
            said = listed([f"that {self._said(saying)}" for saying in part])
            yield Statement(f"{who} {said}.", "counted", tuple(s.gist.span for s in part))
        liked = [s for s in self._brief.sayings if s.gist.form == "liking" and s.direction == "+"]
        liked = different([s for s in liked if len(s.gist.text.split()) > 1 and s not in self._told], _TOGETHER)
        self._told += liked
        if liked:
            names = listed([s.gist.text for s in liked])
            yield Statement(f"Some love {names}.", "counted", tuple(s.gist.span for s in liked))

    def _singles(self, direction: Direction) -> list[Saying]:
        """Sayings of one side that add something to what was told."""
        known = {lemma for s in self._told for lemma in s.gist.lemmas} | self._words
        left = [
            s
            for s in self._brief.sayings
            if s.direction == direction and s not in self._told and s.gist.form not in ("thing", "liking")
            if says_more(s) and not s.gist.lemmas <= known
        ]
        chosen = different(left, _MOST_SINGLES)
        self._told += chosen
        return chosen

    def quoted(self, direction: Direction) -> Iterator[Statement]:
        """Whole sentences of reviewers of whom nothing was said yet."""
        heard = {s.reviewer for s in self._told if s.direction == direction}
        told = [s.gist.span for s in self._told]
        voices = [
            voice
            for voice in telling(self._brief.voices, direction)
            if voice.aspect != OVERALL or direction == "-"
            if voice.span.source_id not in heard and not any(overlap(voice.span, span) for span in told)
        ]
        chosen = {voice.span.source_id: voice.span for voice in reversed(voices)}
        spans = list(reversed(chosen.values()))
        for start in range(0, len(spans), _MOST_QUOTES):
            part = spans[start : start + _MOST_QUOTES]
            who = "Others complain" if heard or start else "Reviewers complain"
            who = "A reviewer complains" if len(part) == 1 else who
            lead = who if direction == "-" else "Also in praise" if start else "In reviewers' own words"
            yield Statement(f"{lead}: {'; '.join(map(quoted, part))}.", "counted", tuple(part))


def _aside(words: Sequence[str]) -> str:
    return f" ({', '.join(words)})" if words else ""


def _lemmas(theme: Theme, words: Sequence[str]) -> set[str]:
    """What a saying of a theme adds nothing to: its name, and the qualities already given."""
    return {word for text in (theme.name, *words) for word in text.split()} | {"be"}
