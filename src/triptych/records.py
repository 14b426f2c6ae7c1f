"""The words of Triptych as records, in the order they flow. Read this file first.

    Product, Review -> Shortlist -> Reading (Aspects, Facts) and Needs
                    -> Opinion | Explanation | Comparison (Claims with Evidence)
                    -> Case -> Judgement, held against Ratings; all of it inside a Run

Records are frozen and refuse unknown keys. They hold clean values: turning a shop's messy columns into them is
the catalogue's work, storing them the store's.
"""

import datetime as dt
import hashlib
import json
import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from decimal import Decimal
from types import NoneType
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, Self, TypeVar, get_args

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainSerializer,
    SerializerFunctionWrapHandler,
    StringConstraints,
    model_serializer,
    model_validator,
)

Grouped = TypeVar("Grouped")
Key = TypeVar("Key", bound=Hashable)

Task = Literal["opinion", "explanation", "comparison"]
TASKS: tuple[Task, ...] = get_args(Task)

Sentiment = Literal["very negative", "negative", "neutral", "positive", "very positive"]
SENTIMENTS: tuple[Sentiment, ...] = get_args(Sentiment)

_Listed = Literal["title", "description", "key_feature", "specification", "price", "rating"]
SourceKind = Literal["review", "review_title", _Listed, "ugc_summary", "opinion"]
ClaimKind = Literal["stated", "counted", "derived", "absent", "advice"]
NeedKind = Literal["budget", "use", "feature", "figure", "audience", "exclusion", "category"]
AnswerState = Literal["met", "missed", "partly", "disputed", "unknown"]
Direction = Literal["+", "-"]
Method = Literal["samples", "logprobs", "measure"]
_NoReply = Literal["no answer", "failed", "too long"]
_NoScore = Literal["no score", "no complete score tag", "several scores", "not a whole score from 1 to 5"]
_CutOff = Literal["cut off while replying", "cut off while reasoning", "empty reply", "refused"]
_Disobeyed = Literal["tool call instead of a reply", "obeyed the case"]
_Unread = Literal["the text is empty", "the text is in another language than English"]
_Unmeasured = Literal["no measures", "nothing to measure", "no judge has a score"]
FailureKind = Literal[_NoReply, _NoScore, _CutOff, _Disobeyed, _Unread, _Unmeasured]
"""Why a judgement has no score, for counting; `Judgement.failure` says it in full."""
RunStatus = Literal["running", "done", "stopped", "failed"]

# What a rubric may show its judge beside the text, in the order the case block shows it. Every rubric takes a
# leading part of its task's list, so that all prompts about one case begin with the same words.
RubricInput = Literal["query", "products", "opinions", "facts", "reviews"]
RUBRIC_INPUTS: dict[Task, tuple[RubricInput, ...]] = {
    "opinion": ("products", "facts", "reviews"),
    "explanation": ("query", "products", "opinions", "facts", "reviews"),
    "comparison": ("query", "products", "opinions", "facts", "reviews"),
}

FEWEST_PRODUCTS, MOST_PRODUCTS = 2, 6
ATTRIBUTES = 5
"""How many attribute rows a comparison has."""

# Marks that turn the direction of writing or that nobody sees; joiners, which emoji and Indic letters need, are others.
_BIDI = r"\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff"
_SEEN = rf"[^\s\p{{Cc}}{_BIDI}]"
_NAME = rf"^{_SEEN}([^\p{{Cc}}{_BIDI}]*{_SEEN})?$"
Name = Annotated[str, StringConstraints(min_length=1, max_length=200, pattern=_NAME)]
"""An identifier: some visible characters, no control or direction characters, no spaces around it."""

Line = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, pattern=r"^[^\r\n]*$")]
"""Text of one line with something in it."""

SnakeName = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9]*(_[a-z0-9]+)*$", max_length=60)]
"""A metric's name: `aspect_coverage`."""

Count = Annotated[int, Field(strict=True, ge=0)]
Offset = Annotated[int, Field(strict=True, ge=0)]
Stars = Annotated[float, Field(strict=True, ge=1, le=5)]
Share = Annotated[float, Field(strict=True, ge=0, le=1)]
WholeScore = Annotated[int, Field(strict=True, ge=1, le=5)]
Flag = Annotated[bool, Field(strict=True)]

