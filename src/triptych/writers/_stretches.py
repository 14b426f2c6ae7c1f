"""Stretches of a review that may be told alone, and how well each tells a complaint, as it was learnt.

A stretch begins and ends at a mark, at a word that links clauses, or where a new subject begins. Whether it is a
complaint that makes sense alone is judged by a log-linear model over its words, the words at its edges, its grammar and
what is known of its review (`training/complaints.py`).
"""

import json
from bisect import bisect_left
from collections.abc import Container, Iterable, Iterator, Sequence
from functools import cache
from importlib.resources import files
from itertools import groupby, pairwise
from typing import NamedTuple

from triptych.aspects.lexicon import judged_things, runs_of, value_of, weigh_runs
from triptych.aspects.opinion_words import judge_words
from triptych.english.boundaries import seam_of
from triptych.english.clauses import CONTRAST, clause_numbers
from triptych.english.sentences import Sentence, kept_sentences, spoken_sentences
from triptych.english.words import HARDLY, denies, stem_of
from triptych.listing.kinds import is_product
from triptych.records import Mention, Review, SourceKind
from triptych.writers._grammar import stem_list, word_list
from triptych.writers._voices import is_known_word

_LONGEST, _LONGEST_WHOLE = 16, 22
"""Words of a stretch, and of one that is a whole sentence."""
_WORTHS = (-4.0, -2.5, -1.5, -0.8, -0.3, 0.0, 0.3, 0.8, 1.5, 2.5)
_MOODS = (-1.0, 0.0, 1.0)
_SURE = (0.55, 0.65, 0.75, 0.85, 0.95)
_LENGTHS = (1, 2, 3, 4, 5, 6, 8, 10, 12, 14, 17)
"""Where numbers are cut into steps: what the learnt opinion makes of words, how sure the reading is, lengths."""
_BAD = -0.5
"""What the learnt opinion makes of a complaint that no word gives away."""
_OPEN, _FINITE, _TELLING = frozenset("NPVDGJR0"), frozenset("BMVDX"), frozenset("NPVDGJRO0")
_EDGE = "^"
_LONGEST_SHAPE = 8
_NEAR, _REACH = 3, 5
_LISTS = ("speaking", "supposing", "unsure", "shop", "dangers", "hearsay", "wishes", "others", "personal")

Heard = Sequence[tuple[int, int, float]]
"""Where the reading hears something in a review, and how surely: below 0 for blame."""


class ReviewStretch(NamedTuple):
    """Some words of a review or its title, with what is known of them."""

    source: SourceKind
    start: int
    end: int
    features: tuple[str, ...]

    @property
    def score(self) -> float:
        """How well it tells a complaint: the log-odds."""
        weights = _weights()
        return weights["all"] + sum([weights[feature] for feature in self.features if feature in weights])


@cache
def _weights() -> dict[str, float]:
    text = files("triptych.writers").joinpath("complaints.json").read_text(encoding="utf-8")
    stored: dict[str, float] = json.loads(text)
    return stored


def heard_of(mentions: Iterable[Mention]) -> Heard:
    """What the reading hears in a review."""
    return [
        (mention.start, mention.end, -mention.sureness if "negative" in mention.polarity else mention.sureness)
        for mention in mentions
        if mention.polarity != "neutral"
    ]


def stretches_in(review: Review, heard: Heard, known: Container[str]) -> Iterator[ReviewStretch]:
    """The stretches of a review and its title that may complain; `known` are words that say nothing of their own."""
    for sentence in spoken_sentences(review.text):
        if not sentence.is_question:
            yield from _stretches(Phrasing(sentence, review.stars, "review", heard), known)
    for sentence in kept_sentences(review.title or ""):
        yield from _stretches(Phrasing(sentence, review.stars, "review_title"), known)


def _stretches(phrasing: "Phrasing", known: Container[str]) -> Iterator[ReviewStretch]:
    sentence, total = phrasing.sentence, phrasing.total
    signs = [n for n in range(total) if _is_sign(sentence, n)]
    if not signs and phrasing.news.of(0, total) > 0:
        return
    for first in phrasing.begins:
        for end in phrasing.ends:
            longest = _LONGEST_WHOLE if end - first == total else _LONGEST
            if not first < end or phrasing.length(first, end) > longest:
                continue
            is_signed = bisect_left(signs, first) < bisect_left(signs, end)
            if not is_signed and phrasing.news.of(first, end) > _BAD:
                continue
            if not phrasing.praises(first, end) and not _is_none(sentence, first, end, known):
                start, stop = sentence.starts[first], sentence.ends[end - 1]
                yield ReviewStretch(phrasing.source, start, stop, phrasing.features(first, end))


