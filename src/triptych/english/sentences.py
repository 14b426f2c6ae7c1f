"""A text becomes sentences of tagged words; every word keeps its place in the text."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import pairwise
from operator import itemgetter

from triptych.english.boundaries import ends_in, seam_of
from triptych.english.words import is_plural, kinds_of, lemma_of, lines_of, word_set

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
_MARK = re.compile(r"[.,;:!?…\n()–—-]")
_WORDS_A_MARK = 12
"""A text with more words to each mark is one that nobody marked off."""
_BULLETS = frozenset("•●▪✓✔")
_ABBREVIATIONS = frozenset({"mr", "mrs", "ms", "dr", "vs", "etc", "e.g", "i.e", "approx", "no", "rs", "st"})
MOST_WORDS = 120
"""A run of words longer than this without a full stop is cut: nobody's sentence is longer."""


_Placed = tuple[list[str], list[int], list[int]]
"""Words as written, where each begins and where it ends."""


@dataclass(slots=True)
class Sentence:
    """The words of one sentence: as written in lower case, where, what kind, and under which dictionary form."""

    text: str
    words: list[str]
    starts: list[int]
    ends: list[int]
    kinds: list[str]
    lemmas: list[str]
    clauses: tuple[list[int], list[int]] | None = field(default=None, compare=False, repr=False)
    """Once they are asked for: the clause of each word, and how often the mood has turned before each clause."""

    def __len__(self) -> int:
        return len(self.words)

    @property
    def is_question(self) -> bool:
        """True where it ends in a question mark."""
        return "?" in self.words[-1]


def sentences_of(text: str) -> Iterator[Sentence]:
    """The tagged sentences of a text; offsets are those of the text."""
    return (_tagged(text, placed) for placed in _untagged(text))


def _tagged(text: str, placed: _Placed) -> Sentence:
    raw, starts, ends = placed
    words, kinds, lemmas = _analysed(tuple(raw))
    return Sentence(text, words, starts, ends, kinds, lemmas)


@lru_cache(maxsize=4096)
def _analysed(raw: tuple[str, ...]) -> tuple[list[str], list[str], list[str]]:
    """The words in their usual spelling, their kinds and lemmas: once for a review and for what is quoted of it."""
    words = list(map(_spelt, raw))
    kinds = tag(words, raw)
    return words, kinds, list(map(lemma_of, words, kinds))


def words_of(text: str) -> Iterator[list[str]]:
    """The words of each sentence in their usual spelling, untagged: in a third of the time."""
    for raw, _, _ in _untagged(text):
        yield list(map(_spelt, raw))


@lru_cache(maxsize=1024)
def kept_sentences(text: str) -> tuple[Sentence, ...]:
    """The same for a text that will be asked for again soon; whoever asks leaves them as they are."""
    return tuple(sentences_of(text))


@lru_cache(maxsize=1024)
def spoken_sentences(text: str) -> tuple[Sentence, ...]:
    """The same, and where nobody marked off sentences those that the words let expect."""
    if not is_run_on(text):
        return kept_sentences(text)
    return tuple(_tagged(text, part) for placed in _untagged(text) for part in _parts(_unglued(placed)))


def is_run_on(text: str) -> bool:
    """True for a text in which nobody marked off sentences."""
    return text.count(" ") >= _WORDS_A_MARK * (1 + len(_MARK.findall(text)))


def _parts(placed: _Placed) -> Iterator[_Placed]:
    raw, starts, ends = placed
    is_long = len(raw) > _WORDS_A_MARK and not any(_MARK.match(word) for word in raw[:-1])
    cuts = set(ends_in([word.lower() for word in raw])) if is_long else set()
    cuts.update(n for n in range(1, len(raw)) if starts[n] == ends[n - 1] and raw[n - 1].isalpha() and raw[n].isalpha())
    for first, end in pairwise((0, *sorted(cuts), len(raw))):
        yield raw[first:end], starts[first:end], ends[first:end]


@lru_cache(maxsize=1024)
def sentence_spans(text: str) -> tuple[tuple[int, int], ...]:
    """Where each sentence begins and ends, without tagging; closing quotation marks belong to what they close."""
    spans: list[tuple[int, int]] = []
    for _, starts, ends in _untagged(text):
        start, end = starts[0], ends[-1]
        if spans and start == spans[-1][1] and (behind := _CLOSING.match(text, start, end)):
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


