"""Products under whatever names and in whatever writing a shop has them."""

from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest

from triptych.catalog import (
    read_products,
    read_shortlists,
)
from triptych.records import Money

PRODUCT: dict[str, Any] = {"id": "p1", "title": "Dhunva Sprint"}

WriteLines = Callable[..., str]

WriteText = Callable[[str, str | bytes], str]


def test_a_shortlist_with_everything(write_lines: WriteLines) -> None:
    product = {
        "ASIN": 17,
        "name": "<b>Dhunva</b> Sprint",
        "description": ["Light.", "Strong."],
        "features": "Light; Strong",
        "specs": "Size: 50 ml",
        "mrp": "₹4,999",
        "price": 2499,
        "rating": "4.1 out of 5",
        "ratings": "1,834",
        "categories": ["Audio", "Earbuds"],
        "customers_say": "Good.",
        "reviews": [
            {"review_id": 5, "body": "Good &amp; loud", "rating": "★★★★", "headline": "Yes", "date": "14 May 2023"},
            "plain text",
        ],
    }
    path = write_lines([{"query": " gym  earbuds ", "recommendations": [product, {"id": "b", "title": "B"}]}])
    [shortlist] = read_shortlists(path)
    made = shortlist.products[0]
    assert shortlist.query == "gym earbuds"
    assert shortlist.id.startswith("item-")
    assert (made.id, made.title, made.description) == ("17", "Dhunva Sprint", "Light.\nStrong.")
    assert (made.key_features, made.specifications) == (("Light", "Strong"), {"Size": "50 ml"})
    assert made.base_price == Money(amount=Decimal(4999), currency="INR")
    assert made.final_price == Money(amount=Decimal(2499), currency="INR")
    assert (made.average_rating, made.rating_count, made.category) == (4.1, 1834, "Audio > Earbuds")
    assert [(review.id, review.text, review.stars) for review in made.reviews] == [
        ("5", "Good & loud", 4.0),
        ("2", "plain text", None),
    ]


@pytest.mark.parametrize("rating", [0, "0", "0.0", 0.0])
@pytest.mark.parametrize("count", [0, None, "0"])
def test_a_rating_of_0_from_nobody_is_none(write_lines: WriteLines, rating: Any, count: Any) -> None:
    [product] = read_products(write_lines([{**PRODUCT, "rating": rating, "rating_count": count}]))
    assert product.average_rating is None


def test_decimals_keep_their_digits(write_text: WriteText) -> None:
    [product] = read_products(write_text("p.jsonl", '{"id": 1, "title": "x", "price": 24.90, "currency": "usd"}'))
    assert str(product.final_price and product.final_price.amount) == "24.90"
    assert product.currency == "USD"
