"""The products that a verdict does not choose: what each is better for, what it costs, or why it comes behind."""

from collections.abc import Iterator, Sequence

from triptych.records import ClaimKind, Evidence
from triptych.writers._plan.answers import TITLE_SAYS, Answer
from triptych.writers._plan.points import Point
from triptych.writers._plan.spans import price_evidence
from triptych.writers._plan.standings import Standing, is_cheaper
from triptych.writers._prose.paragraph import Sentence, total_words
from triptych.writers._words.money import show_price
from triptych.writers._words.topics import topic
from triptych.writers._words.wording import Wheel, capital, is_plural, listed, people, spell, verb

BETTER = 0.3
"""How much better an answer has to be before another product is the one to take for it."""


def weigh_others(best: Standing, others: Sequence[Standing], wheel: Wheel, room: int) -> list[Sentence]:
    """A sentence for each of the others, in as many words as there is room; those without any point in one."""
    leaders = _leaders(best, others)
    others = sorted(others, key=lambda each: each.place not in leaders)
    full = [_alternative(each, best, leaders.get(each.place), wheel, n) for n, each in enumerate(others)]
    told = [(other, sentence) for other, sentence in zip(others, full, strict=True) if sentence]
    silent = [other for other, sentence in zip(others, full, strict=True) if sentence is None]
    behind = [_silence(silent)] if silent else []
    shorter = [_shorter(other, leaders.get(other.place), number) for number, (other, _) in enumerate(told)]
    sentences: list[Sentence] = []
    for number, (_, sentence) in enumerate(told):
        # Every product is weighed, with a reason if there is room, in few words if there is not.
        later = [each[0] for each in shorter[number + 1 :]]
        left = room - total_words((*sentences, *later, *behind))
        fitting = (each for each in (sentence, *shorter[number]) if each.words <= left)
        sentences.append(next(fitting, shorter[number][-1]))
    return [*sentences, *behind]


def _shorter(other: Standing, strength: Answer | None, number: int) -> list[Sentence]:
    """Another product in ever fewer words."""
    brief = _brief(other, strength)
    return [brief] if strength and strength.point else [*_behind(other, number), brief]


def _leaders(best: Standing, others: Sequence[Standing]) -> dict[int, Answer]:
    """For each product that beats the winner on something asked, and all others on it, the answer that does."""
    rivals = {each.want.label: each for each in best.answers}
    found: dict[int, Answer] = {}
    claims = [(each.score - rivals[each.want.label].score, other, each) for other in others for each in _strong(other)]
    taken: set[str] = set()
    for lead, other, each in sorted(claims, key=lambda claim: (-claim[2].score, claim[1].place)):
        if lead > BETTER and other.place not in found and each.want.label not in taken and _label(each) not in taken:
            found[other.place] = each
            taken |= {each.want.label, _label(each)}
    return found


def _strong(standing: Standing) -> Iterator[Answer]:
    yield from (each for each in standing.having("met", "stated") if each.score > 0 and is_plain(each))


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


def _alternative(
    other: Standing, best: Standing, strength: Answer | None, wheel: Wheel, number: int
) -> Sentence | None:
    """For whom another product is the better choice, and what it costs them; or why it comes behind, if one knows."""
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
        price = show_price(other.sheet.price)
        text = (f"{name} costs less, at {price}", f"At {price}, {other.name} is cheaper")[number % 2]
        text += f", but {drawback}." if drawback else "."
        return Sentence(text, kind, (*price_of(other), *against), f"other {number}")
    if drawback:
        return _behind(other, number)[0]
    praised = sorted((each for each in other.having("met") if each.point), key=lambda each: -each.score)[:1]
    if praised:
        lead = ("comes next", "follows")[number % 2]
        return Sentence(f"{name} {lead}: {praise(praised)}.", "counted", praised[0].evidence, f"other {number}")
    return None


def _behind(other: Standing, number: int) -> list[Sentence]:
    """That another product comes behind, and why; nothing where there is no reason."""
    drawback, against, kind = _drawback(other)
    lead = ("comes behind", "is the weaker choice", "falls short")[number % 3]
    return (
        [Sentence(f"{capital(other.name)} {lead}: {drawback}.", kind, against, f"other {number}")] if drawback else []
    )


