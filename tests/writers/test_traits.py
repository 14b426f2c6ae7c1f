"""What reviewers call the parts and aspects of a product."""

import pytest

from briefed import a_point, a_product, a_reading
from triptych.writers._traits import traits_of


def called(*texts: str) -> list[tuple[str, str]]:
    """What is said of the parts of a kettle whose reviews are these, with its direction."""
    product = a_product(list(texts))
    return [(each.direction, each.text) for each in traits_of(product, a_reading(product, {}), "kettle")]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("It has a comfortable handle.", [("+", "comfortable handle")]),
        ("The handle is very comfortable.", [("+", "comfortable handle")]),
        ("lid sturdy and boils fast", [("+", "sturdy lid")]),
        ("The lid feels flimsy.", [("-", "flimsy lid")]),
        ("The handle is not comfortable.", []),
        ("I wish it had a comfortable handle.", []),
        ("If the handle was comfortable I would keep it.", []),
        ("The handle is more comfortable than that of others.", []),
        ("The buttons on the handle are comfortable.", []),
        ("A great kettle, great product, great choice.", []),
        ("The handle is too comfortable.", []),
    ],
)
def test_a_thing_is_called_what_its_sentence_says(text: str, said: list[tuple[str, str]]) -> None:
    assert called(text) == said


def test_what_reviewers_differ_on_is_called_nothing() -> None:
    assert called("The lid is sturdy.", "The lid is flimsy.", "The spout is sturdy.") == [("+", "sturdy spout")]


def test_what_most_say_comes_first_in_a_word_that_says_something() -> None:
    texts = ["The spout is elegant.", "It has a good lid.", "The lid is sturdy."]
    assert called(*texts) == [("+", "sturdy lid"), ("+", "elegant spout")]


def test_what_the_reading_hears_the_other_way_is_left_out() -> None:
    product = a_product(["The handle is comfortable."])
    blamed = a_point(product, "handle", "-", {"r1": "The handle is comfortable"})
    assert traits_of(product, a_reading(product, {"handle": [blamed]}), "kettle") == ()
