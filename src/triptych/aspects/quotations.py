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
from triptych.records import Direction, Evidence


class Quotation(NamedTuple):
    """Some words in praise or blame, and the part of their source that they stand in."""

    span: Evidence
    direction: Direction
    part: Part


def fitness_of(quotations: Sequence[Quotation]) -> list[float]:
    """How likely each can be quoted as it stands."""
    parts = {id(each.part): each.part for each in quotations}
    made = dict(zip(parts, read_on([part.values for part in parts.values()]), strict=True))
    return [_fitness(each, made[id(each.part)]) for each in quotations]


def part_of(span: Evidence, parts: Sequence[Part]) -> Part | None:
    """The part of a source that holds most of some words; None where none does."""
    shares = [len(_inside(span, part)) for part in parts]
    best = int(np.argmax(shares)) if shares else 0
    return parts[best] if shares and shares[best] else None


def marks_of(span: Evidence, part: Part, made: Numbers) -> Numbers:
    """What the network makes of all the words, of the first and the last, and of what stands before and behind."""
    # The first row is the beginning of the part.
    places = _inside(span, part) + 1
    first, last = places[0], places[-1]
    rows = [made[places].mean(axis=0), made[first], made[last], made[first - 1], made[last + 1]]
    marks: Numbers = np.concatenate(rows)
    return marks


def _inside(span: Evidence, part: Part) -> "np.ndarray[tuple[int], np.dtype[np.intp]]":
    return np.flatnonzero([piece.start < span.end and piece.end > span.start for piece in part.pieces])


def _fitness(quotation: Quotation, made: Numbers) -> float:
    weights = _weights()[quotation.direction]
    odds = float(marks_of(quotation.span, quotation.part, made) @ weights[1:] + weights[0])
    return float(1 / (1 + np.exp(-odds)))


@cache
def _weights() -> Mapping[str, Numbers]:
    with files("triptych.aspects").joinpath("learnt/quotations.npz").open("rb") as file, np.load(file) as found:
        return {direction: found[direction].astype(np.float32) for direction in found.files}
