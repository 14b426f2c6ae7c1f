"""Patterns that are looked for in whatever case."""

import re
from importlib import import_module
from pkgutil import walk_packages

import pytest
from hypothesis import given
from hypothesis import strategies as st

import triptych.aspects
import triptych.measures
from triptych.english.wordings import Wording, lowered

_COLOUR = r"\b(?:red|blue|dark green)\b"


def _wordings() -> list[tuple[str, Wording]]:
    """All patterns of reading and measuring, by module and name."""
    return [
        (f"{found.name}.{name}", value)
        for package in (triptych.aspects, triptych.measures)
        for found in walk_packages(package.__path__, f"{package.__name__}.")
        for name, value in vars(import_module(found.name)).items()
        if isinstance(value, Wording)
    ]


def test_finds_in_any_case_and_shows_the_text_as_it_is() -> None:
    wording = Wording(_COLOUR)
    assert wording.found_in("Red, DARK GREEN and blued") == ["Red", "DARK GREEN"]
    assert wording.search("a Blue one") is not None
    assert wording.search("a Blue one", 3) is None
    assert wording.match("Blue one") is not None
    assert wording.fullmatch("Blue one") is None


def test_keeps_offsets_where_a_letter_has_two_in_lower_case() -> None:
    text = "İİ RED"
    assert len(lowered(text)) == len(text)
    assert Wording(_COLOUR).found_in(text) == ["RED"]


@given(st.text(alphabet="rRedD bBlueE İß’\n", max_size=30))
def test_finds_what_the_engine_finds_without_regard_to_case(text: str) -> None:
    spans = [match.span() for match in re.finditer(_COLOUR, text, re.IGNORECASE)]
    assert [match.span() for match in Wording(_COLOUR).finditer(text)] == spans


@pytest.mark.parametrize(("name", "wording"), _wordings())
def test_patterns_are_in_lower_case(name: str, wording: Wording) -> None:
    """A capital would never be found; those of `\\W` or `(?P<` are none."""
    assert not re.search(r"[A-Z]", re.sub(r"\\[A-Z]|\(\?P", "", wording.pattern.pattern)), name
