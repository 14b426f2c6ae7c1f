"""Which aspects a few words speak of."""

import pytest

from triptych.aspects import aspects_in, facet_of


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


@pytest.mark.parametrize(("name", "facet"), [("setup", "setup"), ("assembly", "setup"), ("gunk", None)])
def test_what_a_name_of_a_reading_stands_for(name: str, facet: str | None) -> None:
    assert facet_of(name) == facet
