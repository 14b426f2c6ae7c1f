"""What is known of words: the aspects they speak of, how good they are, how common, and what stars say of them.

Facets are the aspects that many kinds of product share, by every name and turn of phrase shoppers have for them
(`lexicons/facets.txt`). Values are on VADER's scale from -4 to 4. The last part is learnt: a log-linear model over
runs of one to three words (`training/direction.py`), a second opinion beside the rules. A run is known by 32 bits of
its hash; the weights are bytes and add up, so every part of a sentence has its own sum.
"""

import json
import re
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache, partial
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import accumulate
from operator import itemgetter
from typing import Any, NamedTuple

import numpy as np

from triptych.english.phrases import PhraseBook
from triptych.english.sentences import kept_sentences
from triptych.english.words import lines_of, word_list, word_set, wording_of

_SMALL = word_set("of to for and in on under")
_VALUES = {"+": 2.2, "-": -2.2, "?": None}
listed = partial(word_list, "aspects/lexicons/words.txt")
pattern = partial(wording_of, "aspects/lexicons/patterns.txt")


@dataclass(frozen=True, slots=True)
class Sign:
    """A turn of phrase that speaks of a facet without naming it."""

    facet: str
    value: float | None
    """How good it calls the facet; None where the clause says how."""


@dataclass(frozen=True, slots=True)
class OtherName:
    """What a facet is called where most name it by certain terms, or for certain kinds of product."""

    name: str
    terms: frozenset[str]
    kinds: frozenset[str]


