"""Which judging word speaks of which thing."""

from triptych.aspects.opinion_words import judge_words
from triptych.aspects.sentiment_targets import leanings
from triptych.english.sentences import sentences_of


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
