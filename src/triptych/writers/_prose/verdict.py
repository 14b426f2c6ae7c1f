"""The verdict: the products weighed for the query, which to take and for whom, in fewer than 100 words."""

from collections.abc import Iterator, Sequence

from triptych.records import ClaimKind, Evidence
from triptych.texts import show_money
from triptych.writers._plan.answers import Answer
from triptych.writers._plan.needs import Want
from triptych.writers._plan.points import Point
from triptych.writers._plan.sheets import Sheet
from triptych.writers._plan.spans import price_evidence, rating_evidence
from triptych.writers._plan.standings import Standing, are_close, is_cheaper, rank
from triptych.writers._prose.paragraph import Sentence, total_words
from triptych.writers._words.wording import Wheel, capital, is_plural, listed, people, spell, stars, verb

MOST = 99
_BETTER = 0.3
"""How much better an answer has to be before another product is the one to take for it."""
_MOST_REASONS = 3
_MOST_USES = 8


def compose_verdict(wants: Sequence[Want], sheets: Sequence[Sheet], wheel: Wheel) -> list[Sentence]:
    """The sentences of the verdict: which to take and why, what that costs, and who should take another."""
    standings = rank(wants, sheets)
    best, others = standings[0], standings[1:]
    if not _differ(standings):
        names = listed([each.name for each in sorted(standings, key=lambda each: each.place)])
        text = f"Nothing in the listings or the reviews sets {names} apart for this query: take whichever is at hand."
        return [Sentence(text, "advice", (), "even")]
    sentences = [_take(best, others, wheel), *_trade_off(best)]
    leaders = _leaders(best, others)
    others = sorted(others, key=lambda each: each.place not in leaders)
    full = [_alternative(each, best, leaders.get(each.place), wheel, n) for n, each in enumerate(others)]
    brief = [_brief(each, leaders.get(each.place)) for each in others]
    for number, other in enumerate(others):
        # Every product is weighed, if only in few words.
        room = MOST - total_words(sentences) - total_words(brief[number + 1 :])
        options = (full[number], *_behind(other, number), brief[number])
        sentences.append(next((each for each in options if each.words <= room), brief[number]))
    while total_words(sentences) > MOST and len(sentences) > 1:
        sentences.pop()
    return sentences


def _differ(standings: Sequence[Standing]) -> bool:
    """False where there is nothing to choose by."""
    prices = {each.sheet.price.amount if each.sheet.price else None for each in standings}
    return standings[0].worth - standings[-1].worth > 0.01 or len(prices) > 1


def _take(best: Standing, others: Sequence[Standing], wheel: Wheel) -> Sentence:
    """Which to take, and what speaks for it: the reasons that were asked for, else what reviewers praise most."""
    clauses, evidence = _reasons(best, others)
    reasons = ", and ".join([", ".join(clauses[:-1]), clauses[-1]]) if len(clauses) > 1 else clauses[0]
    price = best.budget
    if price and best.sheet.price:
        at = f"at {show_money(best.sheet.price)} it is {price.reason}"
        reasons = f"{', '.join(clauses)}, {'though' if price.over else 'and'} {at}"
        evidence = (*evidence, *price.evidence)
    kind: ClaimKind = "derived" if price and price.kind == "derived" else "advice"
    name, uses = best.name, _uses(best)
    if are_close(best, others[0]):
        forms: tuple[str, ...] = (
            f"It is close, but take {name}{uses}: {reasons}.",
            f"By a small margin, take {name}{uses}: {reasons}.",
        )
    else:
        forms = (
            f"Take {name}{uses}: {reasons}.",
            f"{capital(name)} is the one to take{uses}: {reasons}.",
            f"The best match{uses} is {name}: {reasons}.",
        )
    return Sentence(wheel.pick(forms, "take"), kind, evidence, "take")


def _uses(best: Standing) -> str:
    """What the winner is to be taken for, in the shopper's words; empty where that is not known."""
    labels = [each.want.label for each in best.having("met") if each.want.form == "for" and each.score > _BETTER]
    while labels and len(" ".join(labels).split()) > _MOST_USES:
        labels.pop()
    return f" for {listed(labels)}" if labels else ""


def _reasons(best: Standing, others: Sequence[Standing]) -> tuple[list[str], tuple[Evidence, ...]]:
    """What speaks for the winner, as clauses."""
    met = _distinct(sorted(filter(_is_plain, best.having("met")), key=lambda each: -each.score))[:_MOST_REASONS]
    chosen = met or best.having("stated")[:1]
    evidence = tuple(span for each in chosen for span in each.evidence)
    praised = [each for each in chosen if each.point]
    if chosen:
        said = [each.reason for each in chosen if not each.point][: 1 if praised else 2]
        return [*([praise(praised)] if praised else []), *said], evidence
    points = [point for point in best.sheet.points if point.side == "liked" and point.is_shared][:2]
    if points:
        return [_praised(points)], tuple(span for point in points for span in point.evidence)
    reason, evidence = _bare_reason(best, others)
    return [reason], evidence