_GAP = re.compile(
    r"(?:n/?a|n\.a\.?|nil|none|null|nan|not (?:available|applicable|given|mentioned|provided|specified|stated))?", re.I
)


def is_gap(text: str) -> bool:
    """True for what a table has where there is no value: N/A, NA, n.a., None, -, — or nothing."""
    return _GAP.fullmatch(text.strip(" \t\u00a0-–—−_()")) is not None


Value = Annotated[Line | None, AfterValidator(lambda text: None if text is None or is_gap(text) else text)]
"""A value in a table; one that only says that there is none becomes None."""

ProsOrCons = Annotated[tuple[Line, ...], AfterValidator(lambda lines: tuple(one for one in lines if not is_gap(one)))]
"""What speaks for a product, or against it; lines that only say "none" are dropped."""

_AS_DIGITS = PlainSerializer(lambda amount: format(amount, "f"), return_type=str, when_used="json")
Amount = Annotated[Decimal, Field(ge=0, allow_inf_nan=False, max_digits=18), _AS_DIGITS]
"""A price without its currency. It keeps the digits it came with: 1299.00 stays 1299.00."""

_IN_CAPITALS = BeforeValidator(lambda code: code.strip().upper() if isinstance(code, str) else code)
CurrencyCode = Annotated[str, _IN_CAPITALS, StringConstraints(pattern=r"^[A-Z]{3}$")]
"""An ISO 4217 code such as INR or USD."""


# Made once: to make it for each digest takes longer than most digests.
_CANONICAL = json.JSONEncoder(ensure_ascii=True, sort_keys=True, separators=(",", ":"))


class Record(BaseModel):
    """What every record is: frozen, and strict about its keys."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False, serialize_by_alias=True)
    shows_none: ClassVar[bool] = True
    """False for records that are also input, where an absent key says the same as null."""

    def to_json(self) -> str:
        """The record as one line of JSON, as files and stores hold it; `model_validate_json` reads it back."""
        return self.model_dump_json(exclude_none=not self.shows_none)

    def digest(self) -> str:
        """The same 16 letters for the same content, on every machine."""
        return digest_of(self.model_dump(mode="json", exclude_defaults=True))


def digest_of(content: object) -> str:
    """A short stable fingerprint of anything JSON can hold."""
    return hashlib.sha256(_CANONICAL.encode(content).encode()).hexdigest()[:16]


def count_words(text: str) -> int:
    """How many words a text has: what `text.split()` yields, everywhere in Triptych."""
    return len(text.split())


class Money(Record):
    """An exact amount and the currency it is in."""

    amount: Amount
    """The digits as the shop gave them."""
    currency: CurrencyCode | None = None
    """ISO code, or None where the shop did not say."""


class Review(Record):
    """What one buyer wrote."""

    id: Name
    """Unique within its product; its 1-based position in the input where the shop gave none."""
    text: str
    stars: Stars | None = None
    title: str | None = None
    date: dt.date | None = None
    verified: Flag | None = None
    helpful_votes: Count | None = None


_REVIEWS = ("review", "review_title")


class Source(NamedTuple):
    """A named piece of text that a claim can point into; made by the hundred, so no more than a tuple."""

    product_id: Name
    """The product it speaks of."""
    kind: SourceKind
    id: str
    """Which one: a review's id, a specification's name, a key feature's position, `base_price` …"""
    text: str
    """The cleaned text; the offsets of Evidence count its characters."""

    @property
    def is_review(self) -> bool:
        """True for what a buyer wrote: a review or its headline."""
        return self.kind in _REVIEWS

    def evidence(self, start: int, end: int) -> "Evidence":
        """A span of the text."""
        cut = self.text[start:end]
        return Evidence(product_id=self.product_id, source=self.kind, source_id=self.id, start=start, end=end, text=cut)


_PRICES = ("base_price", "final_price")


