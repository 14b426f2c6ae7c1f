"""The opinion: what reviewers say of one product, what most speak of first, dissent beside it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby, zip_longest

from triptych.records import Direction, Evidence, Opinion
from triptych.writers._brief import Brief, whole
from triptych.writers._grammar import at_least, capital, listed, pick, the
from triptych.writers._paragraph import Statement, claims_of, join_sentences, total_words
from triptych.writers._phrases import overlap
from triptych.writers._themes import Saying, Theme, different, says_more
from triptych.writers._voices import BAD_NEWS, LIKELY, OVERALL, learnt_worth, telling, told_in

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
_MOST_THEMES = 6
_MOST_SENTENCES = 6
_MOST_OF_ONE = 3
"""Sayings of one aspect."""
_PRAISING = ("Reviewers praise", "Praise goes to", "Reviewers like")
_ADDING = ("Reviewers say", "Reviewers also like that", "Others say")


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
    divided = [theme for theme in shared if _is_divided(theme)]
    liked = [theme for theme in shared if theme not in divided and theme.likes > theme.dislikes]
    yield from teller.liked(liked)
    yield from teller.praise([saying for theme in liked for saying in theme.side("+")], 1)
    for theme in divided:
        yield from teller.divided(theme)
    yield from teller.disliked([theme for theme in shared if theme not in divided and theme not in liked])
    yield from teller.complaints()
    against = list(teller.quoted("-"))
    yield from against[:1]
    yield from teller.praise(brief.sayings, _MOST_SENTENCES)
    # One side's quotations in a row would drown the other's.
    for pair in zip_longest(teller.quoted("+"), against[1:]):
        yield from filter(None, pair)


def _is_divided(theme: Theme) -> bool:
    """True where one side has not many times the other's reviewers."""
    most, fewest = max(theme.likes, theme.dislikes), min(theme.likes, theme.dislikes)
    return bool(fewest) and most < _DIVIDED * fewest


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


