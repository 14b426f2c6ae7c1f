"""What an adjective is worth that no list judges is learnt from a product's own stars."""

import pytest

from triptych.aspects import read_product, tally
from triptych.aspects._worths import learn_worths
from triptych.records import Product, Review

PRAISE, BLAME = "The lid is great, it fits", "The lid is awful, it leaks"


def reviews(stars_with_the_word: float, stars_of_others: float, others: str) -> list[Review]:
    """Reviews that call the collar squishy, and as many others."""
    said = [Review(id=f"a{n}", text=f"The collar is squishy, day {n}.", stars=stars_with_the_word) for n in range(6)]
    return said + [Review(id=f"b{n}", text=f"{others}, day {n}.", stars=stars_of_others) for n in range(12)]


@pytest.mark.parametrize(
    ("stars", "others", "text", "sentiment"), [(1, 5, PRAISE, "negative"), (5, 1, BLAME, "positive")]
)
def test_the_same_word_is_worth_what_the_stars_of_a_product_say(
    stars: float, others: float, text: str, sentiment: str
) -> None:
    asked = Review(id="c", text="The collar is squishy.", stars=3)
    product = Product(id="p", title="Acme", reviews=(*reviews(stars, others, text), asked))
    collar = next(aspect for aspect in read_product(product).aspects if aspect.name == "collar")
    assert [m.polarity for m in collar.mentions if m.review_id == "c"] == [sentiment]


def test_what_is_negated_counts_for_the_other_side() -> None:
    asked = Review(id="c", text="The collar is not squishy.", stars=3)
    product = Product(id="p", title="Acme", reviews=(*reviews(1, 5, PRAISE), asked))
    collar = next(aspect for aspect in read_product(product).aspects if aspect.name == "collar")
    assert [m.polarity for m in collar.mentions if m.review_id == "c"] == ["positive"]


def test_few_reviews_and_even_ones_teach_nothing() -> None:
    few = tally(reviews(1, 5, PRAISE)[3:])
    assert learn_worths(few.notes.values()) == {}
    even = tally(
        [
            *reviews(1, 5, PRAISE)[:6],
            *(
                r.model_copy(update={"id": r.id + "x", "text": r.text + " Yes.", "stars": 5})
                for r in reviews(1, 5, PRAISE)[:6]
            ),
        ]
    )
    assert learn_worths(even.notes.values()) == {}
