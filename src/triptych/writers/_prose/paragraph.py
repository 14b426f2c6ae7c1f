"""Sentences with what they stand on, and the paragraph they make."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import attrgetter

from triptych.records import Claim, ClaimKind, Evidence, count_words
from triptych.writers._plan.points import Point
from triptych.writers._plan.quotes import Quote

_PLACE = attrgetter("product_id", "source", "source_id", "start", "end")


@dataclass(frozen=True)
class Sentence:
    """One sentence, what kind of claim it is, and what it rests on."""

    text: str
    """The words, with the full stop."""
    kind: ClaimKind
    """Stated, counted, derived, absent or advice."""
    stated: tuple[Evidence, ...] = ()
    """Spans it rests on, beside what it quotes and the points it tells."""
    pattern: str = ""
    """How it is built; two of one pattern do not follow each other."""
    quotes: tuple[Quote, ...] = ()
    """What it quotes."""
    points: tuple[Point, ...] = ()
    """What it tells."""

    @property
    def evidence(self) -> tuple[Evidence, ...]:
        """The spans it rests on, gathered only for sentences that stay."""
        quoted = (quote.evidence for quote in self.quotes)
        return (*self.stated, *quoted, *(span for point in self.points for span in point.evidence))

    @property
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
    return tuple(dict(zip(map(_PLACE, evidence), evidence, strict=True)).values())
