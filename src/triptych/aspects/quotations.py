"""Which praise and which complaints of reviews can be quoted by themselves.

A reader of a text sees no more than the quoted words: they must be what the reviewer means of the product, begin and
end where they should, and tell something. Weights over what a network makes of the words and of those beside them
(`triptych.english.questions`) were learnt from 2,400 such quotations that readers judged (`training/quotations.py`).
"""

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import NamedTuple

import numpy as np

from triptych.english.questions import Numbers, Part, read_on
from triptych.records import Direction


class Wanted(NamedTuple):
    """Some words of a text, whether they praise or blame, and the parts that the text was read in."""

    text: str
    start: int
    end: int
    direction: Direction
    parts: Sequence[Part]


class Remark(NamedTuple):
    """Some words of a text in praise or blame, and the part of it that they stand in."""

    text: str
    start: int
    end: int
    direction: Direction
    part: Part
    made: Numbers
    """What the upper layers make of the part: a row for each piece, one before and one behind them."""


def remarks_in(wanted: Sequence[Wanted], known: dict[int, Numbers] | None = None) -> list[Remark | None]:
    """Each of some words with the part of their text that holds most of them; None where none does.

    `known` keeps, by the part's identity, what was made of parts that stay, so that each is read once.
    """
    homes, made = [_home_of(each) for each in wanted], {} if known is None else known
    new = {id(home): home for home in homes if home and id(home) not in made}
    made.update(zip(new, read_on([home.values for home in new.values()]), strict=True))
    return [
        Remark(each.text, each.start, each.end, each.direction, home, made[id(home)]) if home else None
        for each, home in zip(wanted, homes, strict=True)
    ]


def fitness_of(remark: Remark) -> float:
    """How likely it can be quoted as it stands."""
    weights = _weights()[remark.direction]
    odds = float(marks_of(remark) @ weights[1:] + weights[0])
    return float(1 / (1 + np.exp(-odds)))


def marks_of(remark: Remark) -> Numbers:
    """What the network makes of all the words, of the first and the last, and of what stands before and behind."""
    made = remark.made
    # The first row is the beginning of the part.
    places = _inside(remark.start, remark.end, remark.part) + 1
    first, last = places[0], places[-1]
    rows = [made[places].mean(axis=0), made[first], made[last], made[first - 1], made[last + 1]]
    marks: Numbers = np.concatenate(rows)
    return marks


def _home_of(wanted: Wanted) -> Part | None:
    shares = [len(_inside(wanted.start, wanted.end, part)) for part in wanted.parts]
    best = int(np.argmax(shares)) if shares else 0
    return wanted.parts[best] if shares and shares[best] else None


def _inside(start: int, end: int, part: Part) -> "np.ndarray[tuple[int], np.dtype[np.intp]]":
    return np.flatnonzero([piece.start < end and piece.end > start for piece in part.pieces])


@cache
def _weights() -> Mapping[str, Numbers]:
    with files("triptych.aspects").joinpath("learnt/quotations.npz").open("rb") as file, np.load(file) as found:
        return {direction: found[direction].astype(np.float32) for direction in found.files}
