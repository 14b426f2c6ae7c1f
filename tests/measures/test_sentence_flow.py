"""Flow and contradiction."""

from collections.abc import Callable

from triptych.measures import Analysis, take_measure

Make = Callable[..., Analysis]
JOINED = "The battery lasts ten hours. It also charges quickly. However, the speakers are weak. So many use headphones."
STRAY = "The battery lasts. A dog barked. Screens glow. Rice grows in water. The box was brown. Ink is blue."


def test_joined_sentences_beat_stray_remarks(opinion: Make) -> None:
    joined, stray = (take_measure("sentence_flow", opinion(text)) for text in (JOINED, STRAY))
    assert joined.value is not None and stray.value is not None and joined.value > stray.value + 0.4


def test_what_cannot_both_hold_is_quoted(opinion: Make) -> None:
    measured = take_measure(
        "self_contradiction", opinion("The battery is excellent. It came on Monday. The battery is terrible.")
    )
    assert measured.faults == 1 and "Cannot both hold" in measured.notes[0]
    both_sides = "Some find the battery excellent, while others call the battery terrible."
    assert take_measure("self_contradiction", opinion(both_sides)).faults == 0
