"""Words that judge, with negation worked in."""

import pytest

from triptych.aspects.opinion_words import judge_words
from triptych.english.sentences import sentences_of


def worth(text: str) -> float:
    """The sum of all that judges in a sentence."""
    (sentence,) = sentences_of(text)
    return sum(judging.worth for judging in judge_words(sentence).judgings)


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
