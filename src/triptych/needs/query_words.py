"""The words of a query with their kinds: figures with their units, names of products and values as one word each."""

import re
from functools import cache, lru_cache
from typing import NamedTuple

from triptych.english.units import quantities_in
from triptych.english.words import is_plural, kinds_of, lines_of, singular, word_list
from triptych.listing.attributes import cues_in
from triptych.listing.kinds import is_product
from triptych.needs.lists import listed, pattern

_TOKEN = re.compile(r"\bnon[ -][a-z]+|[^\W_](?:[\w'’.%-]*[\w'’%])?|w/o\b|[$₹€£¥#\"]|[^\s\w]", re.IGNORECASE)
_BREAK = re.compile(r"[,;.|/()+&!?:\[\]{}–—-]|enough", re.IGNORECASE)
_ABBREVIATED = 4


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
        is_many = self.lower.endswith("ers") and not self.is_product
        return self.lower in listed("people") or (is_many and _is_doer(self.lower[:-1]))

    @property
    def is_product(self) -> bool:
        """True for a word that products are called by."""
        return is_called(self.lower)

    @property
    def is_value(self) -> bool:
        """True for a value that products of many kinds may have: "wireless"."""
        return self.lower in listed("qualities") or any(cue.is_value for cue in cues_in(self.lower))


@lru_cache(maxsize=4096)
def is_called(word: str) -> bool:
    """True for a lower-case word, or a listed name of several, that products are called by."""
    is_known = singular(word) in _heads() or is_product(word) or bool(_names().fullmatch(word))
    return is_known or (word not in listed("people") and _is_doer(word))


def _is_doer(word: str) -> bool:
    """True for a noun made of a verb: "inflator", "sleeper"."""
    does = word[:-2] if word.endswith(("er", "or")) and kinds_of(word)[0] == "N" else ""
    return any(kinds_of(form)[0] == "V" for form in (does, f"{does}e") if len(does) > 2)


@cache
def _heads() -> frozenset[str]:
    return frozenset(map(singular, word_list("needs/products.txt", "heads")))


@cache
def _names() -> re.Pattern[str]:
    """Names of several words, and pairs of qualities that are one."""
    lines = [line.partition(": ") for line in lines_of("needs/products.txt")]
    names, pairs = ("|".join(names for head, _, names in lines if head == sort) for sort in ("names", "pairs"))
    longest = "|".join(sorted(re.split(r" ?\| ?", names), key=len, reverse=True))
    return re.compile(
        rf"(?<![\w-])(?:(?P<pair>{pairs.replace(' | ', '|')})|(?:{longest})(?:e?s)?)(?![\w-])", re.IGNORECASE
    )


def query_words(text: str) -> list[QueryWord]:
    """The words of a text, each number with its unit, and with "under" before it, as one."""
    values = [cue for cue in cues_in(text) if cue.is_value and cue.attribute in ("material", "colour")]
    spans = {cue.start: (cue.end, "K") for cue in values}
    spans |= {m.start(): (m.end(), "J" if m["pair"] else "N") for m in _names().finditer(text)}
    figures = {q.start: q.end for q in quantities_in(text) if q.unit}
    figures |= dict(m.span() for name in ("age", "sets") for m in pattern(name).finditer(text))
    for start, end in figures.items():
        bound = pattern("bound").search(text, 0, start)
        spans[bound.start() if bound else start] = end, "#"
    found: list[QueryWord] = []
    done = 0
    for match in _TOKEN.finditer(text):
        if match.start() >= done:
            done, kind = spans.get(match.start(), (match.end(), _kind(match[0])))
            word = QueryWord(text[match.start() : done], match.start(), done, kind)
            if found and found[-1].end + 1 == word.start and _is_count(found[-1], word):
                # "4 jars", "1.5 ton", "spf 50"
                word = QueryWord(text[found[-1].start : done], found.pop().start, done, "#")
            found.append(word)
    return found


def _is_count(first: QueryWord, second: QueryWord) -> bool:
    if first.kind == "0" and first.text[0].isdigit():
        is_thing = is_plural(second.lower) or not is_product(second.lower)
        return second.kind == "N" and not second.is_person and is_thing
    is_short = first.kind == "N" and len(first.text) <= _ABBREVIATED
    return is_short and second.text.isdigit() and not first.is_product


def _kind(word: str) -> str:
    lower, kinds = word.lower(), kinds_of(word.lower())
    if _BREAK.fullmatch(lower):
        return "."
    if lower not in listed("qualities") and singular(lower) in _heads() and "N" in kinds:
        return "N"
    is_listed = lower in listed("qualities") or pattern("quality").fullmatch(lower)
    return "J" if is_listed or (kinds[0] in "JD" and "J" in kinds) else kinds[0]