class Product(Record):
    """One product as the shop describes it and buyers review it."""

    shows_none: ClassVar[bool] = False

    id: Name
    title: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
    description: str | None = None
    """The shop's own words."""
    key_features: tuple[str, ...] = ()
    specifications: dict[str, str] = Field(default_factory=dict)
    """Attribute name to value, in the shop's order."""
    base_price: Money | None = None
    final_price: Money | None = None
    """The price a shopper pays."""
    average_rating: Stars | None = None
    rating_count: Count | None = None
    """How many ratings that mean is of."""
    category: str | None = None
    ugc_summary: str | None = None
    """A summary of user content that the shop already has."""
    opinion: str | None = None
    """An opinion text, when there is one already."""
    reviews: tuple[Review, ...] = ()

    @property
    def currency(self) -> str | None:
        price = self.final_price or self.base_price
        return price.currency if price else None

    def sources(self) -> Iterator[Source]:
        """Every text a claim about this product may point into."""
        prices = {name: getattr(self, name) for name in _PRICES}
        texts: tuple[tuple[SourceKind, str, str | None], ...] = (
            ("title", "title", self.title),
            ("description", "description", self.description),
            *(("key_feature", str(place), feature) for place, feature in enumerate(self.key_features, start=1)),
            *(("specification", name, value) for name, value in self.specifications.items()),
            *(("price", name, format(price.amount, "f")) for name, price in prices.items() if price),
            ("rating", "average_rating", None if self.average_rating is None else f"{self.average_rating:g}"),
            ("rating", "rating_count", None if self.rating_count is None else str(self.rating_count)),
            ("ugc_summary", "ugc_summary", self.ugc_summary),
            ("opinion", "opinion", self.opinion),
            *(("review_title", review.id, review.title) for review in self.reviews),
        )
        yield from (Source(self.id, kind, name, text) for kind, name, text in texts if text)
        yield from (Source(self.id, "review", review.id, review.text) for review in self.reviews)

    @model_validator(mode="before")
    @classmethod
    def _join_currency(cls, given: Any) -> Any:
        """Files hold amounts and one currency beside them; the record holds Money."""
        if not isinstance(given, dict):
            return given
        amounts = [name for name in _PRICES if not isinstance(given.get(name), (Money, dict, NoneType))]
        if not amounts and "currency" not in given:
            return given
        fields = dict(given)
        currency = fields.pop("currency", None)
        return fields | {name: {"amount": given[name], "currency": currency} for name in amounts}

    @model_validator(mode="after")
    def _fields_go_together(self) -> Self:
        if self.base_price and self.final_price and self.base_price.currency != self.final_price.currency:
            raise ValueError(
                f"base_price is in {self.base_price.currency} and final_price in {self.final_price.currency}; "
                "give both in one currency"
            )
        repeated = first_repeated([review.id for review in self.reviews])
        if repeated is not None:
            raise ValueError(f"two reviews have the id {repeated!r}; ids are unique within a product")
        return self

    @model_serializer(mode="wrap")
    def _split_currency(self, write: SerializerFunctionWrapHandler) -> dict[str, Any]:
        fields: dict[str, Any] = write(self)
        for name in _PRICES:
            if fields.get(name) is not None:
                fields[name] = fields[name]["amount"]
        if self.currency is not None:
            fields["currency"] = self.currency
        return fields


class Shortlist(Record):
    """A shopper's query and the products recommended for it."""

    shows_none: ClassVar[bool] = False

    id: Name
    """Names its texts; made from the content where the shop gave none."""
    query: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
    products: tuple[Product, ...] = Field(min_length=1, max_length=MOST_PRODUCTS)
    """Up to six, three as a rule; a comparison needs two."""

    @model_validator(mode="before")
    @classmethod
    def _name_itself(cls, given: Any) -> Any:
        if isinstance(given, dict) and given.get("id") is None:
            return {**given, "id": item_of(given.get("query"), given.get("products"))}
        return given

    @model_validator(mode="after")
    def _tell_products_apart(self) -> Self:
        repeated = first_repeated([product.id for product in self.products])
        if repeated is not None:
            raise ValueError(f"two products have the id {repeated!r}; ids are unique within a shortlist")
        return self


