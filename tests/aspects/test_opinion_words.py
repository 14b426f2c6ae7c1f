"""Words that judge, with negation worked in, and which of them speaks of which thing."""

import pytest

from triptych.aspects.opinion_words import judge_words, judgings_in, leanings
from triptych.english.sentences import sentences_of


def worth(text: str) -> float:
    """The sum of all that judges in a sentence."""
    (sentence,) = sentences_of(text)
    return sum(judging.worth for judging in judge_words(sentence).judgings)


def test_the_judging_words_of_all_sentences_of_a_text() -> None:
    first, second = judgings_in("The lid is great. The spout is not sturdy.")
    assert first.worth > 0 > second.worth
    assert second.is_turned


@pytest.mark.parametrize("text", ["The lid is great", "It never leaks", "Not a bad lid", "It no longer hurts"])
def test_praise(text: str) -> None:
    assert worth(text) > 0


@pytest.mark.parametrize(
    "text",
    [
        "The lid is awful",
        "The lid is not good",
        "The strap is too silly",
        "I wish it were sturdy",
        "It could be better",
    ],
)
def test_blame(text: str) -> None:
    assert worth(text) < 0


def leaning_on(text: str, *things: str) -> list[float]:
    """How a sentence leans on each of the named things."""
    (sentence,) = sentences_of(text)
    spans = [(sentence.words.index(thing), sentence.words.index(thing) + 1) for thing in things]
    return [leaning.worth for leaning in leanings(judge_words(sentence), spans)]


def test_each_thing_has_its_own_word() -> None:
    lid, strap = leaning_on("The lid is great but the strap is awful.", "lid", "strap")
    assert lid > 0 > strap


def test_a_word_speaks_of_what_is_joined_to_its_thing() -> None:
    lid, strap = leaning_on("I love the lid and the strap.", "lid", "strap")
    assert lid > 0 < strap
