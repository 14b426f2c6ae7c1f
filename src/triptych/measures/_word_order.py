"""How usual the order of a sentence's words is: the mean log-probability of each word's kind after the one before.

Word salad and machine loops fall far below anything people write, whatever the words are. The counts stand in
`word_pairs.txt`; a pair that is not there is not impossible, so each row is smoothed with how often the second comes
at all.
"""

from collections import Counter
from functools import cache, lru_cache
from math import log

from triptych.english.sentences import Sentence
from triptych.english.words import lines_of

_SMOOTHING = 2.0
_LOWEST = -7.0
_FIGURE = "0"
_SIGNS = frozenset("$₹€£¥")


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
