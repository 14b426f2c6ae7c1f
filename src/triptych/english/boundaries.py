"""Where a sentence ends that nobody marked off, and where two words were glued together.

Half of the reviews of some shops have lost their full stops and line breaks. Where a sentence ends is judged by the
words around each gap (a log-linear model, `training/boundaries.py`); a word that nobody knows and that is two common
words in one lost a break between them.
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from importlib.resources import files
from typing import NamedTuple
from zlib import crc32

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
_EDGE = b"^"
_ALL, _BAR = crc32(b"all"), crc32(b"|")


def features_of(words: Sequence[str], gap: int) -> tuple[int, ...]:
    """What is known of a gap before the word of that number: the two words before it, the two behind, and together."""
    before, behind = f"{words[gap - 1]} |".encode(), f" {words[gap]}".encode()
    first = words[gap - 2].encode() if gap > 1 else _EDGE
    last = b" " + (words[gap + 1].encode() if gap + 1 < len(words) else _EDGE)
    # The checksum of a longer run goes on from that of its beginning.
    one = crc32(before)
    two = crc32(b" " + before, crc32(first))
    pair = crc32(behind, one)
    next_one = crc32(behind, _BAR)
    sums = (_ALL, one, next_one, two, pair, crc32(last, next_one), crc32(behind, two), crc32(last, pair))
    return tuple([each & (BUCKETS - 1) for each in sums])


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
    return STEP * sum(map(_stored().weights.__getitem__, features_of(words, gap)))


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
