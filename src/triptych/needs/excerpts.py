"""The sources of one product as words with their places, cut into clauses and found by the stems of their words."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Container, Iterable, Iterator
from functools import cached_property, lru_cache
from itertools import accumulate, chain
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from triptych.aspects._notes import fingerprint, why_set_aside
from triptych.english.meanings import Vectors, embed, embed_once
from triptych.english.questions import Numbers, Part, read_texts
from triptych.english.wordings import lowered
from triptych.english.words import kinds_of, lemma_of, open_words, plain_degrees, stem_of
from triptych.listing.reading import SHOP_TALK
from triptych.needs.lists import listed, pattern
from triptych.records import AnswerState, Evidence, Product, Reading, Source, group_by

_WORD = r"[^\W_]+(?:['’][a-z]+)?"
_CUT = r"[.!?;\n|•●✓【】\[\]…,()]+(?!\d)|\s[-–—]+(?=\s)|[–—]"
_REVIEW = re.compile(rf"({_WORD})|{_CUT}|[:*]")
# Shops glue words together: "WardrobeFinish".
_LISTING = re.compile(rf"([A-Z]?[a-z]{{2,}}(?=[A-Z][a-z])|{_WORD})|{_CUT}")
_COMPARED = re.compile(r"(?<=[a-z]{3})(?:ier|iest|ily|iness)$")
_SHORT = 4
_LONG, _REACH = 14, 6
"""Of a clause with more words, so many on either side of a find are read with it."""
_NOT_SEARCHED = frozenset(("price", "rating", "ugc_summary", "opinion"))


class Settled(NamedTuple):
    """The state of a need and what shows it."""

    state: AnswerState
    evidence: tuple[Evidence, ...] = ()
    against: tuple[Evidence, ...] = ()
    """Of the evidence of a need that is not simply missed, what speaks against it."""


class Excerpt(NamedTuple):
    """A clause of a review or a line of the listing."""

    source: Source
    words: tuple[str, ...]
    """In lower case."""
    stems: tuple[str, ...]
    starts: tuple[int, ...]
    """Where each word begins in the source."""
    name: tuple[str, ...] = ()
    """The stems of a specification's name, which its value answers."""

    @property
    def is_title(self) -> bool:
        """True for the headline of a review."""
        return self.source.kind == "review_title"

    @property
    def is_review(self) -> bool:
        """True for what a buyer says."""
        return self.source.is_review

    @property
    def start(self) -> int:
        """Where it begins in its source."""
        return self.starts[0]

    @property
    def end(self) -> int:
        """One past its last character."""
        return self.starts[-1] + len(self.words[-1])

    @property
    def text(self) -> str:
        """The words as the source has them."""
        return self.source.text[self.start : self.end]

    @property
    def evidence(self) -> Evidence:
        """The same as a span of its source."""
        return self.source.evidence(self.start, self.end)

    def joined(self, place: int) -> str:
        """A word and the one behind it written as one: "leakproof" of "leak-proof"."""
        return self.words[place] + self.stems[place + 1] if place + 1 < len(self.words) else ""


class _Tokens(NamedTuple):
    """The words of one source."""

    source: Source
    words: list[str]
    starts: list[int]
    clauses: list[int]
    """The number of the clause each word is in."""


class ClauseVectors(NamedTuple):
    """What clauses mean, word by word and each as a whole."""

    words: Vectors
    """A row for each word that any has."""
    places: NDArray[np.int64]
    """The words of all clauses, one after the other, as rows of `words`."""
    firsts: NDArray[np.int64]
    """Where each clause begins among them."""
    clauses: Vectors


