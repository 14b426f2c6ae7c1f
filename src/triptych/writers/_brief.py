"""Everything known of one product for one query, gathered once for all the texts about it."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from triptych.english.clauses import CONTRAST
from triptych.english.words import is_noun, third_person
from triptych.listing.kinds import is_product
from triptych.needs.excerpts import Excerpts
from triptych.records import Answer, Direction, Evidence, Money, Need, Product, Reading, SourceKind
from triptych.writers._dissent import Dissent
from triptych.writers._findings import ReviewFinding, Theme, findings_of, themes_of
from triptych.writers._grammar import stem_list
from triptych.writers._phrases import overlap, say_need
from triptych.writers._responses import Response, respond, tightest
from triptych.writers._tellings import retellings, tellings_of
from triptych.writers._voices import Voice, called_in, called_they, stems_of

_SHORT = 4
"""Words that end in s and are no plurals are mostly as short as this: UPS, gas, lens."""
_LONG = 12
"""Words of a sentence of which only the clause that bears on a need is retold."""
_HELD = 12
"""Remarks of each side that are held against the other reviews: as many as texts tell."""
_DEPARTMENT = 3
"""Words of a title that names no product."""
_FOR = re.compile(r"\bfor\b", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True)
class Brief:
    """One product, what its sources say, and how it answers the query."""

    product: Product
    reading: Reading
    name: str
    """Short."""
    responses: tuple[Response, ...] = ()
    """One for each need, in the order of the query."""
    answers: tuple[Answer, ...] = ()
    """What they were made of."""
    kind: str | None = None
    """What kind of product it is, in the query's word where that is right."""
    themes: tuple[Theme, ...] = ()
    """What reviewers speak of, what most like or dislike first."""
    complaints: tuple[Voice, ...] = ()
    """What each who minds something minds most, the gravest first."""
    praise: tuple[Voice, ...] = ()
    """What reviewers like that says more than that it is good."""
    findings: tuple[ReviewFinding, ...] = ()
    """What they say that reviewers of many products do, what most say first."""

    @property
    def price(self) -> Money | None:
        """What a shopper pays, as far as it is known."""
        return self.product.final_price or self.product.base_price

    @property
    def price_evidence(self) -> tuple[Evidence, ...]:
        """Where the listing says so."""
        return whole(self.product, "price", "final_price") or whole(self.product, "price", "base_price")

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
    def them(self) -> str:
        """ "It" or "them"."""
        return "them" if self.is_plural else "it"

    def verb(self, plain: str) -> str:
        """A verb as it agrees with the product: "is" or "are", "costs" or "cost"."""
        if not self.is_plural:
            return third_person(plain)
        return "are" if plain == "be" else plain

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

    @property
    def score(self) -> float:
        """How well it answers the query, all needs together."""
        return sum(response.weight * response.value for response in self.responses)

    def missed(self) -> list[Response]:
        """The needs it misses, the weightiest first."""
        return sorted((r for r in self.responses if r.state == "missed"), key=lambda r: -r.weight)


def make_brief(
    product: Product,
    reading: Reading,
    name: str,
    query: str = "",
    needs: Sequence[Need] = (),
    answers: Iterable[Answer] = (),
    excerpts: Excerpts | None = None,
) -> Brief:
    """The brief of a product whose needs were answered like this, by these excerpts."""
    answers = tuple(answers)
    by_text = {answer.need: answer for answer in answers}
    kind = _kind(reading, needs, by_text, product)
    brief = Brief(product, reading, name, kind=kind, answers=answers)
    it = brief.pronoun
    known = stems_of(f"{name} {kind or ''}") | stem_list("plain")
    themes = themes_of(product, reading)
    excerpts = excerpts or Excerpts(product, reading)
    praise, complaints = tellings_of(excerpts, known, it)
    dissent = Dissent(product, reading, themes, complaints, excerpts)
    found = map(dissent.with_contrary, findings_of(product, reading, themes, is_plural=brief.is_plural))
    findings = tuple(finding for finding in found if finding.spans)
    responses = [
        respond(need, say_need(need, query, brief.is_plural), by_text[need.text], findings, dissent)
        for need in needs
        if need.text in by_text
    ]
    return replace(
        brief,
        responses=tuple(_retold(responses, excerpts, it)),
        themes=themes,
        complaints=tuple(
            voice._replace(is_contested=place < _HELD and dissent.contests(voice))
            for place, voice in enumerate(v for v in complaints if not _is_heard_as(v, findings, "+"))
        ),
        praise=tuple(
            voice
            for place, voice in enumerate(v for v in praise if not _is_heard_as(v, findings, "-"))
            if place >= _HELD or not dissent.contests(voice)
        ),
        findings=findings,
    )


def _retold(responses: Sequence[Response], excerpts: Excerpts, it: str) -> Iterator[Response]:
    """The same with what reviewers say for and against each need, retold."""
    sides: list[list[tuple[Evidence, Direction]]] = [
        [*((span, "+") for span in response.for_), *((span, "-") for span in response.against)]
        for response in responses
    ]
    asked = [
        (span if len(span.text.split()) <= _LONG else tightest(span, response.need), direction)
        for response, some in zip(responses, sides, strict=True)
        for span, direction in some
    ]
    told = iter(retellings(asked, excerpts, it))
    for response, some in zip(responses, sides, strict=True):
        retold = {span: each.retold for (span, _), each in zip(some, told, strict=False)}
        yield replace(response, retold={span: each for span, each in retold.items() if each})


def _is_heard_as(voice: Voice, findings: Sequence[ReviewFinding], direction: Direction) -> bool:
    """True where all that is common in some words is said in one direction."""
    own = voice.span
    said = {f.direction for f in findings if (span := f.spans.get(own.source_id)) and overlap(span, own)}
    return said == {direction} and CONTRAST.isdisjoint(own.text.lower().split())


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
    kind = (is_nameless(product) and called_in(product)) or kind or called_in(product)
    return " ".join(word.upper() if word.upper() in short else word for word in kind.split()) or None


def is_nameless(product: Product) -> bool:
    """True for a title that only says what department a product is from: "cloth", "home kitchen"."""
    words = product.title.lower().replace("_", " ").split()
    is_plain = product.title.islower() or (len(words) == 1 and is_noun(words[0]))
    return is_plain and len(words) <= _DEPARTMENT and all(map(str.isalpha, words))


def whole(product: Product, kind: SourceKind, source_id: str) -> tuple[Evidence, ...]:
    """Evidence that is a whole source of the listing: a price, the rating, the title; empty where there is none."""
    found = (source for source in product.sources() if source.id == source_id and source.kind == kind)
    return tuple(source.evidence(0, len(source.text)) for source in islice(found, 1))