def _is_none(sentence: Sentence, first: int, end: int, known: Container[str]) -> bool:
    """True for words that cannot be a complaint about the product, or not alone: see the lists."""
    words, kinds = sentence.words[first:end], sentence.kinds[first:end]
    if words[0] in word_list("joined") or kinds[-1] in "XMTI" or any(map(seam_of, words)):
        return True
    if not word_list("parcel", "unsure", "saying").isdisjoint(words):
        return True
    told = (stem_of(word) for word, kind in zip(words, kinds, strict=True) if kind in _TELLING)
    if all(stem in stem_list("canned", "void") or stem in known for stem in told):
        return True
    harms = [n for n, word in enumerate(words) if word in word_list("harms")]
    is_denied = any(any(map(denies, words[max(0, n - _NEAR - 1) : n])) for n in harms)
    # "Not too big", "quality is okay"
    is_denied |= any(
        denies(words[n - 1]) and words[n] in ("too", "to") and value_of(words[n + 1], "J", words[n + 1]) <= 0
        for n in range(1, len(words) - 1)
    )
    is_fair = not word_list("fair").isdisjoint(words) and not any(map(denies, words))
    return is_denied or (is_fair and CONTRAST.isdisjoint(words) and word_list("degrees").isdisjoint(words))


def _is_sign(sentence: Sentence, n: int) -> bool:
    word = sentence.words[n]
    return denies(word) or word in HARDLY or not word_list("faults", "signs").isdisjoint((word, sentence.lemmas[n]))


def _step(value: float, bars: Sequence[float]) -> int:
    return bisect_left(bars, value)


