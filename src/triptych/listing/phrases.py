"""A listing is cut into phrases, each small enough for a cell: parts of titles, headings, labelled values, clauses."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from triptych.english.words import kinds_of, word_set
from triptych.listing.attributes import cues_in

_MANGLED = re.compile(r"(?:[ƒ¢]?(?:blank|â|Â)(?:€[\W_œŽ]?|[\x80-\x9f]?[°®·±]|„¢|[œ˜]\W|–\W?|\xad\W))+|ã€[\W_]?")
"""Marks that lost their encoding between two systems; some shops print "blank" for the first byte."""


def mend(text: str) -> str:
    """A text with the marks that lost their encoding put right."""
    return _MANGLED.sub(_mark, text)


def _mark(match: re.Match[str]) -> str:
    mangled = match[0]
    if mangled.startswith("ã"):
        return " "
    ends = {"€™": "’", "€˜": "‘", "€œ": "“", "€\x9d": '"', "€“": "–", "€”": "—", "€¦": "…", "„¢": "™"}
    found = next((mark for end, mark in ends.items() if mangled.endswith(end)), None)
    return found or (mangled[-1] if mangled[-1] in "°®·±" else "•" if re.search("[œ˜–]", mangled) else " ")


def mend_in_place(text: str) -> str:
    """The same with every other character where it was, so that offsets stay."""
    return _MANGLED.sub(_padded, text)


def _padded(match: re.Match[str]) -> str:
    mangled = match[0]
    if mangled.startswith("ã"):
        return "】".rjust(len(mangled)) if mangled.endswith("‘") else "【".ljust(len(mangled))
    mark = mend(mangled)
    if mark == "’":
        return "'" * len(mangled)
    return f" {mark} ".ljust(len(mangled)) if mark in "–—•" else mark.ljust(len(mangled))


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
    elif mark == "," and _continues_for(text, before, item):
        found[-2:] = [before._replace(end=last.end)]


def _continues_for(text: str, before: Phrase, item: str) -> bool:
    """True for "Notebook" after "for Laptop"; not for "Black" or "2 m"."""
    governed = re.search(
        r"\b(?:for|like)\s+\S+(?:\s\S+)?(?:,\s[^,]+)*$", text[before.start : before.end], re.IGNORECASE
    )
    words = item.split()
    is_plain = len(words) == 1 and words[0][:1].isalpha()
    return bool(governed) and is_plain and not any(cue.is_value for cue in cues_in(item))


def _ends_list(text: str) -> bool:
    return bool(re.match(r"(?:and|or|&)\s+(?:\S+\s*){1,4}$", text, re.IGNORECASE))


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


_MOST_LABEL_WORDS = 6
_MOST_HEADING_WORDS = 10
_SHORT_VALUE = 16
_SHORT_PART = 6
_LIST_ITEM = 3
_BRACKETED = re.compile(r"\([^()]{0,80}\)|\[[^\[\]]{0,80}\]")
_HEADING_BRACKETS = re.compile(r"^\s*[\[{]([^\[\]{}]{3,80})[\]}](?:\s*[:–—-])?", re.MULTILINE)
_BULLET = re.compile(r"[\r\n\t]+|[•●▪◆►✅✔✓★☆※|\u2600-\u27bf\ufe0f\U0001f300-\U0001faff]+|!!+|\\n")
_COLON = re.compile(r"(?<=[A-Za-z)\]%”\"'*])\s*(?::(?!//)|】)\s*(?:[-–—]\s*)?(?=\S)")
_DASHED = re.compile(r"\W*(?P<heading>[^.:;!?]{3,80}?)(?:\s*[-–—]+\s+|\s+[-–—]+\s*)(?=\S)")
_SHOUTED = re.compile(r"\W*(?P<heading>[A-Z]{3,}\s+(?:[A-Z0-9&][A-Z0-9&/,'’+.-]*\s+){1,8})(?=[A-Z]?[a-z])")
_SENTENCE = re.compile(
    r"(?<=[\w)%\"”’*])(?<!\b[A-Z])(?<!\bapprox)(?<!\betc)(?<!\bNo)[.!?]+(?:\s+(?=[\W\d]*[A-Z0-9])|(?=[A-Z][a-z])|\s*$)"
    r"|\s*;\s*"
)
_TAIL = re.compile(
    r",?\s+(?:which|so that|so you|whereas|because|while|whether|thus|hence|thereby|even (?:when|if|on|in)|all while|"
    r"without (?:worrying|any))\b"
    r"|,\s*(?:and |thus |thereby |while )?(?=[a-z]{3,}ing (?:an?|the|your|you|it|its|up|to|for|more|all|any|maximum)\b)"
    r"|,?\s+(?=(?:making|allowing|ensuring|offering|providing|giving|letting|helping|enabling|featuring|including)\b)",
    re.IGNORECASE,
)
_AFTERTHOUGHT = re.compile(
    r"(?:and |thus |thereby |while )?(?:which|so that|so you|because|while|whether|thus|hence|even (?:when|if|on|in)|"
    r"without|"
    r"\w{3,}ing (?:an?|the|your|you|it|its|them|up|to|for|more|all|any|maximum))\b",
    re.IGNORECASE,
)
_AND_VERB = re.compile(r",?\s+(?:and|&|but|plus)\s+(?:also\s+)?(?=(?:\w+ly\s+)?([a-z]+)\b)", re.IGNORECASE)
_THAT = re.compile(r"\s+that\s+(?=(?:\w+ly\s+)?([a-z]+)\b)", re.IGNORECASE)
_AND_NOUN = re.compile(
    r",?\s+(?:and|&|plus|as well as)\s+(?=(?:an?|the|its|\d[\w.]*|backwards?|compatible|suitable)\s)", re.IGNORECASE
)
_SUBJECT = re.compile(r"\s*(?:the|this|these|our|it|an?|your|you|we)\b", re.IGNORECASE)
_COMMA = re.compile(r"\s*,\s+|\s*,(?=[A-Z])|\s+[–—]\s+|\s-\s(?!\d)")
_LIST_LABEL = re.compile(
    r"\b(?:box|contents?|contains?|includ\w+|package|compatib\w+|ingredients?|accessories|works? with|colou?rs?)\b",
    re.I,
)
_SENTENCE_LIKE = re.compile(r"(?i)\b(?:you|your|we|our|us|i|them)\b|^(?:this|the|it|these|just|simply)\b")


def feature_phrases(text: str) -> Iterator[Phrase]:
    """The headings, labelled values and clauses of a key feature or a description."""
    plain = mend_in_place(text)
    plain = _HEADING_BRACKETS.sub(lambda m: " " + m[1] + ":" + " " * (len(m[0]) - len(m[1]) - 2), plain)
    plain = _BRACKETED.sub(lambda m: "(" + "x" * (len(m[0]) - 2) + ")", plain)
    start = 0
    for cut in [*_BULLET.finditer(plain), None]:
        stop = cut.start() if cut else len(plain)
        if stop - start > 1:
            yield from _line_phrases(text, plain, start, stop)
        start = cut.end() if cut else stop


def _line_phrases(text: str, plain: str, start: int, stop: int) -> Iterator[Phrase]:
    """One line: "HEADING: sentences", "Label: value Label: value" or sentences."""
    colons = list(_COLON.finditer(plain, start, stop))
    if not colons:
        head = _DASHED.match(plain, start, stop) or _SHOUTED.match(plain, start, stop)
        if head:
            yield from _headed(text, plain, trimmed(plain, *head.span("heading")), (head.end(), stop))
        else:
            yield from _body(plain, (start, stop), "")
        return
    bounds = [start, *(colon.end() for colon in colons)]
    labels = [_label_before(plain, bounds[i], colon.start(), i > 0) for i, colon in enumerate(colons)]
    yield from _body(plain, (start, labels[0][0]), "")
    for i, (colon, label) in enumerate(zip(colons, labels, strict=True)):
        until = labels[i + 1][0] if i + 1 < len(labels) else stop
        yield from _headed(text, plain, label, (colon.end(), until))


def _label_before(text: str, start: int, stop: int, after_value: bool) -> Span:
    """Where the label is that ends at a colon; what is before it belongs to the value of the last label."""
    if (
        not after_value
        and len(text[start:stop].split()) <= _MOST_HEADING_WORDS
        and not _SENTENCE.search(text, start, stop)
    ):
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
    is_short = len(value.split()) <= _SHORT_VALUE and not has_verb(value) and not _SENTENCE_LIKE.search(value)
    is_short = is_short and not is_told(value)
    part = next(iter(_parts(plain, *sentences[0])))
    is_label = (
        len(name.split()) <= _MOST_LABEL_WORDS
        and not has_verb(" ".join(name.split()[:-1]))
        and ":" in plain[label[1] : rest[0]]
    )
    if is_label and (is_short or _LIST_LABEL.search(name)):
        yield Phrase(*sentences.pop(0), label=name)
    elif (
        is_label
        and not name.isupper()
        and len(plain[slice(*part)].split()) <= _SHORT_PART
        and not has_verb(plain[slice(*part)])
    ):
        yield Phrase(*trimmed(plain, *part), label=name)
        sentences[0] = trimmed(plain, part[1], sentences[0][1])
    elif len(name.split()) <= _MOST_HEADING_WORDS:
        yield Phrase(*label, is_heading=True)
    for sentence in sentences:
        yield from _clauses(plain, sentence, name)


def _body(text: str, span: Span, heading: str) -> Iterator[Phrase]:
    for sentence in _sentences(text, span):
        yield from _clauses(text, sentence, heading)


def _sentences(text: str, span: Span) -> Iterator[Span]:
    start, stop = span
    for cut in [*_SENTENCE.finditer(text, start, stop), None]:
        a, b = trimmed(text, start, cut.start() if cut else stop)
        if a < b:
            yield a, b
        start = cut.end() if cut else stop


def _clauses(text: str, sentence: Span, heading: str) -> Iterator[Phrase]:
    """A sentence at its commas, its "and"s before a verb or an article, and its afterthoughts."""
    for a, b in _parts(text, *sentence):
        cuts = [(*m.span(), True) for m in _TAIL.finditer(text, a, b)]
        cuts += [(*m.span(), False) for m in _AND_NOUN.finditer(text, a, b)]
        if len(text[a:b].split()) > LONG:
            cuts += [(*m.span(), False) for m in _THAT.finditer(text, a, b) if is_verb(m[1].lower())]
        cuts += [(*m.span(), False) for m in _AND_VERB.finditer(text, a, b) if is_verb(m[1].lower())]
        is_tail = a > sentence[0] and bool(_AFTERTHOUGHT.match(text, a, b))
        for left, right, is_next_tail in [*sorted(cuts), (b, b, False)]:
            if left >= a:
                start, end = trimmed(text, a, left)
                if start < end:
                    yield Phrase(start, end, heading=heading, is_tail=is_tail)
                a, is_tail = right, is_tail or is_next_tail


def _parts(text: str, start: int, stop: int) -> list[Span]:
    """The sentence between its commas, with the items of a list left together."""
    cuts = list(_COMMA.finditer(text, start, stop))
    starts = [start, *(cut.end() for cut in cuts)]
    ends = [*(cut.start() for cut in cuts), stop]
    spans: list[Span] = []
    for i, (a, b) in enumerate(zip(starts, ends, strict=True)):
        is_comma = i > 0 and "," in cuts[i - 1].group()
        before = text[slice(*spans[-1])] if spans else ""
        if is_comma and (
            (_is_unfinished(before) and not _SUBJECT.match(text, a)) or _goes_on(text, before, starts[i:], ends[i:])
        ):
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
    return is_closed or bool(GOVERNS.search(before)) or has_verb(before)


def _is_item(text: str) -> bool:
    words = text.split()
    is_last = bool(words) and words[0].lower() in ("and", "or", "&")
    longest = max((len(part.split()) for part in re.split(r"\s(?:and|or|&)\s", text)), default=0)
    return (
        0 < longest <= _LIST_ITEM + 2 * is_last
        and words[0].lower() not in ("a", "an", "the", "with", "no", "not", "for", "it", "this", "your", "you", "its")
        and not has_verb(text)
    )
