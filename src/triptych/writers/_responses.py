"""How a product answers a need: the reading's answer, with evidence that can be shown."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from triptych.aspects.common_points import opposite_of
from triptych.aspects.remarks import parts_of
from triptych.english.clauses import CONTRAST, clause_numbers
from triptych.english.sentences import spoken_sentences
from triptych.english.units import quantities_in
from triptych.english.words import denies, stem_of
from triptych.needs.words import LESS, joined, told_in_phrases
from triptych.records import Answer, AnswerState, Evidence, Fact, Need, Product, Reading
from triptych.writers._covering import (
    Reported,
    asked_words,
    covers,
    falls_short,
    figures_on,
    is_measured,
    is_odd,
    is_of_part,
    reported_of,
    speaks_of_figure,
)
from triptych.writers._dissent import Dissent
from triptych.writers._findings import ReviewFinding
from triptych.writers._grammar import wording
from triptych.writers._phrases import NeedPhrases, best_quote, narrowed, overlap, quote
from triptych.writers._retold import Retold
from triptych.writers._voices import (
    Voice,
    can_be_read_alone,
    is_in_run_on,
    is_readable,
    is_real,
    stems_of,
    whole_remark,
    worth_of,
)

_SHORT = 4
"""Letters of a word, or words of a line, that are few."""
_LONGEST_VALUE = 9
_MAJORITY = 2
"""So many reviewers for a thing outweigh one against it, who is told of all the same."""
_HALF = 0.5
_BEING = ("is ", "are ")
_ALIKE_LETTERS = 5
"""Words that begin alike are about the same: "insulated", "insulation"."""
LONGEST_QUOTE = 24
"""Words of a sentence that answers a need: what it says beside is worth the room."""
_VALUES: dict[AnswerState, float] = {"met": 1.0, "partly": 0.35, "disputed": 0.0, "unknown": -0.15, "missed": -1.0}
_BY_ONE = -0.5
"""What a need is worth that a single reviewer says is missed."""
_NO_PRAISE = 0.5
"""What the learnt opinion makes of words that may speak against something."""
_LISTED = 0.8
"""What a need is worth that only the listing grants."""
_HINTED = 0.6
"""What a need is worth that a reviewer seems to say is met."""
_DISSENT = 0.3
"""What a contrary reviewer takes from a need that most say is met."""
_WEIGHTS = {
    "category": 3.0, "budget": 1.5, "figure": 1.2, "exclusion": 1.2, "feature": 1.0, "use": 0.9, "audience": 0.9,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Response:
    """How a product answers a need, and who says so."""

    need: Need
    said: NeedPhrases
    """How sentences say it of this product."""
    state: AnswerState
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
    retold: Mapping[Evidence, Retold] = field(default_factory=dict)
    """What reviewers say to it in the third person, where that is sure enough."""

    @property
    def evidence(self) -> tuple[Evidence, ...]:
        """All of it."""
        return (*self.listing, *self.for_, *self.against)

    @property
    def all_evidence(self) -> tuple[Evidence, ...]:
        """The same with the figures of the listing and of reviewers."""
        figures = (fact.evidence for fact in self.figures)
        return (*self.evidence, *figures, *(each.evidence for each in self.measured))

    def voice(self, longest: int = LONGEST_QUOTE) -> Voice | None:
        """What a reviewer says for it, retold, or in words that read alone and name it; None where none does."""
        if best := self._retelling(self.for_, _HALF):
            return best
        spans = [span for span in self.for_ if span.source_id not in self.unquoted]
        # A clause loses what its sentence goes on to say.
        shown = [span if quote(span, longest) else tightest(span, self.need) for span in spans]
        sound = [
            c
            for c in shown
            if can_be_read_alone(c) and is_readable(c.text) and not wording("of_reviewer").match(c.text)
        ]
        # The need's own words show more than a turn of phrase.
        literal = [clause for clause in sound if covers(clause, self.need) > _HALF]
        best_ = best_quote(literal, longest) or best_quote(sound, longest)
        return Voice(best_) if best_ else None

    def objection(self, longest: int = LONGEST_QUOTE) -> Voice | None:
        """What a reviewer says against it, which seldom has its words."""
        if best := self._retelling(self.against, -1.0):
            return best
        is_loose = self.state == "missed" and not is_measured(self.need)
        spans = [
            span
            for span in self.against
            if span.source_id not in self.unquoted and can_be_read_alone(span)
            if stems_of(span.text, "BMVDX")
            if is_loose or worth_of(span.text) < _NO_PRAISE
        ]
        best_ = best_quote(self.objections, longest) or best_quote(spans, longest)
        return Voice(best_) if best_ else None

    def _retelling(self, spans: Sequence[Evidence], least: float) -> Voice | None:
        """The remark of one side that, retold, bears most on the need, a short one first."""
        told = [Voice(span, retold=self.retold[span]) for span in spans if span in self.retold]
        bears = {voice: _bearing(voice, self.need) for voice in told}
        fit_ = [voice for voice in told if bears[voice] > least]
        return min(fit_, key=lambda voice: (-bears[voice], len(voice.told)), default=None)

    def said_by(self, one: str, several: str, *, against: bool = False) -> str:
        """The first wording for a single reviewer on a side, the second for more."""
        spans = self.against if against else self.for_
        return one if len({span.source_id for span in spans}) == 1 else several

    @property
    def is_named(self) -> bool:
        """True where somebody for it speaks of most of what is asked, or of all but what it is: school, of a bag."""
        first = self.need.model_copy(update={"text": self.need.text.rpartition(" ")[0] or self.need.text})
        spans = (*self.listing, *self.for_)
        return any(bears_on(span, self.need) > _HALF or covers(span, first) == 1 for span in spans)

    @property
    def is_agreed(self) -> bool:
        """True where several reviewers speak for it, or one in words that can be shown."""
        return len({span.source_id for span in self.for_}) > 1 or bool(self.voice())

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
        if self.state == "missed" and not self.listing and len({span.source_id for span in self.against}) == 1:
            return _BY_ONE
        if self.state == "partly" and self.for_ and not self.against and self.is_named:
            return _HINTED
        if self.state == "met" and not self.for_ and self.need.kind in ("feature", "use", "audience"):
            return _LISTED
        return _VALUES[self.state] - (_DISSENT if self.state == "met" and self.against else 0.0)


def bears_on(span: Evidence, need: Need) -> float:
    """How much of a need a span speaks of, in its words or in turns of phrase."""
    return max(covers(span, need), told_in_phrases(span.text, need))


def _bearing(voice: Voice, need: Need) -> float:
    text = voice.retold.clause if voice.retold else voice.span.text
    return bears_on(voice.span.model_copy(update={"text": text}), need)


def respond(
    need: Need, said: NeedPhrases, answer: Answer, findings: Sequence[ReviewFinding], dissent: Dissent
) -> Response:
    """How a product answers a need, with who says so in words that can be shown."""
    response = _with_reviewers(_response(need, said, answer, dissent.product, dissent.reading), findings, dissent)
    who = {span.source_id for span in response.against}
    objections = tuple(
        voice.span
        for voice in dissent.complaints
        if voice.span.source_id in who
        if bears_on(voice.span, need) >= _HALF or any(overlap(voice.span, span) for span in response.against)
    )
    figures, measured = figures_on(need, dissent.reading), tuple(reported_of(need, dissent.product))
    short = tuple(
        each.evidence for each in measured if falls_short(each.evidence.model_copy(update={"text": each.text}), need)
    )
    if need.kind == "figure" and response.state == "met" and short:
        response = replace(response, state="disputed", against=short)
    elif figures and response.against and response.state == "missed" and LESS.isdisjoint(need.text.lower().split()):
        # The listing's figure is not what reviewers see; of what should be low it promises nothing.
        response = replace(response, state="disputed")
    elif figures and response.state == "partly" and not (response.for_ or response.against):
        response = replace(response, state="unknown")
    elif response.state == "met" and need.kind in ("use", "audience") and not response.is_named:
        # A juicer of any juice is no juicer of carrots: their words tell, yes would be too much.
        response = replace(response, state="partly")
    response = replace(response, figures=figures, measured=measured, objections=objections)
    # What only one says, in words that cannot be shown, may be misheard; what is said against it can be read.
    is_doubtful = len(response.for_) == 1 and not (response.listing or figures or measured or response.voice())
    is_denied = response.state == "disputed" and is_doubtful and response.objection()
    return replace(response, state="missed") if is_denied else response


def _response(need: Need, said: NeedPhrases, answer: Answer, product: Product, reading: Reading) -> Response:
    """The answer, each reviewer with as much of a remark as can be quoted."""
    sides: tuple[dict[str, Evidence], dict[str, Evidence]] = ({}, {})
    unquoted: set[str] = set()
    texts = {(source.kind, source.id): source.text for source in product.sources() if source.is_review}
    for span in sorted(answer.evidence, key=lambda span: span.source == "review_title"):
        is_figure = need.kind == "figure"
        if not span.is_review or (is_figure and not (speaks_of_figure(span, need) and [*quantities_in(span.text)])):
            continue
        is_against = falls_short(span, need) if is_figure else span in answer.against
        text, is_title = texts[span.source, span.source_id], span.source == "review_title"
        all_ = span.model_copy(update={"start": 0, "end": len(text), "text": text})
        around = all_ if is_title else whole_remark(span, text, longest=LONGEST_QUOTE)
        # Who wishes for pockets says that there are none, and so does who can live without them.
        is_marked = is_title or not is_in_run_on(span, text)
        unquoted |= set() if is_marked and around else {span.source_id}
        if is_real(around or span, stems_of(product.title), may_wish=is_against):
            sides[is_against].setdefault(span.source_id, around or span)
    back = tuple(sides[1].values())
    forth = tuple(span for reviewer, span in sides[0].items() if reviewer not in sides[1])
    stated = [span for span in answer.evidence if not span.is_review and not is_odd(span, reading)]
    listing = tuple(_listed(span, need, reading) for span in stated if not is_of_part(span, said, product))
    state = _state(answer.state, listing, forth, back) if answer.evidence else answer.state
    is_denied = any(span in answer.against for span in answer.evidence if not span.is_review)
    if state == "partly" and not forth and is_denied:
        state = "missed"
    return Response(need, said, state, listing, forth, back, unquoted=frozenset(unquoted))


def _with_reviewers(response: Response, findings: Sequence[ReviewFinding], dissent: Dissent) -> Response:
    """The same with the reviewers who say so, or the contrary, in words that those of many products use."""
    need, found = response.need, _found_of(response, findings)
    if not found or need.kind != "feature" or any(map(denies, need.text.lower().split())):
        return response
    known = {span.source_id for span in (*response.for_, *response.against)}
    texts = {review.id: review.text for review in dissent.product.reviews}
    forth, back = (
        (*told, *(whole_remark(span, texts[who]) or span for who, span in side.items() if who not in known))
        for told, side in zip((response.for_, response.against), found, strict=True)
    )
    state = "met" if forth and response.state in ("unknown", "partly") else response.state
    state = "missed" if back and state == "unknown" else state
    return replace(response, state=_state(state, response.listing, forth, back), for_=forth, against=back)


_Sides = tuple[Mapping[str, Evidence], Mapping[str, Evidence]]
"""The words of each reviewer who likes something, and of each who does not."""


def _found_of(response: Response, findings: Sequence[ReviewFinding]) -> _Sides | None:
    """Who says that a need is met or not in words that reviewers of many products use."""
    asked = {stem_of(word) for word in asked_words(response.need)}
    is_quality = response.said.met.startswith(_BEING)
    for finding in findings:
        point = finding.point if finding.direction == "+" else opposite_of(finding.point)
        # What is light need not have one.
        told = {stem_of(word) for word in joined(point.told.split())} if point else set()
        if point and asked and asked <= told and point.told.startswith(_BEING) == is_quality:
            sides = finding.spans, finding.against
            return sides if finding.direction == "+" else sides[::-1]
    return None


def tightest(span: Evidence, need: Need) -> Evidence:
    """The clause of a quotation that has the need's words, where nothing behind it takes it back."""
    found: list[tuple[float, Evidence]] = []
    for sentence in spoken_sentences(span.text):
        if not CONTRAST.isdisjoint(sentence.words):
            return span
        for part in parts_of(sentence, clause_numbers(sentence)[0]):
            start, end = sentence.starts[part.start], sentence.ends[part.end - 1]
            clause = narrowed(span, start, end)
            bears = float(bool(quantities_in(clause.text))) if need.kind == "figure" else bears_on(clause, need)
            is_severed = span.text[end : end + 1] == "-"  # "up to 2 | -3 hours"
            if bears >= _HALF and not part.leans_on_last and not is_severed and can_be_read_alone(clause):
                found.append((bears, clause))
    return max(found, key=lambda each: each[0])[1] if found else span


