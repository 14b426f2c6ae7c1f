"""Stretches of a review that may be a complaint, and how well each tells bad news, as it was learnt.

A stretch begins and ends at a mark, at a word that links clauses, or where a new subject begins. Whether it is a
complaint that makes sense alone is judged by a log-linear model over its words, the words at its edges, its grammar and
what is known of its review (`training/complaints.py`).
"""

import json
from bisect import bisect_left
from collections.abc import Container, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from itertools import accumulate, chain, groupby, pairwise
from operator import attrgetter
from typing import NamedTuple

from triptych.aspects.lexicon import judged_things, runs_of, value_of, weigh_runs
from triptych.aspects.opinion_words import judge_words
from triptych.english.boundaries import seam_of
from triptych.english.clauses import CONTRAST, clause_numbers
from triptych.english.sentences import Sentence, kept_sentences, spoken_sentences
from triptych.english.words import HARDLY, denies, stem_of
from triptych.listing.kinds import is_product
from triptych.records import Mention, Reading, Review, SourceKind, group_by
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
_HOPELESS = -7.0
"""Log-odds of its words and edges that nothing else makes up for."""
_OPEN, _FINITE, _TELLING = frozenset("NPVDGJR0"), frozenset("BMVDX"), frozenset("NPVDGJRO0")
_EDGE = "^"
_LONGEST_SHAPE = 8
_NEAR, _REACH = 3, 5
_WORD_LISTS = ("speaking", "supposing", "unsure", "shop", "dangers", "hearsay", "wishes", "others", "personal")
_MARKED = ("joined", "links", "harms", "fair", "degrees", "faults")
_BARRED = ("parcel", "unsure", "saying")
"""Lists of words that no complaint about the product has."""

Heard = Sequence[tuple[int, int, float]]
"""Where the reading hears something in a review, and how surely: below 0 for blame."""


class ReviewStretch(NamedTuple):
    """Some words of a review or its title, and how well they tell good news or bad: the log-odds."""

    source: SourceKind
    start: int
    end: int
    score: float


@cache
def _weights() -> dict[str, float]:
    text = files("triptych.writers").joinpath("complaints.json").read_text(encoding="utf-8")
    stored: dict[str, float] = json.loads(text)
    return stored


def mentions_by_review(reading: Reading) -> dict[str, list[Mention]]:
    """What the reading hears of each reviewer."""
    return group_by((mention for aspect in reading.aspects for mention in aspect.mentions), attrgetter("review_id"))


def heard_of(mentions: Iterable[Mention]) -> Heard:
    """What the reading hears in a review."""
    return [
        (mention.start, mention.end, -mention.sureness if "negative" in mention.polarity else mention.sureness)
        for mention in mentions
        if mention.polarity != "neutral"
    ]


def phrasings_in(review: Review, heard: Heard) -> Iterator["Phrasing"]:
    """The sentences of a review and its title that ask nothing."""
    spoken = (sentence for sentence in spoken_sentences(review.text) if not sentence.is_question)
    yield from (Phrasing(sentence, review.stars, "review", heard) for sentence in spoken)
    for sentence in kept_sentences(review.title or ""):
        yield Phrasing(sentence, review.stars, "review_title")


def stretches_in(
    review: Review, heard: Heard, known: Container[str], among: Sequence[tuple[SourceKind, int, int]] | None = None
) -> Iterator[ReviewStretch]:
    """The stretches of a review and its title that may complain; `known` are words that say nothing.

    With `among` only those in sentences that have a part of one of these.
    """
    for phrasing in phrasings_in(review, heard):
        if among is not None and not any(map(phrasing.has_part, among)):
            continue
        starts, ends = phrasing.sentence.starts, phrasing.sentence.ends
        for first, end in phrasing.stretches(known):
            yield ReviewStretch(phrasing.source, starts[first], ends[end - 1], phrasing.score(first, end))


@lru_cache(maxsize=20_000)
def _marks_of(word: str) -> frozenset[str]:
    """What a word is, whatever is around it."""
    marks = {name for name in (*_WORD_LISTS, *_MARKED) if word in word_list(name)}
    marks |= {"denial"} if denies(word) else set()
    marks |= {"turn"} if word in CONTRAST else set()
    marks |= {"sign"} if denies(word) or word in HARDLY or word in word_list("faults", "signs") else set()
    marks |= {"barred"} if word in word_list(*_BARRED) or seam_of(word) else set()
    return frozenset(marks | ({"empty"} if stem_of(word) in stem_list("canned", "void") else set()))


