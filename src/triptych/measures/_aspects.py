"""Which of the reviewers' aspects a text speaks of, and how."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from triptych.aspects import OVERALL
from triptych.aspects._reading import level
from triptych.aspects.lexicon import facets_named
from triptych.aspects.mentions import Spoken, spoken_of
from triptych.aspects.opinion_words import judge_words
from triptych.english.words import singular
from triptych.measures._text import Piece, tagged
from triptych.records import SENTIMENTS, Aspect, Reading

_FEWEST_REVIEWERS = 2
_SHARE_OF_REVIEWERS = 0.1
_MOST_MAJOR = 12
"""A product with hundreds of reviews has a long tail; people list about a dozen aspects."""


class Spot(NamedTuple):
    """A place where a text speaks of an aspect."""

    start: int
    """Where the words begin in the text."""
    end: int
    text: str
    value: float
    """How it speaks of it, on the scale from -4 to 4."""

    @property
    def degree(self) -> int:
        """The same on five levels, from -2 to 2."""
        return SENTIMENTS.index(level(self.value)) - 2


class CoveredAspect(NamedTuple):
    """An aspect that a text speaks of."""

    name: str
    """As the reading of the reviews has it, where that has it."""
    aspect: Aspect | None
    """What the sources say of it; None where they do not speak of it."""
    spots: tuple[Spot, ...]
    """Where the text speaks of it."""


def major_aspects(reading: Reading) -> tuple[Aspect, ...]:
    """The aspects that come up again and again, most discussed first; all of them where one text is read."""
    fewest = max(_FEWEST_REVIEWERS, round(_SHARE_OF_REVIEWERS * reading.reviewers))
    if reading.reviewers <= 1:
        fewest = 1
    named = [aspect for aspect in reading.aspects if aspect.name != OVERALL]
    return tuple(aspect for aspect in named if aspect.reviewers.total >= fewest)[:_MOST_MAJOR]


def covered_aspects(pieces: Iterable[Piece], reading: Reading) -> tuple[CoveredAspect, ...]:
    """The aspects that pieces of a text speak of, matched with those of a reading."""
    known = {aspect.name: aspect for aspect in reading.aspects}
    stems = {_stem(aspect.name): aspect.name for aspect in reversed(reading.aspects)}
    found: dict[str, list[Spot]] = {}
    for piece in pieces:
        read = piece.lead + piece.text
        shift = piece.start - len(piece.lead)
        for spoken in _spoken_in(read):
            name, value = _resolve(spoken, known, stems)
            if name:
                start = max(piece.start, spoken.start + shift)
                text = read[spoken.start : spoken.end]
                found.setdefault(name, []).append(Spot(start, max(start, spoken.end + shift), text, value))
    return tuple(
        CoveredAspect(name, known.get(name), tuple(sorted(spots, key=lambda spot: spot.start)))
        for name, spots in found.items()
    )


@lru_cache(maxsize=512)
def _spoken_in(text: str) -> list[Spoken]:
    """What a stretch of text speaks of; kept for the measures that read the same cell, so left as it is."""
    return [spoken for sentence in tagged(text) for spoken in spoken_of(judge_words(sentence))]


def join_covered(own: Sequence[CoveredAspect], quoted: Sequence[CoveredAspect]) -> tuple[CoveredAspect, ...]:
    """What a text tells in its own words, and in quotes what those leave open: an aspect, or how it is spoken of."""
    found = {told.name: told for told in own}
    for told in quoted:
        before = found.get(told.name)
        if before is None:
            found[told.name] = told
        elif not any(spot.degree for spot in before.spots):
            found[told.name] = before._replace(spots=(*before.spots, *told.spots))
    return tuple(found.values())


def _resolve(spoken: Spoken, known: dict[str, Aspect], stems: dict[str, str]) -> tuple[str, float]:
    """The aspect's name and how it is spoken of; of the names a word can mean, the one reviewers discuss most."""
    if spoken.key:
        names = facets_named(spoken.key)
        name = _best(names, known) or stems.get(_stem(spoken.key), "") or (names[0] if names else "")
        return name, spoken.leaning.worth
    values = dict(spoken.implied)
    if not values:
        return "", 0.0
    name = _best(tuple(values), known) or next(iter(values))
    if spoken.owner and (owners := facets_named(spoken.owner)) and name not in owners:
        return "", 0.0
    value = values[name]
    return name, spoken.leaning.worth if value is None else value


def _best(names: tuple[str, ...], known: dict[str, Aspect]) -> str:
    return max((name for name in names if name in known), key=lambda name: known[name].reviewers.total, default="")


@lru_cache(maxsize=10_000)
def _stem(name: str) -> str:
    return singular(name.lower().rpartition(" ")[2])