def _state(
    state: AnswerState, listing: Sequence[Evidence], forth: Sequence[Evidence], back: Sequence[Evidence]
) -> AnswerState:
    """The state that is left where some of its evidence did not hold, or where a few deny what others say."""
    if not (listing or forth or back):
        return "unknown"
    if state == "disputed" and not forth and not listing:
        return "missed"
    is_outweighed = len(forth) >= _MAJORITY * len(back)
    if state == "met" and back and not is_outweighed:
        return "disputed"
    if state == "missed" and forth and back:
        return "disputed"
    return "met" if state == "disputed" and is_outweighed and (forth or not back) else state


def _listed(span: Evidence, need: Need, reading: Reading) -> Evidence:
    """A span of the listing, or where it is long the shortest fact in it that has the need's words."""
    if len(span.text.split()) <= _SHORT:
        return span
    inside = [
        fact.evidence
        for fact in reading.facts
        if overlap(fact.evidence, span) and len(fact.evidence.text.split()) <= _LONGEST_VALUE
        if (bears_on(fact.evidence, need) == 1 or _is_value_of(fact, need))
    ]
    return min(inside, key=lambda fact: len(fact.text), default=span)


def _is_value_of(fact: Fact, need: Need) -> bool:
    """True for a short value of what is asked for: "preassembled" for "easy to assemble"."""
    heads = tuple(word[:_ALIKE_LETTERS] for word in need.text.lower().split() if len(word) >= _SHORT)
    return len(fact.value.split()) <= 2 and fact.attribute.lower().startswith(heads)
