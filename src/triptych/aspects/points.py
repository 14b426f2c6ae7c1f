"""What reviewers say of one aspect, as points: one thing said in one direction, in their own words."""

from collections.abc import Container
from itertools import compress
from operator import not_
from typing import NamedTuple, get_args

import numpy as np

from triptych.aspects._grouping import OVERALL, Grouped, Said
from triptych.aspects.sameness import say_the_same
from triptych.english.words import word_set
from triptych.records import Direction, Evidence, Point

_SAYS = 0.35
"""So likely it must be that a reviewer says what a point's wording says."""
_MOST_WORDINGS = 24
"""Remarks that are tried as wordings, the surest first; with more reviews than that every wording has its like."""
_MOST_POINTS = 40
"""Of one aspect in one direction; what nobody repeats beyond that is left out."""
_LONGEST_WORDING, _GOOD_LENGTH = 14, 4
"""Words of a wording: so many at most, and how many say enough and no more."""
_OWN_NEWS = 1.0
"""So much the learnt weights of a remark must say where no rule judges it."""
_RELATIVE = word_set("which that who whose where what")


class _Star(NamedTuple):
    """A remark and those that say the same."""

    wording: Said
    members: list[Said]
    """The wording itself first."""


def points_of(grouped: Grouped, product_id: str, generic: Container[str]) -> tuple[Point, ...]:
    """The points of an aspect, most reviewers first."""
    found: list[Point] = []
    for direction in get_args(Direction):
        sign = 1.0 if direction == "+" else -1.0
        said = [one for one in grouped.said if one.value * sign > 0]
        stars = _stars(said, grouped.name, generic)
        found += [_point(star, direction, product_id) for star in stars if _is_told(star, grouped.name)]
    return tuple(sorted(found, key=lambda point: (-len(point.reviewers), -point.sureness, point.point)))


def _stars(all_said: list[Said], aspect: str, generic: Container[str]) -> list[_Star]:
    """Each remark with those that say the same, the one that most say first; every remark is in one of them at most."""
    surest = sorted(all_said, key=lambda said: (-said.sureness, said.notes.review_id, said.span))
    able = list(map(_can_word, surest))
    ranked = [*compress(surest, able), *compress(surest, map(not_, able))]
    wordings = min(sum(able), _MOST_WORDINGS)
    if not wordings:
        return []
    if len(ranked) < 2:
        return [_Star(said, [said]) for said in ranked]
    says = say_the_same([said.content(aspect, generic) for said in ranked], wordings)
    is_said = says >= _SAYS
    is_said[:, [not _can_join(said) for said in ranked]] = False
    np.fill_diagonal(is_said, val=False)
    lengths = np.array([abs(said.words.count(" ") + 1 - _GOOD_LENGTH) for said in ranked[:wordings]])
    left = np.ones(len(ranked), np.bool_)
    found: list[_Star] = []
    while len(found) < _MOST_POINTS and is_said.any():
        best = int(np.lexsort((lengths, -is_said.sum(axis=1)))[0])
        members = np.flatnonzero(is_said[best])
        found.append(_Star(ranked[best], [ranked[best], *(ranked[n] for n in members)]))
        taken = np.array([best, *members])
        left[taken] = False
        is_said[:, taken] = False
        is_said[taken[taken < wordings]] = False
    alone = [ranked[n] for n in np.flatnonzero(left)]
    return [*found, *(_Star(said, [said]) for said in alone[: _MOST_POINTS - len(found)])]


def _can_word(said: Said) -> bool:
    """True for a remark that can be read alone and says something of a thing."""
    remark = said.remark
    if remark is None or not remark.is_whole or said.words.count(" ") >= _LONGEST_WORDING or not _can_join(said):
        return False
    return remark.is_negated or not frozenset("JVDG").isdisjoint(remark.kinds)


def _can_join(said: Said) -> bool:
    """False for a remark on something that the part before it names: "which feels more durable"."""
    return said.words.partition(" ")[0].lower() not in _RELATIVE


def _is_told(star: _Star, aspect: str) -> bool:
    """True for a point that can be read alone; what one says of nothing that has a name must lean by its own words."""
    wording = star.wording
    if not _can_word(wording) or wording.remark is None:
        return False
    if aspect != OVERALL or len(star.members) > 1:
        return True
    worth, news = wording.remark.worth * wording.value, wording.remark.news * wording.value
    return (worth > 0 or news > _OWN_NEWS) and " " in wording.words


def _point(star: _Star, direction: Direction, product_id: str) -> Point:
    quotes: dict[str, Evidence] = {}
    for said in star.members:
        quotes.setdefault(said.notes.review_id, said.evidence(product_id))
    return Point(
        point=" ".join(star.wording.words.split()),
        direction=direction,
        reviewers=tuple(quotes),
        quotes=tuple(quotes.values()),
        sureness=round(sum(said.sureness for said in star.members) / len(star.members), 3),
    )