@dataclass(slots=True)
class Facets:
    """All facets, as `facets.txt` lists them."""

    terms: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Term to the facets it can mean."""
    common: set[str] = field(default_factory=set)
    """Facets that any kind of product can have."""
    signs: PhraseBook[Sign] = field(default_factory=PhraseBook)
    """Turns of phrase."""
    fixed: PhraseBook[str] = field(default_factory=PhraseBook)
    """Terms with small words in them, which are no run of nouns: "ease of use"."""
    also: dict[str, list[OtherName]] = field(default_factory=dict)
    """For each facet its other names."""
    order: dict[str, int] = field(default_factory=dict)
    """Where each facet stands in the file."""
    kinds: dict[str, frozenset[str]] = field(default_factory=dict)
    """For each facet the kinds of product that have it; without an entry, whoever names it."""
    kind_words: dict[str, frozenset[str]] = field(default_factory=dict)
    """For each kind of product, the words that say a product is of it."""


@cache
def facets() -> Facets:
    """The facets as `facets.txt` lists them."""
    found = Facets()
    name = ""
    for line in lines_of("aspects/lexicons/facets.txt"):
        mark, rest = line[0], line[2:]
        head, _, listed = rest.partition(":")
        named, _, kinds = head.partition("%")
        if mark == "%":
            found.kind_words[head.strip()] = word_set(listed)
        elif mark == "=":
            terms = frozenset(term.strip() for term in listed.split(";"))
            found.also.setdefault(name, []).append(OtherName(named.strip(), terms, word_set(kinds)))
        elif mark in _VALUES:
            for phrase in rest.split(";"):
                found.signs.add(phrase, Sign(name, _VALUES[mark]))
        else:
            if mark == "@":
                name = named.rstrip("* ")
                found.order[name] = len(found.order)
                found.common.update([name] if "*" in named else [])
                found.kinds.update({name: word_set(kinds)} if kinds else {})
            for term in [name] if mark == "@" else map(str.strip, rest.split(";")):
                found.terms[term] = tuple(dict.fromkeys((*found.terms.get(term, ()), name)))
                if not _SMALL.isdisjoint(term.split()):
                    found.fixed.add(term, term)
    # A plural means all that its singular can: "colours" are a screen's, and looks as "colour" is.
    for plural in [term for term in found.terms if term.endswith("s") and term[:-1] in found.terms]:
        found.terms[plural] = tuple(dict.fromkeys(found.terms[plural[:-1]] + found.terms[plural]))
    return found


def kinds_with(words: set[str]) -> frozenset[str]:
    """The kinds of product that some words of a title or category say it is of."""
    return frozenset(kind for kind, said in facets().kind_words.items() if not said.isdisjoint(words))


@lru_cache(maxsize=10_000)
def facets_named(key: str) -> tuple[str, ...]:
    """The facets that a term can mean: by its last words, else by its first."""
    words = key.split(" ")
    spans = [*(words[start:] for start in range(len(words))), *(words[:end] for end in range(len(words) - 1, 0, -1))]
    return next((names for span in spans if (names := facets().terms.get(" ".join(span)))), ())


_LONGEST_TERM = 3


def terms_in(text: str) -> Iterator[tuple[str, ...]]:
    """For each term of a text the facets that it can mean."""
    terms = facets().terms
    for sentence in kept_sentences(text):
        place = 0
        while place < len(sentence):
            for length in range(min(_LONGEST_TERM, len(sentence) - place), 0, -1):
                span = slice(place, place + length)
                names = terms.get(" ".join(sentence.lemmas[span])) or terms.get(" ".join(sentence.words[span]))
                if names:
                    yield names
                    break
            place += length


@cache
def not_aspects() -> frozenset[str]:
    """Nouns that name no aspect of anything."""
    return frozenset(word for line in lines_of("aspects/lexicons/not_aspects.txt") for word in line.split())


_ENTRY = re.compile(r"^(?P<word>.+?)(?:/(?P<kind>[A-Z])?(?P<value>-?\d+(?:\.\d+)?)?)?$")
_ANY = ""


@cache
def _values() -> dict[tuple[str, str], float]:
    """Value of each (word, kind); the kind is empty where it does not matter."""
    values: dict[tuple[str, str], float] = {}
    vader = files("vaderSentiment").joinpath("vader_lexicon.txt").read_text(encoding="utf-8")
    for line in vader.splitlines():
        word, value, *_ = line.split("\t")
        if word[:1].isalpha():
            values[word, _ANY] = float(value)
    for line in lines_of("aspects/lexicons/opinions.txt"):
        general, *entries = line.split()
        for entry in entries:
            match = _ENTRY.match(entry)
            if match:
                values[match["word"], match["kind"] or _ANY] = float(match["value"] or general)
    return values


@lru_cache(maxsize=10_000)
def value_of(word: str, kind: str, lemma: str) -> float:
    """How good a word is where it is used as this kind; 0 for a word that does not judge."""
    values = _values()
    forms = ((word, kind), (word, _ANY), (lemma, kind), (lemma, _ANY))
    return next((values[form] for form in forms if form in values), 0.0)


@cache
def judging_phrases() -> PhraseBook[float]:
    """Turns of phrase that judge, with their value."""
    book: PhraseBook[float] = PhraseBook()
    for line in lines_of("aspects/lexicons/phrases.txt"):
        general, _, phrases = line.partition(":")
        for phrase in phrases.split(";"):
            words, slash, value = phrase.strip().rpartition("/")
            if slash and re.fullmatch(r"-?\d+(\.\d+)?", value) and not words[-1:].isdigit():
                book.add(words, float(value))
            else:
                book.add(phrase.strip(), float(general))
    return book


_COMMON = 1000
"""Uses in a million words of a word that says half of what a rare one says."""


def telling_of(lemma: str) -> float:
    """How much a word says, from 0 for one that is in every review to 1 for a rare one."""
    uses: int = learnt("words")["in a million"].get(lemma, 0)
    return _COMMON / (_COMMON + uses)


@cache
def judged_things() -> frozenset[str]:
    """Things of which reviewers say how they are: "lid", but neither "husband" nor "sink"."""
    return frozenset(learnt("words")["judged"])


@cache
def learnt(name: str) -> dict[str, Any]:
    """What was learnt from reviews and is kept under a name."""
    path = files("triptych.aspects").joinpath(f"learnt/{name}.json")
    stored: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return stored


LONGEST_RUN = 3
STEP = 0.03
"""What one unit of a stored weight is worth."""
MIX, CHAIN, FINAL = 0x9E3779B97F4A7C15, 0x100000001B3, 0xBF58476D1CE4E5B9
"""What makes hashes of words keys of runs, in arithmetic of 64 bits."""
_BITS = 2**64 - 1
_NAMES = ("direction", "quibble")
Weights = tuple[float, ...]
"""What a run weighs by what was learnt under each of the names."""
_NONE = (0.0,) * len(_NAMES)
Runs = tuple[list[Weights], list[Weights], list[Weights]]
"""For each word of a text the runs of one, two and three words that end there."""


class Weighed(NamedTuple):
    """Weights of the runs that end at each word of a text, summed up from its beginning."""

    sums: tuple[list[float], ...]
    """One for runs of one word, one for two, one for three."""

    def of(self, start: int, end: int) -> float:
        """The sum over all runs that lie between two places: above 0 for good news."""
        total = 0.0
        for length, sums in enumerate(self.sums):
            if end > start + length:
                total += sums[end] - sums[start + length]
        return total


def news_in(words: Sequence[str]) -> float:
    """What the words of one sentence weigh together: above 0 for good news."""
    return sum([sum([weights[0] for weights in some]) for some in runs_of(words, range(len(words)))])


def weigh_runs(runs: Runs, name: str) -> Weighed:
    """The evidence of some runs of words, by what was learnt under a name."""
    weight_of = itemgetter(_NAMES.index(name))
    return Weighed(tuple([list(accumulate(map(weight_of, some), initial=0.0)) for some in runs]))


def runs_of(words: Sequence[str], firsts: Sequence[int]) -> Runs:
    """What the runs that end at each word weigh; `firsts` says for each how many of its sentence precede it."""
    ones, twos, threes = list[Weights](), list[Weights](), list[Weights]()
    chained = chained_two = 0
    weights_of = _weights().get
    # For so few numbers plain arithmetic is faster than numpy's calls.
    for word, first in zip(words, firsts, strict=True):
        run, lone, chain = _lone(word)
        two = three = _NONE
        if first:
            if first > 1:
                longest = (run + chained_two) & _BITS
                three = weights_of(((longest ^ (longest >> 29)) * FINAL & _BITS) >> 32, _NONE)
            run_of_two = (run + chained) & _BITS
            two = weights_of(((run_of_two ^ (run_of_two >> 29)) * FINAL & _BITS) >> 32, _NONE)
            chained_two = run_of_two * CHAIN
        chained = chain
        ones.append(lone)
        twos.append(two)
        threes.append(three)
    return ones, twos, threes


@lru_cache(maxsize=20_000)
def word_hash(word: str) -> int:
    """The same 32 bits for the same word, on every machine."""
    return zlib.crc32(word.encode())


@lru_cache(maxsize=20_000)
def _lone(word: str) -> tuple[int, Weights, int]:
    """A word as a run, what that weighs, and what it adds to the run of the next word."""
    run = word_hash(word) * MIX & _BITS
    return run, _weights().get(((run ^ (run >> 29)) * FINAL & _BITS) >> 32, _NONE), run * CHAIN & _BITS


@cache
def _weights() -> dict[int, Weights]:
    return weights_in(files("triptych.aspects").joinpath("learnt"))


def weights_in(folder: Traversable) -> dict[int, Weights]:
    """What each known run weighs; runs that weigh the same share it."""
    read = []
    for name in _NAMES:
        with folder.joinpath(f"{name}.npz").open("rb") as file, np.load(file) as stored:
            read.append((np.cumsum(stored["gaps"], dtype=np.uint32), stored["values"]))
    known = np.sort(np.concatenate([keys for keys, _ in read]))
    known = known[np.diff(known, prepend=known[-1:]) != 0]
    table = np.zeros((len(read), len(known)), np.int8)
    for row, (keys, values) in zip(table, read, strict=True):
        row[np.searchsorted(known, keys)] = values
    shared = cache(lambda *values: tuple([value * STEP for value in values]))
    return dict(zip(known.tolist(), map(shared, *table.tolist()), strict=True))
