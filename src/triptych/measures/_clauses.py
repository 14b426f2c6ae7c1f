"""A text as tagged sentences and short clauses, each with its place: what all matching works on."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from triptych.english.sentences import Sentence, sentences_of
from triptych.english.words import word_set

_BREAKS = word_set(", ; : ( ) – — ... … | but although though however because while except and whereas yet")
_FEWEST_WORDS = 2
_CONTENT = frozenset("NPVDGJ0")
_EMPTY = word_set(
    "thing stuff one lot bit way kind sort make get go come take give put say tell find feel look seem use want need "
    "know think see let keep try like have be do product item review reviewer user customer buyer owner people person "
    "purchase buy order time day good great bad nice well many few several other such much more most some same own "
    "overall however everyone someone mention report note praise complain appreciate describe recommend offer provide "
    "consider highlight express experience opinion i you it we they he she"
)


class Clause(NamedTuple):
    """A stretch of a sentence that says one thing."""

    start: int
    """Where it begins in the text."""
    end: int
    """One past its last character."""
    text: str
    """The words."""
    lemmas: tuple[str, ...]
    """Its content words in dictionary form, those that any review has left out."""
    sentence: int
    """Which sentence of the text it is of."""
    is_quoted: bool = False
    """True where the words are a source's."""


def clauses_of(sentences: list[Sentence]) -> Iterator[Clause]:
    """The clauses of some sentences, in order."""
    for number, sentence in enumerate(sentences):
        first = 0
        for last in _ends(sentence):
            clause = _clause(sentence, first, last, number)
            if clause:
                yield clause
            first = last


def content_lemmas(sentence: Sentence, first: int = 0, last: int | None = None) -> tuple[str, ...]:
    """The words that say something, in dictionary form."""
    return tuple(
        [
            lemma
            for lemma, kind in zip(sentence.lemmas[first:last], sentence.kinds[first:last], strict=True)
            if kind in _CONTENT and lemma not in _EMPTY and len(lemma) > 1
        ]
    )


@lru_cache(maxsize=512)
def tagged(text: str) -> list[Sentence]:
    """The sentences of a text that hold a word; kept for the measures that look at the same text, so left as is."""
    return with_words(sentences_of(text))


def with_words(sentences: Iterable[Sentence]) -> list[Sentence]:
    """Those sentences that hold a word."""
    return [sentence for sentence in sentences if any(word[0].isalnum() for word in sentence.words)]


def _ends(sentence: Sentence) -> Iterator[int]:
    """Where clauses end: at breaks before and behind which there is more than a word of a list, and at the end."""
    words = sentence.words
    if not _BREAKS.isdisjoint(words):
        spoken = [0, *accumulate(word[0].isalnum() for word in words)]
        first = 0
        for last in range(1, len(words)):
            if (
                words[last] in _BREAKS
                and spoken[last] - spoken[first] >= _FEWEST_WORDS
                and spoken[-1] - spoken[last + 1] >= _FEWEST_WORDS
            ):
                yield last
                first = last
    yield len(words)


def _clause(sentence: Sentence, first: int, last: int, number: int) -> Clause | None:
    while first < last and (sentence.words[first] in _BREAKS or not _is_word(sentence.words[first])):
        first += 1
    if first == last:
        return None
    start, end = sentence.starts[first], sentence.ends[last - 1]
    return Clause(start, end, one_line(sentence.text[start:end]), content_lemmas(sentence, first, last), number)


def _is_word(word: str) -> bool:
    return word[0].isalnum() or word[0] in "$₹€£¥"


def brief(text: str, most: int = 70) -> str:
    """A stretch as it is quoted in a note: cut after a word where it is long."""
    whole = " ".join(text.split())
    return whole if len(whole) <= most else f"{whole[:most].rsplit(' ', 1)[0]} …"


def one_line(text: str) -> str:
    """A stretch without the wide gaps that quotes and marks leave."""
    return " ".join(text.split()) if "  " in text else text


def is_verbless(sentence: Sentence) -> bool:
    """True for words that make no statement: none of them is a verb, or commas string them together."""
    commas = sum(word == "," for word in sentence.words)
    return _VERBS.isdisjoint(sentence.kinds) or (len(sentence) >= _LONG_LIST and commas > len(sentence) / 3)


_VERBS = frozenset("VDGBMX")
_LONG_LIST = 12
