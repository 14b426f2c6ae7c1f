"""What is taken down of one review: it depends on that review alone."""

from dataclasses import dataclass

from triptych.aspects._generic import NounUse, noun_uses
from triptych.aspects._screening import why_set_aside
from triptych.aspects.sentences._mentions import Spoken, spoken_in
from triptych.english.sentences import kept_sentences
from triptych.records import Review


@dataclass(frozen=True, slots=True)
class Notes:
    """What one review says, or why it was not read."""

    review_id: str
    text: str
    set_aside: str | None
    spoken: tuple[Spoken, ...] = ()
    uses: tuple[NounUse, ...] = ()
    stars: float | None = None
    """How many the reviewer gave."""


def take_notes(review: Review) -> Notes:
    """What one review says, whatever the others say."""
    reason = why_set_aside(review.text)
    if reason:
        return Notes(review.id, review.text, reason)
    sentences = list(kept_sentences(review.text))
    uses = tuple(use for sentence in sentences for use in noun_uses(sentence))
    return Notes(review.id, review.text, None, tuple(spoken_in(sentences, review.stars)), uses, review.stars)
