"""What many reviewers say: themes, which they like or not, and findings, points that those of many products make."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from triptych.aspects import facet_of
from triptych.aspects.common_points import CommonPoint, all_points, common_points_of, opposite_of
from triptych.aspects.lexicon import judged_things
from triptych.english.words import singular, word_set
from triptych.listing.kinds import is_product
from triptych.records import Direction, Evidence, Mention, Product, Reading
from triptych.writers._grammar import spell, wording
from triptych.writers._retold import in_plural
from triptych.writers._voices import LIKELY, OVERALL, heard_in

_DIVIDED = 3
"""Where one side has fewer than so many times the other's reviewers, they differ."""
NOT_OF_PRODUCT = word_set("delivery packaging recommendation overall regret returns order expectations needs")
NOT_OF_PRODUCT |= {"customer service", "repeat purchase"}
"""Aspects of what the shop did, of what reviewers would do, and of what says nothing of its own."""
LITTLE = word_set("convenience performance genuineness") | {"match with the listing"}
"""Aspects of which a single voice says little."""
_ALIKE = {"price": "value", "quality": "build quality", "sturdiness": "build quality", "durability": "build quality"}
_ALIKE |= {"ear fit": "fit", "case fit": "fit", "spills": "leaks", "staying in": "staying in place", "hold": "grip"}
_ALIKE |= {"stability": "build quality"}
_SURELY = 0.8
"""Sure enough to count with those who say it in so many words."""


@dataclass(frozen=True)
class Theme:
    """An aspect, and a remark of each reviewer who likes it and of each who does not."""

    product_id: str
    name: str
    liked: Mapping[str, Mention]
    disliked: Mapping[str, Mention]

    @cached_property
    def likes(self) -> float:
        """How many like it as far as can be told; who says both counts for neither."""
        return sum(one.sureness for who, one in self.liked.items() if who not in self.disliked)

    @cached_property
    def dislikes(self) -> float:
        """How many do not."""
        return sum(one.sureness for who, one in self.disliked.items() if who not in self.liked)

    def spans(self, direction: Direction) -> dict[str, Evidence]:
        """The remark of each reviewer of one side, as evidence."""
        return {
            who: Evidence(
                product_id=self.product_id,
                source="review",
                source_id=who,
                start=mention.start,
                end=mention.end,
                text=mention.text,
            )
            for who, mention in (self.liked if direction == "+" else self.disliked).items()
        }


def themes_of(product: Product, reading: Reading) -> tuple[Theme, ...]:
    """The aspects that have a name people use, what most speak of first; a product is no aspect of itself."""
    themes = []
    for aspect in reading.aspects:
        if not _is_nameable(aspect.name):
            continue
        sides: dict[bool, dict[str, Mention]] = {True: {}, False: {}}
        for mention in sorted(aspect.mentions, key=lambda mention: -mention.sureness):
            if mention.polarity != "neutral" and mention.sureness >= LIKELY:
                sides["positive" in mention.polarity].setdefault(mention.review_id, mention)
        theme = Theme(product.id, aspect.name, sides[True], sides[False])
        themes += [theme] * bool(theme.liked or theme.disliked)
    return tuple(sorted(themes, key=lambda theme: (-max(theme.likes, theme.dislikes), -len(theme.liked))))


def _is_nameable(aspect: str) -> bool:
    """True for what many reviewers write of and people judge; others' nouns ("reward") make odd headings."""
    word = aspect.rpartition(" ")[2]
    is_judged = singular(word) in judged_things() or facet_of(aspect) is not None
    return is_judged and not is_product(aspect) and aspect not in (OVERALL, "delivery")


@dataclass(frozen=True, slots=True)
class ReviewFinding:
    """One common point of a product."""

    point: CommonPoint
    told: str
    """The same as it follows the product's pronoun: "keeps drinks cold", "keep drinks cold"."""
    spans: Mapping[str, Evidence]
    """The words of each reviewer who says so."""
    against: Mapping[str, Evidence]
    """Of each who says the contrary."""

    @property
    def direction(self) -> Direction:
        """Good news or bad."""
        return self.point.direction

    @property
    def thing(self) -> str:
        """What it is about, as the points of several aspects are."""
        return _ALIKE.get(self.point.aspect, self.point.aspect)

    @property
    def count(self) -> int:
        """How many say so."""
        return len(self.spans)

    @property
    def is_settled(self) -> bool:
        """True where few or none say the contrary."""
        return self.count > 2 * len(self.against)

    @property
    def dissent(self) -> str:
        """How many say the contrary: "one disagrees"; empty where nobody does."""
        many = len(self.against)
        return f"{spell(many)} disagree{'s' if many == 1 else ''}" if many else ""


