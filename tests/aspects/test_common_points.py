"""A common point is heard in whatever words, of this product, as its reviewer's own view; else nothing is heard."""

import re

import pytest

from triptych.aspects.common_points import all_points, common_points_in, common_points_of, opposite_of
from triptych.records import Product, Review


def told_in(text: str) -> set[str]:
    return {f"{heard.point.direction} {heard.point.told}" for heard in common_points_in(text)}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("It is very easy to clean.", "+ is easy to clean"),
        ("Cleaning is a breeze and it looks great", "+ is easy to clean"),
        ("it stopped working after two months", "- stopped working"),
        ("the whole thing feels flimsy", "- is flimsy"),
        ("Not worth the money at all.", "- is not worth the money"),
        ("great value for money", "+ is good value"),
    ],
)
def test_points_are_heard_in_whatever_words(text: str, told: str) -> None:
    assert told in told_in(text)


@pytest.mark.parametrize(
    "text",
    [
        "Is it easy to clean?",
        "I wish it was easy to clean.",
        "My previous one was easy to clean.",
        "It would be good value if it cost half.",
        "It has a sturdy handle.",
    ],
)
def test_what_is_asked_wished_or_of_something_else_is_not_heard(text: str) -> None:
    assert not told_in(text) & {"+ is easy to clean", "+ is good value", "+ is sturdy"}


def test_a_denied_point_is_its_contrary() -> None:
    assert "- is hard to clean" in told_in("It is not easy to clean.")
    assert "+ is easy to clean" not in told_in("It is not easy to clean.")


def test_who_says_both_says_neither() -> None:
    both = told_in("It is easy to clean. Honestly though it is hard to clean.")
    assert not both & {"+ is easy to clean", "- is hard to clean"}


def test_each_reviewer_counts_once_with_the_words_that_say_so() -> None:
    texts = ("Easy to clean. So easy to clean!", "It's easy to clean", "Nice")
    reviews = tuple(Review(id=f"r{n}", text=text) for n, text in enumerate(texts))
    product = Product(id="p", title="Brewlo Hush Kettle", reviews=reviews)
    said = {point.told: spans for point, spans in common_points_of(product).items()}
    assert set(said["is easy to clean"]) == {"r0", "r1"}
    assert all(span.resolves_in(product) for span in said["is easy to clean"].values())


def test_points_of_other_kinds_of_product_are_not_heard() -> None:
    review = Review(id="r", text="The sound quality is great.")
    heard = [
        {point.told for point in common_points_of(Product(id="p", title=title, reviews=(review,)))}
        for title in ("Dhunva Wireless Earbuds", "Fennlo Yoga Mat")
    ]
    assert "has good sound" in heard[0] and "has good sound" not in heard[1]


def test_every_point_follows_a_pronoun_and_knows_its_contrary() -> None:
    points = all_points()
    assert len({(point.told, point.direction, point.kinds) for point in points}) == len(points)
    for point in points:
        assert re.fullmatch(r"[a-z][a-z' -]+", point.told), point
        contrary = opposite_of(point)
        assert contrary is None or contrary.direction != point.direction
