"""Language errors."""

from collections.abc import Callable

import pytest

from triptych.measures import Analysis, take_measure
from triptych.measures._clauses import tagged
from triptych.measures._slips import find_slips

Make = Callable[..., Analysis]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("The the battery is good.", "repetition"),
        ("It have a bright screen.", "grammar"),
        ("They has sent a new one.", "grammar"),
        ("There is seven parts to wash.", "grammar"),
        ("The price is to high for many.", "spelling"),
        ("the screen is bright enough.", "capitalisation"),
        ("The typing is comfrotable for hours.", "spelling"),
        ("It came after a hour of waiting.", "grammar"),
        ("The screen is bright .", "spacing"),
    ],
)
def test_an_error_is_found_and_named(text: str, kind: str) -> None:
    assert kind in {slip.kind for slip in find_slips(tagged(text))}


def test_sound_sentences_have_none() -> None:
    text = "The battery lasts ten hours on a charge. Reviewers like the screen, although three of them find it heavy."
    assert find_slips(tagged(text)) == []


def test_word_salad_is_far_below_prose(opinion: Make) -> None:
    prose = take_measure(
        "grammar",
        opinion("The battery lasts ten hours, and most reviewers like it. The screen is bright and sharp too."),
    )
    salad = take_measure(
        "grammar",
        opinion("Battery the of ten lasts and hours it because. Of screen the like if bright under and the to."),
    )
    assert prose.value == 1.0 and salad.value is not None and salad.value < 0.4
