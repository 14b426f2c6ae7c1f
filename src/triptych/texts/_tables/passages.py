"""The words around a table: paragraphs, headings, and the verdict among them."""

import re
from collections.abc import Iterable, Iterator, Sequence, Set
from itertools import groupby
from typing import NamedTuple

from triptych.texts._tables.cells import BULLET, WHITESPACE, TextPart, read_words
from triptych.texts._tables.labels import find_verdict_heading

_BLOCK_TAG = re.compile(
    r"(?<!\\)</?(?:p|div|section|article|main|body|html|header|footer|ul|ol|li|(?P<heading>h[1-6])|blockquote|figure)"
    r"(?:\s[^<>]{0,300})?/?>",
    re.IGNORECASE,
)
_FENCE = re.compile(r"\s*(?:```|~~~)")
_HEADING = re.compile(r"\s*(?:#{1,6}\s|(?P<mark>\*\*|__)[^*_]{1,80}(?P=mark)\s*:?\s*$)")
_LINE_MARKS = re.compile(r"^[>\s]*(?:#{1,6}\s+)?")
_CHATTER = re.compile(
    r"\W*(?:let me know|i hope|hope this|feel free|would you like|if you(?:'d|’d| would) like"
    r"|note\b|disclaimer|sources?:)",
    re.IGNORECASE,
)


class Passage(NamedTuple):
    """A stretch of prose as it was read."""

    text: str
    """Its words on one line, without marks."""
    start: int
    end: int
    line: int


class Segment(NamedTuple):
    """A line of prose, or the part of one between block tags."""

    part: TextPart
    section: int
    """Goes up at each heading, table, rule and code fence."""
    paragraph: int
    """Goes up at each blank line and wherever the section does."""


class Prose(NamedTuple):
    """Everything a text says outside its tables."""

    verdict: Passage | None
    """The closing paragraph, where a heading names it."""
    passages: tuple[Passage, ...]
    """All other paragraphs and headings."""
    empty_headings: tuple[int, ...]
    """Lines of verdict headings that nothing follows."""


def split_segments(lines: Iterable[TextPart], table_lines: Set[int] = frozenset()) -> list[Segment]:
    """The lines that say something; those of tables, which were blanked, end a section."""
    segments: list[Segment] = []
    section = paragraph = 0
    for line in lines:
        marks = "".join(line.source.split())
        is_ruled = len(marks) > 2 and len(set(marks)) == 1 and marks[0] in "-*_="
        is_drawn = is_ruled or _FENCE.match(line.source) is not None
        underlines = (
            is_drawn and line.source.lstrip()[0] in "=-" and segments and segments[-1].part.line == line.line - 1
        )
        ends_section = line.line in table_lines or (is_drawn and not underlines)
        section += ends_section
        paragraph += ends_section or is_drawn or line.is_blank
        for part, is_heading, is_apart in () if is_drawn else _parts(line):
            section += is_heading
            paragraph += is_heading or is_apart
            if part.source.strip(WHITESPACE):
                segments.append(Segment(part, section, paragraph))
            paragraph += is_heading
    return segments


def read_prose(segments: Sequence[Segment], table_end: int) -> Prose:
    """The verdict and what else is said; of several verdicts, the first after the table, else the last before it."""
    found = [find_verdict_heading(segment.part.source) for segment in segments]
    headings = {place: heading for place, heading in enumerate(found) if heading is not None}
    starts = [segment.part.start for segment in segments]
    empty: list[int] = []
    for place in sorted(headings, key=lambda place: (starts[place] < table_end, abs(starts[place] - table_end))):
        heading = headings[place]
        used = list(_verdict_segments(segments, place, heading))
        parts = _without_heading([segment.part for segment in used], heading)
        verdict = _passage(parts, after_heading=parts[0].line)
        if verdict is not None:
            others = [*segments[:place], *segments[place + len(used) :]]
            return Prose(verdict, _passages(others), tuple(sorted(empty)))
        empty.append(segments[place].part.line)
    return Prose(None, _passages(segments), tuple(sorted(empty)))


def closing_passage(passages: Sequence[Passage], table_end: int) -> Passage | None:
    """The only paragraph after the table, which then may be a verdict without its heading."""
    after = [passage for passage in passages if passage.start >= table_end and not _CHATTER.match(passage.text)]
    return after[0] if len(after) == 1 and len(after[0].text.split()) >= 5 else None


def _parts(line: TextPart) -> Iterator[tuple[TextPart, bool, bool]]:
    """The parts of a line between block tags; whether each is a heading; whether a tag sets it apart."""
    tags = list(_BLOCK_TAG.finditer(line.source)) if "<" in line.source else []
    first, *others = line.split(tag.span() for tag in tags)
    yield first, _HEADING.match(line.source) is not None, False
    for tag, part in zip(tags, others, strict=True):
        yield part, bool(tag["heading"]) and not tag[0].startswith("</"), True


def _verdict_segments(segments: Sequence[Segment], place: int, heading: re.Match[str]) -> Iterator[Segment]:
    """The heading and what belongs to it: the rest of its paragraph, or of its section if alone on its line."""
    first = previous = segments[place]
    stands_alone = not read_words(first.part.source[heading.end() :])
    yield first
    for segment in segments[place + 1 :]:
        if segment.section != first.section or find_verdict_heading(segment.part.source):
            return
        begins_paragraph = segment.paragraph != previous.paragraph
        if begins_paragraph and (not stands_alone or _CHATTER.match(segment.part.source)):
            return
        yield segment
        previous = segment


def _without_heading(parts: Sequence[TextPart], heading: re.Match[str]) -> list[TextPart]:
    """The parts of a verdict without its heading and without emphasis around both."""
    first = parts[0]._replace(source=parts[0].source[heading.end() :], start=parts[0].start + heading.end())
    bare = [first, *parts[1:]]
    if heading["open"]:
        bare[-1] = bare[-1]._replace(source=bare[-1].source.rstrip(WHITESPACE).removesuffix(heading["mark"]))
    return bare


def _passages(segments: Sequence[Segment]) -> tuple[Passage, ...]:
    paragraphs = groupby(segments, key=lambda segment: segment.paragraph)
    return tuple(filter(None, (_passage([segment.part for segment in group]) for _, group in paragraphs)))


def _passage(parts: Sequence[TextPart], after_heading: int | None = None) -> Passage | None:
    """The lines as one passage; None where they say nothing. What follows a heading on its line has no line marks."""
    said = [part._replace(source=part.source.rstrip(WHITESPACE)) for part in parts if part.source.strip(WHITESPACE)]
    words = ""
    for part in said:
        source = part.source.strip(WHITESPACE)
        if part.line != after_heading:
            source = _LINE_MARKS.sub("", source)
            point = BULLET.sub("", source)
            words += ";" if point != source and words and words[-1] not in ".!?;:," else ""
            source = point
        words += f" {source}"
    text = read_words(words)
    if not text:
        return None
    start = said[0].start + len(said[0].source) - len(said[0].source.lstrip(WHITESPACE))
    return Passage(text, start, said[-1].end, said[0].line)
