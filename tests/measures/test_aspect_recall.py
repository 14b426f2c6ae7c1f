"""Coverage of what reviewers majorly discuss."""

from collections.abc import Callable

from triptych.measures import Analysis, take_measure

Make = Callable[..., Analysis]


def test_all_told_is_more_than_half_and_half_more_than_none(opinion: Make) -> None:
    full = take_measure(
        "aspect_recall", opinion("The battery is great, the screen bright, the speakers weak, and it is heavy.")
    )
    half = take_measure("aspect_recall", opinion("The battery is great and the screen is bright."))
    none = take_measure("aspect_recall", opinion("It came in a brown box on a rainy Tuesday."))
    assert full.value is not None and half.value is not None and none.value is not None
    assert full.value > 0.9 > half.value > 0.3 > none.value


def test_missing_aspects_come_with_a_quote_that_resolves(opinion: Make) -> None:
    analysis = opinion("The battery is great.")
    measured = take_measure("aspect_recall", analysis)
    assert any("missing" in note for note in measured.notes)
    assert measured.evidence and all(span.resolves_in(analysis.case.products[0]) for span in measured.evidence)


def test_without_sources_there_is_nothing_to_cover(opinion: Make) -> None:
    assert take_measure("aspect_recall", opinion("The battery is great.", ())).value is None


def test_saying_the_same_at_greater_length_covers_no_more(opinion: Make) -> None:
    short = take_measure("aspect_recall", opinion("The battery is great."))
    padded = take_measure("aspect_recall", opinion("The battery is great. " + "On the whole one may well say so. " * 8))
    assert short.value == padded.value


def test_an_aspect_touched_on_in_other_words_counts_in_part(opinion: Make) -> None:
    told = take_measure("aspect_recall", opinion("The speakers are weak."))
    touched = take_measure("aspect_recall", opinion("The sound is tinny."))
    missed = take_measure("aspect_recall", opinion("It came in a brown box on a rainy Tuesday."))
    assert told.value is not None and touched.value is not None and missed.value is not None
    assert told.value > touched.value > missed.value
    assert any(note.endswith("touched on") for note in touched.notes)