class Evidence(Record):
    """A span of a named source."""

    product_id: Name
    source: SourceKind
    source_id: str
    start: Offset
    """First character, in the cleaned source."""
    end: Offset
    """One past the last character."""
    text: str

    @model_validator(mode="after")
    def _span_fits(self) -> Self:
        if self.end - self.start != len(self.text):
            raise ValueError(f"span {self.start}–{self.end} is not as long as its text ({len(self.text)} characters)")
        return self

    @property
    def is_review(self) -> bool:
        """True for what a buyer wrote: a review or its headline."""
        return self.source in _REVIEWS

    def resolves_in(self, product: Product) -> bool:
        """True where the product has this very text at this very place."""
        named = (self.product_id, self.source, self.source_id)
        return any(one[:3] == named and one.text[self.start : self.end] == self.text for one in product.sources())


class Mention(Record):
    """One place where one reviewer speaks of an aspect."""

    review_id: Name
    start: Offset
    """Where, in the review's text."""
    end: Offset
    text: str
    polarity: Sentiment
    """How this reviewer speaks of it here."""
    sureness: Share = 1.0
    """The calibrated probability that this polarity is right."""


class ReviewerCounts(Record):
    """Reviewers, each counted once, by how they speak of an aspect: they like it or not."""

    model_config = ConfigDict(populate_by_name=True)

    for_: Count = Field(alias="for", default=0)
    against: Count = 0
    neutral: Count = 0
    """Reviewers who only mention it, or are torn."""

    @property
    def total(self) -> int:
        """All who speak of it."""
        return self.for_ + self.against + self.neutral


class Point(Record):
    """One thing said of a product in one direction, in reviewers' own words."""

    point: Line
    """A short wording: "lid leaks when tipped"."""
    direction: Direction
    reviewers: tuple[Name, ...] = Field(min_length=1)
    """The reviews that say it, each once."""
    quotes: tuple[Evidence, ...] = Field(min_length=1)
    """At least one whole clause of each reviewer that bears the point when read alone."""
    sureness: Share = 1.0
    """The calibrated probability that its reviewers do say this."""


class StrengthWord(Record):
    """A quality that so many reviewers give an aspect, as praise or as blame."""

    word: Line
    """In dictionary form: "clear", "easy to clean", "not loud"."""
    direction: Direction
    reviewers: Count = Field(ge=1)


class Aspect(Record):
    """Something reviewers talk about: the heading that points are grouped under."""

    name: Line
    """As a shopper would say it: "battery life"."""
    sentiment: Sentiment
    reviewers: ReviewerCounts
    mentions: tuple[Mention, ...] = ()
    strength_words: tuple[StrengthWord, ...] = ()
    """The qualities that most reviewers give this very aspect in remarks that are sure."""
    details: tuple[Evidence, ...] = ()
    """Concrete details: numbers with units, durations, conditions."""
    quotes: tuple[Evidence, ...] = ()
    """Clauses that speak for the rest."""
    points: tuple[Point, ...] = ()
    """What is said of it, most reviewers first."""


class Fact(Record):
    """Something the maker or shop says: an attribute and its value, as "Battery life" and "40 hours"."""

    attribute: Line
    value: str
    number: float | None = None
    """40, where the value is a quantity, its unit being "h"."""
    unit: str | None = None
    evidence: Evidence
    is_claim: Flag = False
    """True for praise of the maker's own ("easy to clean") rather than something that can be looked up."""


class Contradiction(Record):
    """A fact of the maker's that so many reviewers deny."""

    fact: Fact
    reviewers: Count
    evidence: tuple[Evidence, ...]


class Reading(Record):
    """What a product's sources say, sorted and counted."""

    product_id: Name
    reviewers: Count
    """Distinct reviewers who were read."""
    set_aside: dict[str, Count] = Field(default_factory=dict)
    """Reviews not read, by reason: duplicate, other language, empty, instructions …"""
    aspects: tuple[Aspect, ...] = ()
    """Most discussed first."""
    kind: Line | None = None
    """What the product is, in the listing's words: "milk frother"."""
    facts: tuple[Fact, ...] = ()
    """What the maker says."""
    contradictions: tuple[Contradiction, ...] = ()
    """Where reviewers deny it."""


class Need(Record):
    """Something a query asks for; `least` and `most` are the ends of a budget."""

    kind: NeedKind
    text: Line
    start: Offset
    end: Offset
    most: Money | None = None
    least: Money | None = None