def _is_plain(each: Answer) -> bool:
    """False for what is only plain beside the shopper's own words: "the one reviewer who mentions this"."""
    return bool(each.point or each.spec or each.want.form in ("for", "thing"))


def _distinct(answers: Sequence[Answer]) -> list[Answer]:
    """The answers without those that say what another says."""
    return list({each.reason: each for each in reversed(answers)}.values())[::-1]


def praise(answers: Sequence[Answer]) -> str:
    """What reviewers praise: "12 of 33 reviewers praise the fit and five the sound and four find it sweat proof"."""
    found = [each for each in answers if each.is_direct]
    praised = [each.point for each in answers if each.point and not each.is_direct]
    clauses = [_praised(praised)] if praised else []
    for each in found:
        if each.point:
            many = each.point.many
            who = spell(many) if clauses else people(many, each.point.among)
            clauses.append(f"{who} {verb(many, 'finds', 'find')} it {each.want.label}")
    return ", and ".join(clauses) if " and " in clauses[0] else listed(clauses)


def _praised(points: Sequence[Point]) -> str:
    first, *more = sorted(points, key=lambda point: -point.many)
    who = people(first.many, first.among)
    rest = [f"{spell(point.many)} {point.topic.the}" for point in more]
    return f"{who} {verb(first.many, 'praises', 'praise')} {listed([first.topic.the, *rest])}"


def _bare_reason(best: Standing, others: Sequence[Standing]) -> tuple[str, tuple[Evidence, ...]]:
    """Why to take a product of which neither reviewers nor the listing tell anything that was asked."""
    rating = best.sheet.product.average_rating
    rivals = [each.sheet.product.average_rating or 0.0 for each in others]
    if rating is not None and rating > max(rivals):
        return f"it has the highest average rating, {stars(rating)}", rating_evidence(best.sheet.product)[:1]
    if best.sheet.price and all(is_cheaper(best, other) for other in others):
        return f"it costs least, at {show_money(best.sheet.price)}", _price_of(best)
    return "it asks for the fewest compromises on what is known", ()


def _trade_off(best: Standing) -> list[Sentence]:
    """What speaks against the winner, asked for or often said: never left unsaid."""
    missed = _distinct(sorted(filter(_is_plain, best.having("missed")), key=lambda each: each.score))[:2]
    disputed = [each for each in best.having("disputed") if each.point][:1]
    chief = best.chief_complaint
    points = [each.point for each in missed if each.point]
    if chief and (not points or (chief.is_common_complaint and points == points[:1] and chief not in points)):
        points.append(chief)
    said = [each.reason for each in missed if not each.point]
    evidence = tuple(span for each in missed for span in each.evidence)
    if points:
        first, *more = sorted(points, key=lambda point: -point.disliked)
        who = f"which {people(first.disliked, first.among)}"
        if more:
            text = f"Its weak points are {first.topic.the} and {more[0].topic.the}, criticised by {first.disliked} and "
            text += f"{more[0].disliked} of {first.among} reviewers."
        else:
            text = f"Its weak point is {first.topic.the}, {who} {verb(first.disliked, 'criticises', 'criticise')}."
        evidence = (*evidence, *(span for point in points for span in point.evidence))
        return [Sentence(text, "counted", evidence, "trade-off")]
    if said:
        return [Sentence(f"Mind, though, that {said[0]}.", "stated", evidence, "trade-off")]
    if disputed:
        text = f"Opinion is divided on one point you ask about: {disputed[0].reason}."
        return [Sentence(text, disputed[0].kind, disputed[0].evidence, "trade-off")]
    return []


def _leaders(best: Standing, others: Sequence[Standing]) -> dict[int, Answer]:
    """For each product that beats the winner on something asked, and all others on it, the answer that does."""
    rivals = {each.want.label: each for each in best.answers}
    found: dict[int, Answer] = {}
    claims = [(each.score - rivals[each.want.label].score, other, each) for other in others for each in _strong(other)]
    taken: set[str] = set()
    for lead, other, each in sorted(claims, key=lambda claim: (-claim[2].score, claim[1].place)):
        if lead > _BETTER and other.place not in found and each.want.label not in taken and _label(each) not in taken:
            found[other.place] = each
            taken |= {each.want.label, _label(each)}
    return found


def _strong(standing: Standing) -> Iterator[Answer]:
    yield from (each for each in standing.having("met", "stated") if each.score > 0 and _is_plain(each))


