"""Sentences with what they stand on, and the paragraph they make."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from triptych.records import Claim, ClaimKind, Evidence, count_words


@dataclass(frozen=True)
class Sentence:
    """One sentence, what kind of claim it is, and what it rests on."""

    text: str
    """The words, with the full stop."""
    kind: ClaimKind
    """Stated, counted, derived, absent or advice."""
    evidence: tuple[Evidence, ...] = ()
    """Spans it rests on."""
    pattern: str = ""
    """How it is built; two of one pattern do not follow each other."""

    @cached_property
    def words(self) -> int:
        """How long it is."""
        return count_words(self.text)


def total_words(sentences: Iterable[Sentence]) -> int:
    """How long the paragraph will be."""
    return sum(sentence.words for sentence in sentences)


def join_sentences(sentences: Iterable[Sentence]) -> str:
    """The paragraph."""
    return " ".join(sentence.text for sentence in sentences)


def claims_of(sentences: Iterable[Sentence], start: int = 0) -> tuple[Claim, ...]:
    """The claims of a paragraph that begins at `start`."""
    claims = []
    for sentence in sentences:
        end = start + len(sentence.text)
        claims.append(
            Claim(text=sentence.text, start=start, end=end, kind=sentence.kind, evidence=distinct(sentence.evidence))
        )
        start = end + 1
    return tuple(claims)


def distinct(evidence: Sequence[Evidence]) -> tuple[Evidence, ...]:
    """The spans without those that stand there twice."""
    if len(evidence) < 2:
        return tuple(evidence)
    seen = {(each.product_id, each.source, each.source_id, each.start, each.end): each for each in evidence}
    return tuple(seen.values())
