"""What a phrase of a listing is about, in the words of a shopper."""

import re
from functools import cache, lru_cache
from typing import NamedTuple

from triptych.english.wordings import lowered
from triptych.english.words import lines_of


class Cue(NamedTuple):
    """Words that say what a phrase is about."""

    attribute: str
    start: int
    end: int
    is_value: bool
    """True where the words are a value by themselves: "steel" is a material."""


_TOKEN = re.compile(r"[a-z0-9](?:[a-z0-9'’]|[.](?=\d))*|&")
_MOST_WORDS = 5


class _Meaning(NamedTuple):
    attribute: str
    is_value: bool


@cache
def _meanings() -> dict[str, _Meaning]:
    """The table, by words written as one."""
    meanings: dict[str, _Meaning] = {}
    for line in lines_of("listing/attributes.txt"):
        name, words = line[2:].split(": ", 1)
        for word in words.split(", "):
            meanings.setdefault(word.replace("-", ""), _Meaning(name, line[0] == "="))
    return meanings


def cues_in(text: str, start: int = 0, end: int | None = None) -> list[Cue]:
    """The cues of a text, left to right, none inside another."""
    return [Cue(cue.attribute, cue.start + start, cue.end + start, cue.is_value) for cue in _cues(text[start:end])]


@lru_cache(maxsize=4096)
def _cues(text: str) -> tuple[Cue, ...]:
    lower = lowered(text)
    spans = [match.span() for match in _TOKEN.finditer(lower)]
    found: list[Cue] = []
    i = 0
    while i < len(spans):
        cue = _longest(lower, spans[i : i + _MOST_WORDS])
        if cue:
            found.append(cue)
            i = next((k for k in range(i, len(spans)) if spans[k][0] >= cue.end), len(spans))
        else:
            i += 1
    return tuple(found)


def _longest(text: str, spans: list[tuple[int, int]]) -> Cue | None:
    """The longest entry of the table that begins with the first of these words."""
    start, key, best = spans[0][0], "", None
    for place, (a, b) in enumerate(spans):
        if place and text[spans[place - 1][1] : a] not in (" ", "-"):
            break
        key += text[a:b]
        for form in (key, key.removesuffix("s"), key.removesuffix("es")):
            meaning = _meanings().get(form)
            if meaning:
                best = Cue(meaning.attribute, start, b, meaning.is_value)
                break
    return best


def label_of(label: str) -> str:
    """A label as a shopper says it: the table's name where it has one, else the label itself in small letters."""
    name = re.sub(r"[(\[【][^)\]】]*[)\]】]", " ", label)
    name = re.sub(r"^(?:\d+[.)]\s)?[\W_]*|[\W_]+$", "", " ".join(name.replace("_", " ").split()))
    cues = [cue for cue in cues_in(name) if not cue.is_value]
    if cues and cues[0].start == 0 and cues[0].end == len(name):
        return cues[0].attribute
    return " ".join(
        word if word.isupper() and len(word) < 5 and not name.isupper() else word.lower() for word in name.split()
    )
