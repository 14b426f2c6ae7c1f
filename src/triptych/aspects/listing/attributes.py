"""What a phrase of a listing is about, in the words of a shopper."""

import re
from functools import cache
from importlib.resources import files
from typing import NamedTuple


class Cue(NamedTuple):
    """Words that say what a phrase is about."""

    attribute: str
    start: int
    end: int
    is_value: bool
    """True where the words are a value by themselves: "steel" is a material."""


class _Table(NamedTuple):
    pattern: re.Pattern[str]
    meanings: dict[str, tuple[str, bool]]


@cache
def _table() -> _Table:
    """The table of cues as one pattern."""
    meanings: dict[str, tuple[str, bool]] = {}
    for line in files("triptych.aspects.listing").joinpath("attributes.txt").read_text(encoding="utf-8").splitlines():
        if line[:2] in ("= ", "- "):
            name, words = line[2:].split(": ", 1)
            for word in words.split(", "):
                meanings.setdefault(_key(word), (name, line[0] == "="))
    longest_first = sorted(set(_written()), key=len, reverse=True)
    pattern = "|".join(re.escape(word).replace(r"\-", r"[\s-]?") for word in longest_first)
    return _Table(re.compile(rf"(?<![a-z0-9])(?:{pattern})(?:e?s)?(?![a-z0-9])"), meanings)


def _written() -> list[str]:
    lines = files("triptych.aspects.listing").joinpath("attributes.txt").read_text(encoding="utf-8").splitlines()
    return [word for line in lines if line[:2] in ("= ", "- ") for word in line[2:].split(": ", 1)[1].split(", ")]


def _key(words: str) -> str:
    return re.sub(r"[\s-]", "", words.lower())


def cues_in(text: str, start: int = 0, end: int | None = None) -> list[Cue]:
    """The cues of a text, left to right, none inside another."""
    table = _table()
    found = []
    for match in table.pattern.finditer(text.lower(), start, len(text) if end is None else end):
        key = _key(match[0])
        meaning = next(
            (
                table.meanings[form]
                for form in (key, key.removesuffix("s"), key.removesuffix("es"))
                if form in table.meanings
            ),
            None,
        )
        if meaning:
            found.append(Cue(meaning[0], *match.span(), meaning[1]))
    return found


def label_of(label: str) -> str:
    """A label as a shopper says it: the table's name where it has one, else the label itself in small letters."""
    name = re.sub(r"[(\[【][^)\]】]*[)\]】]", " ", label)
    name = re.sub(r"^[\W\d_]+|[\W_]+$", "", " ".join(name.replace("_", " ").split()))
    cues = [cue for cue in cues_in(name) if not cue.is_value]
    if cues and cues[0].start == 0 and cues[0].end == len(name):
        return cues[0].attribute
    return " ".join(
        word if word.isupper() and len(word) < 5 and not name.isupper() else word.lower() for word in name.split()
    )
