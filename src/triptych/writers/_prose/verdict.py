"""The verdict: the products weighed for the query, which to take and for whom, in fewer than 100 words."""

from collections.abc import Sequence

from triptych.records import ClaimKind, Evidence
from triptych.writers._plan.answers import Answer
from triptych.writers._plan.needs import Want
from triptych.writers._plan.sheets import Sheet
from triptych.writers._plan.spans import rating_evidence
from triptych.writers._plan.standings import Standing, are_close, is_cheaper, rank
from triptych.writers._prose.alternatives import (
    BETTER,
    complaint,
    is_plain,
    praise,
    praise_points,
    price_of,
    weigh_others,
)
from triptych.writers._prose.paragraph import Sentence, total_words
from triptych.writers._prose.remarks import untold
from triptych.writers._words.money import show_price
from triptych.writers._words.wording import Wheel, capital, listed, people, stars, verb

MOST = 99
_MOST_REASONS = 3
_MOST_USES = 8
_MOST_UNTOLD = 3


def compose_verdict(wants: Sequence[Want], sheets: Sequence[Sheet], wheel: Wheel) -> list[Sentence]:
    """The sentences of the verdict: which to take and why, what that costs, and who should take another."""
    standings = rank(wants, sheets)
    best, others = standings[0], standings[1:]
    if not _differ(standings):
        names = listed([each.name for each in sorted(standings, key=lambda each: each.place)])
        text = f"Nothing in the listings or the reviews sets {names} apart for this query: take whichever is at hand."
        return [Sentence(text, "advice", (), "even")]
    sentences = [_take(best, others, wheel), *_trade_off(best)]
    sentences += weigh_others(best, others, wheel, MOST - total_words(sentences))
    open_still = _untold(standings)
    if total_words((*sentences, *open_still)) <= MOST:
        sentences += open_still
    while total_words(sentences) > MOST and len(sentences) > 1:
        sentences.pop()
    return sentences


def _untold(standings: Sequence[Standing]) -> list[Sentence]:
    """What is asked and told of none of the products."""
    known = {each.want.label for standing in standings for each in standing.answers if each.status != "unknown"}
    wants = [each.want for each in standings[0].having("unknown") if each.want.label not in known]
    if not wants:
        return []
    return [Sentence(f"No listing or review says {untold(wants[:_MOST_UNTOLD])}.", "absent", (), "untold")]


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
        at = f"at {show_price(best.sheet.price)} it is {price.reason}"
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
    labels = [each.want.label for each in best.having("met") if each.want.form == "for" and each.score > BETTER]
    while labels and len(" ".join(labels).split()) > _MOST_USES:
        labels.pop()
    return f" for {listed(labels)}" if labels else ""


def _reasons(best: Standing, others: Sequence[Standing]) -> tuple[list[str], tuple[Evidence, ...]]:
    """What speaks for the winner, as clauses."""
    met = _distinct(sorted(filter(is_plain, best.having("met")), key=lambda each: -each.score))[:_MOST_REASONS]
    chosen = met or list(filter(is_plain, best.having("stated")))[:1]
    evidence = tuple(span for each in chosen for span in each.evidence)
    praised = [each for each in chosen if each.point]
    if chosen:
        said = [each.reason for each in chosen if not each.point][: 1 if praised else 2]
        return [*([praise(praised)] if praised else []), *said], evidence
    points = [point for point in best.sheet.points if point.side == "liked" and point.is_shared][:2]
    if points:
        return [praise_points(points)], tuple(span for point in points for span in point.evidence)
    reason, evidence = _bare_reason(best, others)
    return [reason], evidence


def _distinct(answers: Sequence[Answer]) -> list[Answer]:
    """The answers without those that say what another says."""
    return list({each.reason: each for each in reversed(answers)}.values())[::-1]


def _bare_reason(best: Standing, others: Sequence[Standing]) -> tuple[str, tuple[Evidence, ...]]:
    """Why to take a product of which neither reviewers nor the listing tell anything that was asked."""
    rating = best.sheet.product.average_rating
    rivals = [each.sheet.product.average_rating or 0.0 for each in others]
    if rating is not None and rating > max(rivals):
        return f"it has the highest average rating, {stars(rating)}", rating_evidence(best.sheet.product)[:1]
    if best.sheet.price and all(is_cheaper(best, other) for other in others):
        return f"it costs least, at {show_price(best.sheet.price)}", price_of(best)
    return "it asks for the fewest compromises on what is known", ()


def _trade_off(best: Standing) -> list[Sentence]:
    """What speaks against the winner, asked for or often said: never left unsaid."""
    missed = _distinct(sorted(filter(is_plain, best.having("missed")), key=lambda each: each.score))[:2]
    disputed = [each for each in best.having("disputed") if each.point][:1]
    chief = best.chief_complaint
    points = [each.point for each in missed if each.point]
    if chief and (not points or (chief.is_common_complaint and points == points[:1] and chief not in points)):
        points.append(chief)
    points = [point for point in points if not any(each.name.endswith(f" {point.name}") for each in points)]
    said = [each.reason for each in missed if not each.point]
    evidence = tuple(span for each in missed for span in each.evidence)
    if points:
        first, *more = sorted(points, key=lambda point: -point.disliked)
        if more:
            text = f"Its weak points are {first.topic.the} and {more[0].topic.the}, criticised by {first.disliked} and "
            text += f"{more[0].disliked} of {first.among} reviewers."
        elif first.is_common_complaint and not first.is_harm:
            who = people(first.disliked, first.among)
            text = (
                f"Its weak point is {first.topic.the}, which {who} {verb(first.disliked, 'criticises', 'criticise')}."
            )
        else:
            text = f"Against it, {complaint(first)}."
        evidence = (*evidence, *(span for point in points for span in point.evidence))
        return [Sentence(text, "counted", evidence, "trade-off")]
    if said:
        return [Sentence(f"Mind, though, that {said[0]}.", "stated", evidence, "trade-off")]
    if disputed:
        text = f"Opinion is divided on one point you ask about: {disputed[0].reason}."
        return [Sentence(text, disputed[0].kind, disputed[0].evidence, "trade-off")]
    return []
