"""A listing is cut into phrases, each small enough for a cell: parts of titles, headings, labelled values, clauses."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from triptych.english.words import kinds_of
from triptych.listing.attributes import cues_in
from triptych.listing.lists import listed_words as listed_words
from triptych.listing.lists import pattern

_MANGLED = re.compile(r"(?:[ƒ¢]?(?:blank|â|Â)(?:€[\W_œŽ]?|[\x80-\x9f]?[°®·±]|„¢|[œ˜]\W|–\W?|\xad\W))+|ã€[\W_]?")
"""Marks that lost their encoding between two systems; some shops print "blank" for the first byte."""
_MARKS = {"™": "’", "˜": "‘", "“": "–", "”": "—", "¦": "…", "¢": "™", "°": "°", "®": "®", "·": "·", "±": "±"}
"""What a mangled mark was, by its last character; other marks are left out."""


def mend(text: str) -> str:
    """A text with the marks that lost their encoding put right."""
    return _MANGLED.sub(lambda mangled: _MARKS.get(mangled[0][-1], " "), text)


def mend_in_place(text: str) -> str:
    """The same with every other character where it was, so that offsets stay."""

    def padded(mangled: re.Match[str]) -> str:
        mark = _MARKS.get(mangled[0][-1], " ")
        return mark.ljust(len(mangled[0]), "'" if mark == "’" else " ")

    return _MANGLED.sub(padded, text)


Span = tuple[int, int]

LONG = 12


class Phrase(NamedTuple):
    """A stretch of a source, with the words that introduce it."""

    start: int
    end: int
    label: str = ""
    """ "Cable length" of "Cable length: 50 cm"."""
    heading: str = ""
    """The heading of the line it is in."""
    is_heading: bool = False
    in_brackets: bool = False


_TITLE_BREAK = re.compile(
    r"\s*(?:(?:(?<!\d),|,(?!\s?\d))(?![a-z])|[;|•]+|!!+|(?<=\s)[-–—]+(?=\s)|(?<=\w)[-–—]+\s+|\s+[-–—]+(?=[A-Z])|:\s+|"
    r"[\[\]()【】]|[\r\n\t]+|(?<=[a-z]{2})\.\s+(?=[A-Z0-9])|\s\+\s)\s*"
)


@lru_cache(maxsize=64)
def title_phrases(text: str) -> tuple[Phrase, ...]:
    """The parts of a title between its separators."""
    found: list[Phrase] = []
    start, depth, mark = 0, 0, ""
    for cut in [*_TITLE_BREAK.finditer(text), None]:
        a, b = trimmed(text, start, cut.start() if cut else len(text))
        if a < b:
            if mark == "(" and found and _is_note(text, a, b):
                found[-1] = found[-1]._replace(end=b + 1)
            elif mark == "," and found and _continues(text[found[-1].start : found[-1].end], text[a:b]):
                found[-1] = found[-1]._replace(end=b)
            else:
                found.append(Phrase(a, b, in_brackets=depth > 0))
        if cut:
            start, mark = cut.end(), cut.group().strip()
            opens = mark in ("(", "[", "【") and re.search(r"[)\]】]", text[start:])
            depth = max(0, depth + bool(opens) - (mark in (")", "]", "】")))
    return tuple(found)


def _is_note(text: str, start: int, end: int) -> bool:
    """True for a lone word in brackets that belongs to the words before it."""
    item = text[start:end]
    return text[start - 2].isalnum() and item.isascii() and item.isalpha() and not cues_in(item)


def _continues(before: str, item: str) -> bool:
    """True for "Notebook" and "or Tablet" after "for Laptop"; not for "Black" or "2 m"."""
    is_plain = re.fullmatch(r"(?:(?:and|or|&)\s+)?[^\W\d]\S*", item, re.IGNORECASE)
    is_value = any(cue.is_value for cue in cues_in(item))
    return bool(is_plain and not is_value and re.search(r"\b(?:for|like)\s", before, re.IGNORECASE))


def is_told(text: str) -> bool:
    """True for an instruction or an invitation: "Slide the cover off"."""
    words = re.findall(r"[a-z]+", text.lower())
    if len(words) < 3 or "V" not in kinds_of(words[0]) or is_verb(words[0]) or words[0].endswith(("ed", "ing", "s")):
        return False
    is_first_verb = kinds_of(words[0])[0] == "V"
    return kinds_of(words[1])[0] in ("TIOCAR0" if is_first_verb else "T") or (is_first_verb and len(words) > LONG)


def has_verb(text: str) -> bool:
    """True where the words make a statement rather than name something."""
    return any(is_verb(word) for word in re.findall(r"[a-z]+", text.lower()))


def is_verb(word: str) -> bool:
    """True for words that are verbs before anything else."""
    return word in listed_words("verb") or (word.endswith("s") and len(word) > 3 and kinds_of(word)[0] == "V")


def trimmed(text: str, start: int, end: int) -> Span:
    """The span without blanks and stray marks at its ends."""
    while start < end and (text[start].isspace() or text[start] in ",;:.-–—*•|/&)】【]!\\€“”'ã{[}"):
        start += 1
    while end > start and (text[end - 1].isspace() or text[end - 1] in ",;:-–—*•|/&([【!.\\{}"):
        end -= 1
    return start, end


_MOST_LABEL_WORDS = 6
_MOST_HEADING_WORDS = 10
_SHORT_VALUE = 16
_SHORT_PART = 6
_LIST_ITEM = 3
_BRACKETED = re.compile(r"\([^()]{0,80}\)|\[[^\[\]]{0,80}\]")
_BULLET = re.compile(r"[\r\n\t]+|[•●▪◆►✅✔✓★☆※|\u2600-\u27bf\ufe0f\U0001f300-\U0001faff]+|!!+|\\n")
_COLON = re.compile(r"(?<=[A-Za-z)\]%”\"'*])\s*(?::(?!//)|】)\s*(?:[-–—]\s*)?(?=\S)")
_DASHED = re.compile(r"\W*(?P<heading>[^.:;!?]{3,80}?)(?:\s*[-–—]+\s+|\s+[-–—]+\s*)(?=\S)")
_SENTENCE = re.compile(
    r"(?<=[\w)%\"”’*])(?<!\b[A-Z])(?<!\bapprox)(?<!\betc)(?<!\bNo)[.!?]+(?:\s+(?=[\W\d]*[A-Z0-9])|(?=[A-Z][a-z])|\s*$)"
    r"|\s*;\s*"
)
_COMMA = re.compile(r"\s*,\s+|\s*,(?=[A-Z])|\s+[–—]\s+|\s-\s(?!\d)")


@lru_cache(maxsize=256)
def feature_phrases(text: str) -> tuple[Phrase, ...]:
    """The headings, labelled values and clauses of a key feature or a description."""
    plain = _BRACKETED.sub(lambda m: "(" + "x" * (len(m[0]) - 2) + ")", mend_in_place(text))
    found: list[Phrase] = []
    start = 0
    for cut in [*_BULLET.finditer(plain), None]:
        stop = cut.start() if cut else len(plain)
        if stop - start > 1:
            found += _line_phrases(text, plain, start, stop)
        start = cut.end() if cut else stop
    return tuple(found)


def _line_phrases(text: str, plain: str, start: int, stop: int) -> Iterator[Phrase]:
    """One line: "HEADING: sentences", "Label: value Label: value" or sentences."""
    colons = list(_COLON.finditer(plain, start, stop))
    dashed = None if colons else _DASHED.match(plain, start, stop)
    if dashed:
        yield from _headed(text, plain, trimmed(plain, *dashed.span("heading")), (dashed.end(), stop))
        return
    values = [colon.end() for colon in colons]
    labels = [
        _label_before(plain, first, colon.start(), first != start)
        for first, colon in zip([start, *values], colons, strict=False)
    ]
    ends = [*(label[0] for label in labels), stop]
    for sentence in _sentences(plain, (start, ends[0])):
        yield from _clauses(plain, sentence, "")
    for label, first, end in zip(labels, values, ends[1:], strict=True):
        yield from _headed(text, plain, label, (first, end))


def _label_before(text: str, start: int, stop: int, after_value: bool) -> Span:
    """Where the label is that ends at a colon; what is before it belongs to the value of the last label."""
    is_heading = len(text[start:stop].split()) <= _MOST_HEADING_WORDS and not _SENTENCE.search(text, start, stop)
    if is_heading and not after_value:
        return trimmed(text, start, stop)
    breaks = [m.end() for m in re.finditer(r"[.;,|!?]\s+|\.(?=[A-Z])|;(?=[A-Z0-9])|\s[-–—]\s", text[start:stop])]
    first = start + (breaks[-1] if breaks else 0)
    tokens = [first + m.start() for m in re.finditer(r"\S+", text[first:stop])]
    if after_value and not breaks and len(tokens) > 1:
        keep = 1 if len(tokens) == 2 else 2
        while keep < min(4, len(tokens) - 1) and text[tokens[-keep]] in "(&/":
            keep += 1
        return trimmed(text, tokens[-keep], stop)
    return trimmed(text, first, stop)


def _headed(text: str, plain: str, label: Span, rest: Span) -> Iterator[Phrase]:
    """A label and what follows it: a value, or sentences under a heading."""
    name = text[label[0] : label[1]]
    sentences = list(_sentences(plain, rest))
    if not sentences:
        return
    value = plain[slice(*sentences[0])]
    is_short = len(value.split()) <= _SHORT_VALUE and not has_verb(value) and not pattern("sentence").search(value)
    part = _parts(plain, *sentences[0])[0]
    first = plain[slice(*part)]
    words = name.split()
    is_named = len(words) <= _MOST_LABEL_WORDS and not has_verb(" ".join(words[:-1]))
    is_label = is_named and ":" in plain[label[1] : rest[0]]
    if is_label and (is_short or pattern("list label").search(name)):
        yield Phrase(*sentences.pop(0), label=name)
    elif is_label and not name.isupper() and len(first.split()) <= _SHORT_PART and not has_verb(first):
        yield Phrase(*trimmed(plain, *part), label=name)
        sentences[0] = trimmed(plain, part[1], sentences[0][1])
    elif len(words) <= _MOST_HEADING_WORDS:
        yield Phrase(*label, is_heading=True)
    for sentence in sentences:
        yield from _clauses(plain, sentence, name)


def _sentences(text: str, span: Span) -> Iterator[Span]:
    start, stop = span
    for cut in [*_SENTENCE.finditer(text, start, stop), None]:
        a, b = trimmed(text, start, cut.start() if cut else stop)
        if a < b:
            yield a, b
        start = cut.end() if cut else stop


def _clauses(text: str, sentence: Span, heading: str) -> Iterator[Phrase]:
    """A sentence at its commas and its "and"s before a verb."""
    for a, b in _parts(text, *sentence):
        for cut in [*pattern("and verb").finditer(text, a, b), None]:
            if cut and not is_verb(cut[1].lower()):
                continue
            start, end = trimmed(text, a, cut.start() if cut else b)
            if start < end:
                yield Phrase(start, end, heading=heading)
            a = cut.end() if cut else b


def _parts(text: str, start: int, stop: int) -> list[Span]:
    """The sentence between its commas, with the items of a list left together."""
    cuts = list(_COMMA.finditer(text, start, stop))
    starts = [start, *(cut.end() for cut in cuts)]
    ends = [*(cut.start() for cut in cuts), stop]
    spans: list[Span] = []
    for i, (a, b) in enumerate(zip(starts, ends, strict=True)):
        is_comma = i > 0 and "," in cuts[i - 1].group()
        before = text[slice(*spans[-1])] if spans else ""
        is_open = _is_unfinished(before) and not pattern("subject").match(text, a)
        if is_comma and (is_open or _goes_on(text, before, starts[i:], ends[i:])):
            spans[-1] = spans[-1][0], b
        else:
            spans.append((a, b))
    return spans


def _is_unfinished(text: str) -> bool:
    """True for "the sculpted" before "ambidextrous shape"."""
    words = text.lower().split()
    return 0 < len(words) < 8 and words[-1].isalpha() and kinds_of(words[-1]) in ("J", "JD", "JN", "D", "DJ", "JR")


def _goes_on(text: str, before: str, starts: list[int], ends: list[int]) -> bool:
    """True where a list goes on that some word governs or that "and" ends."""
    items = [text[a:b] for a, b in zip(starts[:6], ends[:6], strict=True)]
    if all(len(item.split()) == 1 for item in (before.rpartition(",")[2], *items)):
        return True
    if not _is_item(items[0]):
        return False
    closing = next((n for n, item in enumerate(items) if re.match(r"\s*(?:and|or|&)\s", item)), None)
    is_closed = closing is not None and all(map(_is_item, items[:closing]))
    return is_closed or bool(pattern("governs").search(before)) or has_verb(before)


def _is_item(text: str) -> bool:
    words = text.split()
    is_last = bool(words) and words[0].lower() in ("and", "or", "&")
    longest = max((len(part.split()) for part in re.split(r"\s(?:and|or|&)\s", text)), default=0)
    return (
        0 < longest <= _LIST_ITEM + 2 * is_last
        and words[0].lower() not in ("a", "an", "the", "with", "no", "not", "for", "it", "this", "your", "you", "its")
        and not has_verb(text)
    )
