"""Learn how words are used in the titles of products: what they are called, by whom they are made, how phrases end.

    python training/listing_words.py products.jsonl.gz reviews.jsonl.gz > src/triptych/listing/words.txt

Products are JSON lines with `title`, reviews JSON lines with `text`; both gzipped. Out come words with seven
counts each and nothing else of the texts.
"""

import gzip
import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator

from triptych.listing.phrases import title_phrases

_FEWEST = 2
_COMMON = 100
_WORD = re.compile(r"[A-Za-z][\w'’-]*")
_LOWER = re.compile(r"\b[a-z][a-z'’-]*")
_BREAK = re.compile(r"\b(?:with|for|by|compatible|from|of)\b", re.IGNORECASE)
_BOUGHT = re.compile(
    r"\b(?:bought|purchased|ordered|love|returned|received) (?:this|these|the|my|a|an) (?:[a-z][\w-]* )??([a-z][\w-]*)"
    r"(?= (?:for|from|as|because|online|and|on|in)\b|[.,!;?]|$)"
)


def main(products: str, reviews: str) -> None:
    """Print the counts."""
    titles = [row["title"] for row in _rows(products)]
    for line in learn(titles, (row.get("text") or "" for row in _rows(reviews))):
        sys.stdout.write(f"{line}\n")


def learn(titles: Iterable[str], reviews: Iterable[str]) -> Iterator[str]:
    """A line for each word of two titles, or of one and many reviews, with its counts as in `words.txt`."""
    bought, said = count_reviewers(reviews)
    heads, modifiers, opening, ending, total = (Counter[str]() for _ in range(5))
    seen: set[tuple[str, str]] = set()
    for title in titles:
        phrases = [title[phrase.start : phrase.end] for phrase in title_phrases(title)]
        for place, phrase in enumerate(phrases):
            parts = [words for part in _BREAK.split(phrase) if (words := _WORD.findall(part.lower()))]
            for words in parts:
                total.update(words)
                ending[words[-1]] += 1
            if place == 0 and parts:
                opening[parts[0][0]] += 1
                if len(parts[0]) > 1 and (parts[0][-1], parts[0][0]) not in seen:
                    seen.add((parts[0][-1], parts[0][0]))
                    heads[parts[0][-1]] += 1
                    modifiers[parts[0][-2]] += 1
    for word in sorted(total):
        if total[word] >= _FEWEST or said[word] >= _COMMON:
            counts = heads[word], modifiers[word], opening[word], ending[word], total[word], bought[word], said[word]
            yield f"{word} {' '.join(map(str, counts))}"


def count_reviewers(texts: Iterable[str]) -> tuple[Counter[str], Counter[str]]:
    """How many reviewers bought "this kettle", and how many write a word in lower case, by word."""
    bought, said = Counter[str](), Counter[str]()
    for text in texts:
        bought.update(set(_BOUGHT.findall(text.lower())))
        said.update(set(_LOWER.findall(text)))
    return bought, said


def _rows(path: str) -> Iterator[dict[str, str]]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


if __name__ == "__main__":
    main(*sys.argv[1:3])
