"""Everything known of one product for one query, gathered once for all the texts about it."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from triptych.aspects import aspects_praised_in
from triptych.aspects.remarks import parts_of
from triptych.english.clauses import CONTRAST, clause_numbers
from triptych.english.meanings import related_to, synonyms_of
from triptych.english.sentences import kept_sentences
from triptych.english.units import convert, quantities_in
from triptych.english.words import denies, kinds_of, stem_of
from triptych.listing.kinds import is_product
from triptych.records import (
    Answer,
    AnswerState,
    Evidence,
    Fact,
    Money,
    Need,
    Product,
    Reading,
    SourceKind,
)
from triptych.writers._headlines import headlines_of, starred_in
from triptych.writers._phrases import NeedPhrases, best_quote, overlap, quote, quoted, say_need
from triptych.writers._themes import Saying, Theme, is_danger, sayings_of, says_more, themes_of
from triptych.writers._voices import (
    LIKELY,
    PLAIN,
    Voice,
    called_in,
    called_they,
    can_be_read_alone,
    is_real,
    learnt_worth,
    stems_of,
    voices_of,
    whole_remark,
)

_VAGUE = frozenset(
    map(stem_of, ("long", "large", "small", "size", "time", "type", "use", "number", "daily", "high", "low"))
)
"""Words of a need or of an attribute's name that do not say what is measured."""
_SHORT = 4
"""Words that end in s and are no plurals are mostly as short as this: UPS, gas, lens."""
_LONGEST_VALUE = 9
_ENOUGH = 0.95
_FAR = 100
_ORDER = 0.15
"""A figure smaller than this share of the one asked for measures something else."""
_MAJORITY = 3
"""So many reviewers for a thing outweigh one against it."""
_BORNE: dict[AnswerState, float] = {"met": 0.5, "disputed": 0.5, "missed": 0.0, "partly": 0.5, "unknown": 1.0}
"""How much of a need a reviewer's words must name to be shown for it."""
_FOR = re.compile(r"\bfor\b", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]+")
_ALIKE = 0.55
"""Words as like as this are used in each other's place."""
_SOME, _HALF = 0.3, 0.5
_EASE = "ease of use"
"""What nearly every quality praises as well: "easy to clean"."""
_ALIKE_LETTERS = 5
"""Words that begin alike are about the same: "insulated", "insulation"."""
LONGEST_QUOTE = 24
"""Words of a sentence that answers a need: what it says beside is worth the room."""
_SURE = 0.5
"""An answer less sure than this is no answer."""
_TRUSTED = (0.65, 0.5)
"""An answer as sure as this holds though none of its clauses has the need's own words; one that the need is missed
holds sooner, since a complaint seldom has them."""
_VALUES: dict[AnswerState, float] = {"met": 1.0, "partly": 0.35, "disputed": 0.0, "unknown": -0.15, "missed": -1.0}
_DISSENT = 0.3
"""What a contrary reviewer takes from a need that most say is met."""
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
    theme: str = ""
    """The aspect that it is about, where reviewers speak of it in other words."""
    is_of_kind: bool = False
    """True for a noun before the kind of product, which is a part of it: the vegetable of a vegetable chopper."""

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
        return _VALUES[self.state] - (_DISSENT if self.state == "met" and self.against else 0.0)


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
    kind: str | None = None
    """What kind of product it is, in the query's word where that is right."""
    sayings: tuple[Saying, ...] = ()
    """What reviewers surely say and can be said in a few words."""
    themes: tuple[Theme, ...] = ()
    """What they say by aspect, what most speak of first."""

    @property
    def price(self) -> Money | None:
        """What a shopper pays, as far as it is known."""
        return self.product.final_price or self.product.base_price

    @property
    def is_plural(self) -> bool:
        """True for a product people call "they": earbuds, leggings."""
        if self.kind is None:
            return called_they(self.product)
        head = self.kind.rpartition(" ")[2]
        return len(head) > _SHORT and head.endswith("s") and not head.endswith(("ss", "us", "is"))

    @property
    def pronoun(self) -> str:
        """ "It" or "they"."""
        return "they" if self.is_plural else "it"

    @property
    def reviewers(self) -> int:
        """How many reviewers were read."""
        return self.reading.reviewers

    @property
    def notes(self) -> tuple[str, ...]:
        """What a reader of a text about it should know: reviews in another language, a kind that was not recognised."""
        found = []
        foreign, many = self.reading.set_aside.get("other language", 0), len(self.product.reviews)
        if foreign:
            are = "is" if foreign == 1 else "are"
            found.append(f"{foreign} of the {many} reviews of {self.name} {are} not in English and not read.")
        if self.kind is None:
            found.append(f"What kind of product {self.name} is was not recognised from its listing.")
        return tuple(found)

    def called(self, name: str) -> "Brief":
        """The same product by another name, with what was found of it so far."""
        other = replace(self, name=name)
        other.__dict__.update(voices=self.voices, headlines=self.headlines, complaints=self.complaints)
        return other

    @cached_property
    def voices(self) -> tuple[Voice, ...]:
        """Whole sentences of theirs; what the reading is unsure of is left out."""
        return voices_of(self.product, self.reading)

    def in_few_words(self, response: Response, longest: int = 14, *, against: bool = False) -> str:
        """What reviewers say for a need or against it: a gist, else a quotation; empty where none reads alone.

        What speaks for it has its words or is about its aspect. What speaks against it seldom has its words: there any
        complaint will do that lies in the same remark.
        """
        spans = response.against if against else response.for_
        said = [
            saying
            for saying in self.sayings
            if saying.gist.form not in ("thing", "liking") and any(overlap(saying.gist.span, span) for span in spans)
            if (_is_blame(saying) if against else self._speaks_for(saying, response))
        ]
        if said:
            return max(said, key=lambda s: (min(len(s.gist.lemmas), 4), s.sureness)).gist.said_of(self.pronoun)
        clauses = [
            clause
            for span in spans
            if can_be_read_alone(clause := _tightest(span, response.need))
            and (against or _covers(clause, response.need) > (_HALF if response.listing else _SOME))
        ]
        who = {span.source_id for span in spans} if against else set()
        complaints = [
            voice.span
            for voice in self.complaints
            if voice.span.source_id in who
            if voice.aspect == response.theme != "" or any(overlap(voice.span, span) for span in spans)
        ]
        chosen = best_quote(clauses, (), longest) or best_quote(complaints, (), longest)
        return quoted(chosen) if chosen else ""

    def _speaks_for(self, saying: Saying, response: Response) -> bool:
        if saying.direction == "-":
            return False
        as_said = saying.gist.span.model_copy(update={"text": saying.gist.text})
        return _covers(as_said, response.need) > _HALF or (saying.aspect == response.theme != "" and says_more(saying))

    @cached_property
    def headlines(self) -> tuple[Voice, ...]:
        """What reviewers put over their reviews, and what their stars make sure."""
        known = stems_of(f"{self.name} {self.kind or ''}") | {stem_of(word) for word in PLAIN}
        titles = tuple(headlines_of(self.product, known))
        told = {voice.span.source_id for voice in titles}
        starred = starred_in(self.product, self.reading, known)
        return (*titles, *(voice for voice in starred if voice.span.source_id not in told))

    @property
    def warnings(self) -> list[Voice]:
        """The complaints that headlines and stars make sure, dangers first."""
        found = [voice for voice in self.headlines if voice.direction == "-"]
        return sorted(found, key=lambda voice: not is_danger(voice.span.text))

    @cached_property
    def complaints(self) -> list[Voice]:
        """What single reviewers complain of, in whole clauses."""
        return [voice for voice in self.voices if voice.direction == "-"]

    def figures_on(self, need: Need) -> list[Fact]:
        """Measured facts that name what a need is about: "8 hours of battery life" for "long battery"."""
        words = stems_of(need.text, "NP") - _VAGUE if need.kind == "feature" else set()
        found = [fact for fact in self.reading.facts if fact.unit and fact.number is not None]
        return [fact for fact in found if words & stems_of(f"{fact.value} {fact.evidence.source_id}")]

    @property
    def score(self) -> float:
        """How well it answers the query, all needs together."""
        return sum(response.weight * response.value for response in self.responses)

    def missed(self) -> list[Response]:
        """The needs it misses, the weightiest first."""
        return sorted((r for r in self.responses if r.state == "missed"), key=lambda r: -r.weight)


