"""The sentences of an opinion that are not about one aspect: opening, price, disputed claims, figures, closing."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from triptych.records import ClaimKind, Contradiction, Evidence
from triptych.texts import show_money
from triptych.writers._plan.points import Point, balance
from triptych.writers._plan.quotes import fit_part
from triptych.writers._plan.sheets import Sheet
from triptych.writers._plan.spans import feature_evidence, price_evidence, rating_evidence
from triptych.writers._plan.specs import Spec, bare_name
from triptych.writers._prose.paragraph import Sentence
from triptych.writers._prose.patterns import Teller
from triptych.writers._words.wording import (
    Wheel,
    capital,
    listed,
    lower_name,
    named,
    people,
    ratings,
    spell,
    stars,
    verb,
)

_CLEAR, _SLIGHT = 2.5, 1.2
"""How many times as much praise as complaint, or the reverse, is clearly more, and more."""

_MOST_LONE = 3
_LONGEST_FEATURE = 60
_MARKS = frozenset("“”|<>`*_;")
_MOODS = {
    "pleased": ("its {n} reviewers are mostly pleased", "most of what its {n} reviewers say is praise"),
    "warm": ("its {n} reviewers praise more than they complain", "praise outweighs complaint among its {n} reviewers"),
    "torn": (
        "its {n} reviewers are of two minds",
        "praise and complaint are about even among its {n} reviewers",
        "its {n} reviewers find about as much to praise as to criticise",
    ),
    "cool": ("its {n} reviewers complain more than they praise", "complaint outweighs praise among its {n} reviewers"),
    "critical": ("its {n} reviewers are mostly critical", "most of what its {n} reviewers say is complaint"),
}


@dataclass(frozen=True, slots=True)
class Feature:
    """A key feature as it can be quoted."""

    text: str
    """On one line, without a full stop."""
    evidence: Evidence
    """Where it stands."""


def opening(sheet: Sheet, wheel: Wheel) -> Sentence:
    """The rating, and what the reviews amount to."""
    evidence = rating_evidence(sheet.product)
    kind: ClaimKind = "stated" if evidence else "absent"
    rated = _rated(sheet, wheel)
    if not sheet.reading.reviewers:
        rest = "none of its reviews can be used" if sheet.product.reviews else "nobody has reviewed it yet"
        return Sentence(f"{rated}, and {rest}.", kind, evidence, "opening")
    spans = tuple(span for point in sheet.points[:1] for span in point.evidence)
    return Sentence(
        f"{rated}, and {_mood(sheet, wheel)}.", "counted" if spans else kind, (*evidence, *spans), "opening"
    )


def _rated(sheet: Sheet, wheel: Wheel) -> str:
    product, name = sheet.product, named(sheet.name)
    if product.average_rating is None:
        return f"{capital(name)} has no average rating yet"
    average = stars(product.average_rating)
    if not product.rating_count:
        return f"{capital(name)} averages {average}"
    count = ratings(product.rating_count)
    forms = (
        f"{capital(name)} averages {average} from {count}",
        f"{capital(name)} stands at {average} over {count}",
        f"With {count} behind it, {name} averages {average}",
    )
    return wheel.pick(forms, "rated")


def _mood(sheet: Sheet, wheel: Wheel) -> str:
    count = sheet.reading.reviewers
    praise, complaint = balance(sheet.points)
    if count == 1:
        return "one reviewer has written about it"
    if not praise + complaint:
        return f"its {count} reviewers say little about any part of it"
    if praise >= _CLEAR * complaint:
        mood = "pleased"
    elif complaint >= _CLEAR * praise:
        mood = "critical"
    else:
        mood = "warm" if praise >= _SLIGHT * complaint else "cool" if complaint >= _SLIGHT * praise else "torn"
    return wheel.pick(_MOODS[mood], "mood").format(n=count)


def lone_remark(points: Sequence[Point], wheel: Wheel) -> list[Sentence]:
    """What the only reviewer thinks, in a sentence for what is liked and one for what is not."""
    sentences: list[Sentence] = []
    who = wheel.pick(("That reviewer", "The reviewer"), "lone")
    for lean, does in (("liked", "likes"), ("disliked", "complains about")):
        side = [point for point in points if point.lean == lean][:_MOST_LONE]
        if not side:
            continue
        told, spans = [], []
        for point in side:
            quote = next(iter(point.quotes), None)
            told.append(f"{point.topic.the} ({quote.text})" if quote else point.topic.the)
            spans += [*point.evidence, *((quote.evidence,) if quote else ())]
        head = f"{who} {does}" if not sentences else f"The same reviewer {does}"
        sentences.append(Sentence(f"{head} {listed(told)}.", "counted", tuple(spans), f"lone {lean}"))
    return sentences


def price_remark(point: Point, teller: Teller, *, with_quote: bool) -> Sentence:
    """What reviewers think of the price, with the price."""
    price = point.product.final_price
    assert price is not None
    quote = teller.unused(point.quotes) if with_quote and point.lean != "split" else None
    said = f" ({quote.text})" if quote else ""
    if point.lean == "split":
        told = (
            f"{spell(point.liked)} {verb(point.liked, 'calls', 'call')} it good value and "
            f"{spell(point.disliked)} {verb(point.disliked, 'calls', 'call')} it dear"
        )
    else:
        good, bad = ("good value", "too dear") if point.lean == "liked" else ("too dear", "good value")
        rest = f", {spell(point.few)} {bad}" if point.few else ""
        told = f"{people(point.many)} {verb(point.many, 'considers', 'consider')} it {good}{said}{rest}"
    quoted = (quote.evidence,) if quote else ()
    teller.last = "price"
    evidence = (*price_evidence(point.product, "final_price"), *point.evidence, *quoted)
    return Sentence(f"At {show_money(price)}, {told}.", "counted", evidence, "price")


def disputed_remark(contradiction: Contradiction, wheel: Wheel) -> Sentence:
    """What the listing says and reviewers deny."""
    fact, count = contradiction.fact, contradiction.reviewers
    quote = next((span for each in contradiction.evidence if (span := fit_part(each))), None)
    name = lower_name(bare_name(fact.attribute))
    said = f" (“{quote.text}”)" if quote else ""
    forms = [
        f"The listing says “{fact.value}” for {name}, but {people(count)} found otherwise{said}.",
        f"On {name} the listing promises “{fact.value}”, which {people(count)} "
        f"{verb(count, 'disputes', 'dispute')}{said}.",
        f"The stated {name} of “{fact.value}” is disputed by {people(count)}{said}.",
    ]
    text = wheel.pick(forms if fact.number is not None else forms[:2], fact.attribute)
    spans = (fact.evidence, *contradiction.evidence, *((quote,) if quote else ()))
    return Sentence(text, "counted", spans, "disputed")


def figures_remark(specs: Sequence[Spec], wheel: Wheel) -> Sentence:
    """Some figures of the listing."""
    phrases = [spec.phrase for spec in specs if spec.phrase]
    verb_phrase = wheel.pick(("The listing states", "On paper it has", "The maker gives"), "figures")
    return Sentence(f"{verb_phrase} {listed(phrases)}.", "stated", tuple(spec.evidence for spec in specs), "figures")


def turned(sentence: Sentence, wheel: Wheel) -> Sentence:
    """The sentence with words before it that lead from praise to complaint."""
    lead = wheel.pick(("On the other hand,", "Against that,", "On the downside,"), "turn")
    return replace(sentence, text=f"{lead} {sentence.text[0].lower()}{sentence.text[1:]}")


def plain_features(sheet: Sheet) -> Iterator[Feature]:
    """Key features fit to be quoted."""
    for place, feature in enumerate(sheet.product.key_features):
        flat = " ".join(feature.split()).rstrip(".")
        if flat and len(flat) <= _LONGEST_FEATURE and _MARKS.isdisjoint(flat):
            yield Feature(flat, feature_evidence(sheet.product, place))


def features_remark(features: Sequence[Feature], rest: str = "") -> Sentence:
    """Some key features, as the listing's words."""
    said = listed([f"“{feature.text}”" for feature in features])
    return Sentence(
        f"Among the listed features {verb(len(features), 'is', 'are')} {said}{rest}.",
        "stated",
        tuple(each.evidence for each in features),
        "features",
    )


def closing(points: Sequence[Point], wheel: Wheel) -> list[Sentence]:
    """Whom it suits, where reviewers tell; empty where they do not."""
    clear = [point for point in points if point.many > 1 and not point.is_close]
    liked = [point.topic.head for point in clear if point.lean == "liked"][:2]
    disliked = [point for point in sorted(clear, key=lambda each: -each.disliked) if point.lean == "disliked"]
    if not (liked and disliked):
        return []
    good, bad = listed(liked), disliked[0].topic.head
    forms = (
        f"In short, it suits those who put {good} first and can live with {bad}.",
        f"Whoever buys it for {good} is likely to be content; whoever minds {bad} should look further.",
        f"It is a choice for {good}, and a compromise on {bad}.",
    )
    return [Sentence(wheel.pick(forms, "closing"), "advice", (), "closing")]
