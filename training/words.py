"""Learn from star-rated reviews how common words are, and which things people judge.

    python training/words.py REVIEWS.jsonl.gz src/triptych/aspects/learnt/words.json

A thing is judged where reviewers often say of it that it "is" so, and seldom that it is theirs: "the lid is", but "my
husband". Takes two minutes.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

from direction import hash_of_row, rows_of

from triptych.english.sentences import words_of
from triptych.english.words import kinds_of, lemma_of, open_words, word_set

NAMED = 100
"""Uses of a thing that can be told."""
DESCRIBED, OWNED, POINTED = 0.06, 0.15, 0.05
"""Of all uses of a thing that is judged so many have an "is" behind it, at most so many "my" and at least so many "the"
before it."""
LEAST_SHARE = 50
"""Uses in a million words of a word that is kept with how common it is."""
PRIOR = 20
BEING = word_set("is are was were looks feels seems works look feel")
OWNING = word_set("my our your his her")
POINTING = word_set("the its their")


def main() -> None:
    """Read reviews, learn, write the lists."""
    parser = argparse.ArgumentParser(description="Learn how common words are, and things that people judge.")
    parser.add_argument("reviews", type=Path, help="JSONL, or JSONL.gz")
    parser.add_argument("output", type=Path, help="the .json to write")
    options = parser.parse_args()
    lists = learn(rows_of(options.reviews))
    options.output.write_text(json.dumps(lists) + "\n", encoding="utf-8")
    print(", ".join(f"{len(words)} {name}" for name, words in lists.items()))


def learn(rows: Iterator[dict[str, Any]], named: int = NAMED) -> dict[str, Any]:
    """Things that people judge, and for common words how often they are used in a million; both by the alphabet."""
    uses, described, owned, pointed = Counter[str](), Counter[str](), Counter[str](), Counter[str]()
    seen: set[int] = set()
    for row in rows:
        key = hash_of_row(row)
        if key in seen:
            continue
        seen.add(key)
        for words in words_of(f"{row.get('title') or ''}\n{row['text']}"):
            uses.update(words)
            for word, following in pairwise(words):
                if following in BEING:
                    described[word] += 1
                if word in OWNING:
                    owned[following] += 1
                elif word in POINTING:
                    pointed[following] += 1
    counts = [_by_lemma(some) for some in (uses, described, owned, pointed)]
    return {"judged": _judged(*counts, named), "in a million": _shares(uses)}


def _by_lemma(counts: Counter[str]) -> Counter[str]:
    found: Counter[str] = Counter()
    for word, count in counts.items():
        if word.isalpha() and "N" in kinds_of(word):
            found[lemma_of(word, "N")] += count
    return found


def _shares(uses: Counter[str]) -> dict[str, int]:
    counts: Counter[str] = Counter()
    for word, count in uses.items():
        counts[lemma_of(word, kinds_of(word)[0])] += count * word.isalpha()
    million = counts.total() / 1_000_000
    return {word: round(n / million) for word, n in sorted(counts.items()) if n >= LEAST_SHARE * million}


def _judged(
    uses: Counter[str], described: Counter[str], owned: Counter[str], pointed: Counter[str], named: int
) -> list[str]:
    def share(counts: Counter[str], word: str) -> float:
        return (counts[word] + PRIOR * counts.total() / uses.total()) / (uses[word] + PRIOR)

    return sorted(
        word
        for word, count in uses.items()
        if count >= named
        and share(described, word) >= DESCRIBED
        and share(owned, word) < OWNED
        and (word in open_words() or share(pointed, word) >= POINTED)
    )


if __name__ == "__main__":
    main()
