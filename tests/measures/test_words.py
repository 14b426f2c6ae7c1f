"""English words, misspelt ones and how usual an order is."""

import pytest

from triptych.measures._text import tagged
from triptych.measures._words import is_known, meant, usualness


@pytest.mark.parametrize("word", ["battery", "batteries", "colour", "color", "unwashed", "rainproof", "organise"])
def test_words_and_what_is_made_of_them_are_known(word: str) -> None:
    assert is_known(word)


@pytest.mark.parametrize("word", ["scre", "whi", "xqvbn"])
def test_strings_of_letters_are_not(word: str) -> None:
    assert not is_known(word)


@pytest.mark.parametrize(
    ("word", "right"), [("comfrotable", "comfortable"), ("batery", "battery"), ("comfortable", ""), ("qqqqqqq", "")]
)
def test_a_misspelt_word_is_meant_to_be_another(word: str, right: str) -> None:
    assert meant(word) == right


def test_prose_is_more_usual_than_salad() -> None:
    (prose,) = tagged("The battery lasts ten hours on a charge.")
    (salad,) = tagged("Battery the of ten lasts and hours it because.")
    assert usualness(prose) > -3 > usualness(salad)


def test_a_figure_stands_where_a_noun_may() -> None:
    (figure,) = tagged("It costs 250 and lasts.")
    assert usualness(figure) > -4
