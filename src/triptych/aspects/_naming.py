"""Which aspects a few words speak of, by the names readings have for them."""

from collections.abc import Iterator
from functools import cache, lru_cache

from triptych.aspects._notes import take_notes
from triptych.aspects.lexicons._facets import facets
from triptych.english.sentences import sentences_of
from triptych.records import Review

_LONGEST_TERM = 3


@lru_cache(maxsize=4096)
def aspects_in(text: str) -> tuple[str, ...]:
    """The aspects that a need, an attribute's name or a short phrase speaks of, those that any product can have first.

    A word that can mean several aspects yields all of them: which one it means, the reviews of a product decide.
    """
    spoken = take_notes(Review(id="1", text=text)).spoken
    implied = (name for each in spoken for name, _ in each.implied)
    found = dict.fromkeys([*_named(text), *implied])
    return tuple(sorted(found, key=lambda name: name not in facets().common))


def aspects_praised_in(text: str) -> tuple[str, ...]:
    """The aspects that a quality speaks well of without their name: "silent" praises the noise."""
    spoken = take_notes(Review(id="1", text=text)).spoken
    return tuple(dict.fromkeys(name for each in spoken for name, value in each.implied if value and value > 0))


def facet_of(name: str) -> str | None:
    """The facet that a reading's name stands for, its own or another it goes by; None for a word of these reviews."""
    return name if name in facets().order else _other_names().get(name)


@cache
def _other_names() -> dict[str, str]:
    """For each other name the facet that goes by it."""
    return {each.name: facet for facet, others in reversed(facets().also.items()) for each in others}


def _named(text: str) -> Iterator[str]:
    terms = facets().terms
    for sentence in sentences_of(text):
        place = 0
        while place < len(sentence):
            for length in range(min(_LONGEST_TERM, len(sentence) - place), 0, -1):
                span = slice(place, place + length)
                names = terms.get(" ".join(sentence.lemmas[span])) or terms.get(" ".join(sentence.words[span]))
                if names:
                    yield from names
                    break
            place += length
