"""Meanings of short texts as vectors: a static table of word vectors that comes with its package, no network."""

from collections.abc import Sequence
from functools import cache, lru_cache
from pathlib import Path

import numpy as np
import wordllama
from numpy.typing import NDArray
from wordllama import WordLlama
from wordllama.inference import WordLlamaInference

Vectors = NDArray[np.float32]
_WIDTH = 256
_LONGEST = 600
"""Characters of one text that are looked at: nobody's clause is longer."""


@cache
def _model() -> WordLlamaInference:
    return WordLlama.load(cache_dir=Path(wordllama.__file__).parent, disable_download=True)


def embed(texts: Sequence[str]) -> Vectors:
    """One vector of length 1 for each text; all zeros for a text without words."""
    if not texts:
        return np.zeros((0, _WIDTH), dtype=np.float32)
    given = np.asarray(_model().embed([text[:_LONGEST] or " " for text in texts]), dtype=np.float32)
    vectors: Vectors = np.where(np.isfinite(given), given, np.float32(0))
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    unit: Vectors = (vectors / np.where(lengths > 0, lengths, 1.0)).astype(np.float32)
    return unit


@lru_cache(maxsize=20_000)
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
