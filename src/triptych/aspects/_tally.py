"""A tally of reviews: read once, merged as often as one likes, turned into a Reading at the end.

What is kept of a review depends on that review alone. Whatever needs all of them — which words name the same aspect,
which mean the whole product, what the aspects are called — is decided only when the reading is made; so the tally of
two halves merged is the tally of all.
"""

import gc
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from triptych.aspects._notes import Notes, take_notes
from triptych.aspects._reading import make_reading
from triptych.aspects._screening import fingerprint
from triptych.records import Product, Reading, Review


@dataclass(frozen=True, slots=True)
class Tally:
    """Notes of reviews, each text once."""

    notes: dict[str, Notes] = field(default_factory=dict)
    """By fingerprint of the text, in the order they came."""
    copies: int = 0
    """How many reviews repeat another's text."""

    def merge(self, *others: "Tally") -> "Tally":
        """The tally of all; of a text that several hold, the first one's notes stay."""
        notes = dict(self.notes)
        for other in others:
            for key, noted in other.notes.items():
                notes.setdefault(key, noted)
        given = len(self.notes) + sum(len(other.notes) for other in others)
        return Tally(notes, self.copies + sum(other.copies for other in others) + given - len(notes))

    def reading(self, product: Product) -> Reading:
        """What the tallied reviewers say of a product, and what its maker says."""
        with _collector_at_rest():
            return make_reading(product, tuple(self.notes.values()), self.copies)


def tally(reviews: Iterable[Review]) -> Tally:
    """The tally of some reviews."""
    notes: dict[str, Notes] = {}
    copies = 0
    with _collector_at_rest():
        for review in reviews:
            key = fingerprint(review.id, review.text)
            if key in notes:
                copies += 1
            else:
                notes[key] = take_notes(review)
    return Tally(notes, copies)


@contextmanager
def _collector_at_rest() -> Iterator[None]:
    """Stop looking for cycles: notes have none, and looking through all of them takes a sixth of the time."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def read_product(product: Product) -> Reading:
    """What a product's reviewers say and what its maker says."""
    return tally(product.reviews).reading(product)
