"""Kinds of word by their neighbours."""

import pytest

from triptych.english.tags import tag


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("the keyboard works great", "TNVJ"),
        ("the charging is slow", "TNBJ"),
        ("it is light", "SBJ"),
        ("the light is dim", "TNBJ"),
        ("dead simple", "RJ"),
        ("it doesn't fit", "SXV"),
    ],
)
def test_neighbours_decide(text: str, kinds: str) -> None:
    words = text.split()
    assert "".join(tag(words, words)) == kinds


def test_capitals_decide_where_the_words_do_not() -> None:
    raw = ["I", "own", "a", "Toshiba"]
    assert tag([word.lower() for word in raw], raw)[-1] == "P"
