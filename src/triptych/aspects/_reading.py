"""Tallies of reviews: read once, merged as often as one likes, turned into a Reading at the end.

What is kept of a review depends on that review alone. Whatever needs all of them — which words name the same aspect,
which mean the whole product, what the aspects are called — is decided only when the reading is made; so the tally of
two halves merged is the tally of all.
"""

import gc
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import chain

from triptych.aspects._grouping import Grouped, Said, by_stars, group
from triptych.aspects._notes import Notes, find_copies, fingerprint, take_notes
from triptych.aspects._resolving import Resolver
from triptych.aspects.contradictions import find_contradictions
from triptych.aspects.lexicon import pattern
from triptych.aspects.points import points_of
from triptych.listing import find_facts, find_kind
from triptych.records import (
    Aspect,
    Direction,
    Evidence,
    Mention,
    Product,
    Reading,
    Review,
    ReviewerCounts,
    Sentiment,
    StrengthWord,
    group_by,
)


@contextmanager
def collector_at_rest() -> Iterator[None]:
    """Stop looking for cycles: notes and texts have none, and looking through all of them takes a tenth of the time."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


@dataclass(frozen=True, slots=True)
class Tally:
    """Notes of reviews, each text once."""

    notes: dict[str, Notes] = field(default_factory=dict)
    """By fingerprint of the text, in the order they came."""
    copies: int = 0
    """How many reviews repeat another's text."""

    def merge(self, *others: "Tally") -> "Tally":
        """The tally of all; of a text that several hold, the first one's notes stay."""
        notes = dict(self.notes)
        for other in others:
            for key, noted in other.notes.items():
                notes.setdefault(key, noted)
        given = len(self.notes) + sum(len(other.notes) for other in others)
        return Tally(notes, self.copies + sum(other.copies for other in others) + given - len(notes))

    @collector_at_rest()
    def reading(self, product: Product) -> Reading:
        """What the tallied reviewers say of a product, and what its maker says."""
        read = [note for note in self.notes.values() if note.set_aside is None]
        aside = Counter(note.set_aside for note in self.notes.values() if note.set_aside is not None)
        repeated = find_copies(note.text for note in read)
        read = [note for place, note in enumerate(read) if place not in repeated]
        if self.copies or repeated:
            aside["duplicate"] += self.copies + len(repeated)
        resolver = Resolver(read, product)
        groups = group(read, resolver)
        facts = find_facts(product)
        contradictions = find_contradictions(product.id, facts, groups, read)
        aspects = [aspect for grouped in groups if _is_told(aspect := _aspect(grouped, product.id, resolver.generic))]
        return Reading(
            product_id=product.id,
            reviewers=len(read),
            set_aside=dict(sorted(aside.items())),
            aspects=tuple(
                sorted(aspects, key=lambda aspect: (-aspect.reviewers.total, -len(aspect.mentions), aspect.name))
            ),
            kind=find_kind(product),
            facts=facts,
            contradictions=contradictions,
        )


@collector_at_rest()
def tally(reviews: Iterable[Review]) -> Tally:
    """The tally of some reviews."""
    notes: dict[str, Notes] = {}
    copies = 0
    for review in reviews:
        key = fingerprint(review.id, review.text)
        if key in notes:
            copies += 1
        else:
            notes[key] = take_notes(review)
    return Tally(notes, copies)


@collector_at_rest()
def read_product(product: Product) -> Reading:
    """What a product's reviewers say and what its maker says."""
    return tally(product.reviews).reading(product)


_LEANS = 0.4
_STRONGLY = 3.0
_TORN = 0.35
_PLAINLY = 1.0
_MOST_QUOTES = 3
_MOST_DETAILS = 8
_MOST_WORDS = 5


def _is_told(aspect: Aspect) -> bool:
    """False for a thing that one reviewer names in passing."""
    return aspect.reviewers.total > 1 or any(mention.polarity != "neutral" for mention in aspect.mentions)


def level(value: float, leans: float = _LEANS) -> Sentiment:
    """A leaning on the five levels; what is no stronger than `leans` is neutral."""
    if value > leans:
        return "very positive" if value >= _STRONGLY else "positive"
    if value < -leans:
        return "very negative" if value <= -_STRONGLY else "negative"
    return "neutral"


