"""The words of a sentence that judge, with negation worked in, and how it leans on the things that it names."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import dropwhile, islice, pairwise, product
from typing import NamedTuple

from triptych.aspects.lexicon import judging_phrases, listed, value_of
from triptych.english.clauses import clause_numbers, first_of_clause
from triptych.english.sentences import Sentence, kept_sentences
from triptych.english.words import HARDLY, NONE, NOT, denies

_NEGATORS = NOT | NONE | HARDLY
_REACH_OF_NOT, _REACH_OF_WISH = 5, 10
_OTHERS = {
    *product(("my", "our"), ("old", "older", "previous", "last", "earlier", "former", "other")),
    *product(("the",), ("old", "older", "previous", "former")),
    *product(("other",), ("brands", "ones", "products", "models")),
}
"""How one begins to speak of another product."""
_SILENT = frozenset("TISOCMBWA0")
"""Kinds of word that never judge."""
_TOO = 1.6
"""How bad it is to be "too" something that is neither good nor bad."""
_PRAISE = 2.4
"""What is called so good is not blamed for being "too" good."""
_NOT_GOOD, _NOT_BAD = -0.7, -0.6
_ASKED = 0.1
"""What a judging word is worth in a question."""

Span = tuple[int, int]
"""The positions of a first word and one past the last."""


class Judging(NamedTuple):
    """A word or phrase that judges: where it stands and how good it calls things."""

    start: int
    end: int
    worth: float
    """With negation worked in."""
    attributive: bool
    is_turned: bool
    """True where a negation turns it round."""


class JudgedSentence(NamedTuple):
    """A sentence with its clauses and its judging words."""

    sentence: Sentence
    clauses: list[int]
    turns: list[int]
    judgings: list[Judging]


def judge_words(sentence: Sentence) -> JudgedSentence:
    """The judging words of a sentence, with negation worked in."""
    clauses, turns = clause_numbers(sentence)
    found: list[tuple[int, int, float]] = []
    end_of_last = 0
    for start, end, value in sorted(
        judging_phrases().found_in(sentence.words, sentence.lemmas), key=lambda hit: (hit[0], -hit[1])
    ):
        if start >= end_of_last:
            found.append((start, end, value))
            end_of_last = end
    taken = {k for start, end, _ in found for k in range(start, end)}
    found += [
        (i, i + 1, value)
        for i, kind in enumerate(sentence.kinds)
        if kind not in _SILENT and i not in taken and (value := _value_at(sentence, i))
    ]
    judgings: list[Judging] = []
    for start, end, value in sorted(found):
        if is_of_another(sentence.words[first_of_clause(clauses, start) : start]):
            continue
        factor = turned(start, value, sentence, clauses)
        is_quality = end == start + 1 and start not in taken and sentence.kinds[start] == "J"
        judgings.append(Judging(start, end, value * factor, is_quality, factor < 0))
    return JudgedSentence(sentence, clauses, turns, judgings)


@lru_cache(maxsize=1024)
def judgings_in(text: str) -> tuple[Judging, ...]:
    """The judging words of a text that will be asked for again soon."""
    return tuple(judging for sentence in kept_sentences(text) for judging in judge_words(sentence).judgings)


def _value_at(sentence: Sentence, i: int) -> float:
    """How good the word here is; 0 for one that does not judge, or that only shades the judging word behind it."""
    word, kind = sentence.words[i], sentence.kinds[i]
    value = value_of(word, kind, sentence.lemmas[i])
    is_too = kind in "JR" and i > 0 and sentence.words[i - 1] == "too" and word not in ("much", "many")
    if is_too and value < _PRAISE:
        return -(abs(value) or _TOO)
    if value and kind == "R" and i + 1 < len(sentence) and sentence.kinds[i + 1] in "JR":
        following = value_of(sentence.words[i + 1], sentence.kinds[i + 1], sentence.lemmas[i + 1])
        return 0.0 if following else value
    return value


def turned(start: int, value: float, sentence: Sentence, clauses: list[int]) -> float:
    """By how much a negation before a judging word, or a question around it, turns it."""
    words, kinds = sentence.words, sentence.kinds
    factor = _ASKED if sentence.is_question else 1.0
    is_more = kinds[start] in "JR" and words[start].endswith(("er", "worse"))
    if value > 0 and _is_wished(words, start, _REACH_OF_NOT + is_more):
        factor *= _NOT_BAD
    for k in range(start - 1, max(-1, start - 1 - _REACH_OF_NOT), -1):
        word = words[k]
        if clauses[k] != clauses[start] or word in (",", ":"):
            break
        if kinds[k] == "X" or word in _NEGATORS or words[k : k + 2] == ["far", "from"]:
            is_over = word in listed("before_nouns") and any(kind in "NP" for kind in kinds[k + 1 : start])
            # "never had a better one", "have not had one this good in years"
            is_over |= is_more and word in ("never", "couldn't") and words[k + 1] not in listed("getting")
            is_over |= words[start - 1] == "this" and kinds[start - 2] in "NPDB" and words[start - 2] != "found"
            if not is_over and words[k + 1] not in ("only", "just"):
                factor *= _NOT_GOOD if value > 0 else _NOT_BAD
            break
    return factor


def is_of_another(words: list[str]) -> bool:
    """True for a clause that begins with another product: "my old one leaks", "other brands have bad zippers"."""
    return tuple(islice(dropwhile(listed("opening").__contains__, words), 2)) in _OTHERS


def _is_wished(words: list[str], start: int, reach: int) -> bool:
    """True behind "I wish it were", "could be", "should have been", and for "would like it to be"."""
    before = words[max(0, start - _REACH_OF_WISH) : start]
    if "," in before:
        before = before[len(before) - before[::-1].index(",") :]
    if not listed("wishes").isdisjoint(before):
        return True
    if words[start] == "like" and words[start + 1 : start + 2] != ["to"]:
        before.append("like")
    could, being = listed("could", "contracted"), listed("being")
    return any(one in could and other in being for one, other in pairwise(before[-reach:]))


_SAME_CLAUSE, _OTHER_CLAUSE = 0.8, 0.6
_BESIDE_NOUN = frozenset("JNPG0C")
"""Kinds of word that may stand between an adjective and its noun."""


class Quality(NamedTuple):
    """An adjective that is said of something."""

    word: str
    """As one would repeat it."""
    worth: float
    start: int


@dataclass(slots=True)
class Leaning:
    """How a sentence leans on one span: what is said of the span itself, and what is said around it."""

    own: float = 0.0
    beside: float = 0.0
    is_own: bool = False
    """True where some word judges this very span, and not only its surroundings."""
    qualities: tuple[Quality, ...] = ()
    """What is said of this very span in so many words."""

    @property
    def worth(self) -> float:
        """What is said of the span, else what is said around it."""
        return self.own if self.is_own else self.beside


def leanings(judged: JudgedSentence, spans: list[Span]) -> list[Leaning]:
    """How the sentence leans on each of the named spans."""
    found = [Leaning() for _ in spans]
    for judging in judged.judgings:
        owner = owner_of(judging, judged, spans)
        there = judged.clauses[judging.start]
        for n, (span, leaning) in enumerate(zip(spans, found, strict=True)):
            here = judged.clauses[span[0]]
            if judged.turns[here] != judged.turns[there]:
                continue
            if n == owner:
                leaning.own += judging.worth
                leaning.is_own = True
                if judging.end - judging.start == 1:
                    leaning.qualities += quality_at(judged.sentence, judging.start, judging.worth, judging.is_turned)
            else:
                leaning.beside += judging.worth * (_SAME_CLAUSE if here == there else _OTHER_CLAUSE)
    return found


def quality_at(sentence: Sentence, at: int, worth: float, is_turned: bool) -> tuple[Quality, ...]:
    """The adjective that stands here as one would repeat it: "clear", "easy to clean", "not loud"."""
    words, kinds, lemmas = sentence.words, sentence.kinds, sentence.lemmas
    if kinds[at] != "J" or not words[at].isalpha():
        return ()
    quality = words[at] if words[at].endswith(("ing", "ed")) else lemmas[at]
    if words[at + 1 : at + 2] == ["to"] and kinds[at + 2 : at + 3] == ["V"]:
        quality = f"{quality} to {lemmas[at + 2]}"
    if at and words[at - 1] == "too":
        if worth > 0:
            return ()
        quality = f"too {quality}"
    elif is_turned:
        if kinds[at + 1 : at + 2] in (["N"], ["P"]) or not any(map(denies, words[max(0, at - 2) : at])):
            return ()
        quality = f"not {quality}"
    return (Quality(quality, worth, sentence.starts[at]),)


def owner_of(judging: Judging, judged: JudgedSentence, spans: list[Span]) -> int:
    """The span that a judging word speaks of first of all; -1 for none."""
    kinds, clauses = judged.sentence.kinds, judged.clauses
    clause = clauses[judging.start]
    before = after = -1
    for n, (start, end) in enumerate(spans):
        if start <= judging.start < end:
            return n
        if judging.attributive and judging.end <= start and _BESIDE_NOUN.issuperset(kinds[judging.end : start]):
            return n
        if end <= judging.start and clauses[end - 1] == clause:
            before = n
        if after < 0 and start >= judging.end and clauses[start] == clause:
            after = n
    # "love the screen": a judging verb speaks of what stands behind it, but "drains on calls" not of calls
    is_verb = kinds[judging.start] in "VDG" and not judging.attributive
    if after >= 0 and (before < 0 or (is_verb and "I" not in kinds[judging.end : spans[after][0]])):
        return after
    return before
