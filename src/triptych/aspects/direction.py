"""Whether words are good news or bad, learnt from the stars of reviews: a second opinion beside the rules.

A log-linear model over runs of one to three words (`training/direction.py` says how it is learnt). A run is known by
32 bits of its hash; the weights are bytes. Weights add up, so every part of a sentence has its own sum.
"""

import zlib
from collections.abc import Sequence
from functools import cache, lru_cache
from importlib.resources import files
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

LONGEST_RUN = 3
STEP = 0.03
"""What one unit of a stored weight is worth."""
_FILE = "learnt/direction.npz"
_MIX, _CHAIN, _FINAL = np.uint64(0x9E3779B97F4A7C15), np.uint64(0x100000001B3), np.uint64(0xBF58476D1CE4E5B9)

Hashes = NDArray[np.uint64]
Keys = NDArray[np.uint32]


class _Weights(NamedTuple):
    keys: Keys
    """The known runs, in ascending order."""
    values: NDArray[np.int8]


class Weighed(NamedTuple):
    """Weights of the runs that end at each word of a text, summed up from its beginning."""

    sums: tuple[list[float], ...]
    """One for runs of one word, one for two, one for three."""

    def of(self, start: int, end: int) -> float:
        """The sum over all runs that lie between two places: above 0 for good news."""
        total = 0.0
        for length, sums in enumerate(self.sums):
            if end > start + length:
                total += sums[end] - sums[start + length]
        return total


def weigh_words(words: Sequence[str], firsts: Sequence[int]) -> Weighed:
    """The evidence of some sentences' words; `firsts` says for each word how many of its sentence precede it."""
    known = _weights()
    # All lengths at once: a review is short, and each call of numpy costs more than its few numbers.
    keys = np.concatenate(run_keys(np.array([word_hash(word) for word in words], dtype=np.uint64)))
    at = known.keys.searchsorted(keys)
    at[at == len(known.keys)] = 0
    is_whole = (np.array(firsts) >= np.arange(LONGEST_RUN)[:, None]).ravel()
    weights = known.values[at] * ((known.keys[at] == keys) & is_whole) * STEP
    sums = weights.reshape(LONGEST_RUN, len(words)).cumsum(axis=1).tolist()
    return Weighed(tuple([0.0, *some] for some in sums))


@lru_cache(maxsize=20_000)
def word_hash(word: str) -> int:
    """The same 32 bits for the same word, on every machine."""
    return zlib.crc32(word.encode())


def run_keys(hashes: Hashes) -> list[Keys]:
    """For each length of run the keys of those that end at each word, whatever sentence they begin in."""
    mixed = hashes * _MIX
    runs, found = mixed, [_key(mixed)]
    for _ in range(LONGEST_RUN - 1):
        longer = mixed.copy()
        longer[1:] += runs[:-1] * _CHAIN
        runs = longer
        found.append(_key(runs))
    return found


def _key(runs: Hashes) -> Keys:
    return (((runs ^ (runs >> np.uint64(29))) * _FINAL) >> np.uint64(32)).astype(np.uint32)


@cache
def _weights() -> _Weights:
    with files("triptych.aspects").joinpath(_FILE).open("rb") as file, np.load(file) as stored:
        return _Weights(np.cumsum(stored["gaps"], dtype=np.uint32), stored["values"])
