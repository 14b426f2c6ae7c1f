"""How a product answers a need: the reading's answer, with evidence that can be shown."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from triptych.aspects import aspects_praised_in
from triptych.aspects.remarks import parts_of
from triptych.english.clauses import CONTRAST, clause_numbers
from triptych.english.meanings import related_to, synonyms_of
from triptych.english.sentences import kept_sentences, spoken_sentences
from triptych.english.units import convert, is_unit, quantities_in
from triptych.english.words import denies, kinds_of, stem_of, word_set
from triptych.records import Answer, AnswerState, Evidence, Fact, Need, Product, Reading
from triptych.writers._phrases import NeedPhrases, best_quote, overlap, quote, quoted
from triptych.writers._themes import Theme
from triptych.writers._voices import (
    LIKELY,
    PLAIN,
    Voice,
    can_be_read_alone,
    is_in_run_on,
    is_readable,
    is_real,
    stems_of,
    whole_remark,
    worth_of,
)

_SCALES = word_set("long longer lasting large big small high low light good great fast quick strong powerful much more")
"""Words of a need that ask how much there is of something."""
_HOW = word_set("easy easily proof resistant free")
"""Words of a need that only say how much of the rest is wanted."""
_RATE = re.compile(r"\d\s?[a-z]+\s?(?:/|per\b)", re.IGNORECASE)
_SHORT = 4
"""Letters of a word, or words of a line, that are few."""
_LONGEST_VALUE = 9
_ENOUGH = 0.95
_FAR = 100
_MOST_TIMES = 5
"""What is reported of a figure is seldom more than so many times what is asked for."""
_ADVISING = word_set("recommend should must please if claim claims claimed says said advertised promised mentioned")
_NEAR = 6
"""Words before a figure that may deny it."""
_ORDER = 0.15
"""A figure smaller than this share of the one asked for measures something else."""
_MAJORITY = 3
"""So many reviewers for a thing outweigh one against it."""
_BORNE: dict[AnswerState, float] = {"met": 0.5, "disputed": 0.5, "missed": 0.0, "partly": 0.5, "unknown": 1.0}
"""How much of a need a reviewer's words must name to be shown for it."""
_WORD = re.compile(r"[^\W_]+")
_OF_WHO_SPEAKS = re.compile(
    r"\W*(?:i (?:\w+ly )?(?:have|had|am|was|wear|wanted|needed|bought|purchased|got|use|used|ordered)|i['’]m|my)\b",
    re.IGNORECASE,
)
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
_NO_PRAISE = 0.5
"""What the learnt opinion makes of words that may speak against something."""
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


