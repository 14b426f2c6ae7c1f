"""Quantities against counts."""

from collections.abc import Callable

from triptych.measures import Analysis, take_measure

Make = Callable[..., Analysis]


def test_true_quantities_beat_inflated_ones(opinion: Make) -> None:
    true = take_measure(
        "mention_counts",
        opinion("Five praise the battery. Three find the speakers weak. Three find it heavy. Most like the screen."),
    )
    false = take_measure(
        "mention_counts", opinion("Nobody likes the battery. One finds the speakers weak. Most praise the low weight.")
    )
    assert true.value is not None and false.value is not None and true.value > false.value + 0.3


def test_a_hidden_complaint_is_named(opinion: Make) -> None:
    measured = take_measure(
        "mention_counts", opinion("Five praise the battery. Three like the screen. Three find it heavy.")
    )
    assert measured.figures["hidden"] == 1
    assert any("speakers" in note or "sound" in note for note in measured.notes if note.startswith("Left out"))


def test_a_share_of_all_reviewers_is_not_their_number(opinion: Make) -> None:
    text = "Half of the 6 reviewers find it heavy. A third of the 6 reviewers praise the screen."
    measured = take_measure("mention_counts", opinion(text))
    assert any("“A third”" in note for note in measured.notes) and not any("“6”" in note for note in measured.notes)
