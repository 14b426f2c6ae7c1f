"""Patterns that are looked for in whatever case."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from triptych.aspects.lexicon import pattern
from triptych.english.wordings import Wording, lowered
from triptych.english.words import lines_of
from triptych.measures._text import wording, wordings

_COLOUR = r"\b(?:red|blue|dark green)\b"


def _wordings() -> list[tuple[str, Wording]]:
    """All patterns of reading and measuring, by name."""
    read = {line.partition(": ")[0] for line in lines_of("aspects/lexicons/patterns.txt")}
    measured = [name for group in ("phrases", "openings", "patterns") for name in wordings()[group]]
    return [*((name, pattern(name)) for name in sorted(read)), *((name, wording(name)) for name in measured)]


def test_finds_in_any_case_and_shows_the_text_as_it_is() -> None:
    colour = Wording(_COLOUR)
    assert colour.found_in("Red, DARK GREEN and blued") == ["Red", "DARK GREEN"]
    assert colour.search("a Blue one") is not None
    assert colour.search("a Blue one", 3) is None
    assert colour.match("Blue one") is not None
    assert colour.fullmatch("Blue one") is None


def test_keeps_offsets_where_a_letter_has_two_in_lower_case() -> None:
    text = "İİ RED"
    assert len(lowered(text)) == len(text)
    assert Wording(_COLOUR).found_in(text) == ["RED"]


@given(st.text(alphabet="rRedD bBlueE İß’\n", max_size=30))
def test_finds_what_the_engine_finds_without_regard_to_case(text: str) -> None:
    spans = [match.span() for match in re.finditer(_COLOUR, text, re.IGNORECASE)]
    assert [match.span() for match in Wording(_COLOUR).finditer(text)] == spans


@pytest.mark.parametrize(("name", "made"), _wordings())
def test_patterns_are_in_lower_case(name: str, made: Wording) -> None:
    """A capital would never be found; those of `\\W` or `(?P<` are none."""
    assert not re.search(r"[A-Z]", re.sub(r"\\[A-Z]|\(\?P", "", made.pattern.pattern)), name
