"""How a product answers each want: met, missed, disputed, stated by the listing only, or not known."""

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Literal

from triptych.records import ClaimKind, Evidence, Money, Product, ReviewerCounts
from triptych.texts import show_money
from triptych.writers._plan.needs import Want, stems
from triptych.writers._plan.points import SIDES, Point, sentence_evidence
from triptych.writers._plan.quotes import Quote, sentence_around
from triptych.writers._plan.sheets import Sheet
from triptych.writers._plan.spans import feature_evidence, price_evidence, title_evidence
from triptych.writers._plan.specs import Spec
from triptych.writers._words.wording import people, spell, verb

Status = Literal["met", "missed", "disputed", "stated", "unknown"]

_UNITS = {
    "gb": "gb", "tb": "tb", "hour": "h", "hours": "h", "hrs": "h", "hr": "h", "h": "h", "mah": "mah", "inch": "in",
    "inches": "in", "in": "in", "w": "w", "watt": "w", "watts": "w", "l": "l", "litre": "l", "litres": "l", "oz": "oz",
    "ml": "ml", "mm": "mm", "hz": "hz", "mp": "mp", "kg": "kg", "g": "g", "db": "db", "miles": "mi", "km": "km",
}  # fmt: skip
_QUANTITY = re.compile(r"(\d+(?:\.\d+)?)\s?-?([a-zA-Z]+)")
_FEET = re.compile(r"(\d)\s?(?:ft|feet|foot|')\s?(?:(\d{1,2})\s?(?:in\b|inch|\"))?", re.IGNORECASE)
_FEWEST_OPINIONS = 2
_LONGEST_FEATURE = 70
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
    strength: float = 0.0
    """How sure that is, from the share of reviewers who say so: 0 to 1."""
    over: Money | None = None
    """How much a price is over the budget."""
    under: Money | None = None
    """How much a price leaves of the budget."""


def answer(want: Want, sheet: Sheet) -> Answer:
    """How a product answers a want; found once for all its texts."""
    if want.label not in sheet.answers:
        sheet.answers[want.label] = _answer(want, sheet)
    return sheet.answers[want.label]


def _answer(want: Want, sheet: Sheet) -> Answer:
    if want.kind == "budget" and (want.needs[0].most or want.needs[0].least):
        return _answer_budget(want, sheet)
    measured = _answer_quantity(want, sheet)
    if measured:
        return measured
    point, spec = _best_point(want, sheet.points), _best_spec(want, sheet.specs)
    if point:
        return _answer_point(want, point, spec)
    if spec:
        is_there = not _NO.match(spec.value)
        status: Status = "missed" if not is_there and not want.is_absence else "stated"
        return Answer(want, status, spec.clause, "stated", (spec.evidence,), spec=spec)
    return _answer_listing(want, sheet.product) or _answer_reviews(want, sheet) or Answer(want, "unknown", "", "absent")


def _answer_budget(want: Want, sheet: Sheet) -> Answer:
    need, price = want.needs[0], sheet.price
    name = "final_price" if sheet.product.final_price else "base_price"
    evidence = price_evidence(sheet.product, name)
    if price is None:
        return Answer(want, "unknown", "no price is given", "absent")
    limit = need.most
    if limit is None:
        return Answer(want, "stated", f"the price is {show_money(price)}", "stated", evidence)
    if limit.currency and price.currency and limit.currency != price.currency:
        return Answer(
            want,
            "unknown",
            f"the price of {show_money(price)} is in another currency than your budget",
            "stated",
            evidence,
        )
    difference = Money(amount=abs(price.amount - limit.amount), currency=price.currency)
    shown = show_money(difference)
    if price.amount > limit.amount:
        return Answer(want, "missed", f"{shown} over your budget", "derived", evidence, over=difference)
    if difference.amount == Decimal(0):
        return Answer(want, "met", "exactly at your limit", "stated", evidence, under=difference)
    return Answer(want, "met", f"{shown} inside your budget", "derived", evidence, under=difference)


def _answer_quantity(want: Want, sheet: Sheet) -> Answer | None:
    """The answer where the want is a number with a unit and a specification has one to hold against it."""
    feet = _FEET.search(want.label)
    for spec in sheet.specs:
        if feet and "height" in spec.name.lower() and "user" in spec.name.lower():
            asked = _inches(feet)
            ends = [_inches(match) for match in _FEET.finditer(spec.value)]
            if ends:
                fits = (min(ends) if len(ends) > 1 else 0) <= asked <= max(ends)
                return _measured(want, spec, fits)
    wanted = [
        (float(number), _UNITS[unit.lower()])
        for number, unit in _QUANTITY.findall(want.label)
        if unit.lower() in _UNITS
    ]
    if not wanted:
        return None
    number, unit = wanted[0]
    for spec in sheet.specs:
        related = set(spec.aspects) & set(want.aspects) or stems(spec.name) & want.words
        given = [float(amount) for amount, mark in _QUANTITY.findall(spec.value) if _UNITS.get(mark.lower()) == unit]
        if related and given:
            return _measured(want, spec, given[0] >= number)
    return None


