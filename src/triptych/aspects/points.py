"""What reviewers say of one aspect, as points: one thing said in one direction, in their own words.

Whether two remarks say the same is a probability: how well the words of each are found in the other, as written, by
words that reviewers use in their place and by vectors, things and qualities apart. The weights are fitted on labelled
points (`training/sameness.py`).
"""

from collections.abc import Container, Sequence
from functools import cache
from itertools import compress
from operator import not_
from typing import NamedTuple, get_args

import numpy as np
from numpy.typing import NDArray

from triptych.aspects._grouping import Grouped, Said
from triptych.aspects._resolving import OVERALL
from triptych.aspects.lexicon import learnt, listed, telling_of
from triptych.english.meanings import embed_once, likeness, opposites_of, related_to
from triptych.english.words import stem_of
from triptych.records import Direction, Evidence, Point

_MOST_WORDS = 6
"""Words of one remark that are compared."""
_USED_FOR = 0.2
"""What is added to the likeness of words that reviewers use in each other's place, to make it that of vectors."""
_TELLING, _LIKE = 0.4, 0.5
"""A wording's words that say so much must have one so alike in whoever says the same."""
_NO_THINGS, _NO_QUALITIES = 0.7, 0.4
"""How well nothing is found in another remark: as things and qualities are on average in remarks that agree."""
_NOTHING = np.array([0.0, _NO_THINGS, _NO_QUALITIES], np.float32)[:, None, None]
_NO_VECTOR = np.zeros(256, np.float32)
_AT_ONCE = 2_000_000
"""Likenesses of words that are held in memory at once."""
NAMES = (
    *("bias", "words", "things", "qualities"),
    *("same aspect", "one on the whole", "both on the whole", "turned", "sure"),
)

Floats = NDArray[np.float32]
Truths = NDArray[np.bool_]
Places = NDArray[np.int_]


class Content(NamedTuple):
    """What is compared of a remark."""

    words: tuple[str, ...]
    """In dictionary form, without those that mean the product itself."""
    things: tuple[bool, ...]
    """For each word whether it names a thing."""
    is_negated: bool
    aspect: str
    """What it is about; empty where that is the product as a whole."""
    sureness: float


class _Table(NamedTuple):
    """Contents as arrays; all but the weights have a row a remark."""

    words: Places
    """The numbers of its words, filled up with the number of none."""
    weights: Floats
    """How much each of them says: of all words, of things and of qualities."""
    totals: Floats
    """The same of all its words together."""
    negated: Truths
    aspects: Places
    """The number of its aspect; 0 for the whole."""
    sureness: Floats

    def part(self, rows: slice) -> "_Table":
        """Some of the rows."""
        words, weights, totals, negated, aspects, sureness = self
        return _Table(words[rows], weights[:, rows], totals[:, rows], negated[rows], aspects[rows], sureness[rows])


def say_the_same(contents: Sequence[Content], wordings: int) -> Floats:
    """For each of the first remarks (a row) how likely each of all (a column) says the same.

    Nobody says what a wording says who has no word like one of those that tell most of it.
    """
    features, is_said = compare(contents, wordings)
    found: Floats = 1 / (1 + np.exp(-(features @ _weights())))
    return found * is_said