class Answer(Record):
    """How one product answers one need of a query."""

    need: Line
    state: AnswerState
    """Met, missed, met in part, disputed among the sources, or unknown: a search found nothing."""
    evidence: tuple[Evidence, ...] = ()
    """What shows it, one span a reviewer; empty for unknown."""
    against: tuple[Evidence, ...] = ()
    """Of the evidence, what speaks against the need being met."""
    sureness: Share = 1.0
    """The calibrated probability that this state is right."""


class Claim(Record):
    """A sentence or table cell of a text, its kind, and its evidence."""

    text: str
    start: Offset
    end: Offset
    kind: ClaimKind
    evidence: tuple[Evidence, ...] = ()


class Opinion(Record):
    """What reviewers think of one product, in one paragraph."""

    product_id: Name
    text: Line
    claims: tuple[Claim, ...] = ()


class Explanation(Record):
    """Why one product answers a query, in fewer than 100 words."""

    query: str
    product_id: Name
    text: Line
    claims: tuple[Claim, ...] = ()


class Column(Record):
    """One product's column of a comparison; None and empty show as N/A."""

    title: Line
    base_price: Money | None = None
    final_price: Money | None = None
    values: tuple[Value, ...] = Field(min_length=ATTRIBUTES, max_length=ATTRIBUTES)
    """One value for each attribute."""
    average_rating: Stars | None = None
    pros: ProsOrCons = ()
    cons: ProsOrCons = ()


class Comparison(Record):
    """A table of two to six products for a query, and the verdict."""

    attributes: tuple[Line, ...] = Field(min_length=ATTRIBUTES, max_length=ATTRIBUTES)
    """Five names chosen for the query and the category."""
    columns: tuple[Column, ...] = Field(min_length=FEWEST_PRODUCTS, max_length=MOST_PRODUCTS)
    verdict: Line
    """The closing paragraph."""
    query: str | None = None
    """The shopper's words; Markdown does not carry them."""
    product_ids: tuple[Name, ...] = ()
    """The columns' products; Markdown does not carry them."""
    claims: tuple[Claim, ...] = ()
    """Sentences and cells, with offsets in the Markdown; Markdown does not carry them."""

    @model_validator(mode="after")
    def _attributes_differ(self) -> Self:
        repeated = first_repeated([name.casefold() for name in self.attributes])
        if repeated is not None:
            raise ValueError(f"the attribute {repeated!r} is there twice; the five are different")
        return self


class Usage(Record):
    """What model calls took."""

    calls: Count = 0
    """Requests that were answered."""
    prompt_tokens: Count = 0
    completion_tokens: Count = 0
    cached_tokens: Count = 0
    """Of those sent, what the server had cached."""
    cost: Amount | None = None
    """In the currency of the user's price file."""
    seconds: Annotated[float, Field(ge=0)] = 0.0
    """Time spent waiting or measuring."""

    @property
    def tokens(self) -> int:
        """Sent and received together."""
        return self.prompt_tokens + self.completion_tokens

    def __add__(self, other: "Usage") -> "Usage":
        costs = [cost for cost in (self.cost, other.cost) if cost is not None]
        counted = ("calls", "prompt_tokens", "completion_tokens", "cached_tokens", "seconds")
        sums = {name: getattr(self, name) + getattr(other, name) for name in counted}
        return Usage(**sums, cost=sum(costs, Decimal(0)) if costs else None)


class Writing(Record):
    """How a text came to be."""

    writer: str
    """`embedded`, `openai:MODEL`, …"""
    fallback: Flag = False
    """True where the model failed and the embedded text was used."""
    removed: tuple[str, ...] = ()
    """Unsupported sentences that were taken out."""
    usage: Usage | None = None
    notes: tuple[str, ...] = ()
    """What a reader should know: a category or language that reading is unsure of, why a fallback was used."""
    answers: tuple[Answer, ...] = ()
    """How the product answers each need of the query."""


