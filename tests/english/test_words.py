"""Word lists, kinds of word and dictionary forms."""

from pathlib import Path

import pytest

import triptych.english
from triptych.english.words import is_noun, kinds_of, lemma_of, lines_of

FOLDER = Path(triptych.english.__file__).parent / "data"


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.txt")), ids=lambda path: path.name)
def test_every_list_says_what_it_is(path: Path) -> None:
    assert path.read_text(encoding="utf-8").startswith("# ")
    lines = lines_of(f"english/data/{path.name}")
    assert lines
    assert not any(line.startswith("#") for line in lines)


def test_kinds_and_lemmas() -> None:
    assert kinds_of("the") == "T"
    assert kinds_of("screen")[0] == "N"
    assert kinds_of("quickly") == "R"
    assert lemma_of("batteries", "N") == "battery"
    assert lemma_of("died", "D") == "die"
    assert lemma_of("bus", "N") == "bus"


def test_unlisted_words_are_guessed_by_their_ending() -> None:
    assert kinds_of("blorbly") == "R"
    assert kinds_of("blorbing") == "GN"
    assert kinds_of("blorbproof") == "J"
    assert kinds_of("3rd") == "0"
    assert not is_noun("blorb")
