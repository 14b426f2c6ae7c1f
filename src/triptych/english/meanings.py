"""What words mean beside each other: used in each other's place, belonging together, opposites; and as vectors.

Relations are learnt from reviews (`training/word_relations.py`), opposites a list; the vectors are a static table that
comes with its package. No network.
"""

import logging
import re
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from wordllama.inference import WordLlamaInference
from triptych.english.words import lines_of

Vectors = NDArray[np.float32]
_WIDTH = 256
_LONGEST = 600
"""Characters of one text that are looked at: nobody's clause is longer."""
_SMALL_PRODUCT = 200_000
"""Multiplications that are done at once. More of them BLAS shares out over threads, which costs more than it saves
where every core has cases of its own, and rounds the last digit by the number of cores."""
_BLANK = "▁"
"""What stands for a blank in the tokenizer's vocabulary, always at the beginning of a token."""
_WORD = re.compile(" ( *[^ ]*)")


@cache
def _model() -> "WordLlamaInference":
    root = logging.getLogger()
    level, handlers = root.level, list(root.handlers)
    try:
        import wordllama

        return wordllama.WordLlama.load(cache_dir=Path(wordllama.__file__).parent, disable_download=True)
    finally:
        # The package sets logging up for the whole process when it is imported.
        root.setLevel(level)
        root.handlers[:] = handlers


def embed(texts: Sequence[str]) -> Vectors:
    """One vector of length 1 for each text, the mean of its tokens; all zeros for a text without words."""
    if not texts:
        return np.zeros((0, _WIDTH), dtype=np.float32)
    table, tokens = _model().embedding, [_tokens(text[:_LONGEST] or " ") for text in texts]
    vectors: Vectors = np.array([np.add.reduce(table.take(some, axis=0), axis=0) for some in tokens])
    vectors /= np.array([[len(some)] for some in tokens], dtype=np.float32)
    lengths: Vectors = np.sqrt(np.add.reduce(vectors * vectors, axis=1, keepdims=True))
    np.divide(vectors, lengths, out=vectors, where=lengths > 0)
    return vectors


def _tokens(text: str) -> list[int]:
    """The tokens of a text: those of its words, as none reaches over a blank; marks of the tokenizer's own may."""
    if "<" in text or _BLANK in text:
        return _whole_tokens(text)
    # Each word has the further blanks before it; mostly there are none.
    words = _WORD.findall(" " + text) if text[0] == " " or "  " in text else text.split(" ")
    return list(chain.from_iterable(map(_tokens_of_word, words)))


# One call for each new word costs less than one for each text, and none of it waits for the tokenizer's own threads.
@lru_cache(maxsize=16_000)
def _tokens_of_word(word: str) -> list[int]:
    return _whole_tokens(word) if word else [_model().tokenizer.token_to_id(_BLANK)]


def _whole_tokens(text: str) -> list[int]:
    found: list[int] = _model().tokenizer.encode(text, add_special_tokens=False).ids
    return found


def likeness(first: Vectors, second: Vectors) -> Vectors:
    """How near each of some vectors (a row) comes to each of others (a column), whatever the number of cores."""
    rows = max(1, _SMALL_PRODUCT // (_WIDTH * max(1, len(second))))
    blocks = [first[start : start + rows] @ second.T for start in range(0, len(first), rows)]
    return np.concatenate(blocks) if blocks else np.zeros((0, len(second)), dtype=np.float32)


@lru_cache(maxsize=6_000)
def embed_once(text: str) -> Vectors:
    """The vector of a word or of a text that many cases share."""
    vector: Vectors = embed([text])[0]
    return vector


@cache
def common_words() -> frozenset[str]:
    """The words that are common enough to have a vector of their own."""
    return frozenset(
        token[1:] for token in _model().tokenizer.get_vocab() if token.startswith("▁") and token[1:].isalpha()
    )


def is_common(word: str) -> bool:
    """True for a word that reviewers use often."""
    return word in _related()


@lru_cache(maxsize=20_000)
def related_to(word: str) -> dict[str, float]:
    """Words that reviewers use in place of a word, with their likeness from 0 to 1."""
    found = (entry.rpartition(":") for entry in _related().get(word, "").split())
    return {other: int(likeness) / 100 for other, _, likeness in found}


@cache
def _related() -> dict[str, str]:
    return dict(line.split(" ", 1) for line in lines_of("english/data/related.txt"))


@lru_cache(maxsize=10_000)
def opposites_of(word: str) -> frozenset[str]:
    """Words that say the contrary of a word."""
    return frozenset[str]().union(*(other for own, other in _sides() if word in own))


def synonyms_of(word: str) -> frozenset[str]:
    """Words with the same opposites."""
    return frozenset[str]().union(*(own for own, _ in _sides() if word in own)) - {word}


@cache
def _sides() -> tuple[tuple[frozenset[str], frozenset[str]], ...]:
    """Words that mean the same, each side of a line with the other."""
    lines = (line.split(" | ") for line in lines_of("english/data/opposites.txt"))
    pairs = [(frozenset(one.split()), frozenset(other.split())) for one, other in lines]
    return (*pairs, *((other, one) for one, other in pairs))


@cache
def _bonds() -> dict[str, int]:
    rows = (line.rsplit(" ", 1) for line in lines_of("english/data/pairs.txt"))
    return {pair: int(bond) for pair, bond in rows}


def bond(first: str, second: str) -> float:
    """How closely two words belong together in this order, from 0 to 1: "water bottle", not "insulated water"."""
    return _bonds().get(f"{first} {second}".lower(), 0) / 100