class Case(Record):
    """A text to judge, with the sources it was written from."""

    shows_none: ClassVar[bool] = False

    id: Name
    """Unique within its file; made from the content where none was given."""
    item: Name
    """Shared by all cases about the same sources."""
    task: Task
    query: str | None = None
    """The shopper's words; an opinion has none."""
    products: tuple[Product, ...] = Field(min_length=1, max_length=MOST_PRODUCTS)
    """The sources."""
    text: str
    system: str | None = None
    claims: tuple[Claim, ...] = ()
    writing: Writing | None = None

    @model_validator(mode="before")
    @classmethod
    def _name_itself(cls, given: Any) -> Any:
        if not isinstance(given, dict):
            return given
        named = dict(given)
        if named.get("item") is None:
            named["item"] = item_of(named.get("query"), named.get("products"))
        if named.get("id") is None:
            named["id"] = "case-" + digest_of([str(named.get(key)) for key in ("item", "task", "system", "text")])
        return named

    @property
    def words(self) -> int:
        return count_words(self.text)

    @model_validator(mode="after")
    def _has_what_its_task_needs(self) -> Self:
        if self.task == "comparison" and len(self.products) < FEWEST_PRODUCTS:
            raise ValueError(f"a comparison needs {FEWEST_PRODUCTS} to {MOST_PRODUCTS} products, this has 1")
        if self.task != "comparison" and len(self.products) != 1:
            raise ValueError(f"an {self.task} is about one product, this has {len(self.products)}")
        if self.task != "opinion" and not (self.query or "").strip():
            raise ValueError(f"a case of task {self.task} needs a query")
        return self


class RubricExample(Record):
    """A text whose score is known, to hold a rubric's measures to."""

    case: SnakeName
    """Its name among the examples."""
    expect: tuple[WholeScore, ...] = Field(min_length=1)
    """The scores a careful person would give."""


class Rubric(Record):
    """One metric of one task: what it means, what each of 1–5 means, and how to get there."""

    task: Task
    metric: SnakeName
    version: Annotated[int, Field(strict=True, ge=1)] = 1
    """Goes up when a judged word changes."""
    definition: str | None = None
    inputs: tuple[RubricInput, ...] = ()
    """What the judge sees beside the text."""
    anchors: dict[int, str] = Field(default_factory=dict)
    steps: tuple[str, ...] = ()
    measures: tuple[SnakeName, ...] = ()
    """What the embedded judge uses."""
    examples: tuple[RubricExample, ...] = ()
    template: str | None = None
    """A whole prompt with `{placeholders}`, instead of definition, anchors and steps."""
    system: str | None = None
    case_block_added: Flag = False
    """True where the template had no slot for the case, so the case block goes before it."""
    verbatim: Flag = False
    """True where values go into the template unfenced."""
    like: str | None = None
    """The rubric whose measures the embedded judge uses for a template."""

    @property
    def name(self) -> str:
        """`comparison/clarity`."""
        return f"{self.task}/{self.metric}"

    @model_validator(mode="after")
    def _is_whole(self) -> Self:
        if self.template is not None:
            if self.definition or self.anchors or self.steps:
                raise ValueError("give either `template` or `definition`, `anchors` and `steps`, not both")
            return self
        missing = [part for part in ("definition", "anchors", "steps") if not getattr(self, part)]
        if missing:
            raise ValueError(f"lacks {', '.join(missing)} (or a `template`)")
        if sorted(self.anchors) != [1, 2, 3, 4, 5]:
            raise ValueError(f"anchors are for 1, 2, 3, 4 and 5; these are for {sorted(self.anchors)}")
        order = RUBRIC_INPUTS[self.task]
        if self.inputs != order[: len(self.inputs)]:
            raise ValueError(
                f"inputs are a leading part of {', '.join(order)}, so that prompts share a prefix; "
                f"these are {', '.join(self.inputs)}"
            )
        return self


class PromptCut(Record):
    """What a prompt leaves out of its case because the model has no room for it."""

    left_out: tuple[RubricInput, ...] = ()
    """Inputs that are not shown at all."""
    reviews_shown: Count | None = None
    """How many reviews are shown, sampled by their stars; None for all."""
    reviews: Count = 0

    def sentences(self) -> Iterator[str]:
        """The same for people."""
        for name in self.left_out:
            yield f"{name} left out for lack of room"
        if self.reviews_shown is not None:
            yield f"{self.reviews_shown} of {self.reviews} reviews shown, star levels in their shares"