def _measured(want: Want, spec: Spec, is_met: bool) -> Answer:
    return Answer(want, "met" if is_met else "missed", spec.clause, "stated", (spec.evidence,), spec=spec)


def _inches(match: re.Match[str]) -> int:
    return 12 * int(match[1]) + int(match[2] or 0)


def _best_point(want: Want, points: Sequence[Point]) -> Point | None:
    for name in want.aspects:
        for point in points:
            if point.name == name and (point.many > 1 or point.among < 4):
                return point
    near = [point for point in points if want.words and stems(point.name) & want.words and point.many > 1]
    return near[0] if near else None


def _best_spec(want: Want, specs: Sequence[Spec]) -> Spec | None:
    for name in want.named[:2]:
        for spec in specs:
            if name in spec.aspects:
                return spec
    if not want.words:
        return None
    near = [spec for spec in specs if want.words & stems(spec.bare_name)]
    return next(iter(near), None) or next((spec for spec in specs if want.words <= stems(spec.value)), None)


def _answer_point(want: Want, point: Point, spec: Spec | None) -> Answer:
    status: Status = "met" if point.lean == "liked" else "missed"
    if point.lean == "split" or point.is_close:
        status = "disputed"
    evidence = (*point.evidence, *((spec.evidence,) if spec else ()))
    strength = min(1.0, 2 * (point.many - point.few) / max(1, point.among))
    return Answer(want, status, told(point), "counted", evidence, point=point, spec=spec, strength=strength)


def told(point: Point, quote: Quote | None = None) -> str:
    """What reviewers say of a point, as a clause, with a quotation where there is one."""
    said = f" ({quote.text})" if quote else ""
    if point.lean == "split" or point.is_close:
        likes, complains = verb(point.liked, "likes", "like"), verb(point.disliked, "complains", "complain")
        return f"{people(point.liked)} {likes} {point.topic.the}, {spell(point.disliked)} {complains}"
    who = people(point.many, point.among)
    does = (
        verb(point.many, "praises", "praise")
        if point.lean == "liked"
        else verb(point.many, "complains about", "complain about")
    )
    rest = f", {spell(point.few)} {verb(point.few, 'disagrees', 'disagree')}" if point.few else ""
    return f"{who} {does} {point.topic.the}{said}{rest}"


def told_briefly(each: Answer) -> str:
    """The reason without those who disagree, where the sides are clear."""
    point = each.point
    if point is None or point.lean == "split" or point.is_close:
        return each.reason
    return told(replace(point, aspect=point.aspect.model_copy(update={"reviewers": _one_side(point)})))


def _one_side(point: Point) -> ReviewerCounts:
    liked = point.lean == "liked"
    return ReviewerCounts(for_=point.liked if liked else 0, against=0 if liked else point.disliked)


def _answer_listing(want: Want, product: Product) -> Answer | None:
    """The answer from key features and title, where they name what is wanted."""
    if not want.words:
        return None
    for place, feature in enumerate(product.key_features):
        flat = " ".join(feature.split()).rstrip(".")
        if want.words <= stems(feature) and len(flat) <= _LONGEST_FEATURE and "“" not in flat:
            return Answer(want, "stated", f"the listing says “{flat}”", "stated", (feature_evidence(product, place),))
    if want.words <= stems(product.title):
        return Answer(want, "stated", f"the title says “{want.label}”", "stated", (title_evidence(product),))
    return None


def _answer_reviews(want: Want, sheet: Sheet) -> Answer | None:
    """The answer from sentences that use the want's own words, and from how reviewers lean in them."""
    if want.form != "for" or not want.words:
        return None
    leanings: dict[str, int] = defaultdict(int)
    spans: dict[str, Evidence] = {}
    texts = {review.id: review.text for review in sheet.product.reviews if want.words & stems(review.text)}
    for aspect in sheet.reading.aspects:
        for mention in aspect.mentions:
            if mention.review_id not in texts:
                continue
            start, end = sentence_around(texts[mention.review_id], mention.start, mention.end)
            if want.words & stems(texts[mention.review_id][start:end]):
                leanings[mention.review_id] += SIDES[mention.polarity]
                spans[mention.review_id] = sentence_evidence(sheet.product.id, mention, texts[mention.review_id])
    pleased = [name for name, leaning in leanings.items() if leaning > 0]
    displeased = [name for name, leaning in leanings.items() if leaning < 0]
    if len(pleased) + len(displeased) < _FEWEST_OPINIONS:
        return None
    status: Status = (
        "met" if len(pleased) > 2 * len(displeased) else "missed" if len(displeased) > 2 * len(pleased) else "disputed"
    )
    reason = f"of those who write about it, {_both(len(pleased), len(displeased))}"
    return Answer(want, status, reason, "counted", tuple(spans[name] for name in (*pleased, *displeased)))


def _both(pleased: int, displeased: int) -> str:
    if not displeased:
        return f"{spell(pleased)} {verb(pleased, 'is', 'are')} pleased"
    if not pleased:
        return f"{spell(displeased)} {verb(displeased, 'complains', 'complain')}"
    not_pleased = f"{spell(displeased)} {verb(displeased, 'is', 'are')} not"
    return f"{spell(pleased)} {verb(pleased, 'is', 'are')} pleased and {not_pleased}"
