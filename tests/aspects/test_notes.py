"""What is taken down of a review, however long it is."""

from triptych.aspects import _notes
from triptych.aspects._notes import take_notes
from triptych.records import Review


def test_a_review_is_read_as_far_as_a_person_would_write() -> None:
    notes = take_notes(Review(id="1", text="The battery is great but the lid leaks. " * 3_000))
    assert 0 < len(notes.spoken) <= _notes._MOST_SPOKEN
    assert 0 < len(notes.uses) <= _notes._MOST_USES
    assert len(notes.text) > _notes._MOST_CHARACTERS


def test_what_stands_in_the_part_that_is_read_is_heard_as_before() -> None:
    start = "The handle is loose. The motor is quiet. "
    whole, long = (take_notes(Review(id="1", text=text)) for text in (start, start + "x " * 20_000))
    assert long.spoken[: len(whole.spoken)] == whole.spoken
