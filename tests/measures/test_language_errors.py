"""Errors that are found and named, and sound sentences that have none."""

import pytest

from triptych.measures._language_errors import find_language_errors, is_known, meant, usualness
from triptych.measures._text import tagged


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("The the battery is good.", "repetition"),
        ("It have a bright screen.", "grammar"),
        ("They has sent a new one.", "grammar"),
        ("There is seven parts to wash.", "grammar"),
        ("These is heavy.", "grammar"),
        ("The price is to high for many.", "spelling"),
        ("the screen is bright enough.", "capitalisation"),
        ("The typing is comfrotable for hours.", "spelling"),
        ("It came after a hour of waiting.", "grammar"),
        ("The screen is bright .", "spacing"),
    ],
)
def test_an_error_is_found_and_named(text: str, kind: str) -> None:
    assert kind in {slip.kind for slip in find_language_errors(tagged(text))}


def test_sound_sentences_have_none() -> None:
    text = "The battery lasts ten hours on a charge. Reviewers like the screen, although three of them find it heavy."
    assert find_language_errors(tagged(text)) == []
    text = "The lightest of these is the third. Buyers were let down. It is heavy to many. They are like it."
    assert find_language_errors(tagged(text)) == []


@pytest.mark.parametrize(
    "text",
    [
        "Six people was saying this about the screen.",
        "On the desk it sit well enough for me.",
        "It's microphone lets you down on calls.",
        "The second may takes two hours to charge.",
        "People say it have a bright screen.",
        "Everyone love it.",
        "Users are love it.",
    ],
)
def test_what_learners_write_is_noticed(text: str) -> None:
    assert find_language_errors(tagged(text))


@pytest.mark.parametrize(
    "text",
    [
        "It makes it fit well, and does it last? Yes.",
        "It's light and bright, and many people say so.",
        "If you need it now, it costs less today.",
        "That is a plus for everyone who travels.",
        "Most ask how long it lasts and how heavy it is.",
        "It wins them over with its screen first: at ten inches, it is bright.",
        "It is so bright it works outside.",
        "That makes it have more appeal.",
        "Everyone loves it, and nobody I asked minds.",
    ],
)
def test_sound_turns_are_not(text: str) -> None:
    assert find_language_errors(tagged(text)) == []


def test_familiar_words_are_not_misspelt() -> None:
    (error,) = find_language_errors(tagged("The typing is comfrotable for hours."))
    assert error.kind == "spelling" and "comfrotable" in error.quote
    assert find_language_errors(tagged("The typing is comfrotable for hours."), {"comfrotable"}) == []


def test_phrases_need_no_verb_and_no_capital() -> None:
    assert find_language_errors(tagged("bright and sharp screen in sunlight"), are_phrases=True) == []
    assert find_language_errors(tagged("bright and sharp screen in sunlight"))


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
