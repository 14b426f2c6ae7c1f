"""Which aspects a few words speak of."""

import pytest

from triptych.aspects import aspects_in


@pytest.mark.parametrize(
    ("text", "aspect"),
    [
        ("Battery Life", "battery life"),
        ("good battery backup", "battery life"),
        ("sweat proof", "water resistance"),
        ("not too loud", "noise"),
        ("office calls", "call quality"),
        ("easy to clean", "cleaning"),
    ],
)
def test_words_that_name_or_imply_an_aspect(text: str, aspect: str) -> None:
    assert aspects_in(text)[0] == aspect


def test_words_that_speak_of_none() -> None:
    assert aspects_in("gym") == ()
    assert aspects_in("") == ()
