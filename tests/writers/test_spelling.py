"""Words that people spell so, and others."""

import pytest

from triptych.writers._spelling import is_known_word


@pytest.mark.parametrize("word", ["kettle", "quickly", "pockets", "chopping", "don't", "see-through", "5g"])
def test_words_of_lists_and_their_forms_are_known(word: str) -> None:
    assert is_known_word(word)


@pytest.mark.parametrize("word", ["producteasy", "easly"])
def test_glued_and_misspelt_words_are_not(word: str) -> None:
    assert not is_known_word(word)
