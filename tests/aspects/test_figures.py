"""A reviewer's figure held against the maker's."""

import pytest

from triptych.aspects import read_product
from triptych.aspects._figures import is_more_better
from triptych.records import Product, Review


def battery(text: str) -> str:
    """What a review says of the battery of earbuds that promise ten hours."""
    product = Product(
        id="p",
        title="Acme Earbuds",
        category="earbuds",
        specifications={"Battery life": "10 hours"},
        reviews=(Review(id="1", text=text), Review(id="2", text="The battery is a battery.")),
    )
    return (
        next(aspect for aspect in read_product(product).aspects if aspect.name == "battery life").mentions[0].polarity
    )


@pytest.mark.parametrize(
    ("text", "polarity"),
    [
        ("Battery runs 5 hours.", "negative"),
        ("Battery runs 10 hours.", "positive"),
        ("Battery runs 9 hours.", "neutral"),
        ("They claim 10 hours, the battery runs 5 hours.", "negative"),
    ],
)
def test_a_figure_leans_where_no_word_does(text: str, polarity: str) -> None:
    assert battery(text) == polarity


def test_of_some_things_one_wants_less() -> None:
    assert is_more_better("battery life")
    assert not is_more_better("noise")
