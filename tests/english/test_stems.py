"""Dictionary forms by spelling and shared stems."""

import pytest

from triptych.english.stems import regular_lemma, stem_of


@pytest.mark.parametrize(
    ("one", "other"), [("mop", "mopping"), ("zip", "zipper"), ("print", "printing"), ("tile", "tiles")]
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
