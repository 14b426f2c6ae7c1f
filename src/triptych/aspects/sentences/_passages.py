"""The words around a mention that can be quoted: a whole clause, clean at both ends."""

from bisect import bisect_left, bisect_right

from triptych.aspects.sentences.opinion_words import JudgedSentence, Span
from triptych.english.clauses import CONTRAST
from triptych.english.sentences import Sentence
from triptych.english.words import word_set

_VERBS = frozenset("VDBM")
_LOOSE = CONTRAST | word_set('and or so plus because which that then , ; : - – — ( ) & / * " “ ”')
"""What a quotation neither begins nor ends with."""


def passage(judged: JudgedSentence, span: Span) -> Span:
    """Where the clause around a span begins and ends in the text: a whole one if there is one, without loose ends."""
    sentence, clauses, turns = judged.sentence, judged.clauses, judged.turns
    first = last = clauses[span[0]]
    while True:
        start, end = _bounds(clauses, first, last)
        start, end = _tidied(sentence, min(start, span[0]), max(end, span[1]), span)
        # What is cut short goes with the clause beside it, if the mood does not turn between them.
        if first > 0 and turns[first - 1] == turns[first] and _lacks_subject(sentence, start, end):
            first -= 1
        elif last + 1 < len(turns) and turns[last + 1] == turns[last] and _lacks_end(sentence, start, end):
            last += 1
        else:
            return sentence.starts[start], sentence.ends[end - 1]


def _tidied(sentence: Sentence, start: int, end: int, span: Span) -> Span:
    while start < span[0] and (sentence.kinds[start] in ".C" or sentence.words[start] in _LOOSE):
        start += 1
    while end > span[1] and sentence.words[end - 1] in _LOOSE:
        end -= 1
    return start, end


def _lacks_subject(sentence: Sentence, start: int, end: int) -> bool:
    return (
        sentence.kinds[start] in "BM"
        or sentence.words[start] in ("as", "than", "who")
        or not _has_verb(sentence, start, end)
    )


def _lacks_end(sentence: Sentence, start: int, end: int) -> bool:
    words, last = sentence.words, sentence.kinds[end - 1]
    is_open = last in "VDBMTI" or words[end - 1] in ("just", "only", "even") or "as" in words[end - 2 : end]
    return is_open or not _has_verb(sentence, start, end)


def _bounds(clauses: list[int], first: int, last: int) -> Span:
    """The first word of one clause and one past the last word of another."""
    return bisect_left(clauses, first), bisect_right(clauses, last)


def _has_verb(sentence: Sentence, start: int, end: int) -> bool:
    return not _VERBS.isdisjoint(sentence.kinds[start:end])
