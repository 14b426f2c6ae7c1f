"""The word lists that reading rests on, as they lie in `lexicons/`."""

from functools import cache
from importlib.resources import files

_FOLDER = files("triptych.aspects.lexicons")


@cache
def lines_of(name: str) -> tuple[str, ...]:
    """The lines of one list, without comments and blank lines."""
    text = _FOLDER.joinpath(name).read_text(encoding="utf-8")
    return tuple(line for line in text.splitlines() if line and not line.startswith("#"))


def word_set(text: str) -> frozenset[str]:
    """The words of a text as a set, for the short lists that stand in the code."""
    return frozenset(text.split())
