"""The opinion: what reviewers think of one product, in one paragraph of 225 to 250 words where they say that much."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from triptych.aspects import aspects_in
from triptych.records import Contradiction, Opinion, count_words
from triptych.writers._plan.points import FEW_REVIEWERS, Lean, Point
from triptych.writers._plan.sheets import Sheet
from triptych.writers._plan.specs import Spec
from triptych.writers._prose.paragraph import Sentence, claims_of, join_sentences, total_words
from triptych.writers._prose.patterns import RANKED, Teller
from triptych.writers._prose.remarks import (
    Feature,
    closing,
    disputed_remark,
    features_remark,
    figures_remark,
    lone_remark,
    opening,
    plain_features,
    price_remark,
    turned,
)
from triptych.writers._words.wording import Wheel

FEWEST, MOST = 225, 250
_MIDDLE = (FEWEST + MOST) // 2
_STEPS = 16
_PLAIN_WORDS, _GROUPED_WORDS, _DISSENT_WORDS, _PAIR_WORDS = 7, 3, 3, 5
_MOST_GROUPED = 5
_FAIR_SHARE = 0.09
"""What a sentence about an aspect has beside its name, its quotations and those who disagree."""
_LONE = 1.95
"""What a lone voice among many is worth: a little more than figures of the listing."""
_TELLING = 3.0
"""What its quotation must be worth."""
_MOST_FIGURES = 4
_MOST_FEATURES = 2
_MANY_REVIEWERS = 20
_SIDES: tuple[Lean, ...] = ("liked", "split", "disliked")


@dataclass(frozen=True, slots=True)
class _Part:
    """A sentence that may be told at length, briefly or not at all."""

    point: Point | None = None
    contradiction: Contradiction | None = None
    figures: tuple[Spec, ...] = ()
    features: tuple[Feature, ...] = ()
    salience: float = 0.0
    is_needed: bool = False
    side: Lean | None = None
    """Among what it is told; figures and features come after all sides."""
    length: int = 0
    """0 left out, 1 brief and with others in one sentence, 2 with a quotation, 3 with two."""

    @property
    def shortest(self) -> int:
        """The least it may be told."""
        return int(self.is_needed)


def compose_opinion(sheet: Sheet) -> Opinion:
    """The opinion of one product."""
    sentences = _Composer(sheet).compose()
    return Opinion(product_id=sheet.product.id, text=join_sentences(sentences), claims=claims_of(sentences))


class _Composer:
    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.wheel = Wheel(sheet.product.id + sheet.product.title)
        self.opening = opening(sheet, self.wheel)
        self.is_little = sheet.reading.reviewers <= FEW_REVIEWERS
        self.beside: dict[int, int] = {}
        self.counted: dict[tuple[str, int], int] = {}

    def compose(self) -> list[Sentence]:
        """The sentences that tell most within the limit."""
        if self.sheet.reading.reviewers == 1:
            told = [figures_remark(part.figures, self.wheel) for part in self._parts() if part.figures]
            return [self.opening, *lone_remark(self.sheet.points, self.wheel), *told]
        parts = self._parts()
        grown = self._grow(parts)
        if not self.is_little and all(part.length > 1 for part in grown):
            grown = self._grow([*parts, *self._lone()])
        return self._fit(grown)

    def _parts(self) -> list[_Part]:
        """All there is to say, in the order of telling: strengths, split opinions, weaknesses, figures.

        What a fair share of reviewers say is told briefly, the rest not yet.
        """
        points = self.sheet.points
        told = [point for point in points if point.is_shared]
        denied = [each for each in self.sheet.reading.contradictions if each.reviewers > 1]
        parts: list[_Part] = []
        for point in sorted(told, key=lambda each: (-each.many, -each.salience, each.name)):
            needed, length = point.is_common_complaint, int(self._is_told(point))
            parts.append(_Part(point, salience=point.salience, is_needed=needed, side=point.side, length=length))
            for each in [each for each in denied if point.name in aspects_in(each.fact.attribute)]:
                denied.remove(each)
                parts.append(_Part(contradiction=each, salience=4.0 + each.reviewers, side=point.side))
        parts += [_Part(contradiction=each, salience=3.0 + each.reviewers, side="disliked") for each in denied]
        disputed = {each.fact.evidence.source_id for each in self.sheet.reading.contradictions}
        figures = [spec for spec in self.sheet.specs if spec.phrase and spec.name not in disputed and not spec.is_dull]
        figures = figures[:_MOST_FIGURES] if len(figures) > 1 or self.is_little else []
        if figures:
            parts.append(_Part(figures=tuple(figures), salience=1.9))
        features = tuple(islice(plain_features(self.sheet), _MOST_FEATURES))
        # Where little was written, figures say enough of the listing.
        if features and (not figures or self.sheet.reading.reviewers >= _MANY_REVIEWERS):
            parts.append(_Part(features=features, salience=1.0))
        return parts

    def _lone(self) -> Iterator[_Part]:
        """What single reviewers say well, for where those who agree say little."""
        for point in self.sheet.points:
            if not point.is_shared and point.side != "split" and point.quotes and point.quotes[0].worth > _TELLING:
                yield _Part(point, salience=_LONE, side=point.side)

    def _grow(self, parts: list[_Part]) -> list[_Part]:
        """The parts with what matters most told at length, until it is enough."""
        chosen = list(parts)
        total = total_words(self._build(chosen))
        places = sorted(range(len(parts)), key=lambda place: (not parts[place].is_needed, -parts[place].salience))
        for place in places:
            if total >= FEWEST:
                break
            total += self._words(chosen[place], 2) - self._words(chosen[place], chosen[place].length)
            chosen[place] = replace(chosen[place], length=2)
        return chosen

    def _is_told(self, point: Point) -> bool:
        """True for what a fair share of reviewers say; two in thirty are few."""
        return point.is_shared and point.many >= _FAIR_SHARE * point.among

    def _fit(self, parts: list[_Part]) -> list[Sentence]:
        """The sentences, told more or less fully so that their words fit."""
        best = self._build(parts)
        total = total_words(best)
        for _ in range(_STEPS):
            better = None if FEWEST <= total <= MOST else self._step(parts, total)
            if better is None:
                break
            parts, best = better, self._build(better)
            total = total_words(best)
        while total > MOST and len(best) > 1:
            total -= best.pop(-2 if len(best) > 2 else -1).words
        return best

    def _step(self, parts: list[_Part], total: int) -> list[_Part] | None:
        """The parts with the one change that should bring the total nearest to the middle."""
        by = -1 if total > MOST else 1
        options: list[tuple[int, bool, float, int, int]] = []
        for place, part in enumerate(parts):
            length = part.length + by if part.point else 2 * (by > 0)
            if length == part.length or not part.shortest <= length <= 3:
                continue
            words = total + self._words(part, length) - self._words(part, part.length)
            off = 0 if FEWEST <= words <= MOST else abs(words - _MIDDLE)
            # Rather another reviewer's words than figures that nobody speaks of, rather fewer quotations than points.
            is_last_resort = part.point is None or length == 0
            options.append((off, is_last_resort, -by * part.salience, place, length))
        if not options:
            return None
        off, *_, place, length = min(options)
        if off >= abs(total - _MIDDLE):
            return None
        return [*parts[:place], replace(parts[place], length=length), *parts[place + 1 :]]

    def _words(self, part: _Part, length: int) -> int:
        """About how many words a part takes then: near enough to choose by, a twentieth of the time of telling it."""
        point = part.point
        if not length:
            return 0
        if point is None:
            return self._words_beside(part)
        if (point.name, length) not in self.counted:
            self.counted[point.name, length] = self._words_of(point, length)
        return self.counted[point.name, length]

    def _words_of(self, point: Point, length: int) -> int:
        """About how many words a point takes."""
        is_grouped = length == 1 or point.many == 1
        brief = (_GROUPED_WORDS if is_grouped else _PLAIN_WORDS) + count_words(point.how or point.topic.noun)
        brief += 0 if point.is_clear else _DISSENT_WORDS
        if length == 1:
            return brief
        if point.side == "split":
            pair = [*point.for_quotes[:1], *point.against_quotes[:1]]
            return brief + (sum(count_words(quote.words) for quote in pair) + _PAIR_WORDS if len(pair) == 2 else 0)
        quotes = point.quotes[:1]
        is_priced = point.name == "price" and point.product.final_price is not None
        if quotes and length > 2 and point.many > 1 and not is_priced:
            quotes += [each for each in point.quotes[1:] if not each.repeats(quotes[0])][:1]
        return brief + sum(count_words(quote.words) + 1 for quote in quotes)

    def _words_beside(self, part: _Part) -> int:
        """How many words a part takes that is no point: told once, since it is told one way only."""
        kind = id(part.contradiction or part.figures or part.features)
        if kind not in self.beside:
            self.beside[kind] = self._tell(part, self._teller(), "").words
        return self.beside[kind]

    def _build(self, parts: Sequence[_Part]) -> list[Sentence]:
        teller = self._teller()
        told = [part.point for part in parts if part.point and part.length]
        ranks = _ranks(told)
        sentences = [self.opening]
        for side in _SIDES:
            teller.begin_side()
            on_side = [part for part in parts if part.side == side and part.length]
            found = self._tell_side(on_side, teller, ranks)
            if side == "disliked" and found and len(sentences) > 1 and found[0].pattern not in RANKED:
                found[0] = turned(found[0], self.wheel)
            sentences += found
        rest = [self._tell(part, teller, "") for part in parts if part.side is None and part.length]
        return [*sentences, *rest, *closing(told, self.wheel)]

    def _tell_side(self, parts: Sequence[_Part], teller: Teller, ranks: Mapping[str, str]) -> list[Sentence]:
        """One side: what is told alone, then what is told briefly in one sentence, then what single reviewers say."""
        single: list[_Part] = []
        brief: list[_Part] = []
        alone: list[_Part] = []
        for part in parts:
            is_single = part.point is not None and part.point.many == 1
            # What leads its side is told by itself.
            is_brief = part.point is not None and part.length == 1 and part is not parts[0]
            (single if is_single else brief if is_brief else alone).append(part)
        if len(brief) == 1:
            alone, brief = [part for part in parts if part.point is None or part.point.many > 1], []
        sentences = [self._tell(part, teller, ranks.get(part.point.name, "") if part.point else "") for part in alone]
        for group in (brief, single):
            points = [part.point for part in group if part.point]
            if len(points) == 1:
                sentences.append(teller.tell(points[0], quotes=int(group[0].length > 1)))
            elif points:
                quoted = {part.point.name for part in group if part.point and part.length > 1}
                sentences.append(teller.tell_group(points[:_MOST_GROUPED], quoted))
        return sentences

    def _teller(self) -> Teller:
        return Teller(self.wheel, self.sheet.reading.reviewers)

    def _tell(self, part: _Part, teller: Teller, rank: str) -> Sentence:
        """The sentence for one part."""
        point, quotes = part.point, max(0, part.length - 1)
        if part.contradiction:
            return disputed_remark(part.contradiction, self.wheel)
        if point is None:
            return figures_remark(part.figures, self.wheel) if part.figures else features_remark(part.features)
        if point.name == "price" and point.product.final_price and point.many > 1:
            return price_remark(point, teller, with_quote=quotes > 0)
        return teller.tell(point, quotes=quotes, rank=rank)


def _ranks(points: Sequence[Point]) -> dict[str, str]:
    """Which of the points told lead their side, where they clearly do."""
    ranks: dict[str, str] = {}
    for lean, rank in (("liked", "best"), ("disliked", "worst")):
        side = [point for point in points if point.side == lean]
        counts = sorted((point.many for point in side), reverse=True)
        if counts and counts[0] > 1 and (len(counts) == 1 or counts[0] > counts[1]) and side[0].many == counts[0]:
            ranks[side[0].name] = rank
    return ranks