class _Teller:
    """Tells themes and single sayings; each of them once, and forms in turn."""

    def __init__(self, brief: Brief) -> None:
        self._brief = brief
        self._its = "their" if brief.is_plural else "its"
        self._told: list[Saying] = []
        self._words: set[str] = set()
        """What was said in qualities: "soft"."""
        self._turns = 0

    def liked(self, themes: Sequence[Theme]) -> Iterator[Statement]:
        """What reviewers speak well of, by how many: "its looks (at least five), size and lid (at least four each)"."""
        called = self._brief.name.lower().split()
        named = [theme for theme in themes if theme.name.lower() not in called][:_MOST_THEMES]
        if not named:
            return
        parts = []
        for many, group in groupby(sorted(named, key=lambda theme: -theme.likes), key=lambda theme: theme.likes):
            same = list(group)
            each = " each" * (len(same) > 1)
            parts.append(f"{listed([_topic(t) for t in same])} ({at_least(many, self._brief.reviewers)}{each})")
        self._words |= {lemma for theme in named for lemma in _lemmas(theme, theme.words("+"))} - {"be"}
        evidence = tuple(span for theme in named for span in theme.liked.values())
        lead = pick(_PRAISING, self._brief.product.id)
        yield Statement(f"{lead} {self._its} {listed(parts)}.", "counted", evidence)

    def divided(self, theme: Theme) -> Iterator[Statement]:
        """A theme that reviewers differ on, with a saying of each side; nothing where the other side says nothing."""
        first = self._statements(theme.side("+"), 1)
        second = self._statements(theme.side("-"), 1)
        if not second:
            return
        self._told += [*first, *second]
        likes, dislikes = (at_least(many, self._brief.reviewers) for many in (theme.likes, theme.dislikes))
        like, dislike = ("likes" if theme.likes == 1 else "like"), ("does not" if theme.dislikes == 1 else "do not")
        says = f" ({self._said(first[0])})" if first else ""
        text = f"Reviewers differ on {self._its} {theme.heading}: {likes} {like} it{says}, {dislikes} {dislike}"
        evidence = (*theme.evidence, *(s.gist.span for s in (*first, *second)))
        yield Statement(f"{text} ({self._said(second[0])}).", "counted", evidence)

    def disliked(self, themes: Sequence[Theme]) -> Iterator[Statement]:
        """Each theme that several complain about, with what one of them says."""
        for theme in themes:
            said = self._statements(theme.side("-"), 2)
            self._told += said
            who = capital(at_least(theme.dislikes, self._brief.reviewers))
            text = f"{who} complain about {self._its} {theme.heading}"
            text += f": {listed([self._said(saying) for saying in said])}" if said else ""
            evidence = (*theme.evidence, *(saying.gist.span for saying in said))
            yield Statement(f"{text}.", "counted", evidence)

    def _said(self, saying: Saying) -> str:
        return saying.gist.said_of(self._brief.pronoun)

    def _statements(self, sayings: Sequence[Saying], most: int) -> list[Saying]:
        """Sayings that are clauses, say more than the aspect's name, and are not yet told."""
        fresh = [s for s in sayings if s not in self._told and s.gist.form not in ("thing", "liking") and says_more(s)]
        return different(fresh, most)

    def complaints(self) -> Iterator[Statement]:
        """What single reviewers complain of besides, a few of them to a sentence."""
        chosen = self._singles("-", self._brief.sayings)
        self._told += chosen
        for start in range(0, len(chosen), _TOGETHER):
            part = chosen[start : start + _TOGETHER]
            by_reviewer: dict[str, list[str]] = {}
            for saying in part:
                by_reviewer.setdefault(saying.reviewer, []).append(self._said(saying))
            lead = "on the downside, a reviewer says" if start == 0 else "one also says"
            parts = [f"{f'{_ORDINALS[n]} says' if n else lead} {listed(x)}" for n, x in enumerate(by_reviewer.values())]
            yield Statement(f"{capital('; '.join(parts))}.", "counted", tuple(s.gist.span for s in part))

    def praise(self, sayings: Sequence[Saying], most: int) -> Iterator[Statement]:
        """What reviewers say in praise, a few of it to a sentence, in so many sentences."""
        chosen = self._singles("+", sayings)[: most * _TOGETHER]
        self._told += chosen
        for start in range(0, len(chosen), _TOGETHER):
            part = chosen[start : start + _TOGETHER]
            lead = _ADDING[self._turns % len(_ADDING)]
            self._turns += 1
            said = listed([self._said(saying) for saying in part])
            yield Statement(f"{lead} {said}.", "counted", tuple(s.gist.span for s in part))
        if most == 1:
            return
        liked = [s for s in self._brief.sayings if s.gist.form == "liking" and s.direction == "+"]
        liked = different([s for s in liked if len(s.gist.text.split()) > 1 and s not in self._told], _TOGETHER)
        self._told += liked
        if liked:
            names = listed([s.gist.text for s in liked])
            who = "One loves" if len({s.reviewer for s in liked}) == 1 else "Some love"
            yield Statement(f"{who} {names}.", "counted", tuple(s.gist.span for s in liked))

    def _singles(self, direction: Direction, sayings: Sequence[Saying]) -> list[Saying]:
        """Sayings of one side that add something to what was told."""
        known = {lemma for s in self._told for lemma in s.gist.lemmas} | self._words
        left = [
            s
            for s in sayings
            if s.direction == direction and s not in self._told and s.gist.form not in ("thing", "liking")
            if says_more(s) and not s.gist.lemmas <= known
            if direction == "+" or learnt_worth(s.gist.text.split()) < BAD_NEWS
        ]
        counts = Counter(s.aspect for s in self._told)
        chosen = []
        for saying in different(left, _MOST_SINGLES):
            counts[saying.aspect] += 1
            if not saying.aspect or counts[saying.aspect] <= _MOST_OF_ONE:
                chosen.append(saying)
        return chosen

    def quoted(self, direction: Direction) -> Iterator[Statement]:
        """Whole sentences of reviewers of whom nothing was said yet."""
        heard = {s.reviewer for s in self._told if s.direction == direction}
        told = [s.gist.span for s in self._told]
        few = direction == "-" or not any(s.direction == "+" for s in self._told)
        named = [voice for voice in self._brief.headlines if voice.direction == direction and few]
        voices = [
            voice
            for voice in (*named, *telling(self._brief.voices, direction))
            if direction == "-" or (voice.aspect != OVERALL and len(told_in(voice.span.text)) > 2)
            if voice.span.source_id not in heard and not any(overlap(voice.span, span) for span in told)
            if direction == "+" or voice.is_bad_news
        ]
        chosen = list({voice.span.source_id: voice for voice in reversed(voices)}.values())[::-1]
        for start in range(0, len(chosen), _MOST_QUOTES):
            part = chosen[start : start + _MOST_QUOTES]
            who = "Others complain" if heard or start else "Reviewers complain"
            who = "A reviewer complains" if len(part) == 1 else who
            lead = who if direction == "-" else "Also in praise" if start else "In reviewers' own words"
            yield Statement(f"{lead}: {'; '.join(v.said for v in part)}.", "counted", tuple(v.span for v in part))


def _topic(theme: Theme) -> str:
    """Its name, with a quality that says more than the name: "soft fabric"; a quality's name takes none."""
    head = theme.heading[:5].lower()
    words = [word for word in theme.words("+") if not word.startswith(head)]
    takes_one = len(words) == 1 and " " not in words[0] and not theme.heading.endswith(("ity", "ness"))
    return f"{words[0]} {theme.heading}" if takes_one else theme.heading


def _lemmas(theme: Theme, words: Sequence[str]) -> set[str]:
    """What a saying of a theme adds nothing to: its name, and the qualities already given."""
    return {word for text in (theme.name, *words) for word in text.split()} | {"be"}
