"""Learn which words are English that many write, and no slips: writers/vocabulary.txt.

python training/vocabulary.py ../shared/real/reviews.jsonl.gz > src/triptych/writers/vocabulary.txt
"""

import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from direction import rows_of

from triptych.writers._voices import is_known_word

FEWEST_REVIEWS, FEWEST_SOURCES = 15, 3
OFTENER = 20
"""What is spelt almost like a word that so many times as many write is a slip."""
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_WORD = re.compile(r"[a-z]{3,}")


def words_of(rows: list[tuple[str, str]]) -> list[str]:
    """Words that so many reviews of so many sources have and the lists lack; a source and a text for each review."""
    counts: Counter[str] = Counter()
    sources: dict[str, set[str]] = {}
    for source, text in rows:
        for word in set(_WORD.findall(text.lower())):
            counts[word] += 1
            sources.setdefault(word, set()).add(source)
    many = (word for word, count in counts.items() if count >= FEWEST_REVIEWS and len(sources[word]) >= FEWEST_SOURCES)
    new = (word for word in many if not is_known_word(word))
    return sorted(word for word in new if not any(counts[one] > OFTENER * counts[word] for one in _nearly(word)))


def _nearly(word: str) -> Iterator[str]:
    """All that differs by one letter, or by two that change places."""
    for n in range(len(word) + 1):
        head, tail = word[:n], word[n:]
        yield head + tail[1:]
        yield head + tail[1:2] + tail[:1] + tail[2:]
        for letter in _LETTERS:
            yield head + letter + tail
            yield head + letter + tail[1:]


if __name__ == "__main__":
    print("# Words that reviews of many sources have and the other lists lack (training/vocabulary.py).")
    rows = [(row.get("source") or "", row.get("text") or "") for row in rows_of(Path(sys.argv[1]))]
    print("\n".join(words_of(rows)))
