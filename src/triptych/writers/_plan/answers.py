"""How a product answers each want: met, missed, disputed, stated by the listing, voiced by a reviewer, or not known."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from triptych.english.number_words import SPELT_NUMBER, number_of
from triptych.english.sentences import sentence_around
from triptych.english.units import Quantity, convert, quantities_in
from triptych.records import ClaimKind, Evidence, Money, Product
from triptych.writers._plan.needs import Want, stems
from triptych.writers._plan.points import SIDES, Point
from triptych.writers._plan.quotes import Quote, review_span, sentence_span, sentences_fit
from triptych.writers._plan.sheets import Sheet
from triptych.writers._plan.spans import feature_evidence, price_evidence, title_evidence
from triptych.writers._plan.specs import Spec
from triptych.writers._words.money import show_price
from triptych.writers._words.wording import is_plural, people, spell, verb

Status = Literal["met", "missed", "disputed", "stated", "voiced", "unknown"]

_AGE = re.compile(r"\baged? (\d{1,2})\b|\b(\d{1,2})[- ]?(?:years?|yrs?)[- ]old\b", re.IGNORECASE)
_THINGS = re.compile(rf"(\d{{1,2}}|{SPELT_NUMBER}) (\w+)", re.IGNORECASE)
_PARTY = re.compile(rf"\b(?:family|group|party) of (\d|{SPELT_NUMBER})\b", re.IGNORECASE)
_PERSONS = re.compile(r"\b(\d{1,2})[ -]?(?:persons?|people|adults)\b", re.IGNORECASE)
_FIRST_NUMBER = re.compile(r"\d+")
_SURE, _LISTED, _NAMED, _BESIDE, _UNSAID = 0.7, 0.3, 0.15, -0.1, -0.3
"""What a figure that settles it, one that speaks of it, a mere word, one that speaks of something near, and silence are
worth."""
_FEW_WORDS = 4
"""How many more reviewers would have to use the shopper's words for that to be sure."""
_FEW_VOICES, _VOICED = 2, -0.2
"""No more than these are quoted instead of counted; that tells little more than silence does."""
_LONG_USE = 2
_ABOUT_ONESELF = re.compile(r"(?:i'm|i am|i was|i've been|as an?)\b", re.IGNORECASE)
_WITHIN, _OVER, _OVER_SHARE = 0.6, 0.3, 2.5
"""What a price within the budget is worth; what being over it costs, however little, and each share of it more."""
TITLE_SAYS = "the title says so"
"""The reason where a title names what is wanted."""
_LONGEST_FEATURE = 70
_MOST_DIRECT = 4
_ABSENT = frozenset({"scent", "smell", "noise", "leaking", "transfer", "breakouts"})
"""Aspects that are liked for not being there."""
_NO = re.compile(r"(?:no|none|not|without|calls only)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Answer:
    """What is known of one product for one want."""

    want: Want
    """What was asked."""
    status: Status
    """How it stands."""
    reason: str
    """Why, as a clause: "9 of 33 reviewers praise the fit"; empty where nothing is known."""
    kind: ClaimKind
    """What kind of claim the reason is."""
    evidence: tuple[Evidence, ...] = ()
    """What it rests on."""
    point: Point | None = None
    """What reviewers say of it."""
    spec: Spec | None = None
    """What the listing says of it."""
    score: float = 0.0
    """How well that speaks for the product, from -1 to 1; small where few say so, so that one voice never decides."""
    over: Money | None = None
    """How much a price is over the budget."""
    under: Money | None = None
    """How much a price leaves of the budget."""

    @property
    def is_direct(self) -> bool:
        """True where reviewers say the very thing: they praise the cleaning, so they find it easy to clean."""
        want, point = self.want, self.point
        if point is None or want.form != "how" or (want.named or ("",))[0] not in (point.name, point.family):
            return False
        if point.name == "price" or (want.is_absence and point.name not in _ABSENT):
            return False
        return not want.label.lower().startswith("not ") and len(want.label.split()) <= _MOST_DIRECT


def answer(want: Want, sheet: Sheet) -> Answer:
    """How a product answers a want; found once for all its texts."""
    if want.label not in sheet.answers:
        sheet.answers[want.label] = _answer(want, sheet)
    return sheet.answers[want.label]


def _answer(want: Want, sheet: Sheet) -> Answer:
    if want.kind == "budget" and (want.needs[0].most or want.needs[0].least):
        return _answer_budget(want, sheet)
    measured = _answer_quantity(want, sheet) or _answer_count(want, sheet)
    if measured:
        return measured
    point, spec = _best_point(want, sheet.points), _best_spec(want, sheet.specs)
    if spec and _settles(want, spec, point):
        is_met = not _NO.match(spec.value) or (want.is_absence and not _says_free(spec))
        return _measured(want, spec, is_met)
    if point:
        return _answer_point(want, point, spec)
    if spec:
        # "2 microphones" is no answer to how calls sound.
        score = _LISTED if want.form != "for" else _BESIDE
        return Answer(want, "stated", spec.clause, "stated", (spec.evidence,), spec=spec, score=score)
    found = _answer_listing(want, sheet.product) or _answer_reviews(want, sheet)
    return found or Answer(want, "unknown", "", "absent", score=_UNSAID)


def _settles(want: Want, spec: Spec, point: Point | None) -> bool:
    """True for a specification that says no, or the very thing that is asked where reviewers do not deny it."""
    if not want.is_absence and _NO.match(spec.value):
        return True
    if want.form == "thing" and not (point and point.is_common_complaint):
        told_more = want.words - stems(spec.bare_name)
        if told_more and told_more <= stems(spec.value):
            return True
    if point and point.lean != "liked" and point.name in want.named and not want.is_absence:
        return False
    if want.is_absence:
        is_free = want.words <= stems(spec.value) or bool(_NO.match(spec.value)) or _says_free(spec)
        return is_free and (point is None or (point.lean == "liked" and point.name not in _ABSENT))
    return False


def _says_free(spec: Spec) -> bool:
    """True for a specification whose name is the absence: "Sulphate free: No"."""
    return spec.bare_name.lower().endswith(("free", "less"))


def _answer_budget(want: Want, sheet: Sheet) -> Answer:
    need, price = want.needs[0], sheet.price
    name = "final_price" if sheet.product.final_price else "base_price"
    evidence = price_evidence(sheet.product, name)
    if price is None:
        return Answer(want, "unknown", "no price is given", "absent", score=_UNSAID)
    limit = need.most
    if limit is None:
        return Answer(want, "stated", f"the price is {show_price(price)}", "stated", evidence)
    if limit.currency and price.currency and limit.currency != price.currency:
        return Answer(
            want,
            "unknown",
            f"the price of {show_price(price)} is in another currency than your budget",
            "stated",
            evidence,
            score=_UNSAID,
        )
    difference = Money(amount=abs(price.amount - limit.amount), currency=price.currency)
    shown = show_price(difference)
    if price.amount > limit.amount:
        score = -min(1.0, _OVER + _OVER_SHARE * float(difference.amount / max(limit.amount, Decimal(1))))
        return Answer(want, "missed", f"{shown} over your budget", "derived", evidence, score=score, over=difference)
    if difference.amount == Decimal(0):
        return Answer(want, "met", "exactly at your limit", "stated", evidence, score=_WITHIN, under=difference)
    return Answer(want, "met", f"{shown} under your budget", "derived", evidence, score=_WITHIN, under=difference)


def _answer_quantity(want: Want, sheet: Sheet) -> Answer | None:
    """The answer where the want is a number with a unit and a specification has one to hold against it."""
    wanted, age = [quantity for quantity in quantities_in(want.label) if quantity.unit], _AGE.search(want.label)
    for spec in sheet.specs:
        least = _FIRST_NUMBER.search(spec.value) if age and "age" in spec.name.lower().split() else None
        if age and least:
            return _measured(want, spec, int(least[0]) <= int(age[1] or age[2]))
        if "height" in spec.name.lower() and "user" in spec.name.lower() and (ends := _given(spec, wanted)):
            lowest = min(end.number if end.low is None else end.low for end in ends)
            is_low_enough = (len(ends) == 1 and ends[0].low is None) or lowest <= wanted[0].number
            return _measured(want, spec, is_low_enough and wanted[0].number <= max(end.number for end in ends))
    for spec in sheet.specs:
        related = set(spec.aspects) & set(want.aspects) or stems(spec.name) & want.words
        if related and (given := _given(spec, wanted)):
            return _measured(want, spec, given[0].number >= wanted[0].number)
    return None


def _given(spec: Spec, wanted: Sequence[Quantity]) -> list[Quantity]:
    """The figures of a specification in the unit of the first that is wanted, where they can be."""
    unit = wanted[0].unit if wanted else None
    return [figure for given in quantities_in(spec.value) if (figure := convert(given, unit or ""))]


def _answer_count(want: Want, sheet: Sheet) -> Answer | None:
    """The answer where the want is a number of things or people and a specification counts them."""
    things, people_ = _THINGS.fullmatch(want.label), _PARTY.search(want.label)
    for spec in sheet.specs:
        if things and spec.value.isdigit() and stems(things[2]) & stems(spec.bare_name):
            return _measured(want, spec, int(spec.value) >= (number_of(things[1]) or 0))
        room = _PERSONS.search(spec.value) if people_ else None
        if people_ and room:
            return _measured(want, spec, int(room[1]) >= (number_of(people_[1]) or 0))
    return None


def _measured(want: Want, spec: Spec, is_met: bool) -> Answer:
    status: Status = "met" if is_met else "missed"
    score = _SURE if is_met else -_SURE
    return Answer(want, status, spec.clause, "stated", (spec.evidence,), spec=spec, score=score)


def _best_point(want: Want, points: Sequence[Point]) -> Point | None:
    for name in want.aspects:
        for point in points:
            if name in (point.name, point.family) and point.is_shared:
                return point
    near = [
        point
        for point in points
        if want.words and stems(point.name) & want.words and point.is_shared and (point.is_known or point.many > 1)
    ]
    return near[0] if near else None


def _best_spec(want: Want, specs: Sequence[Spec]) -> Spec | None:
    near = [spec for spec in specs if want.words & stems(spec.bare_name)]
    if want.is_absence:
        return near[0] if near else None
    for name in want.named[:1]:
        for spec in specs:
            if name in spec.aspects:
                return spec
    if not want.words:
        return None
    return next(iter(near), None) or next((spec for spec in specs if want.words <= stems(spec.value)), None)


def _answer_point(want: Want, point: Point, spec: Spec | None) -> Answer:
    status: Status = "met" if point.side == "liked" else "missed" if point.side == "disliked" else "disputed"
    is_there = spec and want.label.lower() in (spec.bare_name.lower(), *spec.bare_name.lower().split())
    reason = told(point)
    if spec and is_there and status == "missed":
        # Armrests that are criticised are armrests.
        status, reason = "disputed", f"{spec.clause}, but {reason}"
    evidence = (*point.evidence, *((spec.evidence,) if spec else ()))
    return Answer(want, status, reason, "counted", evidence, point=point, spec=spec, score=point.score)


def told(point: Point, quote: Quote | None = None, *, brief: bool = False, want: Want | None = None) -> str:
    """What reviewers say of a point, as a clause; with a quotation, or briefly without those few who disagree.

    Behind the words of a want that names it, it is "it"; and of what should not be there, praise is that there is none.
    """
    said = f" ({quote.text})" if quote else ""
    absent = want is not None and want.is_absence
    is_named = want is not None and not absent and want.form == "thing" and point.name in want.label.lower()
    what = point.topic.the
    if want is not None and is_named:
        what = "them" if is_plural(want.label) else point.topic.it
    if point.side == "split":
        return _told_apart(point, what)
    many, how = point.many, point.how
    if absent and point.lean == "liked" and point.name in _ABSENT:
        does = f"{verb(many, 'finds', 'find')} none"
    elif how:
        does = f"{verb(many, 'finds', 'find')} it {how}"
    elif point.lean == "liked":
        does = f"{verb(many, 'praises', 'praise')} {what}"
    else:
        does = f"{verb(many, 'complains', 'complain')} about {what}"
    few = 0 if point.is_clear or (brief and 3 * point.few <= many) else point.few
    rest = f", {spell(few)} {verb(few, 'disagrees', 'disagree')}" if few else ""
    return f"{people(many, point.among)} {does}{said}{rest}"


def _told_apart(point: Point, what: str) -> str:
    """What the sides say of what divides them, as a clause."""
    found = point.both_ways
    if found:
        rest = f"{spell(point.disliked)} {verb(point.disliked, 'does', 'do')} not"
        return f"{people(point.liked)} {verb(point.liked, 'finds', 'find')} it {found[0]}, {rest}"
    likes, complains = verb(point.liked, "likes", "like"), verb(point.disliked, "complains", "complain")
    return f"{people(point.liked)} {likes} {what}, {spell(point.disliked)} {complains}"


def _answer_listing(want: Want, product: Product) -> Answer | None:
    """The answer from key features and title, where they name what is wanted."""
    if not want.words:
        return None
    for place, feature in enumerate(product.key_features):
        flat = " ".join(feature.split()).rstrip(".")
        if want.words <= stems(feature) and len(flat) <= _LONGEST_FEATURE and "“" not in flat:
            evidence = (feature_evidence(product, place),)
            return Answer(want, "stated", f"the listing says “{flat}”", "stated", evidence, score=_NAMED)
    if want.words <= stems(product.title):
        return Answer(want, "stated", TITLE_SAYS, "stated", (title_evidence(product),), score=_NAMED)
    return None


def _answer_reviews(want: Want, sheet: Sheet) -> Answer | None:
    """The answer from sentences that use the want's own words, and from how reviewers lean in them."""
    if not want.words:
        return None
    leanings: dict[str, int] = defaultdict(int)
    spans: dict[str, Evidence] = {}
    telling: list[tuple[str, int]] = []
    texts = {review.id: review.text for review in sheet.product.reviews if _speaks_of(want, review.text)}
    for aspect in sheet.reading.aspects if texts else ():
        for mention in aspect.mentions:
            if mention.review_id not in texts:
                continue
            text = texts[mention.review_id]
            start, end = sentence_around(text, mention.start, mention.end)
            if _speaks_of(want, text[start:end]):
                leanings[mention.review_id] += SIDES[mention.polarity]
                if SIDES[mention.polarity]:
                    telling.append((mention.review_id, mention.start))
                spans[mention.review_id] = sentence_span(sheet.product.id, mention.review_id, start, end, text)
    pleased = [name for name, leaning in leanings.items() if leaning > 0]
    displeased = [name for name, leaning in leanings.items() if leaning < 0]
    if len(pleased) + len(displeased) <= _FEW_VOICES:
        return _answer_voice(want, sheet, texts, telling)
    more, less = len(pleased), len(displeased)
    status: Status = "met" if more > 2 * less else "missed" if less > 2 * more else "disputed"
    evidence = tuple(spans[name] for name in (*pleased, *displeased))
    score = (more - less) / (more + less + _FEW_WORDS)
    about = want.label if want.form in ("for", "thing") else "this"
    return Answer(want, status, _both(about, more, less), "counted", evidence, score=score)


def _answer_voice(
    want: Want, sheet: Sheet, texts: Mapping[str, str], telling: Sequence[tuple[str, int]]
) -> Answer | None:
    """What a reviewer writes who uses the want's words and has an opinion, where they are too few to be counted."""
    reviews = [review for review in sheet.product.reviews if review.id in texts]
    for review in reviews:
        places = [place for name, place in telling if name == review.id]
        for quote in sentences_fit(sheet.product.id, review):
            is_told = any(quote.start <= place < quote.start + len(quote.words) for place in places)
            if is_told and _speaks_of(want, quote.words) and not _ABOUT_ONESELF.match(quote.words):
                reason = f"one reviewer writes {quote.text}"
                return Answer(want, "voiced", reason, "stated", (quote.evidence,), score=_VOICED)
    if not reviews:
        return None
    spans = tuple(review_span(sheet.product.id, each.id, 0, len(each.text), each.text) for each in reviews)
    mention = verb(len(reviews), "mentions", "mention")
    reason = f"{people(len(reviews))} {mention} it without a clear opinion"
    return Answer(want, "voiced", reason, "counted", spans, score=_VOICED)


def _speaks_of(want: Want, text: str) -> bool:
    """True for a text with most of the want's telling words; of a use in many words a third is enough."""
    found = len(want.words & stems(text))
    if want.form == "for" and len(want.words) > _LONG_USE:
        return 3 * found >= len(want.words)
    return 2 * found > len(want.words)


def _both(about: str, pleased: int, displeased: int) -> str:
    """How those lean who use the want's words."""
    if pleased and displeased:
        rest = f"{spell(displeased)} {verb(displeased, 'is', 'are')} not"
        return f"of those who mention {about}, {spell(pleased)} {verb(pleased, 'is', 'are')} pleased and {rest}"
    count = pleased or displeased
    who = "the one reviewer who mentions" if count == 1 else f"the {spell(count)} reviewers who mention"
    return f"{who} {about} {verb(count, 'is', 'are')} {'' if pleased else 'not '}pleased"