class Reported(NamedTuple):
    """A figure that a reviewer reports."""

    number: float
    """In the unit that is asked for."""
    text: str
    """As the reviewer writes it, "less than" where it is denied."""
    evidence: Evidence


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
    figures: tuple[Fact, ...] = ()
    """What the listing measures of what it is about: "8 hours of battery life" for "long battery"."""
    measured: tuple[Reported, ...] = ()
    """What reviewers report of a figure that is asked for, the smallest first."""
    objections: tuple[Evidence, ...] = ()
    """Whole complaints of those who speak against it, where their clauses do not read alone."""
    unquoted: frozenset[str] = frozenset()
    """Reviewers whose words cannot be quoted, since nothing marks where they begin and end."""
    is_of_kind: bool = False
    """True for a noun before the kind of product, which is a part of it: the vegetable of a vegetable chopper."""

    @property
    def evidence(self) -> tuple[Evidence, ...]:
        """All of it."""
        return (*self.listing, *self.for_, *self.against)

    @property
    def all_evidence(self) -> tuple[Evidence, ...]:
        """The same with the figures of the listing and of reviewers."""
        figures = (fact.evidence for fact in self.figures)
        return (*self.evidence, *figures, *(each.evidence for each in self.measured))

    def quote(self, longest: int = LONGEST_QUOTE) -> str:
        """What a reviewer says for it, in words that read alone and name it; empty where none does."""
        fewest = _HALF if self.listing else _SOME
        spans = [span for span in self.for_ if span.source_id not in self.unquoted]
        # A clause loses what its sentence goes on to say.
        shown = [span if quote(span, longest) else _tightest(span, self.need) for span in spans]
        clauses = [clause for clause in shown if _covers(clause, self.need) > fewest]
        return _quotation(
            [c for c in clauses if can_be_read_alone(c) and is_readable(c.text) and not _OF_WHO_SPEAKS.match(c.text)],
            longest,
        )

    def objection(self, longest: int = LONGEST_QUOTE) -> str:
        """What a reviewer says against it, which seldom has its words."""
        spans = [
            span
            for span in self.against
            if span.source_id not in self.unquoted and can_be_read_alone(span)
            if stems_of(span.text, "BMVDX")
            if worth_of(span.text) < (_NO_PRAISE if _is_measured(self.need) or self.state != "missed" else _FAR)
        ]
        return _quotation(self.objections, longest) or _quotation(spans, longest)

    def said_by(self, one: str, several: str, *, against: bool = False) -> str:
        """The first wording for a single reviewer on a side, the second for more."""
        spans = self.against if against else self.for_
        return one if len({span.source_id for span in spans}) == 1 else several

    @property
    def is_agreed(self) -> bool:
        """True where several reviewers speak for it, or one in words that can be shown."""
        return len({span.source_id for span in self.for_}) > 1 or bool(self.quote(LONGEST_QUOTE))

    @property
    def weight(self) -> float:
        """How much the need matters beside others."""
        return _WEIGHTS[self.need.kind]

    @property
    def value(self) -> float:
        """Between -1 and 1: missed to met."""
        if self.state == "disputed":
            yes = len(self.for_) + bool(self.listing)
            return _HALF * yes / (yes + len(self.against)) if yes else 0.0
        return _VALUES[self.state] - (_DISSENT if self.state == "met" and self.against else 0.0)


def _quotation(spans: Sequence[Evidence], longest: int) -> str:
    chosen = best_quote(spans, (), longest)
    return quoted(chosen) if chosen else ""


def respond(need: Need, said: NeedPhrases, answer: Answer, sources: "Sources") -> Response:
    """How a product answers a need, with who says so in words that can be shown."""
    response = _with_theme(_response(need, said, answer, sources.product, sources.reading), sources.themes)
    response = _with_complaints(response, sources)
    spans, who = response.against, {span.source_id for span in response.against}
    objections = tuple(
        voice.span
        for voice in sources.complaints
        if voice.span.source_id in who
        if _covers(voice.span, need) >= _HALF or any(overlap(voice.span, span) for span in spans)
    )
    figures, measured = _figures_on(need, sources.reading), tuple(_measured(need, sources.product))
    return replace(response, figures=figures, measured=measured, objections=objections)


@dataclass(frozen=True, slots=True)
class Sources:
    """What is known of a product, whatever is asked."""

    product: Product
    reading: Reading
    themes: tuple[Theme, ...]
    complaints: tuple[Voice, ...]


def _measured(need: Need, product: Product) -> list[Reported]:
    """What reviewers report in the unit of a figure that is asked for; advice and hearsay are left out."""
    asked = next((found for found in quantities_in(need.text) if found.unit), None)
    if need.kind != "figure" or asked is None or asked.unit is None:
        return []
    reported: list[Reported] = []
    for review in product.reviews:
        for sentence in spoken_sentences(review.text):
            start, end = sentence.starts[0], sentence.ends[-1]
            text = review.text[start:end]
            if sentence.is_question or not _ADVISING.isdisjoint(sentence.words):
                continue
            span = Evidence(
                product_id=product.id, source="review", source_id=review.id, start=start, end=end, text=text
            )
            for found in quantities_in(text):
                same = convert(found, asked.unit)
                is_denied = any(map(denies, text[: found.start].lower().split()[-_NEAR:]))
                if not same or (is_denied and same.number >= asked.number):
                    continue
                if _ORDER / 2 <= same.number / asked.number <= _MOST_TIMES:
                    reported.append(Reported(same.number, f"{'less than ' * is_denied}{found.text}", span))
    return sorted(reported, key=lambda each: each.number)


