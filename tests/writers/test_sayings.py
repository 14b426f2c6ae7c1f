"""Clauses of reviews that can be reported without quotation marks."""

import pytest

from briefed import a_product, span
from triptych.writers._sayings import clauses_in, is_reportable


def told(text: str, pronoun: str = "it") -> list[str]:
    """The clauses of a review that can be told."""
    product = a_product([text])
    return [voice.told for voice in clauses_in([span(product, "r1", text)], product, pronoun)]


@pytest.mark.parametrize(
    ("text", "reported"),
    [
        ("The lid closes tightly and well.", ["that the lid closes tightly and well"]),
        ("It keeps my tea nice and hot all day.", ["that it keeps their tea nice and hot all day"]),
        ("Lid stays firmly closed and looks great.", ["that the lid stays firmly closed and looks great"]),
        ("I like tea, and the lid is easy to open.", ["that the lid is easy to open"]),
        ("the lid is easy to open", []),
        ("They keep tea nice and hot.", []),
        ("I love the lid so much.", []),
        ("The lid would be great in blue.", []),
        ("If it rains the lid is great.", []),
        ("The lid, spout and handle is great.", []),
        ("The lid closss tighly and welll.", []),
        ("The lid is easy to use pouring was great.", []),
        ("The lid was.", []),
    ],
)
def test_clauses_that_take_only_a_pronoun_are_reported(text: str, reported: list[str]) -> None:
    assert told(text) == reported


def test_a_pair_is_told_of_as_they() -> None:
    assert told("They fit well and look great.", pronoun="they") == ["that they fit well and look great"]
    assert told("It looks really great.", pronoun="they") == []


def test_two_clauses_behind_a_comma_are_told_apart() -> None:
    assert told("The lid is easy to open, the spout is really great.") == [
        "that the lid is easy to open",
        "that the spout is really great",
    ]


@pytest.mark.parametrize(
    ("text", "clause", "is_told"),
    [
        ("I like tea, but the lid does not close.", "the lid does not close", True),
        ("I like tea, but the lid does not close.", "lid does not close", False),
        ("i like tea, but the lid does not close", "the lid does not close", False),
    ],
)
def test_a_clause_of_a_tidy_sentence_is_reportable(text: str, clause: str, is_told: bool) -> None:
    product = a_product([text])
    assert is_reportable(span(product, "r1", clause), product.reviews[0], "it") == is_told
