"""A listing is cut into phrases, each small enough for the cell of a table."""

import re
from functools import lru_cache
from typing import NamedTuple

from triptych.english.words import kinds_of, word_set
from triptych.listing.attributes import cues_in

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
    is_tail: bool = False
    """True for an afterthought: "…, which means less mess"."""
    in_brackets: bool = False


_TITLE_BREAK = re.compile(
    r"\s*(?:(?:(?<!\d),|,(?!\s?\d))(?![a-z])|[;|•]+|!!+|(?<=\s)[-–—]+(?=\s)|(?<=\w)[-–—]+\s+|\s+[-–—]+(?=[A-Z])|:\s+|"
    r"[\[\]()【】]|"
    r"[\r\n\t]+|"
    r"(?<=[a-z]{2})\.\s+(?=[A-Z0-9])|\s\+\s)\s*"
)
GOVERNS = re.compile(
    r"\b(?:for|with|like|in|on|of|to|such as|includ\w+|from|as|including|features?|has|have|by|between)\b",
    re.IGNORECASE,
)
_VERBS = word_set(
    "is are has have comes come features includes include offers offer provides provide supports allows ensures "
    "ensure delivers deliver keeps keep fits works uses makes lets helps can will gives protects prevents connects "
    "holds stays boasts contains enables brings adds reduces charges lasts was were needs requires require measures "
    "weighs"
)


@lru_cache(maxsize=64)
def title_phrases(text: str) -> tuple[Phrase, ...]:
    """The parts of a title between its separators; a list after "for" stays whole."""
    found: list[Phrase] = []
    start, depth, mark = 0, 0, ""
    for cut in [*_TITLE_BREAK.finditer(text), None]:
        a, b = trimmed(text, start, cut.start() if cut else len(text))
        if a < b:
            found.append(Phrase(a, b, in_brackets=depth > 0))
            if len(found) > 1:
                _join(text, found, mark)
        if cut:
            start, mark = cut.end(), cut.group().strip()
            opens = mark in ("(", "[", "【") and re.search(r"[)\]】]", text[start:])
            depth = max(0, depth + bool(opens) - (mark in (")", "]", "】")))
    return tuple(found)


def _join(text: str, found: list[Phrase], mark: str) -> None:
    """Join the last phrase to the one before where the mark between them does not part them."""
    before, last = found[-2:]
    item = text[last.start : last.end]
    if mark == "(":
        if text[last.start - 2].isalnum() and re.fullmatch(r"[A-Za-z]+", item) and not cues_in(item):
            found[-2:] = [before._replace(end=last.end + 1)]
    elif mark == "," and _ends_list(item):
        _join_list(text, found)
    elif mark == "," and (_are_single(text, before, item) or _continues_for(text, before, item)):
        found[-2:] = [before._replace(end=last.end)]


def _ends_list(text: str) -> bool:
    return bool(re.match(r"(?:and|or|&)\s+(?:\S+\s*){1,4}$", text, re.IGNORECASE))


def _continues_for(text: str, before: Phrase, item: str) -> bool:
    """True for "Notebook" after "for Laptop"; not for "Black" or "2 m"."""
    governed = re.search(
        r"\b(?:for|like)\s+\S+(?:\s\S+)?(?:,\s[^,]+)*$", text[before.start : before.end], re.IGNORECASE
    )
    words = item.split()
    is_plain = len(words) == 1 and words[0][:1].isalpha()
    return bool(governed) and is_plain and not any(cue.is_value for cue in cues_in(item))


def _are_single(text: str, before: Phrase, item: str) -> bool:
    """True for "Mince" after "Chop": bare words make one list."""
    listed = [*re.split(r",\s*", text[before.start : before.end]), item]
    return all(re.fullmatch(r"[A-Za-z]{3,}", word) and not cues_in(word) for word in listed)


def _join_list(text: str, found: list[Phrase]) -> None:
    """Join the last phrase ("and School") to the list it ends ("for Sports", "Travel")."""
    for back in range(2, min(6, len(found)) + 1):
        first = found[-back]
        if GOVERNS.search(text, first.start, first.end):
            found[-back:] = [Phrase(first.start, found[-1].end)]
            return
        if first.end - first.start > 25:
            return


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
    return word in _VERBS or (word.endswith("s") and len(word) > 3 and kinds_of(word)[0] == "V")


def trimmed(text: str, start: int, end: int) -> Span:
    """The span without blanks and stray marks at its ends."""
    while start < end and (text[start].isspace() or text[start] in ",;:.-–—*•|/&)】【]!\\€“”'ã{[}"):
        start += 1
    while end > start and (text[end - 1].isspace() or text[end - 1] in ",;:-–—*•|/&([【!.\\{}"):
        end -= 1
    return start, end
