"""The sentences of an opinion that are not about one aspect: opening, price, disputed claims, figures, closing."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from triptych.records import ClaimKind, Contradiction, Evidence
from triptych.writers._plan.needs import Want
from triptych.writers._plan.points import FEW_REVIEWERS, Point, balance
from triptych.writers._plan.quotes import Quote, fit_part
from triptych.writers._plan.sheets import Sheet
from triptych.writers._plan.spans import feature_evidence, price_evidence, rating_evidence
from triptych.writers._plan.specs import Spec, bare_name
from triptych.writers._prose.paragraph import Sentence
from triptych.writers._prose.patterns import STARTS_WITH_COUNT, Teller
from triptych.writers._words.money import show_price
from triptych.writers._words.topics import topic
from triptych.writers._words.wording import (
    Wheel,
    at_head,
    capital,
    either,
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

_GOOD, _POOR = 3.7, 2.8
"""Average stars that speak of more praise than complaint, and of less."""
_GOOD_MOODS, _BAD_MOODS = ("pleased", "warm"), ("cool", "critical")

_LEADING = 0.12
"""The share of reviewers whose praise is reason enough to name buyers it suits."""
_MOST_LONE = 3
_LONGEST_FEATURE = 60
_MARKS = frozenset("“”|<>`*_;")
_MOODS = {
    "pleased": ("its {n} reviewers are mostly pleased", "most of what its {n} reviewers say is praise"),
    "warm": ("its {n} reviewers praise more than they complain", "praise outweighs complaint among its {n} reviewers"),
    "torn": ("its {n} reviewers are of two minds", "its {n} reviewers do not agree"),
    "even": (
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
    mood = _mood_of(sheet)
    rating = sheet.product.average_rating
    is_odd = rating is not None and (
        (rating >= _GOOD and mood in _BAD_MOODS) or (rating < _POOR and mood in _GOOD_MOODS)
    )
    text = f"{rated}, {'but' if is_odd else 'and'} {_mood(sheet, mood, wheel)}."
    return Sentence(text, "counted" if spans else kind, (*evidence, *spans), "opening")


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


def _mood(sheet: Sheet, mood: str, wheel: Wheel) -> str:
    count = sheet.reading.reviewers
    if count == 1:
        return "one reviewer has written about it"
    if not mood:
        return f"its {count} reviewers say little about any part of it"
    return wheel.pick(_MOODS[mood], "mood").format(n=count)


def _mood_of(sheet: Sheet) -> str:
    """What the reviews amount to: as much as is said of all aspects, held against the stars their writers gave."""
    praise, complaint = balance(sheet.points)
    if not praise + complaint:
        return ""
    if praise >= _CLEAR * complaint:
        mood = "pleased"
    elif complaint >= _CLEAR * praise:
        mood = "critical"
    else:
        mood = "warm" if praise >= _SLIGHT * complaint else "cool" if complaint >= _SLIGHT * praise else "even"
    given = [review.stars for review in sheet.product.reviews if review.stars is not None]
    average = sum(given) / len(given) if given else None
    if average is not None and ((average >= _GOOD and mood in _BAD_MOODS) or (average < _POOR and mood in _GOOD_MOODS)):
        return "torn"
    return mood


def lone_remark(points: Sequence[Point], wheel: Wheel) -> list[Sentence]:
    """What the only reviewer thinks, in a sentence for what is liked and one for what is not."""
    sentences: list[Sentence] = []
    who = wheel.pick(("The only reviewer", "Its only reviewer"), "lone")
    quoted: list[Quote] = []
    for lean, does in (("liked", "likes"), ("disliked", "complains about")):
        side = [point for point in points if point.lean == lean][:_MOST_LONE]
        if not side:
            continue
        told, spans = [], []
        for point in side:
            quote = next((quote for quote in point.quotes if not any(map(quote.overlaps, quoted))), None)
            quoted += [quote] if quote else []
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
        likes, does = verb(point.liked, "calls", "call"), verb(point.disliked, "calls", "call")
        both = f"{spell(point.liked)} {likes} it good value and {spell(point.disliked)} {does} it dear"
        text = f"At {show_price(price)}, {both}."
    else:
        good, bad = ("good value", "too dear") if point.lean == "liked" else ("too dear", "good value")
        rest = f"; {spell(point.few)} {verb(point.few, 'finds', 'find')} it {bad}" if point.few else ""
        who = people(point.many, None if teller.told else point.among)
        consider = verb(point.many, "considers", "consider")
        text = f"{at_head(who)} {consider} it {good} at {show_price(price)}{said}{rest}."
        if teller.last.startswith(STARTS_WITH_COUNT) and teller.count == point.many:
            text = f"At {show_price(price)}, {who} {consider} it {good}{said}{rest}."
    quoted = (quote.evidence,) if quote else ()
    teller.last, teller.count = f"{STARTS_WITH_COUNT} price", point.many
    evidence = (*price_evidence(point.product, "final_price"), *point.evidence, *quoted)
    teller.told += 1
    return Sentence(text, "counted", evidence, "price")


def disputed_remark(contradiction: Contradiction, wheel: Wheel) -> Sentence:
    """What the listing says and reviewers deny."""
    fact, count = contradiction.fact, contradiction.reviewers
    quote = next((span for each in contradiction.evidence if (span := fit_part(each))), None)
    name = lower_name(bare_name(fact.attribute))
    said = f" (“{quote.text}”)" if quote else ""
    forms = [
        f"The listing says “{fact.value}” for its {name}, but {people(count)} found otherwise{said}.",
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
    shared = [point for point in points if point.many > 1 and point.among > FEW_REVIEWERS]
    liked = sorted((point for point in shared if point.side == "liked"), key=lambda each: -each.liked)[:2]
    disliked = sorted((point for point in shared if point.side == "disliked"), key=lambda each: -each.disliked)[:1]
    if not liked or not disliked or liked[0].liked < _LEADING * liked[0].among:
        return []
    good, first = listed([point.topic.the for point in liked]), listed([point.topic.noun for point in liked])
    bad, plain = disliked[0].topic, topic(disliked[0].name).head
    speak = "speak" if len(liked) > 1 or liked[0].topic.is_plural else "speaks"
    forms = [
        f"On balance, {good} {speak} for it and {bad.the} against it.",
        f"The choice comes down to {good} on one side and {bad.the} on the other.",
        f"{capital(good)} {speak} for it, unless {bad.the} {'put' if bad.is_plural else 'puts'} you off.",
    ]
    if all(point.topic.is_bare for point in liked):
        forms += [
            f"In short, it suits those who put {first} first and do not mind {bad.the}.",
            f"Buyers after {first} are likely to be content; those who care about {plain} should look further.",
        ]
    return [Sentence(wheel.pick(forms, "closing"), "advice", (), "closing")]


def untold(wants: Sequence[Want]) -> str:
    """What nobody tells, as the object of a sentence: "whether it suits a writer or is quiet, nor anything about …"."""
    suits = [want.label for want in wants if want.form == "for"]
    being = [want.label.removeprefix("not ") for want in wants if want.form == "how"]
    doing = [want.label for want in wants if want.form == "that"]
    things = [want.label for want in wants if want.form == "thing"]
    whether = [f"suits {either(suits)}"] if suits else []
    whether += [f"is {either(being)}"] if being else []
    whether += [either(doing)] if doing else []
    parts = [f"whether it {either(whether)}"] if whether else []
    parts += [f"anything about {either(things)}"] if things else []
    return ", nor ".join(parts)