def _silence(others: Sequence[Standing]) -> Sentence:
    """What is to be said of products with neither a strength of their own nor a complaint."""
    names = capital(listed([each.name for each in sorted(others, key=lambda each: each.place)]))
    one = len(others) == 1
    if not any(each.sheet.reading.reviewers for each in others):
        reason = f"nobody has reviewed {'it' if one else 'them'} yet"
    else:
        reason = f"too little is known of {'it' if one else 'them'} on what you ask"
    return Sentence(f"{names} {'comes' if one else 'come'} behind: {reason}.", "advice", (), "silence")


def _drawback(other: Standing) -> tuple[str, tuple[Evidence, ...], ClaimKind]:
    """The chief thing that speaks against a product, as a clause."""
    budget = other.budget
    missed = sorted(filter(is_plain, other.having("missed")), key=lambda each: each.score)[:1]
    disputed = [each.point for each in other.having("disputed") if each.point]
    point = missed[0].point if missed else other.chief_complaint
    if disputed and not missed and not (point and point.is_common_complaint):
        return _with_budget(budget, f"opinion is divided on {disputed[0].topic.the}", disputed[0].evidence)
    if budget and budget.over and point and point.name == "price":
        point, missed = None, []
    said = missed[0].reason if missed and not point else ""
    evidence = missed[0].evidence if missed else point.evidence if point else ()
    if point:
        said = complaint(point)
    return _with_budget(budget, said, evidence)


def _with_budget(
    budget: Answer | None, said: str, evidence: tuple[Evidence, ...]
) -> tuple[str, tuple[Evidence, ...], ClaimKind]:
    """A drawback, after that of being over the budget."""
    if budget and budget.over:
        rest = f" and {said}" if said else ""
        return f"it is {budget.reason}{rest}", (*budget.evidence, *evidence), "derived"
    return said, evidence, "advice"


def _label(each: Answer) -> str:
    """What a product is better for, as a noun: the shopper's words where they are one."""
    label = each.want.label
    if each.point and (each.want.form in ("how", "that") or len(label.split()) > 4):
        return each.point.topic.head
    if each.want.form in ("how", "that"):
        return f"“{label}”"
    return label.removeprefix("good ").removeprefix("great ")


def is_plain(each: Answer) -> bool:
    """False for what is only plain beside the shopper's own words: "the one reviewer who mentions this"."""
    return bool(each.point or each.spec or (each.want.form in ("for", "thing") and each.reason != TITLE_SAYS))


def praise(answers: Sequence[Answer]) -> str:
    """What reviewers praise: "12 of 33 reviewers praise the fit and five the sound and four find it sweat proof"."""
    return _praise(
        [(each.point, each.want.label if each.is_direct else each.point.how) for each in answers if each.point]
    )


def praise_points(points: Sequence[Point]) -> str:
    """What reviewers praise, whatever was asked."""
    return _praise([(point, point.how) for point in points])


def _praise(told: Sequence[tuple[Point, str]]) -> str:
    praised = [point for point, how in told if not how]
    clauses = [_praised(praised)] if praised else []
    for point, how in told:
        if how:
            who = spell(point.many) if clauses else people(point.many, point.among)
            clauses.append(f"{who} {verb(point.many, 'finds', 'find')} it {how}")
    return ", and ".join(clauses) if " and " in clauses[0] else listed(clauses)


def _praised(points: Sequence[Point]) -> str:
    first, *more = sorted(points, key=lambda point: -point.many)
    who = people(first.many, first.among)
    if first.among == 1:
        return f"{who} praises {listed([point.topic.the for point in points])}"
    rest = [f"{spell(point.many)} {point.topic.the}" for point in more]
    return f"{who} {verb(first.many, 'praises', 'praise')} {listed([first.topic.the, *rest])}"


def complaint(point: Point) -> str:
    """What those say who do not like it: "9 of 33 reviewers find it noisy"."""
    who = people(point.disliked, point.among)
    if point.both_ways:
        return f"{who} {verb(point.disliked, 'finds', 'find')} it {point.both_ways[1]}"
    return f"{who} {verb(point.disliked, 'complains', 'complain')} about {topic(point.name, 'disliked').the}"


def price_of(standing: Standing) -> tuple[Evidence, ...]:
    product = standing.sheet.product
    return price_evidence(product, "final_price" if product.final_price else "base_price")
