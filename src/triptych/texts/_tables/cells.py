"""The words inside a table cell or a paragraph: what they say without Markdown and HTML marks, and how to write them.

Reading drops emphasis, tags, links and zero-width characters and resolves escapes and entities. Writing uses as few
marks as will do: a value is escaped only where reading it back would give something else.
"""

import re
from collections.abc import Iterable
from html import unescape
from typing import NamedTuple

from triptych.records import is_gap

GAP = "N/A"
"""What we write where there is no value."""

# What records.Line strips. Python's own strip() would also take U+001C to U+001F.
WHITESPACE = " \t\n\r\x0b\x0c\x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B)))

BLANK = WHITESPACE + "\u200b\u2060\ufeff"
"""What nobody sees."""

PUNCTUATION = r"[!-/:-@\[-`{-~]"
"""The characters that a backslash escapes in Markdown."""
ODD_MARKS = "[\u200b\u2060\ufeff\u00ad：–•●▪◦‣·✓✔✅✗✘❌➕➖⚠]"
"""Other characters that reading may drop: zero-width ones and those that begin a point."""

BULLET = re.compile(r"^(?:[•●▪◦‣·✓✔✅✗✘❌➕➖⚠]\ufe0f?\s*|[-*+–][ \t]+|\(?\d{1,2}[.)][ \t]+)+")
"""What marks a point of a list as one."""

_LONGEST_WITH_MARKS = 20_000
_ENTITY = r"&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,31});"
_BREAK_TAG = r"<br\b[^<>]{0,20}>|</?(?:li|p|ul|ol|div)\b[^<>]{0,300}>"
_MARK = re.compile(rf"\\({PUNCTUATION})|({_ENTITY})|</?[a-z][^<>]{{0,300}}>|[\u200b\u2060\ufeff\u00ad]", re.I)
_LINE_BREAK = re.compile(rf"\\{PUNCTUATION}|({_BREAK_TAG})", re.I)
_POINT_BREAK = re.compile(rf"\\{PUNCTUATION}|{_ENTITY}|({_BREAK_TAG}|[;•●▪◦‣])", re.I)
_NEW_LINE = re.compile(r"[\r\n]+")
_LIST_TAG = re.compile(r"(?<!\\)<li\b", re.I)
_COLON = re.compile(r"(?<!\\)[:：]\s*$")
# Sizes have stars too (10*20*30 cm), so single ones count as marks only around whole words.
_EMPHASIS = {
    "`": re.compile(r"(?<![\\`])`(?!`)([^`]{1,500})(?<!\\)`(?!`)"),
    "**": re.compile(r"(?<!\\)\*\*(?=[^\s*])(.{1,1500}?)(?<=[^\s\\])\*\*"),
    "__": re.compile(r"(?<![\\\w])__(?=[^\s_])(.{1,1500}?)(?<=[^\s\\])__(?!\w)"),
    "*": re.compile(r"(?<![\\\w*])\*(?=[^\s*])([^*]{1,1500}?)(?<=[^\s\\])\*(?![\w*])"),
    "_": re.compile(r"(?<![\\\w])_(?=[^\s_])([^_]{1,1500}?)(?<=[^\s\\])_(?!\w)"),
    "](": re.compile(r"(?<!\\)!?\[([^\[\]]{1,500})(?<!\\)\]\([^()\s]{1,1000}\)"),
}


class TextPart(NamedTuple):
    """Some characters of a text, and where they are in it."""

    source: str
    start: int = 0
    line: int = 1
    """The line they begin on, from 1."""

    @property
    def end(self) -> int:
        """One past the last character."""
        return self.start + len(self.source)

    @property
    def is_blank(self) -> bool:
        """True where nothing can be seen of them."""
        return not self.source.strip(BLANK)

    def split(self, breaks: Iterable[tuple[int, int]]) -> list["TextPart"]:
        """What is before, between and after some breaks."""
        spans = list(breaks)
        bounds = zip([0, *(end for _, end in spans)], [*(start for start, _ in spans), len(self.source)], strict=True)
        return [TextPart(self.source[start:end], self.start + start, self.line) for start, end in bounds]


class Cell(NamedTuple):
    """One cell of a table as it was read."""

    lines: tuple[str, ...]
    """Its words without marks, split at line breaks."""
    points: tuple[str, ...]
    """Its words as a list: split at semicolons, line breaks and bullets."""
    start: int
    """Where its source begins in the text, without the spaces around it."""
    end: int
    line: int
    """The line of the text it begins on, from 1."""

    @property
    def text(self) -> str:
        """Its words on one line."""
        return " ".join(self.lines)

    @property
    def is_gap(self) -> bool:
        """True where it says that there is no value, or says nothing."""
        return is_gap(self.text)


def read_cell(given: TextPart, is_label: bool = False) -> Cell:
    """The cell whose source this is; a label loses the colon at its end."""
    trimmed, line = given.source.lstrip(WHITESPACE), given.line
    start = given.end - len(trimmed)
    trimmed = trimmed.rstrip(WHITESPACE)
    if _LIST_TAG.search(trimmed):
        lines = points = list(map(_without_emphasis, _split(trimmed, _LINE_BREAK)))
    else:
        bare = _without_emphasis(trimmed)
        bare = _COLON.sub("", bare) if is_label else bare
        lines, points = _split(bare, _LINE_BREAK), _split(bare, _POINT_BREAK)
    return Cell(
        lines=tuple(filter(None, map(_plain, lines))),
        points=tuple(point for part in points if not is_gap(point := _plain(BULLET.sub("", part)))),
        start=start,
        end=start + len(trimmed),
        line=line,
    )


def read_words(source: str) -> str:
    """What a stretch of prose says, without marks, on one line."""
    return " ".join(filter(None, map(_plain, _split(_without_emphasis(source), _LINE_BREAK))))


def _without_emphasis(source: str) -> str:
    if len(source) <= _LONGEST_WITH_MARKS:
        for mark, emphasis in _EMPHASIS.items():
            if mark in source:
                source = emphasis.sub(r"\1", source)
    return source


def _split(source: str, breaks: re.Pattern[str]) -> list[str]:
    """The parts between the breaks: what the pattern's group matches."""
    parts = TextPart(source).split(found.span() for found in breaks.finditer(source) if found[1])
    return [part.source.strip(WHITESPACE) for part in parts]


def _plain(source: str) -> str:
    """The source with escapes and entities resolved and what has no meaning left out, on one line."""
    # An escaped character, an entity, or a mark that is dropped, as is an entity of no character.
    resolved = _MARK.sub(lambda mark: mark[1] or unescape(mark[2] or "").replace("\ufffd", ""), source)
    return " ".join(filter(None, (line.strip(WHITESPACE) for line in _NEW_LINE.split(resolved))))
