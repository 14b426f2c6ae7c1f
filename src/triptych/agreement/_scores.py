"""Two sets of scores side by side as arrays, and how items and systems group them."""

from dataclasses import dataclass
from typing import Self

import numpy as np

from triptych.agreement._sampling import Flags, Floats, Ints

NO_SYSTEM = -1


@dataclass(frozen=True, slots=True)
class Scores:
    """Scores to test beside people's, for the cases that have both; each place in every array is one case."""

    values: Floats
    """What is tested: a judge's values, word counts, one rater's scores."""
    people: Floats
    """What it is tested against."""
    words: Floats
    """The words of each text; NaN where unknown."""
    items: Ints
    """Which item each case is about: a column of the draws."""
    systems: Ints
    """Who wrote each text; NO_SYSTEM where unknown."""

    def __len__(self) -> int:
        return len(self.values)

    def only(self, wanted: Flags) -> Self:
        """The cases for which `wanted` is true."""
        scores = self.values[wanted], self.people[wanted], self.words[wanted]
        return type(self)(*scores, self.items[wanted], self.systems[wanted])

    def with_words(self) -> Self:
        """The cases whose length is known."""
        return self.only(~np.isnan(self.words))


@dataclass(frozen=True, slots=True)
class Block:
    """Items with the same number of cases, as a matrix of places: an item a row."""

    places: Ints
    """Where each case stands in the arrays of Scores."""
    items: Ints
    """The item of each row."""


def blocks_of(scores: Scores) -> list[Block]:
    """The items with two cases or more, those of one size together so that they can be worked on at once."""
    order = np.argsort(scores.items, kind="stable")
    found, starts, sizes = np.unique(scores.items[order], return_index=True, return_counts=True)
    return [
        Block(order[starts[sizes == size][:, None] + np.arange(size)], found[sizes == size])
        for size in np.unique(sizes[sizes >= 2])
    ]