def _sums(flags: Iterable[bool]) -> list[int]:
    return list(accumulate(flags, initial=0))


class Phrasing:
    """A sentence of a review with what its words weigh, to be asked for its stretches and their features."""

    def __init__(self, sentence: Sentence, stars: float | None, source: SourceKind, heard: Heard = ()) -> None:
        self.sentence, self.source, self.heard = sentence, source, heard
        self.total = len(sentence)
        while self.total > 1 and sentence.kinds[self.total - 1] == ".":
            self.total -= 1
        given = "none" if stars is None else str(int(stars))
        self._about = [f"stars {given}", f"source {source}", f"stars {given} {source}"]
        self._marks = list(map(_marks_of, sentence.words))
        runs = runs_of(sentence.words, range(len(sentence)))
        self.news, self._quibbles = weigh_runs(runs, "direction"), weigh_runs(runs, "quibble")

    def has_part(self, span: tuple[SourceKind, int, int]) -> bool:
        """True where some words of a source are in it."""
        source, start, end = span
        return source == self.source and start < self.sentence.ends[-1] and self.sentence.starts[0] < end

    def stretches(self, known: Container[str]) -> Iterator[tuple[int, int]]:
        """From which word to which it may complain."""
        lemmas = self.sentence.lemmas
        self._signs = [n for n in range(self.total) if "sign" in self._marks[n] or "sign" in _marks_of(lemmas[n])]
        if not self._signs and self.news.of(0, self.total) > 0:
            return
        self._weigh_words()
        self._find_edges()
        self._find_denied()
        kinds = self.sentence.kinds
        words = zip(self.sentence.words, kinds, self._marks, strict=True)
        told = _sums(
            [kind in _TELLING and "empty" not in marks and stem_of(word) not in known for word, kind, marks in words]
        )
        for first in self.begins:
            if "joined" in self._marks[first]:
                continue
            for end in self.ends:
                longest = _LONGEST_WHOLE if end - first == self.total else _LONGEST
                if not first < end or self._count("words", first, end) > longest:
                    continue
                if told[first] == told[end] or self._count("barred", first, end):
                    continue
                if self._may_blame(first, end):
                    yield first, end

    def _count(self, mark: str, first: int, end: int) -> int:
        sums = self._counts[mark]
        return sums[end] - sums[first]

    def _may_blame(self, first: int, end: int) -> bool:
        """True for bad news, or words that often tell it, that neither praise nor deny what is bad."""
        is_signed = bisect_left(self._signs, first) < bisect_left(self._signs, end)
        is_bad = is_signed or self.news.of(first, end) <= _BAD
        return is_bad and not self._praises(first, end) and not self._is_fair(first, end)

    def _is_fair(self, first: int, end: int) -> bool:
        """True for what denies harm, or calls something neither good nor bad."""
        if any(first <= start and stop <= end for start, stop in self._denied):
            return True
        is_fair = bool(self._count("fair", first, end)) and not self._count("denial", first, end)
        return is_fair and not self._count("turn", first, end) and not self._count("degrees", first, end)

    def _praises(self, first: int, end: int) -> bool:
        """True where words only praise, or deny what is bad."""
        worths = [(each.worth, each.is_turned) for each in self._judgings if first <= each.start < end]
        if not worths or min(worths)[0] < 0:
            return False
        is_marked = self._count("denial", first, end) or self._count("faults", first, end)
        return any(is_turned for _, is_turned in worths) or not is_marked

    def _weigh_words(self) -> None:
        """What is known of each word, and how many of a kind there are before it."""
        words, kinds, marks = self.sentence.words, self.sentence.kinds, self._marks
        self._kinds, self._judgings = "".join(kinds), judge_words(self.sentence).judgings
        self._named = [f"is {kind}" if kind in "0.P" else f"w {word}" for word, kind in zip(words, kinds, strict=True)]
        self._pairs = [f"pair {one} {other}" for one, other in pairwise(words)]
        # A word at an edge is itself where it is of a closed class, else its kind.
        self._classes = [kind if kind in _OPEN else word for word, kind in zip(words, kinds, strict=True)]
        self._lists = [[f"list {name}" for name in _WORD_LISTS if name in each] for each in marks]
        empty = stem_list("canned", "plain")
        stems = [stem_of(word) if kind in "NPVDGJ" else "" for word, kind in zip(words, kinds, strict=True)]
        self._stems = ["" if stem in empty else stem for stem in stems]
        slips = [kind in _OPEN and not is_known_word(word) for word, kind in zip(words, kinds, strict=True)]
        things = [
            kind in "NP" and lemma in judged_things() and not is_product(lemma)
            for lemma, kind in zip(self.sentence.lemmas, kinds, strict=True)
        ]
        names = ("barred", "fair", "denial", "turn", "degrees", "faults")
        self._counts = {name: _sums([name in each for each in marks]) for name in names}
        self._counts |= {
            "words": _sums([kind != "." for kind in kinds]),
            "slips": _sums(slips),
            "things": _sums(things),
        }
        self._before: dict[int, float] = {}
        self._behind: dict[int, float] = {}

    def _find_edges(self) -> None:
        """Where stretches may begin and end, and where a subject begins that nothing marks off."""
        kinds, marks = self.sentence.kinds, self._marks
        numbers = clause_numbers(self.sentence)[0]
        self.begins, self.ends, self._seams = [0], [], list[int]()
        for n in range(1, self.total):
            before, kind = kinds[n - 1], kinds[n]
            is_link = before in ".C" or not marks[n - 1].isdisjoint(("links", "turn"))
            is_new = numbers[n] != numbers[n - 1]
            # "Works well | the lid leaks", "really bad | it leaks", "works well | lid leaks", "lid leaks | not happy"
            is_subject = kind in "ST" and before not in ("TIXMCA" if kind == "S" else "TIJXMCA")
            is_subject |= kind == "T" and before == "J" and kinds[n + 1 : n + 2] == ["X"]
            is_subject |= kind in "NPJ" and before in "NPJRGVDO0" and self._verb_follows(n)
            is_subject |= before in "NP0" and (kind in "JXM" or "degrees" in marks[n])
            if kind not in ".C" and "turn" not in marks[n] and (is_link or is_new or is_subject):
                self.begins.append(n)
                self._seams += [n] * (is_subject and not is_link)
            # "It is small | need more"
            is_said = before == "J" and kind in "NPJVDRGX0" and not _FINITE.isdisjoint(kinds[max(0, n - 4) : n])
            is_end = kind in ".C" or not marks[n].isdisjoint(("links", "turn")) or is_new or is_subject or is_said
            self.ends += [n] * (is_end and before not in ".C" and self._may_end(n))
        self.ends += [self.total] * (self.total == 1 or self._may_end(self.total))

    def _may_end(self, n: int) -> bool:
        """False where the word before cannot be the last one: "does not", "the"; but "turn on", "at all"."""
        kind, is_marked = self.sentence.kinds[n - 1], n == self.total or self.sentence.kinds[n] in ".C"
        return kind not in "XMTI" or self.sentence.words[n - 1] == "all" or (kind == "I" and is_marked)

    def _find_denied(self) -> None:
        """From where to where harm is denied, or that anything is better: "no bad smell", "not too big"."""
        words, marks = self.sentence.words, self._marks
        self._denied: list[tuple[int, int]] = []
        for n, each in enumerate(marks):
            is_best = words[n] == "better" and words[max(0, n - 1)] in ("a", "any", "anything")
            if is_best or "harms" in each or "harms" in _marks_of(self.sentence.lemmas[n]):
                near = [k for k in range(max(0, n - _NEAR - 1), n) if "denial" in marks[k]]
                self._denied += [(near[-1], n + 1)] if near else []
            if "denial" in each and words[n + 1 : n + 2] in (["too"], ["to"]) and n + 2 < len(words):
                self._denied += [(n, n + 3)] if value_of(words[n + 2], "J", words[n + 2]) <= 0 else []

    def _verb_follows(self, n: int) -> bool:
        """True where a noun phrase begins that a verb follows."""
        kinds = self.sentence.kinds
        n = next((k for k in range(n, len(kinds)) if kinds[k] not in "NPJR0"), len(kinds))
        return n < len(kinds) and kinds[n] in _FINITE

    def _weigh(self, features: Iterable[str]) -> float:
        weights = _weights()
        return sum([weights[feature] for feature in features if feature in weights])

    def score(self, first: int, end: int) -> float:
        """The log-odds that the words between two places are a complaint."""
        if first not in self._before:
            self._before[first] = self._weigh(chain(["all"], self._about, self._features_before(first)))
        if end not in self._behind:
            self._behind[end] = self._weigh(self._features_behind(end))
        score = self._before[first] + self._behind[end] + self._weigh(self._features_of_words(first, end))
        return score if score < _HOPELESS else score + self._weigh(self._features_within(first, end))

    def features(self, first: int, end: int) -> tuple[str, ...]:
        """What is known of the words between two places."""
        edges = chain(self._features_before(first), self._features_behind(end))
        return *self._about, *edges, *self._features_of_words(first, end), *self._features_within(first, end)

    def _features_before(self, first: int) -> Iterable[str]:
        """How it begins, and what is ahead of it."""
        yield f"before {self._classes[first - 1] if first else _EDGE}"
        yield f"first {self._classes[first]}"
        ahead = chain.from_iterable(self._lists[max(0, first - _REACH) : first])
        yield from dict.fromkeys(name.replace("list", "ahead") for name in ahead)

    def _features_behind(self, end: int) -> Iterable[str]:
        """How it ends, and whether it is taken back."""
        yield f"behind {_EDGE if end == self.total else self._classes[end]}"
        yield f"last {self._classes[end - 1]}"
        yield f"taken back {int(self._count('turn', end, min(len(self.sentence), end + _NEAR)) > 0)}"

    def _features_of_words(self, first: int, end: int) -> Iterable[str]:
        lists = chain.from_iterable(self._lists[first:end])
        return dict.fromkeys(chain(self._named[first:end], self._pairs[first : end - 1], lists))

    def _features_within(self, first: int, end: int) -> list[str]:
        """How it is built, what its words weigh and what is heard in it."""
        start, stop = self.sentence.starts[first], self.sentence.ends[end - 1]
        inside = [sure for one, other, sure in self.heard if one < stop and start < other]
        worth, kinds, ahead = self.news.of(first, end), self._kinds[first:end], max(0, first - _REACH)
        around, count = self.news.of(0, len(self.sentence)) - worth, self._count
        verb = next((n for n, kind in enumerate(kinds) if kind in _FINITE), -1)
        has_subject = any(kind in "NPSO" for kind in kinds[: max(0, verb)])
        judgings = [each for each in self._judgings if first <= each.start < end]
        worths = [each.worth for each in judgings]
        shape, edge = "".join([kind for kind, _ in groupby(kinds)]), _EDGE if end == self.total else self._kinds[end]
        return [
            f"joins {min(2, sum([first < n < end for n in self._seams]))}",
            f"worth {bisect_left(_WORTHS, worth)}",
            f"quibble {bisect_left(_WORTHS, self._quibbles.of(first, end))}",
            f"mood {self._about[0]} {bisect_left(_MOODS, worth)}",
            f"around {bisect_left(_WORTHS, around)}",
            f"long {bisect_left(_LENGTHS, count('words', first, end))}",
            f"blamed {bisect_left(_SURE, -min(inside, default=0.0))}",
            f"praised {bisect_left(_SURE, max(inside, default=0.0))}",
            f"begin {self._kinds[first - 1] if first else _EDGE}{kinds[:2]}",
            f"stop {kinds[-2:]}{edge}",
            *([f"shape {shape}"] if len(shape) <= _LONGEST_SHAPE else []),
            f"whole {int(first == 0)}{int(end == self.total)}",
            f"said {int(verb >= 0)}{int(has_subject)}{min(2, sum(map(kinds.count, 'BVD')))}",
            f"things {min(2, count('things', first, end))}",
            f"told {min(4, len({stem for stem in self._stems[first:end] if stem}))}",
            f"slips {min(2, count('slips', first, end))}",
            f"denies {int(count('denial', first, end) > 0)}{int(count('denial', ahead, first) > 0)}",
            f"turns {int(count('turn', first, end) > 0)}{int(count('turn', ahead, first) > 0)}",
            f"worst {bisect_left((-2.0, -1.0, -0.01), min(worths, default=0.0))}",
            f"best {bisect_left((0.01, 1.0, 2.0), max(worths, default=0.0))}",
            f"turned {int(any(each.is_turned and each.worth < 0 for each in judgings))}",
            f"denied {int(any(each.is_turned and each.worth > 0 for each in judgings))}",
        ]
