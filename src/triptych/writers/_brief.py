"""Everything known of one product for one query, gathered once for all the texts about it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from triptych.english.negations import denies
from triptych.english.sentences import kept_sentences
from triptych.english.stems import stem_of
from triptych.english.units import convert, quantities_in
from triptych.records import (
    Answer,
    AnswerState,
    Aspect,
    Direction,
    Evidence,
    Money,
    Need,
    Point,
    Product,
    Reading,
    SourceKind,
)
from triptych.writers._phrases import NeedPhrases, say_need

_SURE = 0.6
_SHORT = 4
"""Words that end in s and are no plurals are mostly as short as this: UPS, gas, lens."""
_LONGEST_VALUE = 9
_LONGEST_CLAUSE = 14
_ENOUGH = 0.95
_VALUES: dict[AnswerState, float] = {"met": 1.0, "partly": 0.35, "disputed": 0.0, "unknown": -0.15, "missed": -1.0}
_WEIGHTS = {
    "category": 3.0,
    "budget": 1.5,
    "figure": 1.2,
    "exclusion": 1.2,
    "feature": 1.0,
    "use": 0.9,
    "audience": 0.9,
}


@dataclass(frozen=True, slots=True)
class Response:
    """How a product answers a need, and who says so."""

    need: Need
    """What is asked."""
    said: NeedPhrases
    """How sentences say it of this product."""
    state: AnswerState
    """Whether it is answered."""
    listing: tuple[Evidence, ...] = ()
    """What the listing says to it, the price among it."""
    for_: tuple[Evidence, ...] = ()
    """One clause of each reviewer who speaks for it."""
    against: tuple[Evidence, ...] = ()
    """One clause of each reviewer who speaks against it."""

    @property
    def evidence(self) -> tuple[Evidence, ...]:
        """All of it."""
        return (*self.listing, *self.for_, *self.against)

    @property
    def weight(self) -> float:
        """How much the need matters beside others."""
        return _WEIGHTS[self.need.kind]

    @property
    def value(self) -> float:
        """Between -1 and 1: missed to met."""
        return _VALUES[self.state]


@dataclass(frozen=True)
class Brief:
    """One product, what its sources say, and how it answers the query."""

    product: Product
    """The product."""
    reading: Reading
    """What its sources say."""
    name: str
    """Its short name."""
    responses: tuple[Response, ...] = ()
    """One for each need, in the order of the query."""
    answers: tuple[Answer, ...] = ()
    """What they were made of."""

    @property
    def price(self) -> Money | None:
        """What a shopper pays, as far as it is known."""
        return self.product.final_price or self.product.base_price

    @property
    def is_plural(self) -> bool:
        """True for a product people call "they": earbuds, leggings."""
        head = (self.reading.kind or "").rpartition(" ")[2]
        return len(head) > _SHORT and head.endswith("s") and not head.endswith(("ss", "us", "is"))

    @property
    def reviewers(self) -> int:
        """How many reviewers were read."""
        return self.reading.reviewers

    @cached_property
    def themes(self) -> "tuple[Theme, ...]":
        """What reviewers say, what most say first; what the reading is unsure of is left out."""
        themes = [
            Theme(aspect, tuple(_borne(point) for point in aspect.points if point.sureness >= _SURE))
            for aspect in self.reading.aspects
        ]
        return tuple(sorted((theme for theme in themes if theme.points), key=lambda theme: -theme.many))

    @property
    def score(self) -> float:
        """How well it answers the query, all needs together."""
        return sum(response.weight * response.value for response in self.responses)

    def missed(self) -> list[Response]:
        """The needs it misses, the weightiest first."""
        return sorted((r for r in self.responses if r.state == "missed"), key=lambda r: -r.weight)


@dataclass(frozen=True)
class Theme:
    """An aspect and the points made about it."""

    aspect: Aspect
    points: tuple[Point, ...]

    @cached_property
    def many(self) -> int:
        """How many reviewers speak of it."""
        return len({reviewer for point in self.points for reviewer in point.reviewers})

    @cached_property
    def most(self) -> int:
        """How many reviewers make the point that most make."""
        return max(len(point.reviewers) for point in self.points)

    @cached_property
    def is_named(self) -> bool:
        """True where reviewers use the aspect's own name."""
        name = stems_of(self.aspect.name)
        return any(not name.isdisjoint(stems_of(quote.text)) for point in self.points for quote in point.quotes)

    def side(self, direction: Direction) -> tuple[Point, ...]:
        """The points in one direction, most reviewers first."""
        found = [point for point in self.points if point.direction == direction]
        return tuple(sorted(found, key=lambda point: -len(point.reviewers)))


def _borne(point: Point) -> Point:
    """The point with only those reviewers whose own words share a telling word with its wording."""
    telling = {
        stem_of(word)
        for sentence in kept_sentences(point.point)
        for word, kind in zip(sentence.words, sentence.kinds, strict=True)
        if kind in "NPVDGJ" and len(word) > _SHORT - 2
    }
    quotes = tuple(quote for quote in point.quotes if not telling.isdisjoint(stems_of(quote.text)))
    if not telling or not quotes or len(quotes) == len(point.quotes):
        return point
    who = tuple(reviewer for reviewer in point.reviewers if any(quote.source_id == reviewer for quote in quotes))
    return point.model_copy(update={"quotes": quotes, "reviewers": who})


