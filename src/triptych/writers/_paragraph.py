"""Sentences with what they rest on, and the paragraph they make."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import attrgetter

from triptych.records import Claim, ClaimKind, Evidence, count_words

_PLACE = attrgetter("product_id", "source", "source_id", "start", "end")


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence, what kind of claim it is, and what it rests on."""

    text: str
    """The words, with the full stop."""
    kind: ClaimKind
    """Stated, counted, derived, absent or advice."""
    evidence: tuple[Evidence, ...] = ()
    """Spans it rests on."""

    @property
    def words(self) -> int:
        """How long it is."""
        return count_words(self.text)


def total_words(sentences: Iterable[Statement]) -> int:
    """How long the paragraph will be."""
    return sum(sentence.words for sentence in sentences)


def fit(sentences: Sequence[Statement], most: int) -> list[Statement]:
    """The sentences that fit into so many words, the first ones first; a long one may be passed over."""
    kept: list[Statement] = []
    for sentence in sentences:
        if total_words(kept) + sentence.words <= most:
            kept.append(sentence)
    return kept


def join_sentences(sentences: Iterable[Statement]) -> str:
    """The paragraph."""
    return " ".join(sentence.text for sentence in sentences)


def claims_of(sentences: Iterable[Statement], start: int = 0) -> tuple[Claim, ...]:
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
    """The spans, each once."""
    if len(evidence) < 2:
        return tuple(evidence)
    return tuple(dict(zip(map(_PLACE, evidence), evidence, strict=True)).values())
