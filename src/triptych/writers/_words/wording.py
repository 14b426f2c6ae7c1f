"""Small grammar: counts of people, plurals, articles, lists; and choices that content decides, not chance."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar
from zlib import crc32

from triptych.english import number_words

T = TypeVar("T")

_MOST_SPELT = 10
_SINGULAR_S = re.compile(r"(?:ss|us|is|ics|bass|lens|gps|news)$", re.IGNORECASE)
_DIGITS = re.compile(r"\d+")
_SMALL_WORDS = frozenset({"of", "and", "the", "with", "in", "for", "to", "per", "or", "under", "on"})
_LINK = re.compile(r" (?:of|on|under|in|for|with|out) ")
_ACRONYM = re.compile(r"[A-Z0-9]{2,}|[A-Z]\w*[A-Z0-9]\w*|\w*\d\w*")


@dataclass(frozen=True, slots=True)
class Wheel:
    """Chooses among wordings by what the text is about: the same input, the same words; another product, others."""

    seed: str

    def turn(self, options: Sequence[T], slot: str) -> tuple[T, ...]:
        """The options, beginning at the one this content points to."""
        first = self.number(slot) % len(options)
        return (*options[first:], *options[:first])

    def pick(self, options: Sequence[T], slot: str) -> T:
        """One of the options."""
        return options[self.number(slot) % len(options)]

    def number(self, slot: str) -> int:
        """The number of the option this content points to, counted round and round."""
        return crc32(f"{self.seed}/{slot}".encode())


def spell(count: int) -> str:
    """Small numbers as words, and "no" for none."""
    return number_words.spell(count) if 0 < count <= _MOST_SPELT else str(count or "no")


def people(count: int, among: int | None = None) -> str:
    """So many reviewers: "9 of 33 reviewers", "all 4 reviewers", "one reviewer"."""
    if among is None:
        return f"{spell(count)} reviewer{'' if count == 1 else 's'}"
    if among == 1:
        return "the only reviewer"
    if count == among:
        return "both reviewers" if among == 2 else f"all {among} reviewers"
    return f"{spell(count) if count == 1 else count} of {among} reviewers"


def some(count: int, among: int | None = None) -> str:
    """So many of the reviewers spoken of just before: "9 of 33", "nine"."""
    return spell(count) if among is None or count == among == 1 else people(count, among).removesuffix(" reviewers")


def verb(count: int, singular: str, plural: str) -> str:
    """The form that agrees with a count."""
    return singular if count == 1 else plural


@lru_cache(maxsize=1024)
def is_plural(noun: str) -> bool:
    """True for a noun phrase whose last word is a plural."""
    head = _LINK.split(noun, maxsplit=1)[0]
    return head.endswith("s") and not _SINGULAR_S.search(head)


def capital(text: str) -> str:
    """The text with a capital first letter."""
    return text[:1].upper() + text[1:]


@lru_cache(maxsize=1024)
def lower_name(name: str) -> str:
    """A title-cased name inside a sentence: "Battery Life" becomes "battery life", "RAM" stays."""
    return " ".join(word if _ACRONYM.fullmatch(word) else word.lower() for word in name.split())


@lru_cache(maxsize=1024)
def title_name(name: str) -> str:
    """A name as a shop would head a row: "Battery Life"."""
    words = name.split()
    return " ".join(
        word if (n and word.lower() in _SMALL_WORDS) or not word[:1].islower() else capital(word)
        for n, word in enumerate(words)
    )


def at_head(clause: str) -> str:
    """A clause as the head of a sentence, where a numeral would look odd: "Nine of 33", "As many as 12 of 33"."""
    number = _DIGITS.match(clause)
    if number is None:
        return capital(clause)
    count = int(number[0])
    rest = clause[number.end() :]
    return capital(spell(count)) + rest if count <= _MOST_SPELT else f"As many as {clause}"


def stars(rating: float) -> str:
    """A rating in words: "3.7 stars"."""
    return f"{rating:g} star{'' if rating == 1 else 's'}"


def ratings(count: int) -> str:
    """A number of ratings: "1834 ratings"."""
    return f"{count} rating{'' if count == 1 else 's'}"


def listed(parts: Sequence[str]) -> str:
    """The parts as a list: "a, b and c"."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def either(parts: Sequence[str]) -> str:
    """The parts as alternatives: "a, b or c"."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} or {parts[-1]}"


def named(name: str) -> str:
    """A product's name with its article."""
    return name if name.lower().startswith(("the ", "a ", "an ")) else f"the {name}"