def compare(contents: Sequence[Content], wordings: int) -> tuple[Floats, Truths]:
    """What the first remarks have in common with all, by `NAMES`, and whether all that a wording says is found."""
    known = {word: n for n, word in enumerate(dict.fromkeys(word for content in contents for word in content.words))}
    table = _table(contents, known)
    named = sorted({n for row in table.words[:wordings].tolist() for n in row} | {len(known)})
    alike = _likenesses(known, named)
    row_of = np.zeros(len(known) + 1, np.int_)
    row_of[named] = np.arange(len(named))
    rows = max(1, _AT_ONCE // (len(contents) * table.words.shape[1] ** 2))
    parts = [
        _compared(table.part(slice(start, min(start + rows, wordings))), table, row_of, alike)
        for start in range(0, wordings, rows)
    ]
    return np.concatenate([part[0] for part in parts]), np.concatenate([part[1] for part in parts])


def _table(contents: Sequence[Content], known: dict[str, int]) -> _Table:
    width = min(_MOST_WORDS, max(len(content.words) for content in contents)) or 1
    none = len(known)
    words = np.array(
        [([known[word] for word in content.words[:width]] + [none] * width)[:width] for content in contents]
    )
    things = np.array([(content.things + (False,) * width)[:width] for content in contents])
    weights = np.array([*map(telling_of, known), 0.0], np.float32)[words]
    of_things = weights * things
    all_weights = np.array((weights, of_things, weights - of_things))
    aspects = {"": 0}
    return _Table(
        words,
        all_weights,
        np.add.reduce(all_weights, axis=2),
        np.array([content.is_negated for content in contents]),
        np.array([aspects.setdefault(content.aspect, len(aspects)) for content in contents]),
        np.array([content.sureness for content in contents], np.float32),
    )


def _likenesses(known: dict[str, int], named: list[int]) -> Floats:
    """How alike some known words (a row) are to all (a column), from 0 to 1; the last word is none."""
    vectors = np.concatenate([*map(embed_once, known), _NO_VECTOR]).reshape(-1, len(_NO_VECTOR))
    alike: Floats = np.maximum(likeness(vectors[named], vectors), 0)
    words, stems = list(known), dict[str, list[int]]()
    for word, n in known.items():
        stems.setdefault(stem_of(word), []).append(n)
    for row, n in zip(alike, named, strict=True):
        if n < len(known):
            word, used_for = words[n], related_to(words[n])
            for other in used_for.keys() & known.keys():
                row[known[other]] = max(row[known[other]], min(1.0, used_for[other] + _USED_FOR))
            for other in opposites_of(word) & known.keys():
                row[known[other]] = 0.0
            row[stems[stem_of(word)]] = 1.0
    return alike


def _compared(some: _Table, table: _Table, row_of: Places, alike: Floats) -> tuple[Floats, Truths]:
    pairs = alike[row_of[some.words][:, None, :, None], table.words[None, :, None, :]]
    found, back = np.maximum.reduce(pairs, axis=3), np.maximum.reduce(pairs, axis=2)
    words, things, qualities = zip(
        _means(found, some.weights[:, :, None], some.totals[:, :, None]),
        _means(back, table.weights[:, None], table.totals[:, None]),
        strict=True,
    )
    aspect, whole, wholes = some.aspects[:, None], some.aspects[:, None] == 0, table.aspects == 0
    features = np.empty((*found.shape[:2], len(NAMES)), np.float32)
    features[:, :, 0] = 1.0
    features[:, :, 1] = (words[0] + words[1]) / 2
    features[:, :, 2] = np.minimum(*things)
    features[:, :, 3] = np.minimum(*qualities)
    features[:, :, 4] = (aspect == table.aspects) & ~whole
    features[:, :, 5] = whole != wholes
    features[:, :, 6] = whole & wholes
    features[:, :, 7] = some.negated[:, None] != table.negated
    features[:, :, 8] = np.minimum(some.sureness[:, None], table.sureness)
    is_said = np.logical_and.reduce((found >= _LIKE) | (some.weights[0][:, None] < _TELLING), axis=2)
    return features, is_said


def _means(found: Floats, weights: Floats, totals: Floats) -> Floats:
    """The weighted means over all words, over things and over qualities of how well those of a table are found."""
    sums = np.add.reduce(found * weights, axis=3)
    means: Floats = np.where(totals > 0, sums / np.maximum(totals, 1e-6), _NOTHING)
    return means


@cache
def _weights() -> Floats:
    return np.array([learnt("sameness")[name] for name in NAMES], np.float32)


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


_Star = list[Said]
"""A remark that words a point, and behind it those that say the same."""


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
        return [ranked]
    says = say_the_same([content_of(said, aspect, generic) for said in ranked], wordings)
    is_said = says >= _SAYS
    is_said[:, [not _can_join(said) for said in ranked]] = False
    np.fill_diagonal(is_said, val=False)
    lengths = np.array([abs(said.words.count(" ") + 1 - _GOOD_LENGTH) for said in ranked[:wordings]])
    left = np.ones(len(ranked), np.bool_)
    found: list[_Star] = []
    while len(found) < _MOST_POINTS and is_said.any():
        best = int(np.lexsort((lengths, -is_said.sum(axis=1)))[0])
        members = np.flatnonzero(is_said[best])
        found.append([ranked[best], *(ranked[n] for n in members)])
        taken = np.array([best, *members])
        left[taken] = False
        is_said[:, taken] = False
        is_said[taken[taken < wordings]] = False
    alone = [ranked[n] for n in np.flatnonzero(left)]
    return [*found, *([said] for said in alone[: _MOST_POINTS - len(found)])]


def content_of(said: Said, aspect: str, generic: Container[str]) -> Content:
    """What a remark on an aspect says as far as that is compared; `generic` words mean the product itself."""
    about = "" if aspect == OVERALL else aspect
    told = zip(said.remark.lemmas, said.remark.kinds, strict=True)
    kept = [(lemma, kind == "N") for lemma, kind in told if lemma not in generic]
    words, things = tuple(word for word, _ in kept), tuple(is_thing for _, is_thing in kept)
    return Content(words, things, said.remark.is_negated, about, said.sureness)


def _can_word(said: Said) -> bool:
    """True for a remark that can be read alone and says something of a thing."""
    remark = said.remark
    if not remark.is_whole or said.words.count(" ") >= _LONGEST_WORDING or not _can_join(said):
        return False
    return remark.is_negated or not frozenset("JVDG").isdisjoint(remark.kinds)


def _can_join(said: Said) -> bool:
    """False for a remark on something that the part before it names: "which feels more durable"."""
    return said.words.partition(" ")[0].lower() not in listed("relative")


def _is_told(star: _Star, aspect: str) -> bool:
    """True for a point that can be read alone; what one says of nothing that has a name must lean by its own words."""
    wording = star[0]
    if not _can_word(wording):
        return False
    if aspect != OVERALL or len(star) > 1:
        return True
    worth, news = wording.remark.worth * wording.value, wording.remark.news * wording.value
    return (worth > 0 or news > _OWN_NEWS) and " " in wording.words


def _point(star: _Star, direction: Direction, product_id: str) -> Point:
    quotes: dict[str, Evidence] = {}
    for said in star:
        quotes.setdefault(said.notes.review_id, said.notes.evidence(product_id, *said.span))
    return Point(
        point=" ".join(star[0].words.split()),
        direction=direction,
        reviewers=tuple(quotes),
        quotes=tuple(quotes.values()),
        sureness=round(sum(said.sureness for said in star) / len(star), 3),
    )
