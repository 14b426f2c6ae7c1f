"""Quantities of a text against how many reviewers say so."""

from collections.abc import Callable

import pytest

from triptych.measures import Analysis, NothingToMeasure
from triptych.measures.counts import measure, quantities

Make = Callable[..., Analysis]
REST = "praise the battery. Three find the speakers weak. Three find it heavy. Most like the screen."


def test_true_quantities_beat_inflated_ones(opinion: Make) -> None:
    true = measure(
        opinion("Five praise the battery. Three find the speakers weak. Three find it heavy. Most like the screen.")
    )
    false = measure(opinion("Nobody likes the battery. One finds the speakers weak. Most praise the low weight."))
    assert true.value > false.value + 0.3


def test_a_hidden_complaint_is_named(opinion: Make) -> None:
    measured = measure(opinion("Five praise the battery. Three like the screen. Three find it heavy."))
    assert any("speakers" in note or "sound" in note for note in measured.notes if note.startswith("Left out"))


def test_a_share_of_all_reviewers_is_not_their_number(opinion: Make) -> None:
    text = "Half of the 6 reviewers find it heavy. A third of the 6 reviewers praise the screen."
    notes = measure(opinion(text)).notes
    assert any("“A third”" in note for note in notes) and not any("“6”" in note for note in notes)


def test_more_reviewers_than_there_are_fit_nothing(opinion: Make) -> None:
    true, false = (measure(opinion(f"{said} {REST}")) for said in ("5 of 6", "50 of 60"))
    assert false.value < true.value
    assert any("“50 of 60”" in note and note.endswith("wrong, there are only 6 reviewers") for note in false.notes)
    assert not any("there are only" in note for note in true.notes)


def test_one_review_cannot_be_counted(opinion: Make) -> None:
    with pytest.raises(NothingToMeasure, match="too few reviews"):
        measure(opinion("Most like it.", ("Good battery.",)))


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("Eight of 28 reviewers like it", ["of"]),
        ("A weight of 28 grams", []),
        ("It suits someone of 80 kg", []),
        ("80% of them, Most of all", ["percent"]),
        ("Many praise it, a few do not, nobody minds", ["many", "few", "none"]),
    ],
)
def test_reads_quantities_and_no_number_inside_a_word(text: str, kinds: list[str]) -> None:
    assert [quantity.kind for quantity in quantities(text)] == kinds


@pytest.mark.parametrize(
    ("text", "count", "mentioning", "fit"),
    [
        ("three", 3, 5, 1.0),
        ("three", 9, 9, 0.0),
        ("most", 4, 5, 1.0),
        ("most", 1, 5, 0.0),
        ("most", 3, 10, 0.0),
        ("half", 5, 10, 1.0),
        ("half", 9, 10, 0.0),
        ("many", 6, 8, 1.0),
        ("many", 1, 8, 0.0),
        ("some", 2, 8, 1.0),
        ("some", 0, 8, 0.0),
        ("a few", 2, 8, 1.0),
        ("a few", 8, 8, 0.0),
        ("everyone", 9, 10, 1.0),
        ("everyone", 4, 10, 0.0),
        ("nobody", 0, 5, 1.0),
        ("nobody", 4, 5, 0.0),
        ("50%", 5, 10, 1.0),
        ("90%", 2, 10, 0.0),
    ],
)
def test_what_a_quantity_allows(text: str, count: int, mentioning: int, fit: float) -> None:
    (quantity,) = quantities(text)
    assert quantity.fits(count, mentioning, 10) == fit
