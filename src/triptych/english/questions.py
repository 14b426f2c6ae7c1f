"""A network that reads a text beside a question: what all of the text comes to, and each of its words.

It is a part of all-MiniLM-L6-v2 (Apache-2.0), which knows English, taught further by what readers found in reviews for
8,375 needs (`training/questions.py`). Its lower layers read a text by itself, once for all questions; its upper layers
read it beside one. Numpy runs it; what a text comes to does not depend on the texts that are read with it.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float32]
LOWER, UPPER, HEADS, WIDTH = 3, 2, 12, 384
"""Layers that read a text by itself and beside a question, the heads of each, and the numbers of a vector."""
LONGEST = 160
"""Pieces that are read together; a longer text is read part by part."""
UNKNOWN, BEGIN, END = "[UNK]", "[CLS]", "[SEP]"
WORD = re.compile(r"[^\W_]+|[^\w\s]|_")
_SPREAD, _APART, _TOGETHER = 1.2, 3, 64
"""Texts that are read together are nearly as long as each other, and not too many."""
_LONGEST_WORD = 60
_SMALL, _FAR = np.float32(1e-12), np.float32(-1e9)
_CURVE, _CUBE = np.float32(np.sqrt(2 / np.pi)), np.float32(0.044715)


class WordPiece(NamedTuple):
    """A word or a part of one, and where it stands."""

    number: int
    start: int
    end: int


class Part(NamedTuple):
    """Some pieces of a text that are read together, and what the lower layers make of them."""

    pieces: list[WordPiece]
    values: Numbers
    """A row for each piece; before them stands one for the beginning, behind them one for the end."""


def pieces_of(text: str) -> list[WordPiece]:
    """The pieces of a text."""
    return [
        WordPiece(number, word.start() + start, word.start() + end)
        for word in WORD.finditer(text)
        for number, start, end in _split(word[0])
    ]


@lru_cache(maxsize=50_000)
def _split(word: str) -> tuple[tuple[int, int, int], ...]:
    plain, known = plain_of(word), vocabulary()
    # Some capitals become two letters.
    is_odd = len(plain) != len(word) or len(plain) > _LONGEST_WORD
    return ((known.get(plain, known[UNKNOWN]), 0, len(word)),) if is_odd else tuple(split(plain, known))


def split(word: str, known: Mapping[str, int]) -> Iterator[tuple[int, int, int]]:
    """The longest known pieces of a word from left to right, each with its place in it."""
    start = 0
    while start < len(word):
        end = next((end for end in range(len(word), start, -1) if _named(word, start, end) in known), 0)
        if not end:
            yield known[UNKNOWN], start, len(word)
            return
        yield known[_named(word, start, end)], start, end
        start = end


def _named(word: str, start: int, end: int) -> str:
    return f"##{word[start:end]}" if start else word[:end]


def plain_of(word: str) -> str:
    """A word in small letters without accents."""
    lowered = word.lower()
    if lowered.isascii():
        return lowered
    return "".join(letter for letter in unicodedata.normalize("NFD", lowered) if unicodedata.category(letter) != "Mn")


@cache
def stored() -> dict[str, Numbers]:
    """All weights by name; those that are stored as single bytes at their scale, but for the table of pieces."""
    with files("triptych.english").joinpath("data/questions.npz").open("rb") as file, np.load(file) as found:
        weights = {name: found[name] for name in found.files}
    scales = {
        name: weights.pop(f"{name} scale").astype(np.float32) for name in [*weights] if f"{name} scale" in weights
    }
    whole = {name: weights.pop(name) for name in ("pieces", "table")}
    plain = {name: each.astype(np.float32) * scales.get(name, np.float32(1)) for name, each in weights.items()}
    return whole | plain | {"table scale": scales["table"]}


@cache
def vocabulary() -> dict[str, int]:
    """The number of each piece."""
    return {piece: n for n, piece in enumerate(str(stored()["pieces"]).split("\n"))}


def read_texts(texts: Sequence[str]) -> list[list[Part]]:
    """What the lower layers make of each text; long ones are read part by part."""
    parts = [list(_parts(pieces_of(text))) for text in texts]
    made = iter(_read([part for some in parts for part in some], side=0))
    return [[Part(part, next(made)) for part in some] for some in parts]


def read_question(text: str) -> Numbers:
    """What the lower layers make of a question."""
    return _read([pieces_of(text)[:LONGEST]], side=1)[0]


def _parts(pieces: list[WordPiece]) -> Iterator[list[WordPiece]]:
    """A text in parts that end with a sentence where they can."""
    stops = {vocabulary().get(mark) for mark in ".!?;"}
    while len(pieces) > LONGEST:
        ends = (n + 1 for n in range(LONGEST - 1, LONGEST // 2, -1) if pieces[n].number in stops)
        end = next(ends, LONGEST)
        yield pieces[:end]
        pieces = pieces[end:]
    if pieces:
        yield pieces


def _read(texts: Sequence[Sequence[WordPiece]], side: int) -> list[Numbers]:
    if not texts:
        return []
    weights, known = stored(), vocabulary()
    framed = [[known[BEGIN], *(piece.number for piece in text), known[END]] for text in texts]
    lengths, numbers = [*map(len, framed)], np.concatenate([*map(np.array, framed)])
    values = weights["table"][numbers] * weights["table scale"][numbers, None]
    values += weights["places"][np.concatenate([*map(np.arange, lengths)])] + weights["sides"][side]
    values, batches = _normed(values, "first"), _batches(lengths)
    for layer in range(LOWER):
        values = _look(values, batches, layer)
    return np.split(values, np.cumsum(lengths)[:-1])


def read_on(texts: Sequence[Numbers]) -> list[Numbers]:
    """What the upper layers make of texts beside no question: a row for each that is given."""
    if not texts:
        return []
    lengths = [*map(len, texts)]
    values, batches = np.concatenate(texts), _batches(lengths)
    for layer in range(LOWER, LOWER + UPPER):
        values = _look(values, batches, layer)
    return np.split(values, np.cumsum(lengths)[:-1])


class Beside:
    """Some texts, each beside a question."""

    def __init__(self, question: Numbers, texts: Sequence[Numbers]) -> None:
        self._lengths = [len(question) + len(text) for text in texts]
        self._ends = np.cumsum(self._lengths)
        self._question = len(question)
        values, batches = np.concatenate([part for text in texts for part in (question, text)]), _batches(self._lengths)
        for layer in range(LOWER, LOWER + UPPER - 1):
            values = _look(values, batches, layer)
        self._values = values

    def sums(self) -> Numbers:
        """What all of each text comes to, which is what stands at its beginning."""
        firsts: NDArray[np.int64] = self._ends - np.array(self._lengths) + self._question
        return _look(self._values, _batches(self._lengths), LOWER + UPPER - 1, firsts)

    def pieces(self, chosen: Sequence[int]) -> list[Numbers]:
        """What each piece of some of the texts comes to."""
        if not chosen:
            return []
        lengths = [self._lengths[n] for n in chosen]
        values = np.concatenate([self._values[self._ends[n] - self._lengths[n] : self._ends[n]] for n in chosen])
        made = _look(values, _batches(lengths), LOWER + UPPER - 1)
        return [each[self._question + 1 : -1] for each in np.split(made, np.cumsum(lengths)[:-1])]


class _Batch(NamedTuple):
    """Texts of about the same length."""

    rows: NDArray[np.int64]
    """For each text and place the row it is in; places behind its end name its first one."""
    is_there: NDArray[np.bool_]
    texts: NDArray[np.int64]
    """Which texts they are."""


def _batches(lengths: Sequence[int]) -> list[_Batch]:
    order, firsts, found, start = np.argsort(lengths, kind="stable"), np.cumsum([0, *lengths]), [], 0
    sizes = np.array(lengths)[order]
    while start < len(order):
        alike = int(np.searchsorted(sizes, sizes[start] * _SPREAD + _APART, side="right"))
        end = min(alike, start + _TOGETHER)
        places, texts = np.arange(sizes[end - 1]), order[start:end]
        is_there = places < sizes[start:end, None]
        found.append(_Batch(firsts[texts, None] + places * is_there, is_there, texts))
        start = end
    return found


def _look(values: Numbers, batches: Sequence[_Batch], layer: int, only: NDArray[np.int64] | None = None) -> Numbers:
    """What a layer makes of each row by the rows of its text, or of only one row of each text."""
    own = values if only is None else values[only]
    asked, (keys, held) = _made(own, f"ask {layer}"), np.split(_made(values, f"hold {layer}"), 2, axis=1)
    found = np.empty_like(own)
    for rows, is_there, texts in batches:
        mine = rows if only is None else texts[:, None]
        ask, key, hold = map(_by_head, (asked[mine], keys[rows], held[rows]))
        odds = ask @ key.transpose(0, 1, 3, 2) / np.float32(np.sqrt(WIDTH // HEADS))
        shares = shares_of(np.where(is_there[:, None, None, :], odds, _FAR))
        gathered = (shares @ hold).transpose(0, 2, 1, 3).reshape(*mine.shape, WIDTH)
        is_own = is_there if only is None else np.ones(mine.shape, dtype=bool)
        found[mine[is_own]] = gathered[is_own]
    values = _normed(own + _made(found, f"join {layer}"), f"joined {layer}")
    inner = _made(values, f"widen {layer}")
    # The usual curve of such networks: half of it times one more than the tangent of a cubic of it.
    bent = inner * inner
    bent *= _CUBE * _CURVE
    bent += _CURVE
    bent *= inner
    np.tanh(bent, out=bent)
    bent += 1
    inner *= bent
    inner *= np.float32(0.5)
    return _normed(values + _made(inner, f"narrow {layer}"), f"narrowed {layer}")


def _by_head(values: Numbers) -> Numbers:
    return values.reshape(*values.shape[:2], HEADS, WIDTH // HEADS).transpose(0, 2, 1, 3)


def shares_of(odds: Numbers) -> Numbers:
    """The share of each choice by its log-odds, which are in the last dimension."""
    raised = np.exp(odds - odds.max(axis=-1, keepdims=True))
    made: Numbers = raised / raised.sum(axis=-1, keepdims=True)
    return made


def _made(values: Numbers, name: str) -> Numbers:
    weights = stored()
    made: Numbers = values @ weights[name] + weights[f"{name} bias"]
    return made


def _normed(values: Numbers, name: str) -> Numbers:
    weights = stored()
    values = values - values.mean(axis=1, keepdims=True)
    made: Numbers = values / np.sqrt((values * values).mean(axis=1, keepdims=True) + _SMALL)
    return made * weights[f"{name} gain"] + weights[f"{name} bias"]
