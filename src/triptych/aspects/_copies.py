"""Which reviews repeat another one in nearly the same words."""

import re
import zlib
from collections import defaultdict
from collections.abc import Iterable
from functools import lru_cache

from triptych.english.units import NUMBER_WORDS

_PART = re.compile(r"[^\W\d_]+|\d+(?:(?:st|nd|rd|th)\b)?")
_FEWEST_WORDS = 12
"""Two people may well write the same short sentence."""
_SHARED = 0.5
"""So much of all runs of words that either text has, both must have."""
_KEYS = 4
_MOST_COMPARED = 20
"""Texts made from one form share their smallest runs by the thousand; so many of them are compared."""


def find_copies(texts: Iterable[str]) -> frozenset[int]:
    """The places of the texts that repeat an earlier one with small changes.

    Texts with different numbers are never copies: shops that print an order's number make many alike. What is compared
    with what is told by the runs of three words whose checksums are smallest, which copies mostly share.
    """
    kept: dict[tuple[frozenset[str], int], list[frozenset[int]]] = defaultdict(list)
    copies: set[int] = set()
    for place, text in enumerate(texts):
        words = _PART.findall(text.lower().replace("'", "").replace("’", ""))
        if len(words) < _FEWEST_WORDS:
            continue
        words = [str(NUMBER_WORDS[word]) if word in NUMBER_WORDS else word for word in words]
        sums = list(map(_checksum, words))
        runs = frozenset(
            [((a * 31 + b) * 31 + c) & 0xFFFFFFFF for a, b, c in zip(sums, sums[1:], sums[2:], strict=False)]
        )
        numbers = frozenset(word for word in words if word.isdigit())
        keys = [(numbers, run) for run in sorted(runs)[:_KEYS]]
        if any(_are_alike(runs, other) for key in keys for other in kept[key]):
            copies.add(place)
        else:
            for key in keys:
                if len(kept[key]) < _MOST_COMPARED:
                    kept[key].append(runs)
    return frozenset(copies)


@lru_cache(maxsize=10_000)
def _checksum(word: str) -> int:
    return zlib.crc32(word.encode())


def _are_alike(runs: frozenset[int], others: frozenset[int]) -> bool:
    return len(runs & others) >= _SHARED * len(runs | others)
