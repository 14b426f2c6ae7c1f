"""Where a sentence ends that nobody marked off, and where two words were glued together.

Half of the reviews of some shops have lost their full stops and line breaks. Where a sentence ends is judged by the
words around each gap (a log-linear model, `training/boundaries.py`); a word that nobody knows and that is two common
words in one lost a break between them.
"""

import zlib
from collections.abc import Sequence
from functools import cache, lru_cache
from importlib.resources import files
from typing import NamedTuple

import numpy as np

from triptych.english.words import closed_words

BUCKETS = 1 << 19
STEP = 0.05
"""What one unit of a stored weight is worth."""
_LEAST = 0.3
"""Evidence from which on a sentence ends: four of five such ends are right in reviews that have full stops."""
_LEAST_AT_SEAM = -7.0
_SHORTEST = 5
_FEWEST_WORDS = 3
"""Of a sentence that nobody marked off."""
_EDGE = "^"


def features_of(words: Sequence[str], gap: int) -> tuple[int, ...]:
    """What is known of a gap before the word of that number: the two words before it, the two behind, and together."""
    before, behind = words[gap - 1], words[gap]
    first = words[gap - 2] if gap > 1 else _EDGE
    last = words[gap + 1] if gap + 1 < len(words) else _EDGE
    return (
        _bucket("all"),
        _bucket(f"{before} |"),
        _bucket(f"| {behind}"),
        _bucket(f"{first} {before} |"),
        _bucket(f"{before} | {behind}"),
        _bucket(f"| {behind} {last}"),
        _bucket(f"{first} {before} | {behind}"),
        _bucket(f"{before} | {behind} {last}"),
    )


@lru_cache(maxsize=50_000)
def _bucket(feature: str) -> int:
    return zlib.crc32(feature.encode()) & (BUCKETS - 1)


def ends_in(words: Sequence[str]) -> list[int]:
    """The gaps, by the number of the word behind each, at which a sentence ends."""
    ends: list[int] = []
    for gap in range(_FEWEST_WORDS, len(words) - 1):
        if gap >= _FEWEST_WORDS + (ends[-1] if ends else 0) and _evidence(words, gap) > _LEAST:
            ends.append(gap)
    return ends


@lru_cache(maxsize=20_000)
def seam_of(word: str) -> int:
    """Where a lower-case word is two that were glued together ("productwithin"); 0 for all others."""
    frequent = _stored().frequent
    if len(word) < _SHORTEST or word in _stored().known or not word.isalpha():
        return 0
    seams = [
        at
        for at in range(1, len(word))
        if all(part in frequent and (len(part) > 2 or part in closed_words()) for part in (word[:at], word[at:]))
    ]
    best = max(seams, key=lambda at: _evidence((word[:at], word[at:]), 1), default=0)
    return best if best and _evidence((word[:best], word[best:]), 1) > _LEAST_AT_SEAM else 0


def _evidence(words: Sequence[str], gap: int) -> float:
    weights = _stored().weights
    return STEP * sum(weights[each] for each in features_of(words, gap))


class _Stored(NamedTuple):
    """What was learnt."""

    weights: list[int]
    known: frozenset[str]
    """Words that are no slip."""
    frequent: frozenset[str]
    """Those of them that are used often."""


@cache
def _stored() -> _Stored:
    with files("triptych.english").joinpath("data/boundaries.npz").open("rb") as file, np.load(file) as stored:
        known = str(stored["known"]).split("\n")
        return _Stored(stored["weights"].tolist(), frozenset(known), frozenset(known[: int(stored["frequent"])]))