def make_brief(
    product: Product,
    reading: Reading,
    name: str,
    query: str = "",
    needs: Sequence[Need] = (),
    answers: Iterable[Answer] = (),
) -> Brief:
    """The brief of a product whose needs were answered like this."""
    answers = tuple(answers)
    by_text = {answer.need: answer for answer in answers}
    brief = Brief(product, _with_kind(reading, needs, by_text), name)
    responses = [
        _response(need, say_need(need, query, brief.is_plural), by_text[need.text], reading)
        for need in needs
        if need.text in by_text
    ]
    return replace(brief, responses=tuple(responses), answers=answers)


def _with_kind(reading: Reading, needs: Sequence[Need], answers: Mapping[str, Answer]) -> Reading:
    """The reading, with the query's word for the product where its own shares none and the need is met."""
    asked = next((need for need in needs if need.kind == "category"), None)
    if asked is None or asked.text not in answers or answers[asked.text].state != "met":
        return reading
    is_alike = not stems_of(asked.text).isdisjoint(stems_of(reading.kind or ""))
    return reading if is_alike else reading.model_copy(update={"kind": asked.text})


def _response(need: Need, said: NeedPhrases, answer: Answer, reading: Reading) -> Response:
    """The answer with whole clauses as evidence; what the reading hears the other way round is left out."""
    sides: tuple[dict[str, Evidence], dict[str, Evidence]] = ({}, {})
    for span in answer.evidence:
        if span.source == "review":
            is_against = _falls_short(span, need) if need.kind == "figure" else span in answer.against
            clause = _clause(span, "-" if is_against else "+", reading)
            if clause:
                sides[is_against].setdefault(span.source_id, clause)
    forth, back = (tuple(side.values()) for side in sides)
    listing = tuple(_listed(span, need, reading) for span in answer.evidence if span.source != "review")
    state = _state(answer.state, listing, forth, back) if answer.evidence else answer.state
    return Response(need, said, state, listing, forth, back)


def _state(
    state: AnswerState, listing: Sequence[Evidence], forth: Sequence[Evidence], back: Sequence[Evidence]
) -> AnswerState:
    """The state that is left where some of its evidence did not hold."""
    if not (listing or forth or back):
        return "unknown"
    if state == "met" and len(back) > len(forth):
        return "disputed"
    if state == "disputed" and not back:
        return "met"
    if state == "disputed" and not (listing or forth):
        return "missed"
    return state


def _falls_short(span: Evidence, need: Need) -> bool:
    """True where a reviewer gives less than the figure asked for, or denies it."""
    asked = next((found for found in quantities_in(need.text) if found.unit), None)
    if asked is None or asked.unit is None:
        return False
    same = [changed.number for found in quantities_in(span.text) if (changed := convert(found, asked.unit))]
    is_denied = any(denies(word) for sentence in kept_sentences(span.text) for word in sentence.words)
    return is_denied or (bool(same) and max(same) < _ENOUGH * asked.number)


def _clause(span: Evidence, side: Direction, reading: Reading) -> Evidence | None:
    """The whole remark that a span lies in; None where the reading hears it on the other side."""
    for aspect in reading.aspects:
        for mention in aspect.mentions:
            if mention.review_id != span.source_id or not (mention.start < span.end and mention.end > span.start):
                continue
            leans = "+" if "positive" in mention.polarity else "-" if "negative" in mention.polarity else side
            if leans != side and mention.sureness >= _SURE:
                return None
            is_short = len(mention.text.split()) <= _LONGEST_CLAUSE
            if is_short and mention.start <= span.start and mention.end >= span.end:
                update = {"start": mention.start, "end": mention.end, "text": mention.text}
                return span.model_copy(update=update)
    return span


def _listed(span: Evidence, need: Need, reading: Reading) -> Evidence:
    """A span of the listing, or where it is long the shortest fact in it that has a word of the need."""
    if len(span.text.split()) <= _SHORT:
        return span
    asked = stems_of(need.text)
    inside = [
        fact.evidence
        for fact in reading.facts
        if (fact.evidence.source, fact.evidence.source_id) == (span.source, span.source_id)
        and fact.evidence.start < span.end
        and fact.evidence.end > span.start
        and len(fact.evidence.text.split()) <= _LONGEST_VALUE
        and not asked.isdisjoint(stems_of(fact.evidence.text))
    ]
    return min(inside, key=lambda fact: len(fact.text), default=span)


def stems_of(text: str) -> set[str]:
    """The stems of a text's words."""
    return {stem_of(word) for sentence in kept_sentences(text) for word in sentence.words if word[0].isalnum()}


def whole(product: Product, kind: SourceKind, source_id: str) -> tuple[Evidence, ...]:
    """Evidence that is a whole source of the listing: a price, the rating, the title; empty where there is none."""
    return tuple(
        Evidence(
            product_id=product.id, source=kind, source_id=source_id, start=0, end=len(source.text), text=source.text
        )
        for source in product.sources()
        if source.kind == kind and source.id == source_id
    )