def _is_blame(saying: Saying) -> bool:
    """True for a complaint that both opinions hear as one, or that denies something."""
    words = saying.gist.text.split()
    return saying.direction == "-" and (learnt_worth(words) < 0 or any(map(denies, words)))


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
    brief = Brief(product, reading, name, kind=_kind(reading, needs, by_text, product))
    sayings = sayings_of(product, reading, name, brief.pronoun)
    themes = themes_of(product, reading, sayings)
    # A name that products go by is the product itself: "its necklace".
    brief = replace(brief, sayings=sayings, themes=tuple(t for t in themes if t.is_named and not is_product(t.name)))
    responses = [
        _with_theme(response, themes)
        for need in needs
        if need.text in by_text
        for response in (_response(need, say_need(need, query, brief.is_plural), by_text[need.text], product, reading),)
    ]
    kinds = {need.start for need in needs if need.kind == "category"}
    responses = [
        replace(r, is_of_kind=r.need.end + 1 in kinds and kinds_of(r.need.text.lower())[:1] == "N") for r in responses
    ]
    return replace(brief, responses=tuple(responses), answers=answers)


def _kind(reading: Reading, needs: Sequence[Need], answers: Mapping[str, Answer], product: Product) -> str | None:
    """What kind of product it is: in the query's word where the need is met and its own says no other thing."""
    asked = next((need for need in needs if need.kind == "category"), None)
    kind = reading.kind or ""
    is_met = asked is not None and asked.text in answers and answers[asked.text].state == "met"
    head = kind.rpartition(" ")[2]
    named = stems_of(_FOR.split(product.title, maxsplit=1)[0])
    if (
        asked is not None
        and is_met
        and (not is_product(head) or stems_of(head) <= stems_of(asked.text) or stems_of(asked.text) <= named)
    ):
        kind = asked.text
    # An abbreviation is written as the listing writes it: "a UPS".
    short = {word for word in _WORD.findall(product.title) if word.isupper() and 1 < len(word) < _SHORT}
    kind = kind or called_in(product)
    return " ".join(word.upper() if word.upper() in short else word for word in kind.split()) or None


