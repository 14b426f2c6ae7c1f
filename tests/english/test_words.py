"""Word lists, kinds of word and dictionary forms."""

from pathlib import Path

import pytest

import triptych.english
from triptych.english.sentences import sentences_of
from triptych.english.words import (
    denies,
    is_noun,
    is_plural,
    kinds_of,
    lemma_of,
    lines_of,
    plain_degrees,
    regular_lemma,
    singular,
    stem_of,
    word_list,
    wording_of,
)

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


@pytest.mark.parametrize(
    ("one", "other"),
    [("mop", "mopping"), ("zip", "zipper"), ("tile", "tiles"), ("battery", "batteries")],
)
def test_forms_of_one_word_share_a_stem(one: str, other: str) -> None:
    assert stem_of(one) == stem_of(other)


@pytest.mark.parametrize(
    ("word", "kind", "lemma"),
    [
        ("batteries", "N", "battery"),
        ("boxes", "N", "box"),
        ("glass", "N", "glass"),
        ("stopped", "D", "stop"),
        ("tried", "D", "try"),
        ("charging", "G", "charge"),
        ("thing", "N", "thing"),
        ("quickly", "R", "quickly"),
    ],
)
def test_spelling_gives_the_dictionary_form(word: str, kind: str, lemma: str) -> None:
    assert regular_lemma(word, kind) == lemma


@pytest.mark.parametrize(
    ("plural", "one"),
    [("batteries", "battery"), ("presets", "preset"), ("speed", "speed"), ("boxes", "box"), ("glass", "glass")],
)
def test_one_of_several(plural: str, one: str) -> None:
    assert singular(plural) == one


def test_plurals_by_their_look() -> None:
    assert [word for word in ("straps", "glass", "bus", "this", "gas", "lens") if is_plural(word)] == ["straps", "lens"]


@pytest.mark.parametrize(("word", "plain"), [("lighter", "light"), ("nicest", "nice"), ("bigger", "big")])
def test_degrees_lead_back_to_the_adjective(word: str, plain: str) -> None:
    assert plain in plain_degrees(word)


@pytest.mark.parametrize("word", ["not", "didn't", "dont", "without", "nothing", "never"])
def test_denying_words(word: str) -> None:
    assert denies(word)


@pytest.mark.parametrize("word", ["now", "know", "hardly", "note", "n"])
def test_other_words(word: str) -> None:
    assert not denies(word)


def test_the_tagger_knows_them() -> None:
    (sentence,) = sentences_of("it does not work and dont charge and won't start")
    assert sentence.kinds.count("X") == 3


def test_lists_of_a_file_go_by_their_names() -> None:
    people = word_list("needs/lists.txt", "people")
    assert {"kids", "unisex"} <= people and word_list("needs/lists.txt", "people", "nots") > people
    assert not word_list("needs/lists.txt", "no such list")


def test_a_pattern_of_several_lines_is_one() -> None:
    asking = wording_of("aspects/lexicons/patterns.txt", "asking")
    assert asking.match("Does it leak?") and asking.match("Please tell me") and not asking.match("It leaks")
