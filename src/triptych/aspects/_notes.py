"""What is taken down of one review: it depends on that review alone."""

from dataclasses import dataclass
from itertools import islice

from triptych.aspects._generic import NounUse, noun_uses
from triptych.aspects._screening import why_set_aside
from triptych.aspects.sentences._mentions import Spoken, spoken_of
from triptych.aspects.sentences.opinion_words import judge_words
from triptych.aspects.sureness import HeardRemark, remarks_in
from triptych.english.sentences import kept_sentences
from triptych.records import Review

_MOST_CHARACTERS = 20_000
"""The longest review that shops take."""
_MOST_SPOKEN = 400
_MOST_USES = 2_000


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
    remarks: tuple[HeardRemark, ...] = ()
    """The parts of the text that say one thing each, in order."""


def take_notes(review: Review) -> Notes:
    """What one review says, whatever the others say; only so much of it as a person would write."""
    read = review.text[:_MOST_CHARACTERS]
    reason = why_set_aside(read)
    if reason:
        return Notes(review.id, review.text, reason)
    sentences = list(kept_sentences(read))
    uses = tuple(islice((use for sentence in sentences for use in noun_uses(sentence)), _MOST_USES))
    judged = [judge_words(sentence) for sentence in sentences]
    spoken = tuple(spoken_of(judged, review.stars)[:_MOST_SPOKEN])
    remarks = tuple(remarks_in(judged, review.stars, review.title)[:_MOST_SPOKEN])
    return Notes(review.id, review.text, None, spoken, uses, review.stars, remarks)
