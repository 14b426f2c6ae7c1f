"""A text as tagged sentences and short clauses, each with its place: what all matching works on."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from triptych.measures._language import Sentence, sentences_of, word_set

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


@dataclass(frozen=True, slots=True)
class Clause:
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


def clauses_of(sentences: list[Sentence]) -> Iterator[Clause]:
    """The clauses of some sentences, in order."""
    for number, sentence in enumerate(sentences):
        first = 0
        for last in range(1, len(sentence) + 1):
            if last == len(sentence) or (sentence.words[last] in _BREAKS and _is_enough(sentence, first, last)):
                clause = _clause(sentence, first, last, number)
                if clause:
                    yield clause
                first = last


def content_lemmas(sentence: Sentence, first: int = 0, last: int | None = None) -> tuple[str, ...]:
    """The words that say something, in dictionary form."""
    last = len(sentence) if last is None else last
    return tuple(
        sentence.lemmas[k]
        for k in range(first, last)
        if sentence.kinds[k] in _CONTENT and sentence.lemmas[k] not in _EMPTY and len(sentence.lemmas[k]) > 1
    )


@lru_cache(maxsize=2048)
def tagged(text: str) -> list[Sentence]:
    """The sentences of a text that hold a word; kept for the measures that look at the same text, so "
    "left as they are."""
    return [sentence for sentence in sentences_of(text) if any(word[0].isalnum() for word in sentence.words)]


def _is_enough(sentence: Sentence, first: int, last: int) -> bool:
    """True where what stands before a break, and what follows it, are more than a word of a list."""
    before = sum(word[0].isalnum() for word in sentence.words[first:last])
    after = sum(word[0].isalnum() for word in sentence.words[last + 1 :])
    return before >= _FEWEST_WORDS and after >= _FEWEST_WORDS


def _clause(sentence: Sentence, first: int, last: int, number: int) -> Clause | None:
    while first < last and (sentence.words[first] in _BREAKS or not sentence.words[first][0].isalnum()):
        first += 1
    if first == last:
        return None
    start, end = sentence.starts[first], sentence.ends[last - 1]
    return Clause(start, end, sentence.text[start:end], content_lemmas(sentence, first, last), number)
