"""Praise that says more than that a product is good: whose, which words, and what is none."""

import pytest

from triptych.aspects import read_product
from triptych.records import Product, Review
from triptych.writers._complaints import complaints_of
from triptych.writers._praise import praise_of


def reviewed(*reviews: tuple[str | None, str, float | None]) -> Product:
    """A kettle with these titles, texts and stars."""
    made = [Review(id=f"r{n}", title=title, text=text, stars=stars) for n, (title, text, stars) in enumerate(reviews)]
    return Product(id="p1", title="Brackwater Kettle 1.5 l", reviews=tuple(made))


def praise(*reviews: tuple[str | None, str, float | None]) -> list[str]:
    """The words of praise in some reviews of a kettle."""
    product = reviewed(*reviews)
    reading = read_product(product)
    complaints = complaints_of(product, reading, frozenset(), "it")
    return [voice.span.text for voice in praise_of(product, reading, frozenset(), "it", complaints)]


def test_what_a_reviewer_likes_is_told_without_what_is_said_beside_it() -> None:
    text = "I bought it in May. The handle stays cool and it is very easy to clean. Thanks to the seller."
    found = praise((None, text, 5.0))
    assert found
    assert all("seller" not in one and "bought" not in one for one in found)
    assert any("easy to clean" in one for one in found)


@pytest.mark.parametrize(
    ("text", "stars"),
    [
        ("Very good product, value for money.", 5.0),
        ("The delivery was very fast and the seller was helpful.", 5.0),
        ("The lid is broken and it leaks on the table.", 4.0),
        ("The handle stays cool and it is very easy to clean.", 1.0),
    ],
)
def test_empty_praise_that_of_the_shop_blame_and_what_upset_people_say_is_none(text: str, stars: float) -> None:
    assert praise((None, text, stars)) == []


def test_what_somebody_minds_is_not_told_as_liked() -> None:
    good = "The handle is very comfortable to hold."
    assert praise((None, good, 5.0)) == ["The handle is very comfortable to hold"]
    assert praise((None, good, 5.0), (None, "The handle broke after two days.", 1.0)) == []


def test_every_reviewer_is_heard_before_one_is_heard_again() -> None:
    first = "The handle is very comfortable to hold. It is very easy to clean."
    second = "The colour of the base looks great in my kitchen."
    product = reviewed((None, first, 5.0), (None, second, 5.0))
    found = praise_of(product, read_product(product), frozenset(), "it")
    who = [voice.span.source_id for voice in found]
    assert set(who[:2]) == {"r0", "r1"}
    assert len(who) > 2