class Excerpts:
    """All that is known of one product, ready to be searched."""

    def __init__(self, product: Product, reading: Reading) -> None:
        self.product = product
        self.reading = reading
        self._parts: dict[Source, list[Part]] = {}
        self.read_parts: dict[int, Numbers] = {}
        """What the upper layers of the network make of a part, by its identity, as far as they were asked."""
        self._tokens = [tokens for tokens in _tokens(product, _unread(product, reading)) if tokens.words]

    @cached_property
    def listing(self) -> tuple[Excerpt, ...]:
        """What the shop says, line by line; the title comes first."""
        return tuple(
            _cut(tokens, bisect_left(tokens.clauses, clause), bisect_right(tokens.clauses, clause))
            for tokens in self._tokens
            if not tokens.source.is_review
            for clause in dict.fromkeys(tokens.clauses)
        )

    @cached_property
    def clauses(self) -> tuple[Excerpt, ...]:
        """All of it, clause by clause; what is long in a review in pieces that overlap."""
        reviews = (_pieces(tokens) for tokens in self._tokens if tokens.source.is_review)
        return (*self.listing, *chain.from_iterable(reviews))

    def clauses_of(self, source: Source) -> list[int]:
        """Which of the clauses are a source's."""
        return self._of_source.get((source.kind, source.id), [])

    def clauses_in(self, source: Source) -> list[Excerpt]:
        """The clauses of a source."""
        return [self.clauses[n] for n in self.clauses_of(source)]

    @cached_property
    def _of_source(self) -> dict[tuple[str, str], list[int]]:
        sources = [(clause.source.kind, clause.source.id) for clause in self.clauses]
        return group_by(range(len(sources)), sources.__getitem__)

    def parts_by(self, reviewers: Container[str]) -> list[tuple[Source, Part]]:
        """What the network makes of the reviews and headlines of some reviewers; each is read once."""
        sources = [t.source for t in self._tokens if t.source.is_review and t.source.id in reviewers]
        new = [source for source in sources if source not in self._parts]
        self._parts.update(zip(new, read_texts([source.text for source in new]), strict=True))
        return [(source, part) for source in sources for part in self._parts[source]]

    @cached_property
    def vectors(self) -> ClauseVectors:
        """What the clauses mean."""
        numbers: dict[str, int] = {}
        places = [numbers.setdefault(word, len(numbers)) for clause in self.clauses for word in clause.words]
        firsts = [*accumulate((len(clause.words) for clause in self.clauses), initial=0)][:-1]
        words, wholes = np.array([*map(embed_once, numbers)]), embed([clause.text.lower() for clause in self.clauses])
        return ClauseVectors(words, np.array(places), np.array(firsts), wholes)

    @cached_property
    def lines(self) -> tuple[tuple[Excerpt, str], ...]:
        """The lines of the listing, each with its text in lower case."""
        return tuple((excerpt, lowered(excerpt.text)) for excerpt in self.listing)

    def finds(self, stems: Iterable[str]) -> Iterator[Excerpt]:
        """Each clause with one of these words or with two that make one; of a long one what is around each find."""
        return self._clauses_at({at for stem in stems for at in self._places_of(stem)})

    def finds_forms(self, lemmas: Iterable[str]) -> Iterator[Excerpt]:
        """The same for a word in any of its regular forms, and nothing else of its stem."""
        return self._clauses_at(
            {at for form in lemmas for word in self._forms.get(form, ()) for at in self._places[word]}
        )

    def _clauses_at(self, places: set[int]) -> Iterator[Excerpt]:
        done = 0
        for at in sorted(places):
            if at >= done:
                number, place = self._located(at)
                clauses = self._tokens[number].clauses
                start, end = bisect_left(clauses, clauses[place]), bisect_right(clauses, clauses[place])
                if end - start > _LONG:
                    start, end = max(start, place - _REACH), min(end, place + _REACH + 1)
                    # Nothing is cut inside a word or a number: "3.5mm", "high-speed".
                    text, starts = self._tokens[number].source.text, self._tokens[number].starts
                    start -= bool(start) and text[starts[start] - 1] in ".-/"
                yield _cut(self._tokens[number], start, end)
                done = self._firsts[number] + end

    def is_listed(self, stem: str) -> bool:
        """True for a word that the listing has somewhere."""
        return any(not self._tokens[self._located(at)[0]].source.is_review for at in self._places_of(stem))

    def _places_of(self, form: str) -> Iterator[int]:
        """Where a word with this stem is among all words, or two that make it."""
        for word in self._words.get(form, ()):
            yield from self._places[word]
        for cut in range(2, len(form) - 1):
            for at in self._places.get(form[:cut], ()):
                number, place = self._located(at)
                following = self._tokens[number].words[place + 1 : place + 2]
                if following and stem(following[0]) == form[cut:]:
                    yield at

    def _located(self, at: int) -> tuple[int, int]:
        """The source of a word and its place there."""
        number = bisect_right(self._firsts, at) - 1
        return number, at - self._firsts[number]

    @cached_property
    def _firsts(self) -> list[int]:
        """For each source how many words come before it."""
        return list(accumulate((len(tokens.words) for tokens in self._tokens), initial=0))

    @cached_property
    def _places(self) -> dict[str, list[int]]:
        """The places of each word among all words."""
        words = list(chain.from_iterable(tokens.words for tokens in self._tokens))
        return group_by(range(len(words)), words.__getitem__)

    @cached_property
    def _words(self) -> dict[str, list[str]]:
        """The words with each stem."""
        return group_by(self._places, stem)

    @cached_property
    def _forms(self) -> dict[str, list[str]]:
        """The words with each lemma."""
        return group_by(self._places, lemma)


