"""Learn from star-rated reviews how common words are, and which things nobody judges.

    python training/words.py REVIEWS.jsonl.gz src/triptych/aspects/learnt/words.json

A thing is never judged where a word that leans hardly ever comes before it or behind its "is". Takes two minutes.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from direction import hash_of_row, rows_of

from triptych.aspects.direction import weigh_words
from triptych.english.sentences import words_of
from triptych.english.words import kinds_of, lemma_of, word_set

NAMED, JUDGED = 100, 0.07
"""Uses of a thing, and the share of them that judge it."""
LEANING = 0.35
LEAST_SHARE = 50
"""Uses in a million words of a word that is kept with how common it is."""
PRIOR = 20
BEING = word_set("is are was were looks feels seems works look feel")


def main() -> None:
    """Read reviews, learn, write the lists."""
    parser = argparse.ArgumentParser(description="Learn how common words are, and things that nobody judges.")
    parser.add_argument("reviews", type=Path, help="JSONL, or JSONL.gz")
    parser.add_argument("output", type=Path, help="the .json to write")
    options = parser.parse_args()
    lists = learn(rows_of(options.reviews))
    options.output.write_text(json.dumps(lists) + "\n", encoding="utf-8")
    print(", ".join(f"{len(words)} {name}" for name, words in lists.items()))


def learn(rows: Iterator[dict[str, Any]], named: int = NAMED) -> dict[str, Any]:
    """Things that nobody judges, and for common words how often they are used in a million; both by the alphabet."""
    uses: Counter[str] = Counter()
    judged: Counter[str] = Counter()
    leans: dict[str, bool] = {}
    seen: set[int] = set()
    for row in rows:
        key = hash_of_row(row)
        if key in seen:
            continue
        seen.add(key)
        for words in words_of(f"{row.get('title') or ''}\n{row['text']}"):
            for word in words:
                if word not in leans:
                    leans[word] = _leans(word)
            uses.update(words)
            judged.update(word for k, word in enumerate(words) if _is_judged(words, k, leans))
    return {"never judged": _never_judged(uses, judged, named), "in a million": _shares(uses)}


def _leans(word: str) -> bool:
    return kinds_of(word)[0] in "JRVDG" and abs(weigh_words([word], [0]).of(0, 1)) > LEANING


def _is_judged(words: list[str], k: int, leans: dict[str, bool]) -> bool:
    if k and leans[words[k - 1]]:
        return True
    return words[k + 1 : k + 2] != [] and words[k + 1] in BEING and any(leans[word] for word in words[k + 2 : k + 5])


def _shares(uses: Counter[str]) -> dict[str, int]:
    counts: Counter[str] = Counter()
    for word, count in uses.items():
        counts[lemma_of(word, kinds_of(word)[0])] += count * word.isalpha()
    million = counts.total() / 1_000_000
    return {word: round(n / million) for word, n in sorted(counts.items()) if n >= LEAST_SHARE * million}


def _never_judged(uses: Counter[str], judged: Counter[str], named: int) -> list[str]:
    all_uses: Counter[str] = Counter()
    all_judged: Counter[str] = Counter()
    for word, count in uses.items():
        if word.isalpha() and count >= 5 and kinds_of(word)[0] == "N":
            lemma = lemma_of(word, "N")
            all_uses[lemma] += count
            all_judged[lemma] += judged[word]
    usual = all_judged.total() / max(1, all_uses.total())
    return sorted(
        word
        for word, count in all_uses.items()
        if count >= named and (all_judged[word] + PRIOR * usual) / (count + PRIOR) < JUDGED
    )


if __name__ == "__main__":
    main()