def _brief(other: Standing, strength: Answer | None) -> Sentence:
    """Another product in few words: what it is better for, or that it is over the budget or comes behind."""
    name = capital(other.name)
    if strength and strength.point:
        point = strength.point
        text = f"For {_label(strength)}, look at {other.name} (praised by {point.many} of {point.among})"
        if other.budget and other.budget.over:
            evidence = (*strength.evidence, *other.budget.evidence)
            return Sentence(f"{text}, {other.budget.reason}.", "derived", evidence, "brief")
        return Sentence(f"{text}.", "advice", strength.evidence, "brief")
    if other.budget and other.budget.over:
        return Sentence(f"{name} is {other.budget.reason}.", "derived", other.budget.evidence, "brief")
    return Sentence(f"{name} comes behind.", "advice", (), "brief")


def _alternative(other: Standing, best: Standing, strength: Answer | None, wheel: Wheel, number: int) -> Sentence:
    """For whom another product is the better choice, and what it costs them; or why it comes behind."""
    drawback, against, kind = _drawback(other)
    name = capital(other.name)
    if strength:
        label = _label(strength)
        point = strength.point
        reason = f" (praised by {point.many} of {point.among})" if point else f": {strength.reason}"
        matters = "matter" if is_plural(label) or " and " in label else "matters"
        text = wheel.turn(
            (
                f"If {label} {matters} more, consider {other.name}{reason}",
                f"{name} is the better choice for {label}{reason}",
                f"For {label} above all, look at {other.name}{reason}",
            ),
            "other",
        )[number % 3]
        text += f", though {drawback}." if drawback else "."
        return Sentence(text, kind, (*strength.evidence, *against), f"other {number}")
    if is_cheaper(other, best) and other.sheet.price:
        price = show_money(other.sheet.price)
        text = (f"{name} costs less, at {price}", f"At {price}, {other.name} is cheaper")[number % 2]
        text += f", but {drawback}." if drawback else "."
        return Sentence(text, kind, (*_price_of(other), *against), f"other {number}")
    if drawback:
        return _behind(other, number)[0]
    praised = sorted((each for each in other.having("met") if each.point), key=lambda each: -each.score)[:1]
    if praised:
        lead = ("comes next", "follows")[number % 2]
        return Sentence(f"{name} {lead}: {praise(praised)}.", "counted", praised[0].evidence, f"other {number}")
    text = f"{name} comes behind: {_silence(other, best)}."
    return Sentence(text, "advice", (), f"other {number}")


def _behind(other: Standing, number: int) -> list[Sentence]:
    """That another product comes behind, and why; nothing where there is no reason."""
    drawback, against, kind = _drawback(other)
    lead = ("comes behind", "is the weaker choice")[number % 2]
    return (
        [Sentence(f"{capital(other.name)} {lead}: {drawback}.", kind, against, f"other {number}")] if drawback else []
    )


def _silence(other: Standing, best: Standing) -> str:
    """What is to be said of a product with neither a strength of its own nor a complaint."""
    if len(other.having("unknown")) > len(best.having("unknown")):
        return "less is known of it on what you ask"
    return "fewer reviewers speak for it"


def _drawback(other: Standing) -> tuple[str, tuple[Evidence, ...], ClaimKind]:
    """The chief thing that speaks against a product, as a clause."""
    budget = other.budget
    missed = sorted(filter(_is_plain, other.having("missed")), key=lambda each: each.score)[:1]
    disputed = [each.point for each in other.having("disputed") if each.point]
    point = missed[0].point if missed else other.chief_complaint
    if disputed and not missed and not (point and point.is_common_complaint):
        return _with_budget(budget, f"opinion is divided on {disputed[0].topic.the}", disputed[0].evidence)
    if budget and budget.over and point and point.name == "price":
        point, missed = None, []
    said = missed[0].reason if missed and not point else ""
    evidence = missed[0].evidence if missed else point.evidence if point else ()
    if point:
        said = (
            f"{people(point.disliked, point.among)} {verb(point.disliked, 'criticises', 'criticise')} {point.topic.the}"
        )
    return _with_budget(budget, said, evidence)


def _with_budget(
    budget: Answer | None, said: str, evidence: tuple[Evidence, ...]
) -> tuple[str, tuple[Evidence, ...], ClaimKind]:
    """A drawback, after that of being over the budget."""
    if budget and budget.over:
        rest = f" and {said}" if said else ""
        return f"it is {budget.reason}{rest}", (*budget.evidence, *evidence), "derived"
    return said, evidence, "advice"


def _price_of(standing: Standing) -> tuple[Evidence, ...]:
    product = standing.sheet.product
    return price_evidence(product, "final_price" if product.final_price else "base_price")


def _label(each: Answer) -> str:
    """What a product is better for, as a noun: the shopper's words where they are one."""
    label = each.want.label
    if each.point and (each.want.form in ("how", "that") or len(label.split()) > 4):
        return each.point.topic.head
    if each.want.form in ("how", "that"):
        return f"“{label}”"
    return label.removeprefix("good ").removeprefix("great ")