def stance(values: Iterable[float], stars: float | None = None) -> float:
    """Where a reviewer stands who says all this of one aspect: one who is torn, where the stars are."""
    values = [max(-4.0, min(4.0, value)) for value in values]
    total = sum(values)
    strongest = max((abs(value) for value in values), default=0.0)
    return total if abs(total) >= _TORN * strongest else by_stars(stars)


def _aspect(grouped: Grouped, product_id: str, generic: frozenset[str]) -> Aspect:
    stances = {
        reviewer: stance((said.value for said in all_said), all_said[0].notes.stars)
        for reviewer, all_said in group_by(grouped.said, lambda said: said.notes.review_id).items()
    }
    values = list(stances.values())
    liked, disliked = len([v for v in values if v > _LEANS]), len([v for v in values if v < -_LEANS])
    counts = ReviewerCounts(for_=liked, against=disliked, neutral=len(values) - liked - disliked)
    sentiment = majority(counts, values)
    return Aspect(
        name=grouped.name,
        sentiment=sentiment,
        reviewers=counts,
        mentions=tuple(map(_mention, grouped.said)),
        strength_words=_strength_words(grouped.said),
        details=_details(grouped.said, product_id),
        quotes=_quotes(grouped, sentiment, product_id),
        points=points_of(grouped, product_id, generic),
    )


def majority(counts: ReviewerCounts, stances: list[float]) -> Sentiment:
    """What most of those think who lean at all."""
    liked, disliked = counts.for_, counts.against
    if liked == disliked:
        return "neutral"
    most, sign = max(liked, disliked), 1 if liked > disliked else -1
    strength = sum(value * sign for value in stances if value * sign > _LEANS) / most
    very = most >= 0.85 * counts.total and (most >= 8 or strength >= _STRONGLY)
    return level(sign * (_STRONGLY if very else 1.0))


def _mention(said: Said) -> Mention:
    start, end = said.span
    return Mention(
        review_id=said.notes.review_id,
        start=start,
        end=end,
        text=said.notes.text[start:end],
        polarity=level(said.value),
        sureness=round(said.sureness, 3),
    )


def _strength_words(all_said: list[Said]) -> tuple[StrengthWord, ...]:
    """The qualities that most reviewers give an aspect, in the direction that each remark surely has."""
    said_by: dict[tuple[str, Direction], set[str]] = defaultdict(set)
    for said in all_said:
        for word, worth, start in said.spoken.leaning.qualities if said.value else ():
            if worth * said.value >= 0 and said.remark.start <= start < said.remark.end:
                said_by[word, "+" if said.value > 0 else "-"].add(said.notes.review_id)
    ranked = sorted(said_by, key=lambda said: (-len(said_by[said]), said))
    words = [StrengthWord(word=word, direction=side, reviewers=len(said_by[word, side])) for word, side in ranked]
    return tuple(words[:_MOST_WORDS])


def _details(all_said: list[Said], product_id: str) -> tuple[Evidence, ...]:
    found: dict[tuple[str, int], Evidence] = {}
    for said in all_said:
        for match in pattern("detail").finditer(said.notes.text, *said.span):
            place = said.notes.review_id, match.start()
            if place not in found and len(found) < _MOST_DETAILS:
                found[place] = said.notes.evidence(product_id, *match.span())
    return tuple(found.values())


def _quotes(grouped: Grouped, sentiment: Sentiment, product_id: str) -> tuple[Evidence, ...]:
    """Clauses that lean as most do, one a reviewer: strong and of middling length before others."""
    keys = Counter([said.spoken.key for said in grouped.said])
    sign = 1 if "positive" in sentiment else -1 if "negative" in sentiment else 0

    def rank(said: Said) -> tuple[bool, float, str, int]:
        start, end = said.span
        words = said.notes.text[start:end].count(" ") + 1
        return (
            abs(said.value) < _PLAINLY,
            abs(words - 12) - 4 * min(abs(said.value), 3.0) - min(keys[said.spoken.key], 5),
            said.notes.review_id,
            start,
        )

    chosen: dict[str, Evidence] = {}
    agreeing = [said for said in grouped.said if not sign or said.value * sign > _LEANS]
    ranked = sorted(agreeing, key=rank)
    # Where reviewers are even, one of each side comes first.
    sides = [] if sign else [[said for said in ranked if said.value * side > _LEANS][:1] for side in (1, -1)]
    for said in [*chain.from_iterable(sides), *ranked]:
        if len(chosen) < _MOST_QUOTES:
            chosen.setdefault(said.notes.review_id, said.notes.evidence(product_id, *said.span))
    return tuple(chosen.values())