class Judgement(Record):
    """What one judge says of one case on one metric: a score, or none and why."""

    case_id: Name
    item: Name
    task: Task
    metric: SnakeName
    """Without the task."""
    system: str | None = None
    judge: str
    score: WholeScore | None = None
    """1 to 5, or None: never 0, NaN or a default."""
    value: Annotated[float, Field(ge=1, le=5)] | None = None
    """The score before rounding; means and rankings use it."""
    certainty: Share | None = None
    method: Method | None = None
    failure: str | None = None
    failure_kind: FailureKind | None = None
    """The same for counting; None where there is a score, or where the judge gives no kind."""
    explanation: str = ""
    evidence: tuple[Evidence, ...] = ()
    samples: tuple[WholeScore, ...] = ()
    """The scores that were averaged."""
    stderr: Annotated[float, Field(ge=0)] | None = None
    words: Count = 0
    sources_seen: tuple[SourceKind, ...] = ()
    cut: PromptCut | None = None
    """What the model had no room for; None where it was shown everything."""
    doubts: tuple[str, ...] = ()
    """Why a reply may have obeyed the case instead of the rubric: it …"""
    apart: Annotated[float, Field(ge=0, le=4)] | None = None
    """How far the members of a jury are apart; None for other judges, or where only one has a score."""
    settled_by: str | None = None
    """The judge of a cascade whose score this is."""
    usage: Usage = Usage()
    signature: str
    """judge|model|rubric.version|prompt hash|samples|temperature|triptych version."""

    @model_validator(mode="after")
    def _scored_or_not(self) -> Self:
        if (self.score is None) != (self.value is None):
            raise ValueError("score and value are given together or not at all")
        if (self.score is None) == (self.failure is None):
            raise ValueError("a judgement has either a score or a failure that says why not")
        return self

    @property
    def reason(self) -> str | None:
        """Why there is no score, as a kind where one is given."""
        return self.failure_kind or self.failure

    @property
    def grounds(self) -> str:
        """The explanation without the line of the score at its end."""
        return re.sub(r"\n?\s*Score-\s*<score>\d</score>\s*$", "", self.explanation)


class Rating(Record):
    """A human's score for a case on a metric."""

    case_id: Name
    metric: SnakeName
    rater: Name
    score: Stars


class Reply(Record):
    """What a model said to one request, kept so that the same request is never sent twice."""

    key: Name
    """Endpoint, model, parameters, messages and sample number, hashed."""
    model: str
    text: str
    """The words, as they came."""
    finish_reason: str | None = None
    """Why it ended: `stop`, `length`, …"""
    logprobs: tuple[tuple[str, dict[str, float]], ...] = ()
    """Tokens around the score with the log-probabilities of their alternatives."""
    usage: Usage = Usage()


class Run(Record):
    """One invocation over many cases; it can stop at any moment and go on later."""

    id: Name
    """Made from the command, its input and its options: the same command is the same run."""
    command: str
    """`write` or `judge`."""
    source: str
    options: dict[str, str] = Field(default_factory=dict)
    """What else makes it this run and not another."""
    status: RunStatus = "running"
    started: dt.datetime
    """First start, in UTC."""
    finished: dt.datetime | None = None
    """Last end, in UTC."""
    total: Count | None = None
    """How many inputs it has, where that is known before it ends."""


def item_of(query: Any, products: Any) -> str:
    """The item that a query and its products make: the same for every text about them."""
    some = products if isinstance(products, (list, tuple)) else ()
    ids = [str(one.get("id") if isinstance(one, dict) else getattr(one, "id", one)) for one in some]
    return "item-" + digest_of([str(query or ""), ids])


def group_by(values: Iterable[Grouped], key: Callable[[Grouped], Key]) -> dict[Key, list[Grouped]]:
    """The values of each key, keys and values in the order they come."""
    groups: dict[Key, list[Grouped]] = {}
    for value in values:
        groups.setdefault(key(value), []).append(value)
    return groups


def first_repeated(names: Sequence[str]) -> str | None:
    """The first name that is there more than once."""
    return next((name for name, count in Counter(names).items() if count > 1), None)
