"""Words that deny."""

import pytest

from triptych.english.negations import denies
from triptych.english.sentences import sentences_of


@pytest.mark.parametrize("word", ["not", "didn't", "dont", "without", "nothing", "never"])
def test_denying_words(word: str) -> None:
    assert denies(word)


@pytest.mark.parametrize("word", ["now", "know", "hardly", "note", "n"])
def test_other_words(word: str) -> None:
    assert not denies(word)


def test_the_tagger_knows_them() -> None:
    (sentence,) = sentences_of("it does not work and dont charge and won't start")
    assert sentence.kinds.count("X") == 3