def _cut(tokens: _Tokens, start: int, end: int) -> Excerpt:
    source = tokens.source
    name = tuple(map(stem, re.findall(_WORD, source.id.lower()))) if source.kind == "specification" else ()
    words = tuple(tokens.words[start:end])
    return Excerpt(source, words, tuple(map(stem, words)), tuple(tokens.starts[start:end]), name)


def _pieces(tokens: _Tokens) -> Iterator[Excerpt]:
    """The clauses of a review; long ones in pieces, each half of it in the next one too."""
    for clause in dict.fromkeys(tokens.clauses):
        start, end = bisect_left(tokens.clauses, clause), bisect_right(tokens.clauses, clause)
        while end - start > _LONG:
            yield _cut(tokens, start, start + 2 * _REACH)
            start += _REACH
        yield _cut(tokens, start, end)


def _unread(product: Product, reading: Reading) -> frozenset[str]:
    """Reviews that the reading set aside: copies, questions, other languages, instructions."""
    aside, seen = set(), set()
    # To ask each text for a reason that no review was set aside for takes long.
    has_copies, has_others = "duplicate" in reading.set_aside, bool(reading.set_aside.keys() - {"duplicate"})
    for review in product.reviews if has_copies or has_others else ():
        key = fingerprint(review.id, review.text) if has_copies else review.id
        if key in seen or (has_others and why_set_aside(review.text)):
            aside.add(review.id)
        seen.add(key)
    return frozenset(aside)


def _tokens(product: Product, unread: frozenset[str]) -> Iterator[_Tokens]:
    for source in product.sources():
        is_aside = source.id in unread if source.is_review else source.kind in _NOT_SEARCHED
        if not is_aside and not (source.kind == "specification" and SHOP_TALK.search(source.id)):
            yield _words_of(source)


# A product is asked for in many queries, and its texts stay the same.
@lru_cache(maxsize=1_000)
def _words_of(source: Source) -> _Tokens:
    lower = lowered(source.text).replace("’", "'")
    is_review = source.is_review
    found = _Tokens(source, [], [], [])
    clause = 0
    for match in (_REVIEW if is_review else _LISTING).finditer(lower if is_review else source.text):
        start, end = match.span(1)
        word = lower[start:end]
        is_link = is_review and word in listed("begins clause")
        if start < 0 or (is_link and not pattern("so much").pattern.match(lower, start)):
            clause += 1
            continue
        found.words.append(word)
        found.starts.append(start)
        found.clauses.append(clause)
    return found


@lru_cache(maxsize=50_000)
def stem(word: str) -> str:
    """What forms of a word share: "heavier" and "heavy", "installation" and "install"; "doesn't" stays whole."""
    if word.endswith("n't") or word.removesuffix("s") in listed("own nouns"):
        return word.removesuffix("s")
    if len(word) == _SHORT and word.endswith("es"):
        return word[:-1]
    word = _COMPARED.sub("y", word.removesuffix("'s"))
    if word.endswith("umption"):
        word = word.removesuffix("ption") + "e"
    if word.endswith("ness") and kinds_of(word.removesuffix("ness") or "a")[0] == "J":
        return stem_of(word.removesuffix("ness"))
    for ending in ("ation", "ment", "ivity", "age"):
        if word.endswith(ending) and "V" in kinds_of(word.removesuffix(ending) or "a"):
            return stem_of(word.removesuffix(ending))
    return stem_of(word)


@lru_cache(maxsize=50_000)
def lemma(word: str) -> str:
    """The dictionary form of a word: "fall" for "fell", "heavy" for "heavier"; "charger" is not "charge"."""
    kinds = kinds_of(word)
    if kinds[0] == "J" and word.endswith(("er", "est")):
        return next((plain for plain in plain_degrees(word)[1:] if "J" in open_words().get(plain, ("",))[0]), word)
    return lemma_of(word, "G" if word.endswith("ing") else kinds[0])
