"""A small network that reads what shoppers write: for each word a vector that knows the words around it.

It was taught to guess left-out words and stars of half a million reviews, then to find what readers marked in 4,900
(`training/network.py`). Its layers look at each word and one on either side, nearer or farther; that is all
there is to it, so numpy runs it. What stands outside of a text counts for nothing: a text reads alike in any company.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import accumulate, pairwise
from typing import NamedTuple
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from triptych.english.boundaries import seam_of

Numbers = NDArray[np.float32]
DILATIONS = (1, 2, 4, 8, 2, 1)
"""How far from a word each layer looks."""
EDGE, MASKED, FIRST_BUCKET, BUCKETS = 0, 1, 2, 512
"""Numbers of what is no word: the edge of a text, a word to be guessed, words by their last letters."""
FIRST_WORD = 520
WORD = re.compile(r"[a-z]+(?:['’][a-z]+)*|\d+|[^\w\s]|[^\W\d_a-z]+|_+")
_MOST_DIGITS, _ENDING = 5, 3
_SMALL = 1e-6


class ReadText(NamedTuple):
    """The words of a text, where each begins and ends, and what the network makes of each."""

    starts: list[int]
    ends: list[int]
    vectors: Numbers
    """The first and the last are the edges of the text."""


def read_texts(texts: Sequence[str]) -> list[ReadText]:
    """What the network makes of each of some texts."""
    placed = list(map(placed_words, texts))
    vectors = encode([[number for number, _, _ in words] for words in placed])
    return [
        ReadText([start for _, start, _ in words], [end for _, _, end in words], own)
        for words, own in zip(placed, vectors, strict=True)
    ]


def placed_words(text: str) -> list[tuple[int, int, int]]:
    """The number of each word, and where it begins and ends; two that were glued together are two."""
    known, lowered, found = vocabulary(), text.lower(), list[tuple[int, int, int]]()
    if len(lowered) != len(text):  # Some capitals become two letters.
        lowered = "".join(low if len(low := letter.lower()) == 1 else letter for letter in text)
    for word in WORD.finditer(lowered):
        start, whole = word.start(), spelt(word[0])
        seam = seam_of(whole) if whole not in known and whole.isalpha() else 0
        for first, end in pairwise((0, seam, len(whole)) if seam else (0, len(word[0]))):
            part = whole[first:end] if seam else whole
            found.append((number_of(part, known), start + first, start + end))
    return found


def spelt(word: str) -> str:
    """A word in the spelling that counts: of a number only how long it is."""
    return f"#{min(len(word), _MOST_DIGITS)}" if word.isdigit() else word.replace("’", "'")


def number_of(word: str, known: Mapping[str, int]) -> int:
    """The number of a word; words that are not known share those of their last letters."""
    return known.get(word) or FIRST_BUCKET + crc32(word[-_ENDING:].encode()) % BUCKETS


@cache
def stored() -> dict[str, Numbers]:
    """All weights by name."""
    with files("triptych.english").joinpath("data/network.npz").open("rb") as file, np.load(file) as found:
        weights = {name: found[name] for name in found.files}
    table = weights.pop("table").astype(np.float32) * weights.pop("table scale").astype(np.float32)[:, None]
    words = weights.pop("words")
    return {"table": table, "words": words} | {name: each.astype(np.float32) for name, each in weights.items()}


@cache
def vocabulary() -> dict[str, int]:
    """The number of each word."""
    words = str(stored()["words"]).split("\n")
    return {word: FIRST_WORD + n for n, word in enumerate(words)}


def encode(texts: Sequence[Sequence[int]]) -> list[Numbers]:
    """A vector for each word of each text, by the words' numbers, and for the edges around them."""
    table = stored()["table"]
    return look([table[[EDGE, *text, EDGE]] for text in texts], "", DILATIONS)


def look(texts: Sequence[Numbers], name: str, reaches: Sequence[int]) -> list[Numbers]:
    """What some layers make of the words of each text; between texts is as much nothing as a layer looks over."""
    weights, gap = stored(), max(reaches)
    firsts = [*accumulate((len(text) + gap for text in texts), initial=gap)]
    values = np.zeros((firsts[-1], weights[f"{name}gain"].shape[0]), dtype=np.float32)
    is_word = np.zeros((firsts[-1], 1), dtype=np.float32)
    for first, text in zip(firsts, texts, strict=False):
        values[first : first + len(text)] = text
        is_word[first : first + len(text)] = 1
    width = values.shape[1]
    for layer, reach in enumerate(reaches):
        seen = _normed(values, weights[f"{name}gain {layer}"])
        around = np.concatenate([np.roll(seen, reach, axis=0), seen, np.roll(seen, -reach, axis=0)], axis=1)
        made = around @ weights[f"{name}layer {layer}"] + weights[f"{name}bias {layer}"]
        # Half of one more than the tangent is the logistic curve, and nothing overflows.
        values += made[:, :width] * (1 + np.tanh(made[:, width:] / 2)) / 2 * is_word
    values = _normed(values, weights[f"{name}gain"])
    return [values[first : first + len(text)] for first, text in zip(firsts, texts, strict=False)]


def _normed(values: Numbers, gain: Numbers) -> Numbers:
    size = np.sqrt((values * values).mean(axis=1, keepdims=True) + np.float32(_SMALL))
    made: Numbers = values / size * gain
    return made
