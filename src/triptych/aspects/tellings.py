"""Tellings: the shortest runs of words in a review that tell one thing, for a product or against it.

What the network makes of each word (`triptych.english.network`) and what else is known of it (what kind of word it
is, where sentences and clauses begin, how good the news is, the stars) go into a few layers of their own. Tags are read
off these as a chain: the beginning of a telling, its inside, or neither. How likely a run of words is exactly one
telling follows from the chain. What readers marked as praise, complaints, facts, empty praise or blame, and talk of the
shop taught it (`training/network.py`).
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple, get_args

import numpy as np

from triptych.aspects.lexicon import runs_of, weigh_runs
from triptych.aspects.opinion_words import judge_words
from triptych.english.clauses import CONTRAST
from triptych.english.network import Numbers, ReadText, look, read_texts, stored
from triptych.english.sentences import Sentence, spoken_sentences
from triptych.english.words import denies

Sort = Literal["+", "-", "=", "G", "S"]
"""Praise, a complaint, a fact, praise or blame without content, talk of the shop."""
SORTS: tuple[Sort, ...] = get_args(Sort)
TAGS = ("", *(f"{place}{sort}" for sort in SORTS for place in "BI"))
REACHES = (1, 2, 1)
"""How far from a word each layer looks."""
_KINDS, _AROUND, _STARS = "NPVDGJRBMXSTIACWO0.", 2, 6
_WEIGHED = 5
CLUES = _WEIGHED + 2 + 6 + len(_KINDS) + _STARS
"""How many numbers are known of a word."""
_AT_ONCE, _LONGEST = 64, 10_000
"""Texts that are read together, and characters of one that are looked at."""
_LIKELY_START, _LEAST = 0.1, 0.15
"""How likely a telling must begin with a word to be looked at, and a run be one to be told of."""


class Telling(NamedTuple):
    """Some words of a text, and how likely they are just one telling of a sort."""

    start: int
    end: int
    sort: Sort
    chance: float


def tellings_in(texts: Sequence[str], stars: Sequence[float | None] = ()) -> list[list[Telling]]:
    """What each text tells, in order; no two overlap, the likelier stands. `stars` are those of each, where known."""
    given = stars or [None] * len(texts)
    found: list[list[Telling]] = []
    for first in range(0, len(texts), _AT_ONCE):
        found += _tellings(texts[first : first + _AT_ONCE], given[first : first + _AT_ONCE])
    return found


def _tellings(texts: Sequence[str], stars: Sequence[float | None]) -> list[list[Telling]]:
    texts = [text[:_LONGEST] for text in texts]
    read, weights = read_texts(texts), stored()
    clues = [clues_of(text, given, one.starts) for text, given, one in zip(texts, stars, read, strict=True)]
    begun = [
        one.vectors @ weights["told own"] + np.pad(known, ((1, 1), (0, 0))) @ weights["told clues"]
        for one, known in zip(read, clues, strict=True)
    ]
    return [_apart(found) for found in _found(read, look(begun, "told ", REACHES))]


def clues_of(text: str, stars: float | None, starts: Sequence[int]) -> Numbers:
    """What is known of the words that begin at some places, whatever the network makes of them."""
    found = np.zeros((len(starts), CLUES), dtype=np.float32)
    found[:, CLUES - _STARS + round(stars or 0)] = 1
    sentences = spoken_sentences(text)
    if not sentences:
        return found
    known = np.array([clues for sentence in sentences for clues in _clues(sentence)], dtype=np.float32)
    known[:, :_WEIGHED] = np.tanh(known[:, :_WEIGHED])
    kinds = [_KINDS.find(kind) for sentence in sentences for kind in sentence.kinds]
    places = [start for sentence in sentences for start in sentence.starts]
    nearest = np.searchsorted(places, starts, side="right") - 1
    is_there = nearest >= 0
    found[is_there, : known.shape[1]] = known[nearest[is_there]]
    numbers = np.where(is_there, np.array(kinds)[nearest], -1)
    is_kind = numbers >= 0
    found[np.flatnonzero(is_kind), known.shape[1] + numbers[is_kind]] = 1
    return found


def _clues(sentence: Sentence) -> Iterator[tuple[float, ...]]:
    """Of each word how good the news is in it, around it, in its clause and in all, how it judges, and where it is."""
    words, total = sentence.words, len(sentence)
    judged, runs = judge_words(sentence), runs_of(words, range(total))
    news, quibbles = weigh_runs(runs, "direction"), weigh_runs(runs, "quibble")
    cuts = [0, *(n for n in range(1, total) if judged.clauses[n] != judged.clauses[n - 1]), total]
    clause_news = [worth for first, end in pairwise(cuts) for worth in [news.of(first, end)] * (end - first)]
    worths = [(0.0, 0.0)] * total
    for each in judged.judgings:
        worths[each.start : each.end] = [(each.worth, float(each.is_turned))] * (each.end - each.start)
    whole, edges = news.of(0, total), {*cuts}
    for n, word in enumerate(words):
        first, end = max(0, n - _AROUND), min(total, n + _AROUND + 1)
        weighed = (news.of(n, n + 1), news.of(first, end), clause_news[n], whole, quibbles.of(first, end))
        flags = (n == 0, n == total - 1, n in edges, n + 1 in edges, denies(word), word in CONTRAST)
        yield *weighed, *worths[n], *flags


def _found(read: Sequence[ReadText], made: Sequence[Numbers]) -> Iterator[list[Telling]]:
    weights = stored()
    many, long = len(read), max((len(text.starts) for text in read), default=0)
    scores = np.zeros((many, long, len(TAGS)), dtype=np.float32)
    for n, text in enumerate(read):
        scores[n, : len(text.starts)] = made[n][1:-1] @ weights["tags"] + weights["tags bias"]
        scores[n, len(text.starts) :, 1:] = -30.0
    odds = np.exp(scores - scores.max(axis=2, keepdims=True))
    steps, first = np.exp(weights["steps"]), np.exp(weights["first"])
    before, behind = _before(odds, steps, first), _behind(odds, steps)
    for n, text in enumerate(read):
        yield list(_spans(text, before[n], behind[n], odds[n], steps))


def _before(odds: Numbers, steps: Numbers, first: Numbers) -> Numbers:
    """For each word how likely each tag is by the words up to it."""
    found = np.empty_like(odds)
    for n in range(odds.shape[1]):
        found[:, n] = (found[:, n - 1] @ steps if n else first) * odds[:, n]
        found[:, n] /= found[:, n].sum(axis=1, keepdims=True)
    return found


def _behind(odds: Numbers, steps: Numbers) -> Numbers:
    """For each word how well each tag goes with the words behind it."""
    found = np.ones_like(odds)
    for n in range(odds.shape[1] - 2, -1, -1):
        found[:, n] = (odds[:, n + 1] * found[:, n + 1]) @ steps.T
        found[:, n] /= found[:, n].max(axis=1, keepdims=True)
    return found


def _spans(text: ReadText, before: Numbers, behind: Numbers, odds: Numbers, steps: Numbers) -> Iterator[Telling]:
    """The runs of words that may be a telling."""
    total = len(text.starts)
    alone = before[:total] * behind[:total]
    alone /= alone.sum(axis=1, keepdims=True)
    ahead = odds * behind
    for place, tag in zip(*np.nonzero(alone[:, 1::2] >= _LIKELY_START), strict=True):
        begin, inside = 1 + 2 * int(tag), 2 + 2 * int(tag)
        chance, own = float(alone[place, begin]), begin
        for end in range(int(place) + 1, total + 1):
            goes_on = 0.0
            if end < total:
                ways = steps[own] * ahead[end]
                goes_on = float(ways[inside] / ways.sum())
            if (here := chance * (1 - goes_on)) >= _LEAST:
                yield Telling(text.starts[place], text.ends[end - 1], SORTS[int(tag)], here)
            chance, own = chance * goes_on, inside
            if chance < _LEAST:
                break


def _apart(found: Iterable[Telling]) -> list[Telling]:
    kept: list[Telling] = []
    for one in sorted(found, key=lambda telling: -telling.chance):
        if all(one.end <= other.start or other.end <= one.start for other in kept):
            kept.append(one)
    return sorted(kept)
