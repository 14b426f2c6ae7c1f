"""What can be said of a product, as data: a point for each aspect that reviewers lean on, counted and evidenced."""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import itemgetter
from typing import Literal

from triptych.aspects import OVERALL, facet_of
from triptych.records import Aspect, Evidence, Mention, Product, Reading
from triptych.writers._plan.quotes import Quote, Voices, hear, quotes_for
from triptych.writers._words.topics import Topic, adjectives, is_two_sided, topic

Lean = Literal["liked", "disliked", "split"]

SIDES = {"very negative": -2, "negative": -1, "neutral": 0, "positive": 1, "very positive": 2}
# What is not about the product itself matters less to somebody who chooses one.
_BESIDE = frozenset({"delivery", "packaging", "customer service", "warranty", "box"})
_DECIDING = frozenset({"durability", "ease of use", "comfort", "performance", "sound quality", "price", "fit"})
_SHARED = 3
FEW_REVIEWERS = 8
"""With no more than these, one reviewer's word counts."""
_SMELLS = frozenset({"scent", "smell"})
_NONE = re.compile(
    r"\b(?:no|zero|without|not (?:a|any)|free of|doesn't|does not|didn't)\b|unscented|odou?rless|scentless|[- ]free",
    re.IGNORECASE,
)
_BEFORE = 14
"""How many characters before a smell may say that there is none."""
_APART = frozenset({"build quality", "color", "colour", "motor"})
"""Other names of a facet that are not quite the same to a shopper: what is well built may still wear out."""
_CLEAR_MANY = 4
_COMMON_SHARE = 0.2
_COMMON_COUNT = 8


@dataclass(frozen=True)
class Point:
    """What reviewers think of one aspect."""

    name: str
    """The aspect's name."""
    aspect: Aspect
    """The aspect."""
    product: Product
    """Whose."""
    among: int
    """Reviewers who were read."""
    voices: Voices
    """Its reviews."""
    liked: int
    """Reviewers who like it."""
    disliked: int
    """Reviewers who do not."""
    many: int
    """The larger side."""
    few: int
    """The smaller side."""
    lean: Lean
    """Which side is larger."""
    side: Lean
    """Which side is clearly larger; `split` where none is."""
    topic: Topic
    """Its noun phrase."""

    @property
    def is_close(self) -> bool:
        """True where the sides are nearly as large."""
        return _is_close(self.many, self.few)

    @cached_property
    def is_clear(self) -> bool:
        """True where the smaller side is one voice against four or more, or none: not worth a clause each time."""
        return self.few == 0 or (self.few == 1 and self.many >= _CLEAR_MANY)

    @property
    def is_shared(self) -> bool:
        """True where two reviewers agree, or where so few have written that one counts."""
        return self.many > 1 or self.among <= FEW_REVIEWERS

    @property
    def score(self) -> float:
        """How well it speaks for the product, from -1 to 1: near 0 where few of many reviewers say anything."""
        doubt = 2.0 + 0.07 * self.among
        return (self.liked - self.disliked) / (self.liked + self.disliked + doubt)

    @property
    def is_common_complaint(self) -> bool:
        """True for a complaint so frequent that it may not go unsaid."""
        share = self.disliked / max(1, self.among)
        return self.disliked >= 2 and (self.disliked >= _COMMON_COUNT or share >= _COMMON_SHARE)

    @property
    def quotes(self) -> list[Quote]:
        """Quotations of the larger side."""
        return self.for_quotes if self.lean == "liked" else self.against_quotes

    @cached_property
    def is_known(self) -> bool:
        """True for an aspect that many kinds of product have, not just a word of these reviews."""
        return _is_known(self.name)

    @cached_property
    def family(self) -> str:
        """What it is called of products in general: "setup" for "assembly"."""
        return self.name if self.name in _APART else facet_of(self.name) or self.name

    @cached_property
    def both_ways(self) -> tuple[str, str] | None:
        """What the product is to those who like this and to those who do not: "quiet" and "noisy"; None for most."""
        return adjectives(self.name)

    @cached_property
    def how(self) -> str:
        """What the product is to the larger side; empty where no word says it."""
        return self.both_ways[self.lean == "disliked"] if self.both_ways and self.lean != "split" else ""

    @property
    def how_else(self) -> str:
        """What it is to the smaller side."""
        return self.both_ways[self.lean != "disliked"] if self.both_ways and self.lean != "split" else ""

    @property
    def is_harm(self) -> bool:
        """True where what is disliked has a name of its own, such as leaks."""
        return self.lean == "disliked" and is_two_sided(self.name)

    @cached_property
    def is_common_praise(self) -> bool:
        """True for praise as frequent as a common complaint."""
        return self.liked >= 2 and self.liked >= _COMMON_SHARE * self.among

    @cached_property
    def salience(self) -> float:
        """How much it matters that this is said."""
        worth = self.liked + self.disliked + 0.3 * self.aspect.reviewers.neutral
        if self.name in _BESIDE:
            worth *= 0.5
        if self.name in _DECIDING:
            worth += 1.0
        return worth + (3.0 if self.is_common_complaint else 0.0)

    @cached_property
    def for_quotes(self) -> list[Quote]:
        """Quotations of those who like it."""
        return quotes_for(self.aspect, self.voices, liked=True)

    @cached_property
    def against_quotes(self) -> list[Quote]:
        """Quotations of those who do not."""
        return quotes_for(self.aspect, self.voices, liked=False)

    @cached_property
    def evidence(self) -> tuple[Evidence, ...]:
        """A sentence of each reviewer who leans, as many as are counted."""
        spoken = self._by_reviewer()
        pleased = sorted(spoken, key=itemgetter(0), reverse=True)[: self.liked]
        displeased = sorted(spoken, key=itemgetter(0))[: self.disliked]
        return tuple(self.voices.sentence(mention) for _, mention in (*pleased, *displeased))

    def _by_reviewer(self) -> list[tuple[int, Mention]]:
        """For each reviewer the leaning and the mention that shows it best."""
        said: dict[str, list[Mention]] = defaultdict(list)
        for mention in self.aspect.mentions:
            said[mention.review_id].append(mention)
        return [_leaning(mentions) for mentions in said.values()]


