"""The words of a need."""

from triptych.needs.excerpts import stem
from triptych.needs.words import implied_by, price_words, words_of


def test_how_something_should_be_is_told_from_what() -> None:
    asked = words_of("long battery life", "feature")
    assert [word.stem for word in asked.words] == [stem("battery")]
    assert stem("long") in asked.manners
    assert stem("short") in asked.against


def test_a_quality_has_opposites() -> None:
    (word,) = words_of("quiet", "feature").words
    assert stem("noisy") in word.against
    assert stem("silent") in dict(word.near)
    assert not set(dict(word.near)) & word.against


def test_what_must_not_be_is_negated() -> None:
    for text in ("not see through", "without fragrance", "fragrance free", "leakproof", "low noise"):
        assert words_of(text, "feature").is_negated, text
    assert not words_of("waterproof", "feature").is_negated


def test_a_word_that_denies_is_read_in_two_or_in_one() -> None:
    assert words_of("leak proof", "feature").words == words_of("leakproof", "feature").words


def test_words_that_say_little_are_left_out_beside_others() -> None:
    (word,) = words_of("office work", "use").words
    assert word.stem == stem("office")
    assert words_of("comfortable for long hours", "feature").words == words_of("comfortable", "feature").words


def test_other_words_imply_a_need() -> None:
    assert stem("homework") in implied_by("school")
    assert implied_by("workouts") == implied_by("workout")


def test_a_budget_without_an_amount_is_about_the_price() -> None:
    asked = price_words("value for money")
    assert {stem("worth"), stem("money")} <= set(asked.stems)