def _response(need: Need, said: NeedPhrases, answer: Answer, product: Product, reading: Reading) -> Response:
    """The answer with evidence that can be quoted: what the reading does not hear the same way is left out."""
    sides: tuple[dict[str, Evidence], dict[str, Evidence]] = ({}, {})
    reviews = {review.id: review.text for review in product.reviews}
    titles = {review.id: review.title for review in product.reviews}
    for span in sorted(answer.evidence, key=lambda span: span.source == "review_title"):
        if span.is_review:
            is_against = _falls_short(span, need) if need.kind == "figure" else span in answer.against
            if _is_borne(span, need, answer.state, reading, is_against):
                around: Evidence | None
                if span.source == "review_title":
                    text = titles.get(span.source_id) or span.text
                    around = span.model_copy(update={"start": 0, "end": len(text), "text": text})
                else:
                    around = whole_remark(span, reviews.get(span.source_id, ""), longest=LONGEST_QUOTE)
                # Who wishes for pockets says that there are none, and so does who can live without them.
                around = around or (span if is_against and quote(span) else None)
                if around and is_real(around, stems_of(product.title), may_wish=is_against):
                    sides[is_against].setdefault(span.source_id, around)
    forth, back = (tuple(side.values()) for side in sides)
    listing = tuple(
        _listed(span, need, reading)
        for span in answer.evidence
        if not span.is_review and (span in answer.against or _covers(span, need) == 1) and not _is_odd(span, reading)
    )
    if not (listing or forth or back) and answer.sureness >= _TRUSTED[answer.state == "missed"]:
        # A sure answer in words that are not the query's is shown by its own spans.
        listing = tuple(span for span in answer.evidence if not span.is_review and not _is_odd(span, reading))
        told = [span for span in answer.evidence if span.is_review]
        back = tuple(span for span in told if span in answer.against)
        forth = tuple(
            span
            for span in told
            if span not in answer.against and _heard(span, reading) != {True} and _covers(span, need) > _SOME
        )
    state = _state(answer.state, listing, forth, back) if answer.evidence else answer.state
    full = tuple(span for span in forth if _covers(span, need) > _HALF)
    if state == "met" and full != forth:
        # Who says "my work bag" of a school bag does not say that it is met.
        state, forth = ("met", full) if full or listing else ("partly", forth)
    if answer.sureness < _SURE and state in ("met", "missed"):
        state = "unknown"
    return Response(need, said, state, listing, forth, back)