def _leaning(mentions: Sequence[Mention]) -> tuple[int, Mention]:
    """How one reviewer leans in all, and the mention that shows it best."""
    if len(mentions) == 1:
        return SIDES[mentions[0].polarity], mentions[0]
    leaning = sum(SIDES[mention.polarity] for mention in mentions)
    return leaning, max(mentions, key=lambda mention: SIDES[mention.polarity] * (1 if leaning >= 0 else -1))


def points_of(product: Product, reading: Reading) -> list[Point]:
    """The points reviewers make, those that matter most first."""
    voices = hear(product, reading.aspects)
    points = [
        _point(aspect, product, reading.reviewers, voices)
        for aspect in reading.aspects
        if aspect.name != OVERALL and _leans(aspect)
    ]
    return sorted(points, key=lambda point: (-point.salience, point.name))


def _point(aspect: Aspect, product: Product, among: int, voices: Voices) -> Point:
    liked, disliked = aspect.reviewers.for_, aspect.reviewers.against
    many, few = max(liked, disliked), min(liked, disliked)
    lean: Lean = "split" if liked == disliked else "liked" if liked > disliked else "disliked"
    side: Lean = "split" if _is_close(many, few) else lean
    phrase = topic(aspect.name, "plain" if side == "split" else side)
    if side == "liked" and aspect.name in _SMELLS and _is_absent(aspect, voices):
        phrase = topic(aspect.name, "absent")
    return Point(aspect.name, aspect, product, among, voices, liked, disliked, many, few, lean, side, phrase)


def _is_absent(aspect: Aspect, voices: Voices) -> bool:
    """True where most who are pleased are pleased that there is none."""
    pleased = [mention for mention in aspect.mentions if SIDES[mention.polarity] > 0]
    texts = [voices.reviews[each.review_id].text[max(0, each.start - _BEFORE) : each.end] for each in pleased]
    return 2 * sum(_NONE.search(text) is not None for text in texts) > len(texts)


def _is_close(many: int, few: int) -> bool:
    return few > 0 and 3 * few >= 2 * many


def _leans(aspect: Aspect) -> bool:
    """False for what reviewers mostly name in passing, which is no opinion."""
    counts = aspect.reviewers
    leaning = counts.for_ + counts.against
    if leaning <= counts.neutral:
        return False
    # A word of one or two reviews is an aspect only where it is one for products in general.
    return max(counts.for_, counts.against) >= _SHARED or _is_known(aspect.name)


def _is_known(name: str) -> bool:
    """True for what many kinds of product have; "light" is as often said of weight as of a lamp."""
    return facet_of(name) is not None and name != "light"


def balance(points: Iterable[Point]) -> tuple[int, int]:
    """All praise and all complaint, an aspect of a reviewer counted once."""
    points = list(points)
    return sum(point.liked for point in points), sum(point.disliked for point in points)
