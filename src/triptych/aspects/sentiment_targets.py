"""How a sentence leans on the things it names."""

from dataclasses import dataclass
from typing import NamedTuple

from triptych.aspects.opinion_words import JudgedSentence, Judging, Span
from triptych.english.sentences import Sentence
from triptych.english.words import denies

_SAME_CLAUSE, _OTHER_CLAUSE = 0.8, 0.6
_BEFORE_NOUN = frozenset("JNPG0C")
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
        if judging.attributive and judging.end <= start and _BEFORE_NOUN.issuperset(kinds[judging.end : start]):
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
