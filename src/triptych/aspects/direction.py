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

LONGEST_RUN = 3
STEP = 0.03
"""What one unit of a stored weight is worth."""
MIX, CHAIN, FINAL = 0x9E3779B97F4A7C15, 0x100000001B3, 0xBF58476D1CE4E5B9
"""What makes hashes of words keys of runs, in arithmetic of 64 bits."""
_FILE = "learnt/direction.npz"
_BITS = 2**64 - 1


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
    weight_of = _weights().get
    ones, twos, threes = [0.0], [0.0], [0.0]
    one = two = three = 0.0
    chained = chained_two = 0
    # For so few numbers plain arithmetic is faster than numpy's calls.
    for word, first in zip(words, firsts, strict=True):
        run, weight, chain = _lone(word)
        one += weight
        if first:
            run_of_two = (run + chained) & _BITS
            two += weight_of(((run_of_two ^ (run_of_two >> 29)) * FINAL & _BITS) >> 32, 0.0)
            if first > 1:
                longest = (run + chained_two) & _BITS
                three += weight_of(((longest ^ (longest >> 29)) * FINAL & _BITS) >> 32, 0.0)
            chained_two = run_of_two * CHAIN
        chained = chain
        ones.append(one)
        twos.append(two)
        threes.append(three)
    return Weighed((ones, twos, threes))


@lru_cache(maxsize=20_000)
def word_hash(word: str) -> int:
    """The same 32 bits for the same word, on every machine."""
    return zlib.crc32(word.encode())


@lru_cache(maxsize=20_000)
def _lone(word: str) -> tuple[int, float, int]:
    """A word as a run, what it weighs alone, and what it adds to the run of the next word."""
    run = word_hash(word) * MIX & _BITS
    return run, _weights().get(((run ^ (run >> 29)) * FINAL & _BITS) >> 32, 0.0), run * CHAIN


@cache
def _weights() -> dict[int, float]:
    """What each known run weighs."""
    values = [value * STEP for value in range(-128, 128)]
    with files("triptych.aspects").joinpath(_FILE).open("rb") as file, np.load(file) as stored:
        keys = np.cumsum(stored["gaps"], dtype=np.uint32).tolist()
        return {key: values[value + 128] for key, value in zip(keys, stored["values"].tolist(), strict=True)}