def _figures_on(need: Need, reading: Reading) -> tuple[Fact, ...]:
    """Reported facts that name what a need is about."""
    words = set(need.text.lower().split())
    if need.kind != "feature" or _SCALES.isdisjoint(words):
        return ()
    asked = {stem_of(word) for word in words - _SCALES if not is_unit(word)}
    return tuple(
        fact
        for fact in reading.facts
        if fact.unit and fact.number is not None and not _RATE.search(fact.value)
        if asked & stems_of(f"{fact.attribute} {fact.evidence.source_id}")
    )


def _response(need: Need, said: NeedPhrases, answer: Answer, product: Product, reading: Reading) -> Response:
    """The answer with evidence that can be quoted: what the reading does not hear the same way is left out."""
    sides: tuple[dict[str, Evidence], dict[str, Evidence]] = ({}, {})
    unquoted: set[str] = set()
    reviews = {review.id: review.text for review in product.reviews}
    titles = {review.id: review.title for review in product.reviews}
    for span in sorted(answer.evidence, key=lambda span: span.source == "review_title"):
        if span.is_review:
            is_against = _falls_short(span, need) if need.kind == "figure" else span in answer.against
            is_beside = is_against and is_compound(need, said) and 0 < _covers(span, need) < 1
            if not is_beside and _is_borne(span, need, answer.state, reading, is_against):
                around: Evidence | None
                if span.source == "review_title":
                    text = titles.get(span.source_id) or span.text
                    around = span.model_copy(update={"start": 0, "end": len(text), "text": text})
                else:
                    around = whole_remark(span, reviews.get(span.source_id, ""), longest=LONGEST_QUOTE)
                # Who wishes for pockets says that there are none, and so does who can live without them.
                review = reviews.get(span.source_id, "")
                is_marked = span.source == "review_title" or not is_in_run_on(span, review)
                unquoted |= set() if is_marked and (around or (is_against and quote(span))) else {span.source_id}
                around = around or span
                if is_real(around, stems_of(product.title), may_wish=is_against):
                    sides[is_against].setdefault(span.source_id, around)
    forth, back = (tuple(side.values()) for side in sides)
    listing = tuple(
        _listed(span, need, reading)
        for span in answer.evidence
        if not span.is_review and (span in answer.against or _covers(span, need) == 1) and not _is_odd(span, reading)
    )
    if not (listing or forth or back) and answer.sureness >= _TRUSTED[answer.state == "missed"]:
        # A sure answer in words that are not the query's is shown by its own spans.
        listed = [span for span in answer.evidence if not span.is_review and not _is_odd(span, reading)]
        listing = tuple(_listed(span, need, reading) for span in listed)
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
    is_plain = state == "missed" and any(_covers(span, need) == 1 for span in back)
    if answer.sureness < _SURE and state in ("met", "missed") and not is_plain:
        state = "unknown"
    if state == "partly" and not back and any(_covers(span, need) == 1 for span in listing):
        state = "met"
    return Response(need, said, state, listing, forth, back, unquoted=frozenset(unquoted))


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
    if need.kind != "feature" or is_compound(need, response.said) or any(map(denies, need.text.lower().split())):
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
    forth = (*response.for_, *(span for reviewer, span in theme.spans("+").items() if reviewer not in known))
    back = (*response.against, *(span for reviewer, span in theme.spans("-").items() if reviewer not in known))
    state: AnswerState = response.state
    if back and len(forth) < _MAJORITY * len(back):
        state = "disputed" if forth or response.listing else "missed" if len(back) > 1 else "partly"
    elif (len(forth) > 1 and state == "unknown") or (forth and state in ("partly", "disputed")):
        state = "met"
    return replace(response, state=state, for_=forth, against=back)


