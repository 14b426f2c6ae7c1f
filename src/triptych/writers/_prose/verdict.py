"""The verdict: the products weighed for the query, which to take and for whom, in fewer than 100 words."""

from collections.abc import Sequence
from dataclasses import dataclass

from triptych.records import ClaimKind, Evidence, Money
from triptych.texts import show_money
from triptych.writers._plan.answers import Answer, Status, answer, told, told_briefly
from triptych.writers._plan.needs import Want
from triptych.writers._plan.points import Point, balance
from triptych.writers._plan.sheets import Sheet
from triptych.writers._plan.spans import price_evidence, rating_evidence
from triptych.writers._prose.paragraph import Sentence, total_words
from triptych.writers._words.wording import Wheel, capital, listed, named, stars

MOST = 99
_WORTH: dict[Status, float] = {"met": 1.0, "stated": 0.1, "unknown": -0.3, "disputed": -0.3, "missed": -1.0}
_BUDGET_WEIGHT = 1.5
_BETTER = 0.3
"""How much better an answer has to be before another product is the one to take for it."""


@dataclass(frozen=True)
class Standing:
    """How one product stands for the whole query."""

    sheet: Sheet
    answers: tuple[Answer, ...]

    @property
    def name(self) -> str:
        """Its name in prose."""
        return named(self.sheet.name)

    @property
    def worth(self) -> float:
        """What its answers add up to; what else many reviewers say, their mood and the rating weigh less."""
        total = sum(map(_worth, self.answers))
        praise, complaint = balance(self.sheet.points)
        mood = (praise - complaint) / max(1, praise + complaint)
        points = self.sheet.points
        common = sum(point.is_common_praise for point in points) - sum(point.is_common_complaint for point in points)
        return total + 0.2 * common + 0.4 * mood + 0.1 * (self.sheet.product.average_rating or 2.5)

    @property
    def over(self) -> Money | None:
        """How far it is over the budget."""
        return next((each.over for each in self.answers if each.over), None)

    def having(self, *statuses: Status) -> list[Answer]:
        """Its answers of these kinds, the budget aside."""
        return [each for each in self.answers if each.status in statuses and each.want.kind != "budget" and each.reason]


def _worth(each: Answer) -> float:
    """What one answer is worth: more for what many reviewers say, less than nothing for what nobody knows."""
    if each.over or each.under:
        return _BUDGET_WEIGHT * _WORTH[each.status]
    sure = 0.4 + 1.2 * each.strength if each.point and each.status in ("met", "missed") else 1.0
    return _WORTH[each.status] * sure


def compose_verdict(wants: Sequence[Want], sheets: Sequence[Sheet], wheel: Wheel) -> list[Sentence]:
    """The sentences of the verdict."""
    standings = [Standing(sheet, tuple(answer(want, sheet) for want in wants)) for sheet in sheets]
    ranked = sorted(standings, key=lambda each: -each.worth)
    if not _differ(ranked):
        names = listed([each.name for each in standings])
        text = f"Nothing in the listings or the reviews sets {names} apart for this query: take whichever is at hand."
        return [Sentence(text, "advice", (), "even")]
    sentences = [_take(ranked, wheel), *_caveats(ranked[0])]
    behind: list[str] = []
    claimed: set[str] = set()
    for place, other in enumerate(ranked[1:]):
        sentence = _alternative(other, ranked[0], wheel, place, claimed)
        if sentence is None:
            behind.append(other.name)
        elif total_words(sentences) + sentence.words <= MOST:
            sentences.append(sentence)
    if behind:
        has = "has less to recommend it" if len(behind) == 1 else "have less to recommend them"
        sentences.append(Sentence(f"{capital(listed(behind))} {has} for this query.", "advice", (), "behind"))
    while total_words(sentences) > MOST and len(sentences) > 1:
        sentences.pop()
    return sentences


def _differ(ranked: Sequence[Standing]) -> bool:
    """False where there is nothing to choose by."""
    prices = {each.sheet.price.amount if each.sheet.price else None for each in ranked}
    return ranked[0].worth - ranked[-1].worth > 0.01 or len(prices) > 1


def _take(ranked: Sequence[Standing], wheel: Wheel) -> Sentence:
    best = ranked[0]
    reasons = _distinct(sorted(best.having("met"), key=lambda each: -each.strength))[:2] or best.having("stated")[:1]
    evidence = tuple(span for each in reasons for span in each.evidence)
    points = [point for point in best.sheet.points if point.lean == "liked" and point.many > 1][:1]
    if reasons:
        why = _reasons(reasons)
    elif points:
        why, evidence = told(points[0]), points[0].evidence
    else:
        why, evidence = _bare_reason(best, ranked)
    text = wheel.pick(
        (
            f"Take {best.name}: {why}.",
            f"{capital(best.name)} is the one to take: {why}.",
            f"The choice here is {best.name}: {why}.",
        ),
        "take",
    )
    return Sentence(text, "advice", evidence, "take")


