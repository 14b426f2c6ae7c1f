"""Learn how words are used in the titles of products: what they are called, by whom they are made, how phrases end.

    python training/listing_words.py products.jsonl.gz reviews.jsonl.gz src/triptych/listing

Products are JSON lines with `title`, reviews JSON lines with `text`; both gzipped. Out come `words.txt`, words with
seven counts each, and `kinds.txt`, what several makers call their products, and nothing else of the texts.
"""

import gzip
import json
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

from triptych.english.units import unit_pattern
from triptych.english.words import closed_words, word_set
from triptych.listing.kinds import PARTS, is_product, tokens_of
from triptych.listing.phrases import title_phrases

WORDS_HEAD = """\
# How words are used in the titles of 2,492 products of five shops, and by 530,616 reviewers; made by \
training/listing_words.py
# word; makers whose titles it heads; titles where it precedes the head, opens the title; phrases it ends; all its \
uses; reviewers who bought "this …", reviewers who write it in lower case"""
KINDS_HEAD = "# What products are called, and by how many makers; made by training/listing_words.py"
_MAKERS, _LONGEST = 3, 4
_BROKEN = word_set("with for by compatible from suitable without of required")

_FEWEST = 2
_COMMON = 100
_WORD = re.compile(r"[A-Za-z][\w'’-]*")
_LOWER = re.compile(r"\b[a-z][a-z'’-]*")
_BREAK = re.compile(r"\b(?:with|for|by|compatible|from|of)\b", re.IGNORECASE)
_BOUGHT = re.compile(
    r"\b(?:bought|purchased|ordered|love|returned|received) (?:this|these|the|my|a|an) (?:[a-z][\w-]* )??([a-z][\w-]*)"
    r"(?= (?:for|from|as|because|online|and|on|in)\b|[.,!;?]|$)"
)


def main(products: str, reviews: str, to: str) -> None:
    """Write both files."""
    titles = [row["title"] for row in _rows(products)]
    words = [WORDS_HEAD, *learn(titles, (row.get("text") or "" for row in _rows(reviews)))]
    Path(to, "words.txt").write_text("\n".join(words) + "\n", encoding="utf-8")
    Path(to, "kinds.txt").write_text("\n".join([KINDS_HEAD, *learn_kinds(titles)]) + "\n", encoding="utf-8")


def learn_kinds(titles: Iterable[str]) -> Iterator[str]:
    """Runs of words that end in the name of a product and that several makers use, with how many."""
    makers: dict[str, set[str]] = defaultdict(set)
    for title in titles:
        for phrase in title_phrases(title):
            words = [title[a:b].lower() for a, b in tokens_of(title, phrase.start, phrase.end)]
            words = ["and" if word == "&" else word for word in words]
            for end in range(2, len(words) + 1):
                if is_product(words[end - 1]) and words[end - 1] not in PARTS:
                    for start in range(max(0, end - _LONGEST), end - 1):
                        if _is_name(words[start:end]):
                            makers[" ".join(words[start:end])].add(title.split()[0].lower())
    yield from (f"{name} {len(named)}" for name, named in sorted(makers.items()) if len(named) >= _MAKERS)


def _is_name(words: list[str]) -> bool:
    is_plain = all(re.fullmatch("[a-z][a-z'-]+", word) for word in words)
    return is_plain and words[0] not in closed_words() and not set(words) & _BROKEN and not units_in(words)


def units_in(words: list[str]) -> bool:
    """True where one of the words is a unit: "watts room heater"."""
    return any(re.fullmatch(unit_pattern(), word) for word in words)


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
    main(*sys.argv[1:4])
