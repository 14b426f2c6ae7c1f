"""Patterns of words, looked for in texts of whatever case."""

import re
import sys
from collections.abc import Iterator


class Wording:
    """A pattern in lower case; what it finds has the offsets of the text, and groups in lower case.

    With `re.IGNORECASE` the engine cannot tell alternatives by their first letter and tries all of them wherever a word
    begins; to lower the text first takes a fraction of that time.
    """

    __slots__ = ("pattern",)

    def __init__(self, pattern: str) -> None:
        self.pattern = re.compile(pattern)

    def search(self, text: str, start: int = 0, end: int = sys.maxsize) -> re.Match[str] | None:
        """The first place that fits."""
        return self.pattern.search(lowered(text), start, end)

    def match(self, text: str, start: int = 0, end: int = sys.maxsize) -> re.Match[str] | None:
        """The beginning of the text, if it fits."""
        return self.pattern.match(lowered(text), start, end)

    def fullmatch(self, text: str) -> re.Match[str] | None:
        """The whole text, if it fits."""
        return self.pattern.fullmatch(lowered(text))

    def finditer(self, text: str, start: int = 0, end: int = sys.maxsize) -> Iterator[re.Match[str]]:
        """Each place that fits."""
        return self.pattern.finditer(lowered(text), start, end)

    def found_in(self, text: str) -> list[str]:
        """Each place that fits, as the text has it."""
        return [text[match.start() : match.end()] for match in self.finditer(text)]


def lowered(text: str) -> str:
    """The text in lower case, every letter in its place: the one that becomes two stays as it is."""
    lower = text.lower()
    if len(lower) == len(text):
        return lower
    return "".join(one if len(one := letter.lower()) == 1 else letter for letter in text)