def _unglued(sentence: _Placed) -> _Placed:
    """The same with words that lost the break between them taken apart."""
    raw, starts, ends = [], [], []
    for word, start, end in zip(*sentence, strict=True):
        seam = seam_of(word.lower())
        raw += [word[:seam], word[seam:]] if seam else [word]
        starts += [start, start + seam] if seam else [start]
        ends += [start + seam, end] if seam else [end]
    return raw, starts, ends


def _untagged(text: str) -> Iterator[_Placed]:
    """The words of each sentence by its full stops, line breaks and bullets."""
    raw, starts, ends, last_end = list[str](), list[int](), list[int](), 0
    for match in _WORD.finditer(text):
        (start, end), word = match.span(), match[0]
        # Most words follow a single space; only other gaps can hold a break.
        is_close = start == last_end or (start == last_end + 1 and text[last_end] == " ")
        is_markup = word[0] in "<&" and _MARKUP.fullmatch(word)
        is_break = word in _BULLETS or (is_markup and word.startswith(("<br", "<p", "<li")))
        if raw and (is_break or (not is_close and _BREAK.search(text, last_end, start)) or len(raw) >= MOST_WORDS):
            yield raw, starts, ends
            raw, starts, ends = [], [], []
        last_end = end
        if is_markup or is_break:
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


@cache
def _respellings() -> dict[str, str]:
    return dict(line.split(" ", 1) for line in lines_of("english/data/spellings.txt"))


@lru_cache(maxsize=10_000)
def _spelt(word: str) -> str:
    """The word in lower case and in its usual spelling: "Gr8" is great, "sooo" is so."""
    lower = word.lower().replace("’", "'")
    if known := _respellings().get(lower):
        return known
    if _STRETCHED.search(lower):
        once = _STRETCHED.sub(r"\1", lower)
        twice = _STRETCHED.sub(r"\1\1", lower)
        return twice if len(kinds_of(twice)) > 1 or twice in ("good", "cool", "soon", "too") else once
    return lower


_SHORT_FORMS = word_set("it's that's he's she's there's what's let's who's here's where's")
_PAST_AS_PRESENT = frozenset(("split", "burst", "quit", "shut", "cost"))
_OPENING_CLAUSES = frozenset(("that", "so", "which", "who"))
_SAYING_HOW = frozenset(("feel", "feels", "felt", "feeling", "look", "looks", "it's", "that's", "they're", "how"))
"""Words behind which a word that can be either is a quality."""
_QUALITY_OR_NOUN = frozenset(("clicky", "firm", "fun", "laggy", "light", "matte", "plastic", "proof", "right", "stock"))
"""Nouns by the list that are qualities behind "it is": "it is light", "feels plastic"."""
_SUBJECTS_WITH_VERB = frozenset(("it's", "that's", "i'm", "its", "they're", "you're"))


def tag(words: list[str], raw: Sequence[str]) -> list[str]:
    """The kind of each word, from its usual spelling and the way it was written."""
    choices = list(map(_choices, words))
    kinds: list[str] = []
    previous = "."
    for i, choice in enumerate(choices):
        if len(choice) == 1 and i > 1 and words[i] != "like":
            kind = choice
        else:
            following = choices[i + 1][0] if i + 1 < len(choices) else "."
            kind = _kind(words, kinds, choice, previous, following)
        if raw[i] != words[i]:
            kind = _as_written(raw, i, kind, choice, previous)
        kinds.append(kind)
        # An adverb lets what stands before it reach on: "to quickly charge", "will never fit".
        if kind != "R" or previous == ".":
            previous = kind
        elif previous not in "ATM":
            previous = "R"
    return kinds


@cache
def _things() -> frozenset[str]:
    """Verbs and qualities that are also used as nouns."""
    return frozenset(word for line in lines_of("english/data/things.txt") for word in line.split())


@lru_cache(maxsize=10_000)
def _choices(word: str) -> str:
    """The kinds a word can be, the usual one first."""
    if word.endswith("n't"):
        return "X"
    if word.endswith(("'s", "s'")) and len(word) > 3:
        return "S" if word in _SHORT_FORMS else "N"
    if "'" in word and word.rpartition("'")[2] in ("ve", "re", "m", "ll", "d"):
        return "S"
    kinds = kinds_of(word)
    return kinds + "N" if "N" not in kinds and kinds[0] in "JGDV" and word in _things() else kinds


def _as_written(raw: Sequence[str], i: int, kind: str, choice: str, previous: str) -> str:
    """The kind with capitals taken into account: "RAM" is a noun, "Toshiba" a name."""
    word = raw[i]
    if kind in "VJGD" and "N" in choice and 1 < len(word) <= 4 and word.isupper() and not raw[i - 1].isupper():
        return "N"
    if i and previous != "." and word[0].isupper() and not word.isupper() and kind in "NJVD" and "N" in choice:
        return "P"
    return kind


