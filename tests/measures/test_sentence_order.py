"""Sentences in their place and out of it."""

from collections.abc import Callable

import pytest

from triptych.measures import Analysis, take_measure

Make = Callable[..., Analysis]
ORDERED = (
    "The battery is what buyers of the Norvel Tab 10 like most.",
    "Three of 6 reviewers also praise the bright screen.",
    "The speakers are the weak point: three reviewers call them terrible.",
    "Two find it too heavy.",
    "In short, it suits those who sit and read.",
)


def faults(analysis: Analysis) -> float:
    return take_measure("sentence_order", analysis).faults


def test_an_ordered_text_has_no_fault(opinion: Make) -> None:
    measured = take_measure("sentence_order", opinion(" ".join(ORDERED)))
    assert measured.faults == 0 and measured.value == 1.0


def test_a_shuffled_text_has_several(opinion: Make) -> None:
    measured = take_measure("sentence_order", opinion(" ".join((*ORDERED[1::2][::-1], *ORDERED[0::2][::-1]))))
    assert measured.faults >= 2 and any("named only here" in note for note in measured.notes)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("However, it is heavy. The battery lasts. The screen is bright. People like it.", "nothing stands before it"),
        ("Two find it heavy. One likes it. The screen is bright. Reviewers agree.", "before it is said whom"),
        ("The screen is bright. In short, buy it. The battery lasts. It is heavy. Speakers are weak.", "closing word"),
        ("The battery lasts. The screen is bright. It is heavy. First of all, it is a tablet.", "opening word"),
    ],
)
def test_what_is_out_of_place_is_told_with_its_reason(opinion: Make, text: str, why: str) -> None:
    assert any(why in note for note in take_measure("sentence_order", opinion(text)).notes)


def test_praise_and_complaint_by_turns_are_no_order(opinion: Make) -> None:
    good, bad = (
        ["The battery is excellent.", "The screen is great."],
        ["The speakers are terrible.", "It is too heavy."],
    )
    grouped, mixed = (
        take_measure("sentence_order", opinion(" ".join(parts))).figures["mixed"]
        for parts in ([*good, *bad], [good[0], bad[0], good[1], bad[1]])
    )
    assert grouped == 0 < mixed


def test_few_sentences_can_stand_in_any_order(opinion: Make) -> None:
    assert faults(opinion("However, two find it heavy. The Norvel Tab 10 is a tablet.")) == 0
