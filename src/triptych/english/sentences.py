"""A text becomes sentences of tagged words; every word keeps its place in the text."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from operator import itemgetter

from triptych.english.tags import tag
from triptych.english.words import kinds_of, lemma_of, lines_of

# The head passes over blanks at once.
_WORD = re.compile(
    r"(?=\S)(?:[^\W\d_]+(?:['’\-/&][^\W\d_]+)*\d{0,3}"
    r"|<[^<>]{1,40}>|&[a-z]{2,6};|[:;=]-?[)(DP](?!\w)|<3(?!\d)"
    r"|\d+(?:[.,:/]\d+)*(?:-?[a-zA-Z]{1,4}\b|%|\"|'\d{1,2}\b)?"
    r"|[.!?…]+|[,;:()\-–—\"“”*/+&|~=<>]+|[^\s\w])",
)
_STRETCHED = re.compile(r"([a-z])\1{2,}")
_MARKUP = re.compile(r"<[^<>]{1,40}>|&[a-z]{2,6};")
_CLOSING = re.compile(r"([\"'”’)]+)\s*")
_BREAK = re.compile(r"[\r\n\t]")
_BULLETS = frozenset("•●▪✓✔")
_ABBREVIATIONS = frozenset({"mr", "mrs", "ms", "dr", "vs", "etc", "e.g", "i.e", "approx", "no", "rs", "st"})
MOST_WORDS = 120
"""A run of words longer than this without a full stop is cut: nobody's sentence is longer."""


@dataclass(slots=True)
class Sentence:
    """The words of one sentence: as written in lower case, where, what kind, and under which dictionary form."""

    text: str
    words: list[str]
    starts: list[int]
    ends: list[int]
    kinds: list[str]
    lemmas: list[str]

    def __len__(self) -> int:
        return len(self.words)

    @property
    def is_question(self) -> bool:
        """True where it ends in a question mark."""
        return "?" in self.words[-1]


def sentences_of(text: str) -> Iterator[Sentence]:
    """The tagged sentences of a text; offsets are those of the text."""
    for raw, starts, ends in _untagged(text):
        words = list(map(_spelt, raw))
        kinds = tag(words, raw)
        yield Sentence(text, words, starts, ends, kinds, list(map(_lemma, words, kinds)))


def words_of(text: str) -> Iterator[list[str]]:
    """The words of each sentence in their usual spelling, untagged: in a third of the time."""
    for raw, _, _ in _untagged(text):
        yield list(map(_spelt, raw))


@lru_cache(maxsize=1024)
def kept_sentences(text: str) -> tuple[Sentence, ...]:
    """The same for a text that will be asked for again soon; whoever asks leaves them as they are."""
    return tuple(sentences_of(text))


@lru_cache(maxsize=1024)
def sentence_spans(text: str) -> tuple[tuple[int, int], ...]:
    """Where each sentence begins and ends, without tagging; closing quotation marks belong to what they close."""
    spans: list[tuple[int, int]] = []
    for _, starts, ends in _untagged(text):
        start, end = starts[0], ends[-1]
        if spans and start == spans[-1][1]:
            behind = _CLOSING.match(text, start, end)
            if behind:
                spans[-1] = spans[-1][0], behind.end(1)
                start = behind.end()
        if start < end:
            spans.append((start, end))
    return tuple(spans)


def sentence_around(text: str, start: int, end: int) -> tuple[int, int]:
    """Where the sentences begin and end that hold a span."""
    spans = sentence_spans(text)
    first = bisect_right(spans, start, key=itemgetter(0)) - 1
    last = bisect_left(spans, end, key=itemgetter(1))
    begins = spans[first][0] if first >= 0 else 0
    return begins, spans[last][1] if last < len(spans) else len(text)


def _untagged(text: str) -> Iterator[tuple[list[str], list[int], list[int]]]:
    """The words of each sentence as written, where each begins and where it ends."""
    raw: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    last_end = 0
    for match in _WORD.finditer(text):
        (start, end), word = match.span(), match[0]
        # Most words follow a single space; only other gaps can hold a break.
        is_close = start == last_end or (start == last_end + 1 and text[last_end] == " ")
        if raw and ((not is_close and _BREAK.search(text, last_end, start)) or len(raw) >= MOST_WORDS):
            yield raw, starts, ends
            raw, starts, ends = [], [], []
        last_end = end
        if word in _BULLETS or (word[0] in "<&" and _MARKUP.fullmatch(word)):
            if raw and (word in _BULLETS or word.startswith(("<br", "<p", "<li"))):
                yield raw, starts, ends
                raw, starts, ends = [], [], []
            continue
        raw.append(word)
        starts.append(start)
        ends.append(end)
        if word[0] in ".!?…" and _ends_here(text, raw, last_end):
            yield raw, starts, ends
            raw, starts, ends = [], [], []
    if raw:
        yield raw, starts, ends


def _ends_here(text: str, words: list[str], end: int) -> bool:
    if end < len(text) and not text[end].isspace() and text[end] not in "\"')”’<":
        return len(words[-1]) > 1 or text[end].isupper()
    return not (words[-1] == "." and len(words) > 1 and words[-2].lower() in _ABBREVIATIONS)


@lru_cache(maxsize=10_000)
def _lemma(word: str, kind: str) -> str:
    return lemma_of(word, kind)


@cache
def _respellings() -> dict[str, str]:
    return dict(line.split(" ", 1) for line in lines_of("english/data/spellings.txt"))


@lru_cache(maxsize=10_000)
def _spelt(word: str) -> str:
    """The word in lower case and in its usual spelling: "Gr8" is great, "sooo" is so."""
    lower = word.lower().replace("’", "'")
    known = _respellings().get(lower)
    if known:
        return known
    if _STRETCHED.search(lower):
        once = _STRETCHED.sub(r"\1", lower)
        twice = _STRETCHED.sub(r"\1\1", lower)
        return twice if len(kinds_of(twice)) > 1 or twice in ("good", "cool", "soon", "too") else once
    return lower
