"""How products stand for a query: each answer weighed, what the query asks first and what else is said a little."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from triptych.writers._plan.answers import Answer, Status, answer
from triptych.writers._plan.needs import Want
from triptych.writers._plan.points import Point, balance
from triptych.writers._plan.sheets import Sheet
from triptych.writers._plan.specs import Spec
from triptych.writers._words.wording import named

_BUDGET_WEIGHT = 1.2
_LATER = 0.05
"""How much less each further want counts than the one before it."""
_WEAKNESS = 0.7
"""A weakness counts a little less than a strength: nobody buys for what is lacking nowhere."""
_MOOD, _DOUBT, _RATING = 0.4, 10.0, 0.15
_USUAL_RATING = 3.5
_FIGURE, _NOTICED = 0.35, 1.15
"""What the best figure is worth, and how far apart figures have to be to count."""
_AMOUNT = re.compile(r"(?:up to |about )?(\d[\d,]*(?:\.\d+)?)\s?([a-zA-Z%]*)", re.IGNORECASE)
_LESS_IS_BETTER = re.compile(r"weight|noise|thickness|height|latency|drop|assembly|charge time", re.IGNORECASE)
_CLOSE = 0.15
"""Standings no further apart than this could turn with a review or two."""


@dataclass(frozen=True)
class Standing:
    """How one product stands for the whole query."""

    place: int
    """Its place in the shortlist, from 0."""
    sheet: Sheet
    """What is known of it."""
    answers: tuple[Answer, ...]
    """Its answer to each want."""

    @property
    def name(self) -> str:
        """Its name in prose."""
        return named(self.sheet.name)

    @cached_property
    def worth(self) -> float:
        """What its answers add up to; the mood of all its reviewers and the rating weigh less.

        Every part grows smoothly with the number of reviewers, so that one review more or less cannot turn a clear
        choice round.
        """
        asked = 0.0
        for place, each in enumerate(self.answers):
            weight = _BUDGET_WEIGHT if each.over or each.under else max(0.5, 1.0 - _LATER * place)
            asked += weight * each.score * (1.0 if each.score > 0 or each.over else _WEAKNESS)
        praise, complaint = balance(self.sheet.points)
        mood = (praise - complaint) / (praise + complaint + _DOUBT)
        rating = self.sheet.product.average_rating
        return asked + _MOOD * mood + (_RATING * (rating - _USUAL_RATING) if rating is not None else 0.0)

    @cached_property
    def budget(self) -> Answer | None:
        """Its answer to a budget that could be checked."""
        return next((each for each in self.answers if each.over or each.under), None)

    @cached_property
    def chief_complaint(self) -> Point | None:
        """What most reviewers complain of, asked for or not, where two agree."""
        shared = [point for point in self.sheet.points if point.side == "disliked" and point.disliked > 1]
        return max(shared, key=lambda point: point.disliked, default=None)

    def having(self, *statuses: Status) -> list[Answer]:
        """Its answers of these kinds, the budget aside."""
        return [each for each in self.answers if each.status in statuses and each.want.kind != "budget"]


def rank(wants: Sequence[Want], sheets: Sequence[Sheet]) -> list[Standing]:
    """How the products stand, the best first."""
    by_want = [_compared([answer(want, sheet) for sheet in sheets]) for want in wants]
    standings = [
        Standing(place, sheet, tuple(answers[place] for answers in by_want)) for place, sheet in enumerate(sheets)
    ]
    return sorted(standings, key=lambda each: (-each.worth, each.place))


def _compared(answers: Sequence[Answer]) -> list[Answer]:
    """The answers, with figures of the listings counted by how they compare with each other."""
    figures = [_figure(each.spec) if each.spec else None for each in answers]
    known = [figure for figure in figures if figure]
    if len({(figure.name, figure.unit) for figure in known}) != 1 or len(known) < 2:
        return list(answers)
    low, high = min(figure.amount for figure in known), max(figure.amount for figure in known)
    if high <= _NOTICED * low:
        return list(answers)
    found = []
    for each, figure in zip(answers, figures, strict=True):
        if figure and (each.point or each.status == "stated"):
            share = figure.sign * (2 * (figure.amount - low) / (high - low) - 1)
            # What buyers found counts; the figure then adds a quarter as much.
            score = each.score + 0.25 * _FIGURE * share if each.point else _FIGURE * share
            each = replace(each, score=max(-1.0, min(1.0, score)))
        found.append(each)
    return found


@dataclass(frozen=True, slots=True)
class _Figure:
    """A specification as a number, and whether more of it is better."""

    name: str
    amount: float
    unit: str
    sign: int


def _figure(spec: Spec) -> _Figure | None:
    match = _AMOUNT.match(spec.value)
    if match is None:
        return None
    sign = -1 if _LESS_IS_BETTER.search(spec.bare_name) else 1
    return _Figure(spec.bare_name.casefold(), float(match[1].replace(",", "")), (match[2] or "").casefold(), sign)


def are_close(one: Standing, other: Standing) -> bool:
    """True where a review or two could turn the order round."""
    return one.worth - other.worth < _CLOSE


def is_cheaper(one: Standing, other: Standing) -> bool:
    """True where both have a price in one currency and the first is lower."""
    first, second = one.sheet.price, other.sheet.price
    return bool(first and second and first.currency == second.currency and first.amount < second.amount)
