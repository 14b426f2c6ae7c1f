"""What a review speaks of; sums of money."""

import pytest

from triptych.aspects import read_product
from triptych.records import Product, Review


@pytest.mark.parametrize(
    ("text", "sentiment"),
    [
        ("For under 300 bucks I'm more than happy.", "positive"),
        ("For 1,199 rupees this is not acceptable.", "negative"),
        ("It has already paid for itself.", "positive"),
    ],
)
def test_a_sum_is_held_against_what_was_got(text: str, sentiment: str) -> None:
    reading = read_product(Product(id="p", title="Acme Thing", reviews=(Review(id="1", text=text),)))
    price = next(aspect for aspect in reading.aspects if aspect.name == "price")
    assert price.sentiment.endswith(sentiment)


def test_a_sum_beside_the_point_says_nothing() -> None:
    product = Product(id="p", title="Acme Thing", reviews=(Review(id="1", text="My dog ate 20 dollars, lovely dog."),))
    assert "price" not in {aspect.name for aspect in read_product(product).aspects}
