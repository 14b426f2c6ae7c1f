"""Sentences that follow each other, stand in their place and do not contradict each other."""

from collections.abc import Callable

import pytest

from triptych.measures import Analysis
from triptych.measures.flow import measure

Make = Callable[..., Analysis]
STRAY = "The battery lasts. A dog barked. Screens glow. Rice grows in water. The box was brown. Ink is blue."
ORDERED = (
    "The battery is what buyers of the Norvel Tab 10 like most.",
    "Three of 6 reviewers also praise the bright screen.",
    "The speakers are the weak point: three reviewers call them terrible.",
    "Two find it too heavy.",
    "In short, it suits those who sit and read.",
)


def test_an_ordered_text_beats_stray_remarks(opinion: Make) -> None:
    assert measure(opinion(" ".join(ORDERED))).value == 1 > measure(opinion(STRAY)).value + 0.4


def test_what_cannot_both_hold_is_quoted(opinion: Make) -> None:
    measured = measure(opinion("The battery is great. The battery is terrible."))
    assert measured.stray > 0 and measured.value < 1 and any("Cannot both hold" in note for note in measured.notes)
    both_sides = "Some find the battery excellent. Others call the battery terrible."
    for text in (both_sides, "The battery is great. The screen is terrible."):
        assert measure(opinion(text)).stray == 0


def test_an_ordered_text_has_no_fault_and_a_shuffled_one_has(opinion: Make) -> None:
    assert measure(opinion(" ".join(ORDERED))).misplaced == 0
    shuffled = measure(opinion(" ".join((*ORDERED[1::2][::-1], *ORDERED[0::2][::-1]))))
    assert shuffled.misplaced > 0.3 and any("Out of its place" in note for note in shuffled.notes)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("However, it is heavy. The battery lasts. The screen is bright. People like it.", "nothing stands before it"),
        ("Two find it heavy. One likes it. The screen is bright. Reviewers agree.", "before it is said whom"),
        ("The screen is bright. In short, buy it. The battery lasts. It is heavy. Speakers are weak.", "closing word"),
        ("The battery lasts. The screen is bright. It is heavy. First of all, it is a tablet.", "opening word"),
        ("The battery lasts. It shines. It is heavy. The Norvel Tab 10 is a tablet.", "named only here"),
    ],
)
def test_what_is_out_of_place_is_told_with_its_reason(opinion: Make, text: str, why: str) -> None:
    assert any(why in note for note in measure(opinion(text)).notes)


def test_few_sentences_can_stand_in_any_order(opinion: Make) -> None:
    assert measure(opinion("However, two find it heavy. The Norvel Tab 10 is a tablet.")).misplaced == 0


def test_what_is_about_something_else_is_stray(opinion: Make) -> None:
    assert measure(opinion(" ".join(ORDERED))).stray == 0
    stray = measure(opinion(STRAY))
    assert stray.stray > 0.7 and "About something else: “A dog barked.”." in stray.notes
