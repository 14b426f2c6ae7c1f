"""Learn where a sentence ends in reviews that have no full stops, from those that have them.

    python training/boundaries.py REVIEWS.jsonl.gz src/triptych/english/data/boundaries.npz

Full stops are taken out of reviews that are well punctuated, and a log-linear model over the words around each gap is
fitted to where they were; gaps at commas and other marks are passed over. One pass, in a fixed order: the same reviews
give the same bytes. Prints precision and recall on reviews that were left out. Takes some five minutes and 3 GB.
"""

import argparse
import random
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from direction import rows_of
from numpy.typing import NDArray

from triptych.english.boundaries import BUCKETS, STEP, features_of
from triptych.english.sentences import words_of

FEWEST_WORDS, FEWEST_STOPS, LONGEST_SENTENCE = 8, 2, 25
"""A review that is well punctuated has so many words and full stops, and so few words to each."""
MOST_GAPS = 6_000_000
LEFT_OUT = 4_000
"""Reviews that precision and recall are counted on."""
BATCH, RATE, SHRINK = 4_096, 0.5, 1e-3
KNOWN, FREQUENT = 5, 150
"""Uses of a word that is no slip, and of one that others are glued to."""
STOPS = re.compile(r"[.!?]")


def main() -> None:
    """Read reviews, learn, write the weights."""
    parser = argparse.ArgumentParser(description="Learn where sentences end that nobody marked off.")
    parser.add_argument("reviews", type=Path, help="JSONL, or JSONL.gz")
    parser.add_argument("output", type=Path, help="the .npz to write")
    options = parser.parse_args()
    texts = [row["text"] for row in rows_of(options.reviews) if _is_punctuated(row)]
    random.Random(1).shuffle(texts)
    left_out = _gaps(texts[:LEFT_OUT])
    features, ends = _gaps(texts[LEFT_OUT:])
    weights = fit(features, ends)
    stored = np.clip(np.round(weights / STEP), -127, 127).astype(np.int8)
    known, frequent = words_in(texts)
    np.savez_compressed(options.output, weights=stored, known=np.array("\n".join(known)), frequent=frequent)
    found = stored[left_out[0]].astype(np.float32).sum(1) * STEP > 0
    is_end = left_out[1] == 1
    print(f"{len(ends)} gaps; precision {is_end[found].mean():.3f}, recall {found[is_end].mean():.3f}")


def _is_punctuated(row: dict[str, Any]) -> bool:
    words, stops = len(row["text"].split()), len(STOPS.findall(row["text"]))
    return words >= FEWEST_WORDS and stops >= FEWEST_STOPS and words <= LONGEST_SENTENCE * stops


def _gaps(texts: list[str]) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
    """The features of every gap that has no mark or a full stop, and 1 where it has one."""
    features, ends = [], []
    for text in texts:
        for row, is_end in gaps_of(text):
            features.append(row)
            ends.append(is_end)
        if len(ends) > MOST_GAPS:
            break
    return np.array(features, dtype=np.int32), np.array(ends, dtype=np.float32)


def words_in(texts: list[str]) -> tuple[list[str], int]:
    """Words that are no slip, the most used first, and how many of them are used often."""
    uses = Counter(word for text in texts for sentence in words_of(text) for word in sentence if word.isalpha())
    known = [word for word, many in uses.most_common() if many >= KNOWN]
    return known, sum(uses[word] >= FREQUENT for word in known)


def gaps_of(text: str) -> Iterator[tuple[tuple[int, ...], bool]]:
    """The features of the gaps of one text, and whether a sentence ends there."""
    words: list[str] = []
    marks: dict[int, bool] = {}
    for sentence in words_of(text):
        for word in sentence:
            if word[0].isalnum():
                words.append(word)
            else:
                marks.setdefault(len(words), False)
        marks[len(words)] = True
    for gap in range(1, len(words)):
        if marks.get(gap, True):
            yield features_of(words, gap), gap in marks


def fit(features: NDArray[np.int32], ends: NDArray[np.float32]) -> NDArray[np.float32]:
    """One pass of gradient steps, each weight at a pace of its own."""
    weights = np.zeros(BUCKETS, dtype=np.float32)
    paces = np.full(BUCKETS, 1e-2, dtype=np.float32)
    order = np.random.default_rng(0).permutation(len(features))
    for start in range(0, len(order), BATCH):
        rows = order[start : start + BATCH]
        columns = features[rows]
        wrong = 1 / (1 + np.exp(-weights[columns].sum(1))) - ends[rows]
        touched, places = np.unique(columns, return_inverse=True)
        slopes = np.bincount(places.ravel(), np.repeat(wrong, columns.shape[1])) + SHRINK * weights[touched]
        paces[touched] += slopes**2
        weights[touched] -= RATE * slopes / np.sqrt(paces[touched])
    return weights


if __name__ == "__main__":
    main()