def _is_odd(span: Evidence, reading: Reading) -> bool:
    """True for a figure far from another of the listing in the same unit: "1 W" of a heater of 2000 W."""
    others = [(fact.unit, fact.number) for fact in reading.facts if fact.unit and fact.number]
    return any(
        unit == found.unit and number > _FAR * found.number
        for found in quantities_in(span.text)
        for unit, number in others
    )


def _with_theme(response: Response, themes: Sequence[Theme]) -> Response:
    """The same with the reviewers who speak of the aspect that a need is about, in whatever words.

    They settle what the answer leaves open; what it holds they can only bring into doubt.
    """
    need = response.need
    if need.kind != "feature" or any(map(denies, need.text.lower().split())):
        return response
    praised = [name for name in aspects_praised_in(need.text) if name != _EASE] or [_EASE]
    heads = tuple(word[:_ALIKE_LETTERS] for word in need.text.lower().split() if len(word) >= _SHORT)
    # What praises blending says nothing of crushing ice: only a single quality is as wide as its aspect.
    is_plain = len(need.text.split()) == 1
    theme = next(
        (
            theme
            for theme in themes
            if (is_plain and len(praised) == 1 and theme.name == praised[0] != _EASE)
            or any(word.startswith(heads) for word in theme.name.split() if heads)
        ),
        None,
    )
    if theme is None or response.state == "missed":
        return response
    known = {span.source_id for span in (*response.for_, *response.against)}
    forth = (*response.for_, *(span for reviewer, span in theme.liked.items() if reviewer not in known))
    back = (*response.against, *(span for reviewer, span in theme.disliked.items() if reviewer not in known))
    state: AnswerState = response.state
    if back and len(forth) < _MAJORITY * len(back):
        state = "disputed" if forth or response.listing else "missed" if len(back) > 1 else "partly"
    elif (len(forth) > 1 and state == "unknown") or (forth and state in ("partly", "disputed")):
        state = "met"
    return replace(response, state=state, for_=forth, against=back, theme=theme.name)


def _tightest(span: Evidence, need: Need) -> Evidence:
    """The clause of a quotation that has the need's words, where nothing behind it takes it back."""
    if span.source == "review_title":
        return span
    for sentence in kept_sentences(span.text):
        if not CONTRAST.isdisjoint(sentence.words):
            return span
        for part in parts_of(sentence, clause_numbers(sentence)[0]):
            start, end = sentence.starts[part.start], sentence.ends[part.end - 1]
            clause = span.model_copy(
                update={"start": span.start + start, "end": span.start + end, "text": span.text[start:end]}
            )
            bears = quantities_in(clause.text) if need.kind == "figure" else _covers(clause, need) == 1
            if bears and not part.leans_on_last and can_be_read_alone(clause):
                return clause
    return span


def _covers(span: Evidence, need: Need) -> float:
    """How many of a need's words a span has, or others that reviewers use in their place; 1 where figures decide."""
    is_measured = any(map(str.isdigit, need.text)) and any(map(str.isdigit, span.text))
    if is_measured or span.source == "price" or need.kind in ("category", "figure"):
        return 1.0
    found = stems_of(span.text.replace("-", " "))
    if need.kind == "use" and need.text.endswith("ing") and need.text.lower() not in span.text.lower():
        return 0.0  # "Run time" is not running.
    words = [word for word in _WORD.findall(need.text.lower()) if word not in PLAIN]
    # Of two words a small one counts too: "stay in".
    asked = [word for word in words if len(words) == 2 or len(word) > _SHORT - 2]
    told = [any(stem_of(other) in found for other in (word, *synonyms_of(word), *_near(word))) for word in asked]
    return sum(told) / len(told) if told else 1.0