def _distinct(answers: Sequence[Answer]) -> list[Answer]:
    """The answers without those that say what another says."""
    return list({each.reason: each for each in reversed(answers)}.values())[::-1]


def _bare_reason(best: Standing, ranked: Sequence[Standing]) -> tuple[str, tuple[Evidence, ...]]:
    """Why to take a product of which neither reviewers nor the listing tell anything that was asked."""
    rating = best.sheet.product.average_rating
    others = [each.sheet.product.average_rating or 0.0 for each in ranked[1:]]
    if rating is not None and rating > max(others):
        return f"it has the highest average rating, {stars(rating)}", rating_evidence(best.sheet.product)[:1]
    if best.sheet.price and all(_is_cheaper(best, other) for other in ranked[1:]):
        return f"it costs least, at {show_money(best.sheet.price)}", _price_of(best)
    return "it asks for the fewest compromises on what is known", ()


def _reasons(reasons: Sequence[Answer]) -> str:
    """One or two reasons as a clause: "11 of 33 reviewers praise the fit and 5 the water resistance"."""
    first = told_briefly(reasons[0])
    if len(reasons) == 1 or reasons[0].reason == reasons[1].reason:
        return first
    one, two = reasons[0].point, reasons[1].point
    if one and two and one.lean == two.lean and one.many > 1 and two.many > 1:
        return f"{first} and {two.many} {'' if one.lean == 'liked' else 'about '}{two.topic.the}"
    return f"{first}, and {told_briefly(reasons[1])}"


def _caveats(best: Standing) -> list[Sentence]:
    """What speaks against the winner: never left unsaid."""
    budget = next((each for each in best.answers if each.over or each.under), None)
    missed = _distinct(sorted(best.having("missed"), key=lambda each: -each.strength))[:2]
    evidence = tuple(span for each in missed for span in each.evidence)
    against = _reasons(missed) if missed else ""
    price = best.sheet.price
    if budget and price:
        kind: ClaimKind = "derived" if budget.kind == "derived" else "stated"
        joint = ", and" if budget.over else "; mind, though, that"
        common = _common_complaint(best)
        if not missed and common:
            against, evidence = told(common), common.evidence
        text = f"At {show_money(price)} it is {budget.reason}{f'{joint} {against}' if against else ''}."
        return [Sentence(text, kind, (*budget.evidence, *evidence), "price")]
    return [Sentence(f"Mind, though, that {against}.", "counted", evidence, "caveat")] if missed else []


def _common_complaint(standing: Standing) -> Point | None:
    """What most reviewers complain of, asked for or not, where it is frequent."""
    common = [point for point in standing.sheet.points if point.is_common_complaint and point.lean == "disliked"]
    return max(common, key=lambda point: point.disliked, default=None)


def _alternative(other: Standing, best: Standing, wheel: Wheel, place: int, claimed: set[str]) -> Sentence | None:
    """For whom another product is the better choice, and what it costs them; None where nothing sets it apart."""
    rivals = {each.want.label: each for each in best.answers}
    better = sorted(
        (
            each
            for each in other.having("met", "stated")
            if _worth(each) > _worth(rivals[each.want.label]) + _BETTER and _label(each) not in claimed
        ),
        key=lambda each: -_worth(each),
    )[:1]
    claimed.update(map(_label, better))
    over = next((each for each in other.answers if each.over), None)
    missed = sorted(other.having("missed"), key=lambda each: -each.strength)[:1]
    common = _common_complaint(other)
    against = over or (missed[0] if missed else common)
    evidence = [*(better[0].evidence if better else ()), *(against.evidence if against else ())]
    name = capital(other.name)
    drawback = f"it is {over.reason}" if over else told_briefly(missed[0]) if missed else told(common) if common else ""
    if better:
        said = told_briefly(better[0])
        text = wheel.turn(
            (
                f"{name} is for those who put {_label(better[0])} first: {said}",
                f"If {_label(better[0])} matters most, look at {other.name}: {said}",
            ),
            "other",
        )[place % 2]
        text += f", but {drawback}." if drawback else "."
    elif _is_cheaper(other, best) and other.sheet.price:
        evidence += _price_of(other)
        text = f"{name} costs less, at {show_money(other.sheet.price)}" + (f", but {drawback}." if drawback else ".")
    elif drawback:
        text = f"{name} comes behind: {drawback}."
    else:
        return None
    return Sentence(text, "derived" if over else "advice", tuple(evidence), f"other {place}")


def _price_of(standing: Standing) -> tuple[Evidence, ...]:
    product = standing.sheet.product
    return price_evidence(product, "final_price" if product.final_price else "base_price")


def _label(each: Answer) -> str:
    if each.point and (each.want.form in ("how", "that") or len(each.want.label.split()) > 4):
        return each.point.topic.head
    return f"“{each.want.label}”" if each.want.form in ("how", "that") else each.want.label


def _is_cheaper(one: Standing, other: Standing) -> bool:
    first, second = one.sheet.price, other.sheet.price
    return bool(first and second and first.currency == second.currency and first.amount < second.amount)