def findings_of(
    product: Product, reading: Reading, themes: Sequence[Theme] = (), *, is_plural: bool
) -> tuple[ReviewFinding, ...]:
    """What reviewers say that those of many products do, what most say first; not what the reading hears otherwise."""
    texts = {review.id: review.text for review in product.reviews}
    said = {
        point: {
            who: span
            for who, span in spans.items()
            if heard_in(span, reading) <= {point.direction}
            if span.source != "review" or not wording("hearsays").search(texts[who][: span.start])
        }
        for point, spans in common_points_of(product).items()
    }
    found = []
    for point, spans in said.items():
        contrary = opposite_of(point)
        told = in_plural(point.told) if is_plural else point.told
        against = said.get(contrary, {}) if contrary else {}
        if spans:
            also = {who: span for who, span in _heard_too(point, themes).items() if who not in against}
            found.append(ReviewFinding(point, told, also | spans, against))
    return tuple(sorted(found, key=lambda finding: -finding.count))


def _heard_too(point: CommonPoint, themes: Sequence[Theme]) -> dict[str, Evidence]:
    """Who likes or dislikes the same in words of their own, as the reading surely hears it.

    The first point of an aspect is the plain one: who likes the fit need not say "true to size".
    """
    plain = next(each for each in all_points() if (each.aspect, each.direction) == (point.aspect, point.direction))
    return surely_told(point.aspect, point.direction, themes) if point == plain else {}


def surely_told(aspect: str, direction: Direction, themes: Sequence[Theme]) -> dict[str, Evidence]:
    """What each says who surely likes an aspect, or surely does not, and nowhere the contrary."""
    theme = next((theme for theme in themes if theme.name == (facet_of(aspect) or aspect)), None)
    if theme is None:
        return {}
    told, other = (theme.liked, theme.disliked) if direction == "+" else (theme.disliked, theme.liked)
    spans = theme.spans(direction)
    return {who: spans[who] for who in told if who not in other and told[who].sureness >= _SURELY}


def distinct_aspects(findings: Iterable[ReviewFinding]) -> list[ReviewFinding]:
    """Of those that praise or blame the same thing the first: what is good value is reasonably priced."""
    first: dict[tuple[str, Direction], ReviewFinding] = {}
    for finding in findings:
        first.setdefault((finding.thing, finding.direction), finding)
    return list({finding.told: finding for finding in first.values()}.values())


def undisputed(findings: Iterable[ReviewFinding]) -> list[ReviewFinding]:
    """Those that few say the contrary of, nor of the like: what is sturdy does not wobble."""
    kept = list(findings)
    counts = {(finding.thing, finding.direction): finding.count for finding in reversed(kept)}
    contrary: dict[Direction, Direction] = {"+": "-", "-": "+"}
    return [f for f in kept if f.is_settled and f.count > 2 * counts.get((f.thing, contrary[f.direction]), 0)]


def divided(findings: Iterable[ReviewFinding]) -> list[tuple[ReviewFinding, ReviewFinding]]:
    """What reviewers differ over, nearly as many on one side as on the other: what they like, what they do not."""
    own = distinct_aspects(finding for finding in findings if finding.point.aspect not in NOT_OF_PRODUCT)
    first = {(finding.thing, finding.direction): finding for finding in own}
    pairs = [
        (good, first[thing, "-"]) for (thing, side), good in first.items() if side == "+" and (thing, "-") in first
    ]
    return [
        (good, bad)
        for good, bad in pairs
        if max(good.count, bad.count) < _DIVIDED * min(good.count, bad.count) and set(good.spans).isdisjoint(bad.spans)
    ]


def contested(findings: Sequence[ReviewFinding]) -> list[ReviewFinding]:
    """Good news of several that nearly as many contradict, in words that are no common point."""
    several = [f for f in findings if f.direction == "+" and f.count > 1 and f.point.aspect not in NOT_OF_PRODUCT]
    paired = {good.thing for good, _ in divided(findings)}
    return [f for f in distinct_aspects(several) if f.count < _DIVIDED * len(f.against) and f.thing not in paired]