def _with_complaints(response: Response, sources: "Sources") -> Response:
    """The same with complaints that name what is needed, of reviewers who were not heard yet."""
    need = response.need
    heard = {span.source_id for span in (*response.for_, *response.against)}
    nouns = {stem_of(word) for word in need.text.lower().split() if kinds_of(word)[:1] == "N"}
    nouns -= stems_of(sources.reading.kind or "")
    back = tuple(
        voice.span
        for voice in sources.complaints
        if voice.span.source_id not in heard
        if (need.kind == "use" and nouns & stems_of(voice.span.text))
        or (need.kind == "feature" and _covers(voice.span, need) == 1)
    )
    if not back or response.state not in ("met", "partly") or any(map(denies, need.text.lower().split())):
        return response
    against = (*response.against, *back)
    state: AnswerState = "met" if len(response.for_) >= _MAJORITY * len(against) else "disputed"
    return replace(response, state=state, against=against)


def is_compound(need: Need, said: NeedPhrases) -> bool:
    """True for a quality of several words, each of which matters: a tight waist says nothing of "high waisted"."""
    return len(set(_asked_words(need)) - _HOW) > 1 and said.met.split()[0] in ("is", "are")


def _tightest(span: Evidence, need: Need) -> Evidence:
    """The clause of a quotation that has the need's words, where nothing behind it takes it back."""
    if span.source == "review_title":
        return span
    found: list[tuple[float, Evidence]] = []
    for sentence in spoken_sentences(span.text):
        if not CONTRAST.isdisjoint(sentence.words):
            return span
        for part in parts_of(sentence, clause_numbers(sentence)[0]):
            start, end = sentence.starts[part.start], sentence.ends[part.end - 1]
            clause = span.model_copy(
                update={"start": span.start + start, "end": span.start + end, "text": span.text[start:end]}
            )
            bears = float(bool(quantities_in(clause.text))) if need.kind == "figure" else _covers(clause, need)
            is_severed = span.text[end : end + 1] == "-"  # "up to 2 | -3 hours"
            if bears >= _HALF and not part.leans_on_last and not is_severed and can_be_read_alone(clause):
                found.append((bears, clause))
    return max(found, key=lambda each: each[0])[1] if found else span


def _covers(span: Evidence, need: Need) -> float:
    """How many of a need's words a span has, or others that reviewers use in their place; 1 where figures decide."""
    is_measured = _is_measured(need) and any(map(str.isdigit, span.text))
    if is_measured or span.source == "price" or need.kind in ("category", "figure"):
        return 1.0
    found = stems_of(span.text.replace("-", " "))
    if need.kind == "use" and need.text.endswith("ing") and need.text.lower() not in span.text.lower():
        return 0.0  # "Run time" is not running.
    asked = _asked_words(need)
    told = [any(stem_of(other) in found for other in (word, *synonyms_of(word), *_near(word))) for word in asked]
    return sum(told) / len(told) if told else 1.0


def _is_measured(need: Need) -> bool:
    return any(map(str.isdigit, need.text))


def _asked_words(need: Need) -> list[str]:
    """The words of a need that evidence must have."""
    words = [word for word in _WORD.findall(need.text.lower()) if word not in PLAIN and not denies(word)]
    # Of two words a small one counts too: "stay in".
    return [word for word in words if len(words) == 2 or len(word) > _SHORT - 2]


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
    if _is_measured(need) and not _speaks_of_figure(span, need):
        return False
    # A headline is no part of what was read; what the learnt opinion makes of it will do.
    heard = _heard(span, reading) if span.source == "review" else {worth_of(span.text) < 0}
    if is_against and (state == "missed" or (state == "disputed" and not heard)):
        return True
    if not heard and not is_against:
        # The need's own words, which nobody hears otherwise.
        return not _is_measured(need) and _covers(span, need) == 1
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
        and (_covers(fact.evidence, need) == 1 or _is_value_of(fact, need))
    ]
    return min(inside, key=lambda fact: len(fact.text), default=span)


def _is_value_of(fact: Fact, need: Need) -> bool:
    """True for a short value of what is asked for: "preassembled" for "easy to assemble"."""
    heads = tuple(word[:_ALIKE_LETTERS] for word in need.text.lower().split() if len(word) >= _SHORT)
    return len(fact.value.split()) <= 2 and fact.attribute.lower().startswith(heads)