class Phrasing:
    """A sentence of a review with what its words weigh, to be asked for the features of its stretches."""

    def __init__(self, sentence: Sentence, stars: float | None, source: SourceKind, heard: Heard = ()) -> None:
        self.sentence, self.source, self.heard = sentence, source, heard
        words, kinds = sentence.words, sentence.kinds
        self.total = len(words)
        while self.total > 1 and kinds[self.total - 1] == ".":
            self.total -= 1
        runs = runs_of(words, range(len(words)))
        self.news, self._quibbles = weigh_runs(runs, "direction"), weigh_runs(runs, "quibble")
        self._judgings = judge_words(sentence).judgings
        given = "none" if stars is None else str(int(stars))
        self._about = [f"stars {given}", f"source {source}", f"stars {given} {source}"]
        self._named = [f"is {kind}" if kind in "0.P" else f"w {word}" for word, kind in zip(words, kinds, strict=True)]
        self._pairs = [f"pair {one} {other}" for one, other in pairwise(words)]
        # A word at an edge is itself where it is of a closed class, else its kind.
        self._classes = [kind if kind in _OPEN else word for word, kind in zip(words, kinds, strict=True)]
        self._denials, self._turns = list(map(denies, words)), [word in CONTRAST for word in words]
        lists = [(name, word_list(name)) for name in _LISTS]
        self._lists = [[name for name, listed in lists if word in listed] for word in words]
        empty = stem_list("canned", "plain")
        stems = [stem_of(word) if kind in "NPVDGJ" else "" for word, kind in zip(words, kinds, strict=True)]
        self._stems = ["" if stem in empty else stem for stem in stems]
        self._slips = [kind in _OPEN and not is_known_word(word) for word, kind in zip(words, kinds, strict=True)]
        self._things = [
            kind in "NP" and lemma in judged_things() and not is_product(lemma)
            for lemma, kind in zip(sentence.lemmas, kinds, strict=True)
        ]
        self._find_edges()

    def length(self, first: int, end: int) -> int:
        """How many words there are without marks."""
        return sum(kind != "." for kind in self.sentence.kinds[first:end])

    def _find_edges(self) -> None:
        """Where stretches may begin and end, and where a subject begins that nothing marks off."""
        words, kinds = self.sentence.words, self.sentence.kinds
        numbers = clause_numbers(self.sentence)[0]
        self.begins, self.ends, self._seams = [0], [], list[int]()
        links = word_list("links") | CONTRAST
        for n in range(1, self.total):
            before, kind, word = kinds[n - 1], kinds[n], words[n]
            is_link = before in ".C" or words[n - 1] in links
            is_new = numbers[n] != numbers[n - 1]
            # "Works well | the lid leaks", "works well | lid leaks", "lid leaks | not happy"
            is_subject = kind in "ST" and before not in "TIJXMCA"
            is_subject |= kind in "NPJ" and before in "NPJRGVDO0" and self._verb_follows(n)
            is_subject |= before in "NP0" and (kind in "JX" or word in word_list("degrees"))
            if kind not in ".C" and word not in CONTRAST and (is_link or is_new or is_subject):
                self.begins.append(n)
                self._seams += [n] * (is_subject and not is_link)
            # "It is small | need more"
            is_said = before == "J" and kind in "NPJVDRGX0" and not _FINITE.isdisjoint(kinds[max(0, n - 4) : n])
            is_end = kind in ".C" or word in links or is_new or is_subject or is_said
            self.ends += [n] * (is_end and before not in ".CTIM")
        self.ends.append(self.total)

    def praises(self, first: int, end: int) -> bool:
        """True where words only praise, or deny what is bad."""
        worths = [(each.worth, each.is_turned) for each in self._judgings if first <= each.start < end]
        if not worths or min(worths)[0] < 0:
            return False
        words = self.sentence.words[first:end]
        is_marked = any(map(denies, words)) or not word_list("faults").isdisjoint(words)
        return any(is_turned for _, is_turned in worths) or not is_marked

    def _verb_follows(self, n: int) -> bool:
        """True where a noun phrase begins that a verb follows."""
        kinds = self.sentence.kinds
        n = next((k for k in range(n, len(kinds)) if kinds[k] not in "NPJR0"), len(kinds))
        return n < len(kinds) and kinds[n] in _FINITE

    def features(self, first: int, end: int) -> tuple[str, ...]:
        """What is known of the words between two places."""
        worth = self.news.of(first, end)
        around = self.news.of(0, len(self.sentence)) - worth
        start, stop = self.sentence.starts[first], self.sentence.ends[end - 1]
        inside = [sure for one, other, sure in self.heard if one < stop and start < other]
        found = [
            *self._about,
            *self._named[first:end],
            *self._pairs[first : end - 1],
            f"joins {min(2, sum(first < n < end for n in self._seams))}",
            f"worth {_step(worth, _WORTHS)}",
            f"quibble {_step(self._quibbles.of(first, end), _WORTHS)}",
            f"mood {self._about[0]} {_step(worth, _MOODS)}",
            f"around {_step(around, _WORTHS)}",
            f"long {_step(self.length(first, end), _LENGTHS)}",
            f"blamed {_step(max((-sure for sure in inside), default=0.0), _SURE)}",
            f"praised {_step(max(inside, default=0.0), _SURE)}",
            *self._edge_features(first, end),
            *self._word_features(first, end),
        ]
        return tuple(dict.fromkeys(found))

    def _edge_features(self, first: int, end: int) -> Iterator[str]:
        """What stands at the edges, and how it is built."""
        kinds = self.sentence.kinds
        within, is_end = kinds[first:end], end == self.total
        yield f"before {self._classes[first - 1] if first else _EDGE}"
        yield f"behind {_EDGE if is_end else self._classes[end]}"
        yield f"first {self._classes[first]}"
        yield f"last {self._classes[end - 1]}"
        yield f"begin {kinds[first - 1] if first else _EDGE}{''.join(within[:2])}"
        yield f"stop {''.join(within[-2:])}{_EDGE if is_end else kinds[end]}"
        shape = "".join(kind for kind, _ in groupby(within))
        if len(shape) <= _LONGEST_SHAPE:
            yield f"shape {shape}"
        yield f"whole {int(first == 0)}{int(is_end)}"
        verb = next((n for n, kind in enumerate(within) if kind in _FINITE), -1)
        has_subject = any(kind in "NPSO" for kind in within[: max(0, verb)])
        yield f"said {int(verb >= 0)}{int(has_subject)}{min(2, sum(kind in 'BVD' for kind in within))}"

    def _word_features(self, first: int, end: int) -> Iterator[str]:
        """What its words are, those that judge and those ahead of it."""
        ahead = max(0, first - _REACH)
        yield from [f"list {name}" for names in self._lists[first:end] for name in names]
        yield from [f"ahead {name}" for names in self._lists[ahead:first] for name in names]
        yield f"things {min(2, sum(self._things[first:end]))}"
        yield f"told {min(4, len({stem for stem in self._stems[first:end] if stem}))}"
        yield f"slips {min(2, sum(self._slips[first:end]))}"
        yield f"denies {int(any(self._denials[first:end]))}{int(any(self._denials[ahead:first]))}"
        yield f"turns {int(any(self._turns[first:end]))}{int(any(self._turns[ahead:first]))}"
        yield f"taken back {int(any(self._turns[end : end + _NEAR]))}"
        judgings = [each for each in self._judgings if first <= each.start < end]
        worths = [each.worth for each in judgings]
        yield f"worst {_step(min(worths, default=0.0), (-2.0, -1.0, -0.01))}"
        yield f"best {_step(max(worths, default=0.0), (0.01, 1.0, 2.0))}"
        yield f"turned {int(any(each.is_turned and each.worth < 0 for each in judgings))}"
        yield f"denied {int(any(each.is_turned and each.worth > 0 for each in judgings))}"
