"""Dictionary forms by spelling and shared stems."""

import pytest

from triptych.english.stems import is_plural, plain_degrees, regular_lemma, singular, stem_of


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
