"""Words and their order: which are English words, what a misspelt one is meant to be, how usual an order is.

How usual: the mean log-probability of each word's kind after the one before. Word salad and machine loops fall far
below anything people write, whatever the words are. The counts are in `word_pairs.txt`; a pair that is not there is not
impossible, so each row is smoothed with how often the second comes at all.
"""

from collections import Counter
from functools import cache, lru_cache
from math import log
from string import ascii_lowercase

from triptych.english.meanings import common_words
from triptych.english.sentences import Sentence
from triptych.english.words import closed_words, lines_of, open_words

_SMOOTHING = 2.0
_LOWEST = -7.0
_FIGURE = "0"
_SIGNS = frozenset("$₹€£¥")
_FEWEST_LETTERS = 6
_SUFFIXES = (
    *("s", "es", "ed", "d", "ing", "er", "ers", "or", "ly", "y", "ies", "able", "ible", "ness", "less", "ful", "ish"),
    *("est", "proof", "wise", "like", "ment", "ion", "ation", "ity", "al", "ous", "ive", "ier", "iest", "ily", "r"),
)
_PREFIXES = ("un", "re", "non", "over", "under", "mis", "pre", "out", "dis", "in", "up", "down", "back", "sub", "anti")
_SPELT_EITHER_WAY = (
    *(("our", "or"), ("ise", "ize"), ("isi", "izi"), ("isa", "iza"), ("tre", "ter"), ("ll", "l"), ("ogue", "og")),
    *(("ae", "e"), ("grey", "gray"), ("yse", "yze"), ("ence", "ense")),
)


@cache
def _dictionary() -> frozenset[str]:
    return frozenset({*open_words(), *closed_words(), *common_words()})


@lru_cache(maxsize=10_000)
def is_known(word: str) -> bool:
    """True for a lower-case word that is common, or is made from common ones, in British or American spelling."""
    known = _dictionary()
    if word in known or any(_stem_is_known(word, suffix) for suffix in _SUFFIXES if word.endswith(suffix)):
        return True
    if any(word.startswith(prefix) and word[len(prefix) :] in known for prefix in _PREFIXES):
        return True
    if any(word[:k] in known and word[k:] in known for k in range(4, len(word) - 3)):
        return True
    return any(word.replace(a, b) in known or word.replace(b, a) in known for a, b in _SPELT_EITHER_WAY)


def _stem_is_known(word: str, suffix: str) -> bool:
    stem = word[: -len(suffix)]
    if len(stem) < 3:
        return False
    known = _dictionary()
    undoubled = stem[:-1] if stem[-1] == stem[-2] else stem
    return stem in known or stem + "e" in known or stem + "y" in known or undoubled in known


@lru_cache(maxsize=10_000)
def meant(word: str) -> str:
    """The common word that a misspelt one is most likely meant to be; empty where it is a word, or like none."""
    if len(word) < _FEWEST_LETTERS or not word.isascii() or not word.isalpha() or is_known(word):
        return ""
    common = common_words()
    return next((other for other in _one_edit_away(word) if other in common and len(other) >= _FEWEST_LETTERS), "")


def _one_edit_away(word: str) -> list[str]:
    """The words that swapping, changing, adding or dropping a letter gives; the first letter is never wrong."""
    cuts = [(word[:k], word[k:]) for k in range(1, len(word) + 1)]
    swaps = [a + b[1] + b[0] + b[2:] for a, b in cuts if len(b) > 1]
    changes = [a + c + b[1:] for a, b in cuts if b for c in ascii_lowercase]
    adds = [a + c + b for a, b in cuts for c in ascii_lowercase]
    drops = [a + b[1:] for a, b in cuts if len(b) > 1]
    return [*swaps, *changes, *adds, *drops]


@cache
def _pairs() -> tuple[dict[str, dict[str, int]], dict[str, float]]:
    """Counts by first word, and the share of each second word."""
    rows: dict[str, dict[str, int]] = {}
    seconds: Counter[str] = Counter()
    for line in lines_of("measures/word_pairs.txt"):
        first, tab, followers = line.partition("\t")
        if tab:
            rows[first] = {word: int(count) for word, _, count in (f.rpartition("=") for f in followers.split(" "))}
            seconds.update(rows[first])
    total = seconds.total()
    return rows, {word: count / total for word, count in seconds.items()}


def usualness(sentence: Sentence) -> float:
    """The mean log-probability: -2 to -3 for what people write, below -3.2 for strings of words."""
    rows, _ = _pairs()
    words = [pair for pair in zip(sentence.words, sentence.kinds, strict=True) if pair[0] not in _SIGNS]
    tokens = ["^", *[_token(word, kind, rows) for word, kind in words], "$"]
    total = 0.0
    for chance in map(_log_chance, tokens, tokens[1:]):
        total += chance
    return total / (len(tokens) - 1)


@lru_cache(maxsize=20_000)
def _log_chance(first: str, second: str) -> float:
    chance = _chance(first, second)
    if _FIGURE in (first, second):
        # A figure stands where a noun or the number before one may stand.
        before, after = ("N" if token == _FIGURE else token for token in (first, second))
        chance = max(chance, _chance(before, after))
    return max(_LOWEST, log(chance))


def _chance(first: str, second: str) -> float:
    rows, shares = _pairs()
    row = rows.get(first, {})
    return (row.get(second, 0) + _SMOOTHING * shares.get(second, 1e-6)) / (sum(row.values()) + _SMOOTHING)


def _token(word: str, kind: str, rows: dict[str, dict[str, int]]) -> str:
    if word in rows and len(word) > 1:
        return word
    return "N" if kind == "P" else kind
