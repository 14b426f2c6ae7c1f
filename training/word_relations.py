"""Learn from reviews and listings which words are used alike and which belong together.

    python training/word_relations.py reviews.jsonl.gz products.jsonl.gz src/triptych/english/data

Reviews are JSON lines with `text` and perhaps `title` and `stars`, products JSON lines with `title` and perhaps
`features`; both gzipped. Out come `related.txt` (a word and those used in its place, with their likeness in
hundredths) and `pairs.txt` (two words that belong together, with how closely), and nothing else of the texts. Takes
five minutes on two cores; needs scipy.
"""

import gzip
import json
import math
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array, csr_array
from scipy.sparse.linalg import svds

from triptych.english.words import closed_words

Floats = NDArray[np.float64]
_WORD = re.compile(r"[a-z]+(?:'[a-z]+)?|\d+|[.!?;:,]")
_WINDOW = 4
_DIMENSIONS = 150
_FEWEST_USES, _FEWEST_PAIRS = 60, 12
_MOST_RELATED, _LEAST_ALIKE, _LEAST_BOUND = 8, 42, 30
_STARS_APART = 0.9
"""Words used alike whose reviews differ by more stars than this are opposites: "sturdy" and "flimsy"."""


def main(reviews: str, products: str, to: str) -> None:
    """Write both files."""
    texts, stars = _read(reviews, products)
    sentences = [_WORD.findall(text) for text in texts]
    counts = Counter(word for words in sentences for word in words)
    vocabulary = [word for word, uses in counts.most_common() if uses >= _FEWEST_USES and word[0].isalpha()]
    vectors = learn_vectors(sentences, vocabulary)
    related = learn_related(vocabulary, vectors, _meanings(vocabulary), mean_stars(sentences, stars))
    Path(to, "related.txt").write_text("\n".join(["# Learnt by training/word_relations.py", *related]) + "\n")
    pairs = learn_pairs(sentences, counts, _FEWEST_PAIRS)
    Path(to, "pairs.txt").write_text("\n".join(["# Learnt by training/word_relations.py", *pairs]) + "\n")


def learn_vectors(sentences: Iterable[Sequence[str]], vocabulary: Sequence[str]) -> Floats:
    """One vector of length 1 for each word: its positive pointwise mutual information with its neighbours, reduced."""
    place = {word: n for n, word in enumerate(vocabulary)}
    # Texts are kept apart by as many blanks as the window is wide.
    gap = [-1] * _WINDOW
    line = np.array([n for words in sentences for n in (*(place.get(word, -1) for word in words), *gap)])
    size = len(vocabulary)
    seen: csr_array = csr_array((size, size))
    for distance in range(1, _WINDOW + 1):
        left, right = line[:-distance], line[distance:]
        kept = (left >= 0) & (right >= 0)
        seen = seen + coo_array((np.full(kept.sum(), 1 / distance), (left[kept], right[kept])), (size, size)).tocsr()
    both = (seen + seen.T).tocoo()
    rows = np.asarray(both.sum(axis=1)).ravel() + 1e-9
    # Smoothing contexts keeps rare ones from looking telling (Levy, Goldberg and Dagan, 2015).
    contexts = rows**0.75
    information = np.log(both.data * contexts.sum() / (rows[both.row] * contexts[both.col]))
    kept = information > 0
    table = csr_array((information[kept], (both.row[kept], both.col[kept])), (size, size))
    left, strengths, _ = svds(table, k=min(_DIMENSIONS, size - 1), random_state=0)
    vectors = left * np.sqrt(strengths)
    found: Floats = vectors / (np.linalg.norm(vectors, axis=1, keepdims=True) + 1e-9)
    return found


def learn_related(vocabulary: Sequence[str], used: Floats, meant: Floats, stars: dict[str, float]) -> Iterator[str]:
    """A line for each word that others can stand for: used alike, near in general meaning, and as well liked."""
    for n, word in enumerate(vocabulary):
        if word in closed_words():
            continue
        alike, near = used @ used[n], meant @ meant[n]
        likeness = np.where((alike > 0.45) & (near > 0.2) | (alike > 0.72) & (near > 0.08), (alike + near) / 2, 0)
        order = np.argsort(-likeness)[: 2 * _MOST_RELATED]
        best = [int(k) for k in order if k != n and likeness[k] * 100 >= _LEAST_ALIKE]
        kept = [k for k in best if abs(stars.get(vocabulary[k], 4) - stars.get(word, 4)) < _STARS_APART]
        others = [f"{vocabulary[k]}:{likeness[k] * 100:.0f}" for k in kept if vocabulary[k] not in closed_words()]
        if others:
            yield f"{word} {' '.join(others[:_MOST_RELATED])}"


def learn_pairs(sentences: Iterable[Sequence[str]], counts: Counter[str], fewest: int) -> Iterator[str]:
    """Neighbours that occur together far more than by chance (normalised pointwise mutual information)."""
    together = Counter(pair for words in sentences for pair in pairwise(words))
    total = sum(counts.values())
    for (first, second), uses in sorted(together.items()):
        if uses < fewest or {first, second} & closed_words().keys() or not (first[0] + second[0]).isalpha():
            continue
        bound = math.log(uses * total / (counts[first] * counts[second])) / -math.log(uses / total)
        if bound * 100 >= _LEAST_BOUND:
            yield f"{first} {second} {bound * 100:.0f}"


def mean_stars(sentences: Sequence[Sequence[str]], stars: Sequence[float | None]) -> dict[str, float]:
    """The mean rating of the reviews that use each word."""
    sums, uses = Counter[str](), Counter[str]()
    for words, given in zip(sentences, stars, strict=True):
        if given is not None:
            for word in set(words):
                sums[word] += int(given)
                uses[word] += 1
    return {word: sums[word] / uses[word] for word in uses}


def _meanings(vocabulary: Sequence[str]) -> Floats:
    from triptych.english.meanings import embed

    return embed(vocabulary).astype(np.float64)


def _read(reviews: str, products: str) -> tuple[list[str], list[float | None]]:
    """Each text once, in lower case, and the stars it came with."""
    found: dict[str, float | None] = {}
    for row in _rows(reviews):
        text = f"{row.get('title') or ''} . {row['text']}".lower().replace("’", "'")
        found.setdefault(text, row.get("stars"))
    for row in _rows(products):
        for text in (row["title"], *(row.get("features") or ())):
            found.setdefault(text.lower(), None)
    return list(found), list(found.values())


def _rows(path: str) -> Iterator[dict[str, Any]]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


if __name__ == "__main__":
    main(*sys.argv[1:4])
