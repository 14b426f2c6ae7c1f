"""The words of a query with their kinds: figures with their units, names of products and values as one word each."""

import re
from collections.abc import Iterator
from functools import cache, lru_cache, partial
from typing import NamedTuple

from triptych.english.meanings import bond
from triptych.english.units import quantities_in
from triptych.english.words import kinds_of, lines_of, singular, word_list
from triptych.listing.attributes import cues_in
from triptych.listing.kinds import is_product

listed = partial(word_list, "needs/lists.txt")
"""The words of some lists of `lists.txt`, by their names."""
_QUALITY = re.compile(
    r".+-free|.+proof|.+-resistant|.+-friendly|.+-cancell?ing|non[ -].+|.+-safe|.+able", re.IGNORECASE
)
AGE = re.compile(r"\d{1,2}[\s-]?(?:years?|yrs?|months?)(?:[\s-]?olds?)?\b", re.IGNORECASE)
_SETS = re.compile(r"\b(?:pack|set|box|combo|bundle)s? of \d+\b|\b\d+ ?x ?\d+(?: ?x ?\d+)?\b", re.IGNORECASE)
_BOUND = re.compile(
    r"\b(?:under|below|upto|up to|over|above|at ?least|max(?:imum)?|min(?:imum)?|less than|more than|within)\s+$",
    re.IGNORECASE,
)
_TOKEN = re.compile(r"\bnon[ -][a-z]+|[^\W_](?:[\w'’.%-]*[\w'’%])?|w/o\b|[$₹€£¥#\"]|[^\s\w]", re.IGNORECASE)
_BREAK = re.compile(r"[,;.|/()+&!?:\[\]{}–—-]")
_VALUES = frozenset({"material", "colour"})
_ABBREVIATED, _LONGEST_NAME = 4, 4
_SORT = 0.45
"""How closely a quality and a noun belong together that name a sort: "mechanical keyboard"."""


class QueryWord(NamedTuple):
    """A word of the query, a number with its unit, a listed name, or a material or colour."""

    text: str
    start: int
    end: int
    kind: str
    """As `kinds_of` has it; "#" for a number with a unit, "J" for a quality however it is listed, "K" for a value."""

    @property
    def lower(self) -> str:
        """The word in lower case."""
        return self.text.lower().replace("’", "'")

    @property
    def is_person(self) -> bool:
        """True for a word for people: "men", "side sleepers"."""
        return _is_person(self.lower)

    @property
    def is_product(self) -> bool:
        """True for a word that products are called by."""
        return is_called(self.lower)

    @property
    def is_quality(self) -> bool:
        """True for a quality or a value."""
        return self.kind in "JK"

    @property
    def is_verb(self) -> bool:
        """True for a word that is mostly a verb in its plain form."""
        return kinds_of(self.lower)[0] == "V" and not self.is_product

    @property
    def is_act(self) -> bool:
        """True for what may be a verb of the third person: "keeps", "works"."""
        return "V" in kinds_of(self.lower) and self.lower.endswith("s") and not self.is_product


@lru_cache(maxsize=4096)
def _is_person(word: str) -> bool:
    if word in listed("people"):
        return True
    return word.endswith("ers") and not is_called(word) and _is_doer(word[:-1])


@lru_cache(maxsize=4096)
def is_called(word: str) -> bool:
    """True for a lower-case word, or a name of several, that products are called by."""
    known = singular(word) in _heads() or singular(word) in _names()
    return known or is_product(word) or (word not in listed("people") and _is_doer(word))


def _is_doer(word: str) -> bool:
    """True for a noun made of a verb: "inflator", "sleeper"."""
    does = word[:-2] if word.endswith(("er", "or")) and kinds_of(word)[0] == "N" else ""
    return any(kinds_of(form)[0] == "V" for form in (does, f"{does}e") if len(does) > 2)


@cache
def _heads() -> frozenset[str]:
    return frozenset(map(singular, word_list("needs/products.txt", "heads")))


@cache
def _names() -> frozenset[str]:
    """Names of several words, the last of them without its plural ending."""
    lines = (line.partition(": ") for line in lines_of("needs/products.txt"))
    return frozenset(singular(name) for head, _, names in lines if head == "names" for name in names.split(" | "))


def names_sort(first: QueryWord, second: QueryWord) -> bool:
    """True for a quality that is part of the name: "mechanical keyboard", not "wireless keyboard"."""
    is_value = first.lower in listed("qualities") or any(cue.is_value for cue in cues_in(first.lower))
    return second.is_product and not is_value and bond(first.text, second.lower.split()[0]) >= _SORT


def query_words(text: str) -> list[QueryWord]:
    """The words of a text, each number with its unit, and with "under" before it, as one."""
    figures = {q.start: q.end for q in quantities_in(text) if q.unit}
    figures |= dict(m.span() for pattern in (AGE, _SETS) for m in pattern.finditer(text))
    for start, end in list(figures.items()):
        if bound := _BOUND.search(text, 0, start):
            figures[bound.start()] = end
    found: list[QueryWord] = []
    done = 0
    for match in _TOKEN.finditer(text):
        if match.start() >= done:
            done = figures.get(match.start(), match.end())
            kind = "#" if match.start() in figures else _kind(match[0])
            found.append(QueryWord(text[match.start() : done], match.start(), done, kind))
    return list(_named(text, _counted(text, found)))


def _counted(text: str, words: list[QueryWord]) -> list[QueryWord]:
    """The same with numbers of things as one word: "4 jars", "1.5 ton", "spf 50"."""
    found: list[QueryWord] = []
    for word in words:
        if found and found[-1].end + 1 == word.start and _is_count(found[-1], word):
            word = QueryWord(text[found[-1].start : word.end], found.pop().start, word.end, "#")
        found.append(word)
    return found


def _is_count(first: QueryWord, second: QueryWord) -> bool:
    if first.kind == "0" and first.text[0].isdigit():
        return second.kind == "N" and not second.is_person and not is_product(second.lower)
    is_short = first.kind == "N" and len(first.text) <= _ABBREVIATED
    return is_short and second.text.isdigit() and not first.is_product


def _named(text: str, words: list[QueryWord]) -> Iterator[QueryWord]:
    """The same with listed names of products, and materials and colours, as one word each."""
    values = {cue.start: cue.end for cue in cues_in(text.lower()) if cue.is_value and cue.attribute in _VALUES}
    place = 0
    while place < len(words):
        word, size = words[place], 1
        ends = [words[n - 1].end for n in range(min(len(words), place + _LONGEST_NAME), place + 1, -1)]
        named = next((end for end in ends if singular(text[word.start : end].lower()) in _names()), None)
        end, kind = named or values.get(word.start, word.end), "N" if named else "K"
        if named or (word.start in values and word.kind != "#"):
            size = max(1, sum(other.end <= end for other in words[place:]))
            word = QueryWord(
                text[word.start : words[place + size - 1].end], word.start, words[place + size - 1].end, kind
            )
        yield word
        place += size


def _kind(word: str) -> str:
    lower = word.lower()
    if _BREAK.fullmatch(lower):
        return "."
    kinds = kinds_of(lower)
    if lower not in listed("qualities") and singular(lower) in _heads() and "N" in kinds:
        return "N"
    if lower in listed("qualities") or _QUALITY.fullmatch(lower):
        return "J"
    return "J" if kinds[0] in "JD" and "J" in kinds else kinds[0]
