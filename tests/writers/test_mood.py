"""An opinion opens with the shop's average and with how reviewers feel on the whole."""

import pytest

from briefed import a_brief, a_point, a_product, a_reading
from triptych.writers._mood import open_opinion

RATED = "its average is 4.2 stars (1,250 ratings)"


def opening(stars: list[float | None], texts: list[str] | None = None) -> str:
    """How the opinion of a kettle begins whose reviewers give so many stars."""
    texts = texts or ["It boils fast."] * len(stars)
    product = a_product(texts, average_rating=4.2, rating_count=1250)
    reviews = tuple(r.model_copy(update={"stars": one}) for r, one in zip(product.reviews, stars, strict=True))
    product = product.model_copy(update={"reviews": reviews})
    point = a_point(product, "boils fast", "+", {"r1": texts[0].rstrip(".")})
    return " ".join(each.text for each in open_opinion(a_brief(product, a_reading(product, {"speed": [point]}))))


@pytest.mark.parametrize(
    ("stars", "told"),
    [
        ([5, 4, 5, 5], "happy with the Brewlo Hush: all 4 give it four or five stars, and"),
        ([1, 1, 2, 1], "unhappy with the Brewlo Hush: all 4 give it one or two stars, and"),
        (
            [5, 4, 3, 1],
            "divided over the Brewlo Hush: two of the 4 give it four or five stars and one gives it one or two;",
        ),
        (
            [1, 2, 2, 5],
            "mostly unhappy with the Brewlo Hush: "
            "three of the 4 give it one or two stars and one gives it four or five;",
        ),
    ],
)
def test_stars_are_counted_on_both_sides(stars: list[float | None], told: str) -> None:
    assert opening(stars) == f"Reviewers are {told} {RATED}."


def test_without_stars_it_goes_by_what_is_read() -> None:
    assert (
        opening([None] * 4, ["I love this great kettle, it boils fast."] * 4)
        == f"Most of the 4 reviewers are pleased with the Brewlo Hush, and {RATED}."
    )


def test_without_stars_bad_reviews_are_called_critical() -> None:
    texts = ["Terrible, awful, waste of money, it stopped working."] * 4 + ["I love this great kettle, it boils fast."]
    assert opening([None] * 5, texts).startswith("Most of the 5 reviews of the Brewlo Hush are critical")


def test_a_headline_tells_the_mood_of_a_sober_review() -> None:
    product = a_product(["Arrived.", "A kettle.", "In use."], average_rating=4.2)
    point = a_point(product, "kettle", "+", {"r2": "A kettle"})
    named = tuple(r.model_copy(update={"title": "Great product, love it"}) for r in product.reviews)
    happy = product.model_copy(update={"reviews": named})
    said = [open_opinion(a_brief(each, a_reading(each, {"kettle": [point]})))[0].text for each in (product, happy)]
    assert ["Most of the 3 reviewers are pleased" in text for text in said] == [False, True]


def test_where_feelings_are_not_clear_nothing_is_said_of_them() -> None:
    assert (
        opening([None] * 3, ["Arrived.", "A kettle.", "In use."])
        == "The Brewlo Hush has an average of 4.2 stars (1,250 ratings)."
    )