def _kind(words: list[str], kinds: list[str], choice: str, previous: str, following: str) -> str:
    i = len(kinds)
    if i < 2 and words[i + 1 : i + 2] == [":"] and choice[0] in "VGJD":
        return "N"
    if words[i] == "like":
        return _like(kinds, words)
    if len(choice) == 1:
        return choice
    return (
        _noun_or_quality(words, kinds, choice, previous, following)
        or _after_verb_marks(words, kinds, choice, previous)
        or _after_article(choice, previous, following, is_clause=i > 0 and words[i - 1] in _OPENING_CLAUSES)
        or _after_noun(words, kinds, choice, previous, following)
        or choice[0]
    )


def _like(kinds: list[str], words: list[str]) -> str:
    """ "I really like" is a verb, "feels like" is not."""
    k = next((k for k in reversed(range(len(kinds))) if kinds[k] != "R"), None)
    if k is None:
        return "V" if kinds else "I"
    is_verb = kinds[k] in "XMA" or (kinds[k] == "S" and "'" not in words[k]) or words[k] in ("did", "do")
    return "V" if is_verb else "I"


def _noun_or_quality(words: list[str], kinds: list[str], choice: str, previous: str, following: str) -> str:
    """ "The lumbar is", "good lumbar" are nouns; "it is light", "feels light", "nice and light" qualities."""
    if choice[0] in "JVGD" and "N" in choice and previous in "TJ." and following in "BM":
        return "N"
    i = len(kinds)
    is_said_of = previous in "RB." or (i > 0 and words[i - 1] in _SAYING_HOW)
    if choice[0] == "N" and "J" in choice and is_said_of and following in ".CIA" and words[i] in _QUALITY_OR_NOUN:
        return "J"
    if choice[0] == "J" and choice[-1] == "N" and previous == "J" and following in ".CI":
        return "N"
    if kinds[-2:] == ["J", "C"] and "J" in choice and following in ".CI":
        return "J"
    return ""


def _after_verb_marks(words: list[str], kinds: list[str], choice: str, previous: str) -> str:
    """A verb behind "to", "can", "not" and behind its subject."""
    if previous in "AMX" and "V" in choice:
        return "V"
    if previous == "S" and words[len(kinds) - 1] not in _SUBJECTS_WITH_VERB:
        return "V" if "V" in choice else "D" if "D" in choice else ""
    return ""


def _after_article(choice: str, previous: str, following: str, is_clause: bool) -> str:
    """A noun, or an adjective before one, behind an article, an adjective or a preposition."""
    first = choice[0]
    if previous == "T" and first in "VR":
        if "J" in choice and following in "NJ":
            return "J"
        return "N" if "N" in choice else "J" if "J" in choice else first
    if previous == "T" and first == "J" and "N" in choice and following in "BMVX.":
        return "N"
    if previous in "TJBI" and first == "V" and "N" in choice and not is_clause:
        return "N"
    if previous == "B" and "J" in choice and first in "VDR" and following in ".CIAR":
        return "J"
    return first if previous in "TJ" else ""


def _after_noun(words: list[str], kinds: list[str], choice: str, previous: str, following: str) -> str:
    """Verb or noun behind a noun: "the keyboard works great" against "the battery charge"."""
    word = words[len(kinds)]
    if word in _PAST_AS_PRESENT and previous in "NP" and following in "IRA.0":
        return "D"
    if previous == "R" and choice[0] == "N" and "V" in choice and len(kinds) > 1 and kinds[-2] in "NPS":
        return "V"
    if previous not in "NP" or "V" not in choice or "N" not in choice:
        return ""
    if is_plural(words[len(kinds) - 1]) and not word.endswith("s") and following in "RTSOAIX":
        return "V"
    if choice[0] == "N" and word.endswith("s"):
        # "the zip sticks." has its verb at the end
        is_last = words[len(kinds) + 1 : len(kinds) + 2] in (["."], ["!"], []) and kinds[-2:] == ["T", "N"]
        is_last = is_last and (len(kinds) == 2 or kinds[-3] in ".C")
        is_verb = (following in "RTSOAIXJ" or is_last) and not any(kind in "VBM" for kind in kinds[-8:])
        return "V" if is_verb else "N"
    if choice[0] == "V" and not word.endswith("s"):
        return "N" if following in "BVDM.CI" else "V"
    return ""