def _near(word: str) -> list[str]:
    """Words used in place of another; of qualities only their own forms, since reviewers use opposites alike."""
    is_quality = "J" in kinds_of(word)
    return [
        other
        for other, likeness in related_to(word).items()
        if other.startswith(word[:_SHORT]) or (likeness >= _ALIKE and not is_quality)
    ]


def _is_borne(span: Evidence, need: Need, state: AnswerState, reading: Reading, is_against: bool) -> bool:
    """True where a reviewer speaks of the need and the reading hears it on the same side; figures speak for themselves.

    What speaks against it in other words holds where the need is missed, or disputed and not heard the other way.
    """
    if need.kind == "figure":
        return _speaks_of_figure(span, need) and bool(list(quantities_in(span.text)))
    if any(map(str.isdigit, need.text)) and not _speaks_of_figure(span, need):
        return False
    # A headline is no part of what was read; what the learnt opinion makes of it will do.
    heard = _heard(span, reading) if span.source == "review" else {learnt_worth(span.text.lower().split()) < 0}
    if is_against and (state == "missed" or (state == "disputed" and not heard)):
        return True
    return heard == {is_against} and (is_against or _covers(span, need) >= _BORNE[state])


def _state(
    state: AnswerState, listing: Sequence[Evidence], forth: Sequence[Evidence], back: Sequence[Evidence]
) -> AnswerState:
    """The state that is left where some of its evidence did not hold."""
    if not (listing or forth or back):
        return "unknown"
    if state == "met" and back and len(forth) < _MAJORITY * len(back):
        return "disputed"
    return "met" if state == "disputed" and not back else state


def _heard(span: Evidence, reading: Reading) -> set[bool]:
    """Whether the reading surely hears a remark as praise (False), as blame (True), or as both."""
    return {
        "negative" in mention.polarity
        for aspect in reading.aspects
        for mention in aspect.mentions
        if mention.review_id == span.source_id and mention.start < span.end and mention.end > span.start
        if mention.polarity != "neutral" and mention.sureness >= LIKELY
    }


def _speaks_of_figure(span: Evidence, need: Need) -> bool:
    """False where a reviewer's figure is of another order than the need's, and said with none of its other words."""
    asked = next((found for found in quantities_in(need.text) if found.unit), None)
    said = [found for found in quantities_in(span.text) if found.unit]
    if asked is None or asked.unit is None or not said:
        return True
    same = [changed.number for found in said if (changed := convert(found, asked.unit))]
    words = (stems_of(need.text, "NVJ") & stems_of(span.text, "NVJ")) - stems_of(asked.text)
    return bool(words) or (bool(same) and max(same) >= _ORDER * asked.number)


def _falls_short(span: Evidence, need: Need) -> bool:
    """True where a reviewer gives less than the figure asked for, or denies it."""
    asked = next((found for found in quantities_in(need.text) if found.unit), None)
    if asked is None or asked.unit is None:
        return False
    same = [changed.number for found in quantities_in(span.text) if (changed := convert(found, asked.unit))]
    is_denied = any(denies(word) for sentence in kept_sentences(span.text) for word in sentence.words)
    return is_denied or (bool(same) and max(same) < _ENOUGH * asked.number)


def _listed(span: Evidence, need: Need, reading: Reading) -> Evidence:
    """A span of the listing, or where it is long the shortest fact in it that has the need's words."""
    if len(span.text.split()) <= _SHORT:
        return span
    inside = [
        fact.evidence
        for fact in reading.facts
        if (fact.evidence.source, fact.evidence.source_id) == (span.source, span.source_id)
        and fact.evidence.start < span.end
        and fact.evidence.end > span.start
        and len(fact.evidence.text.split()) <= _LONGEST_VALUE
        and _covers(fact.evidence, need) == 1
    ]
    return min(inside, key=lambda fact: len(fact.text), default=span)


def whole(product: Product, kind: SourceKind, source_id: str) -> tuple[Evidence, ...]:
    """Evidence that is a whole source of the listing: a price, the rating, the title; empty where there is none."""
    return tuple(
        Evidence(
            product_id=product.id, source=kind, source_id=source_id, start=0, end=len(source.text), text=source.text
        )
        for source in product.sources()
        if source.kind == kind and source.id == source_id
    )
