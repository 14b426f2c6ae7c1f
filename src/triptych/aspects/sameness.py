"""Whether two remarks say the same, as a probability.

What counts is how well the words of each are found in the other: as written, by words that reviewers use in their
place and by vectors, things and qualities apart. The weights are fitted on labelled points (`training/sameness.py`).
"""

import json
from collections.abc import Sequence
from functools import cache, lru_cache
from importlib.resources import files
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from triptych.aspects.learnt_words import telling_of
from triptych.english.meanings import embed_once, likeness, opposites_of, related_to
from triptych.english.words import stem_of

_FILE = "learnt/sameness.json"
_MOST_WORDS = 6
"""Words of one remark that are compared."""
_USED_FOR = 0.2
"""What is added to the likeness of words that reviewers use in each other's place, to make it that of vectors."""
_TELLING, _LIKE = 0.4, 0.5
"""A wording's words that say so much must have one so alike in whoever says the same."""
_NO_THINGS, _NO_QUALITIES = 0.7, 0.4
"""How well nothing is found in another remark: as things and qualities are on average in remarks that agree."""
_AT_ONCE = 2_000_000
"""Likenesses of words that are held in memory at once."""
NAMES = (
    "bias",
    "words",
    "things",
    "qualities",
    "same aspect",
    "one on the whole",
    "both on the whole",
    "turned",
    "sure",
)

Floats = NDArray[np.float32]
Truths = NDArray[np.bool_]
Places = NDArray[np.int32]


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
    """Contents as arrays, a row a remark."""

    words: Places
    """The numbers of its words, filled up with the number of none."""
    weights: Floats
    """How much each of them says."""
    things: Truths
    negated: Truths
    aspects: Places
    """The number of its aspect; 0 for the whole."""
    sureness: Floats

    def part(self, rows: slice) -> "_Table":
        """Some of the rows."""
        words, weights, things, negated, aspects, sureness = self
        return _Table(words[rows], weights[rows], things[rows], negated[rows], aspects[rows], sureness[rows])


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
    alike = _likenesses(list(known), named)
    row_of = np.zeros(len(known) + 1, np.int32)
    row_of[named] = np.arange(len(named))
    rows = max(1, _AT_ONCE // (len(contents) * table.words.shape[1] ** 2))
    parts = [
        _compared(table.part(slice(start, min(start + rows, wordings))), table, row_of, alike)
        for start in range(0, wordings, rows)
    ]
    return np.concatenate([part[0] for part in parts]), np.concatenate([part[1] for part in parts])


def _table(contents: Sequence[Content], known: dict[str, int]) -> _Table:
    width = min(_MOST_WORDS, max(len(content.words) for content in contents)) or 1
    telling = np.array([*map(telling_of, known), 0.0], np.float32)
    words = np.full((len(contents), width), len(known), np.int32)
    things = np.zeros((len(contents), width), np.bool_)
    aspects = {"": 0}
    for n, content in enumerate(contents):
        some = [known[word] for word in content.words[:width]]
        words[n, : len(some)] = some
        things[n, : len(some)] = content.things[:width]
    return _Table(
        words,
        telling[words],
        things,
        np.array([content.is_negated for content in contents], np.bool_),
        np.array([aspects.setdefault(content.aspect, len(aspects)) for content in contents], np.int32),
        np.array([content.sureness for content in contents], np.float32),
    )


def _likenesses(known: list[str], named: list[int]) -> Floats:
    """How alike some known words (a row) are to all (a column), from 0 to 1; the last word is none."""
    vectors = np.array([*map(embed_once, known), np.zeros(256)], np.float32)
    alike: Floats = np.maximum(likeness(vectors[named], vectors), 0)
    places = {word: n for n, word in enumerate(known)}
    stems: dict[str, list[int]] = {}
    for n, word in enumerate(known):
        stems.setdefault(stem_of(word), []).append(n)
    for row, n in zip(alike, named, strict=True):
        if n < len(known):
            word = known[n]
            used_for = related_to(word)
            for other in used_for.keys() & places.keys():
                row[places[other]] = max(row[places[other]], min(1.0, used_for[other] + _USED_FOR))
            for other in _opposites(word) & places.keys():
                row[places[other]] = 0.0
            row[stems[stem_of(word)]] = 1.0
    return alike


def _compared(some: _Table, table: _Table, row_of: Places, alike: Floats) -> tuple[Floats, Truths]:
    pairs = alike[row_of[some.words][:, None, :, None], table.words[None, :, None, :]]
    found, back = pairs.max(axis=3), pairs.max(axis=2)

    def mean(own: Floats, others: Floats, nothing: float) -> tuple[Floats, Floats]:
        return _mean(found, own[:, None, :], nothing), _mean(back, others[None, :, :], nothing)

    words = mean(some.weights, table.weights, 0.0)
    things = mean(some.weights * some.things, table.weights * table.things, _NO_THINGS)
    qualities = mean(some.weights * ~some.things, table.weights * ~table.things, _NO_QUALITIES)
    whole, wholes = some.aspects[:, None] == 0, table.aspects[None, :] == 0
    features = np.empty((*found.shape[:2], len(NAMES)), np.float32)
    features[:, :, 0] = 1.0
    features[:, :, 1] = (words[0] + words[1]) / 2
    features[:, :, 2] = np.minimum(*things)
    features[:, :, 3] = np.minimum(*qualities)
    features[:, :, 4] = (some.aspects[:, None] == table.aspects[None, :]) & ~whole
    features[:, :, 5] = whole != wholes
    features[:, :, 6] = whole & wholes
    features[:, :, 7] = some.negated[:, None] != table.negated[None, :]
    features[:, :, 8] = np.minimum(some.sureness[:, None], table.sureness[None, :])
    is_said: Truths = ((found >= _LIKE) | (some.weights[:, None, :] < _TELLING)).all(axis=2)
    return features, is_said


def _mean(found: Floats, weights: Floats, nothing: float) -> Floats:
    """The weighted mean over words of how well they are found; `nothing` where there are none."""
    total = weights.sum(axis=2)
    mean: Floats = np.where(total > 0, (found * weights).sum(axis=2) / np.maximum(total, 1e-6), np.float32(nothing))
    return mean


@lru_cache(maxsize=10_000)
def _opposites(word: str) -> frozenset[str]:
    return opposites_of(word)


@cache
def _weights() -> Floats:
    stored = json.loads(files("triptych.aspects").joinpath(_FILE).read_text(encoding="utf-8"))
    return np.array([stored[name] for name in NAMES], np.float32)
