"""Coverage of what reviewers majorly discuss."""

from collections.abc import Callable

import pytest

from triptych.measures import Analysis, NothingToMeasure
from triptych.measures.coverage import measure

Make = Callable[..., Analysis]
GOOD = "The battery lasts ten hours, and the screen is bright as well. However, the speakers are weak, and it is heavy."


def test_all_told_is_more_than_half_and_half_more_than_none(opinion: Make) -> None:
    full = measure(opinion("The battery is great, the screen bright, the speakers weak, and it is heavy."))
    half = measure(opinion("The battery is great and the screen is bright."))
    none = measure(opinion("It came in a brown box on a rainy Tuesday."))
    assert full.value > 0.9 > half.value > 0.3 > none.value


def test_missing_aspects_come_with_a_quote_that_resolves(opinion: Make) -> None:
    analysis = opinion("The battery is great.")
    measured = measure(analysis)
    assert any("missing" in note for note in measured.notes)
    assert measured.evidence and all(span.resolves_in(analysis.case.products[0]) for span in measured.evidence)


def test_without_sources_there_is_nothing_to_cover(opinion: Make) -> None:
    with pytest.raises(NothingToMeasure, match="no aspect"):
        measure(opinion("The battery is great.", ()))


def test_saying_the_same_at_greater_length_covers_no_more(opinion: Make) -> None:
    short = measure(opinion("The battery is great."))
    padded = measure(opinion("The battery is great. " + "On the whole one may well say so. " * 8))
    assert short.value == padded.value


def test_an_aspect_touched_on_in_other_words_counts_in_part(opinion: Make) -> None:
    told = measure(opinion("The speakers are weak."))
    touched = measure(opinion("The sound is tinny."))
    missed = measure(opinion("It came in a brown box on a rainy Tuesday."))
    assert told.value > touched.value > missed.value
    assert any(note.endswith("touched on") for note in touched.notes)


def test_a_text_about_the_product_carries_more_than_one_about_another(opinion: Make) -> None:
    about, other = (measure(opinion(text)) for text in (GOOD, "Bakers sing of vineyards at dawn by the lake."))
    assert about.carried > other.carried + 0.2


def test_more_empty_words_carry_no_more(opinion: Make) -> None:
    padded = GOOD + " One may well say that things are as they are in this world." * 6
    assert measure(opinion(padded)).carried <= measure(opinion(GOOD)).carried


def test_what_is_only_remotely_like_an_aspect_does_not_touch_it(opinion: Make) -> None:
    assert not any(note.endswith("touched on") for note in measure(opinion("The music is quiet.")).notes)
