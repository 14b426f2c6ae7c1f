"""Turns of phrase that answer a need without its words: "never fell out" for "stays in"."""

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from triptych.english.phrases import PhraseBook
from triptych.english.words import NONE, NOT, denies, kinds_of, lines_of
from triptych.needs.excerpts import lemma
from triptych.needs.lists import listed

WORD = re.compile(r"[^\W_]+(?:['’][a-z]+)?")
_DENIAL = "n't"
_ANYWHERE = "*"
_MARKS = {"+": 1.0, "-": -1.0, "~": 0.5}
_FEW = 2
"""Words of a need of which one tells the whole: "quiet" of "quiet motor"."""


class Turn(NamedTuple):
    """A turn of phrase in a text."""

    place: int
    """Its first word."""
    end: int
    """One past its last word."""
    says: float
    """1 for one that says that the need is met, -1 for the contrary, 0.5 for half of it."""


class _Topic(NamedTuple):
    """Needs that the same phrases answer."""

    needs: tuple[frozenset[str], ...]
    """The stems that each has at least."""
    phrases: PhraseBook[float]


class Phrases(NamedTuple):
    """The phrases that answer one need."""

    books: tuple[PhraseBook[float], ...]

    @property
    def firsts(self) -> frozenset[str]:
        """The lemmas of the words that they begin with."""
        firsts = frozenset(first for book in self.books for first in book.by_first)
        return firsts | NOT | NONE if _DENIAL in firsts else firsts

    def found_in(self, words: Sequence[str]) -> list[Turn]:
        """Those among some lower-case words, in their order; of two that overlap the first and longest."""
        stems, found, done = [*map(_form, words)] if self.books else [], list[Turn](), 0
        turns = (Turn(*each) for book in self.books for each in book.found_in(stems, stems))
        for turn in sorted(turns, key=lambda turn: (turn.place, -turn.end)):
            if turn.place >= done:
                found.append(turn)
                done = turn.end
        return found


NO_PHRASES = Phrases(())


def phrases_for(text: str, *, small: frozenset[str] = frozenset()) -> Phrases:
    """The phrases that answer a need; `small` are words that tell nothing, but for particles: "stay in"."""
    found = WORD.findall(text.lower().replace("’", "'"))
    particles, sizes = listed("phrase particles"), listed("phrase sizes")
    words = [word for word in found if word not in small - particles]
    asked = {*map(_form, found), _ANYWHERE}
    telling = [word for word in words if word not in particles]
    # A noun before another only says of what kind it is: a school bag is for a bag.
    qualities = {word for word in telling if kinds_of(word)[0] == "J" and (word not in sizes or len(telling) == 1)}
    # Any bedroom is no large bedroom, but a camera is asked for as a good camera.
    asked_for = {*qualities, *sizes.intersection(telling)} - listed("phrase praise")
    others = {word for word in asked_for if "N" not in kinds_of(word)}
    alone = qualities | (set(telling[-1:]) if others <= {*telling[-1:]} else set())
    alone = set(map(_form, alone - listed("no qualities"))) if len(telling) <= _FEW else set()
    return Phrases(
        tuple(
            topic.phrases
            for topic in _topics()
            if any(
                need <= (asked if len(need) > 1 else alone) and (_DENIAL in need) == (_DENIAL in asked)
                for need in topic.needs
            )
        )
    )


@cache
def _topics() -> tuple[_Topic, ...]:
    found: list[_Topic] = []
    for line in lines_of("needs/phrases.txt"):
        mark, told = line[0], line[2:].split(";")
        if mark == "@":
            needs = tuple(frozenset(map(_form, need.split())) for need in told)
            found.append(_Topic(needs, PhraseBook()))
        else:
            for phrase in told:
                stemmed = ("|".join(map(_form, place.split("|"))) for place in phrase.split())
                found[-1].phrases.add(" ".join(stemmed), _MARKS[mark])
    return tuple(found)


@lru_cache(maxsize=20_000)
def _form(word: str) -> str:
    """The lemma of a word; one sign for all that deny."""
    return _DENIAL if denies(word) else word if word == _ANYWHERE else lemma(word)
