"""Products under whatever names and in whatever writing a shop has them."""

from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest

from triptych.catalog import (
    ReadOptions,
    read_products,
    read_shortlists,
)
from triptych.errors import UsageError
from triptych.records import Money

PRODUCT: dict[str, Any] = {"id": "p1", "title": "Dhunva Sprint"}

WriteLines = Callable[..., str]

WriteText = Callable[[str, str | bytes], str]

STRICT = ReadOptions(strict=True)


def test_a_wrong_review_goes_and_its_product_stays(write_lines: WriteLines) -> None:
    reviews = [
        {"text": "ok", "stars": 7},
        {"text": 5},
        5,
        {"id": "a", "text": "one"},
        {"id": "a", "text": "two"},
        "good",
    ]
    stream = read_products(write_lines([{**PRODUCT, "reviews": reviews}]))
    [product] = stream
    assert [(review.id, review.text) for review in product.reviews] == [("a", "one"), ("6", "good")]
    assert [problem.field for problem in stream.report.problems] == [
        "reviews[0].stars",
        "reviews[1].text",
        "reviews[2]",
        "reviews[4].id",
    ]
    assert (stream.report.skipped, stream.report.reviews_skipped) == (0, 4)
    with pytest.raises(UsageError, match=r"reviews\[0\]\.stars"):
        list(read_products(write_lines([{**PRODUCT, "reviews": reviews}]), STRICT))


def test_reviews_are_cleaned_and_counted(write_lines: WriteLines) -> None:
    reviews: list[Any] = [
        "Good phone!",
        " good PHONE ",
        "",
        None,
        "<br>",
        {"text": "ok", "date": "soon", "helpful": "x"},
    ]
    stream = read_products(write_lines([{**PRODUCT, "reviews": [*reviews, {"text": "fine", "verified": "so-so"}]}]))
    [product] = stream
    assert [review.id for review in product.reviews] == ["1", "6", "7"]
    assert stream.report.cleaned == {
        "duplicate review": 1,
        "empty review": 3,
        "html": 1,
        "date": 1,
        "helpful_votes": 1,
        "verified": 1,
    }


def test_the_same_words_about_two_products_are_two_reviews(write_lines: WriteLines) -> None:
    rows = [{**PRODUCT, "reviews": ["good"]}, {"id": "p2", "title": "B", "reviews": ["good"]}]
    assert [len(product.reviews) for product in read_products(write_lines(rows))] == [1, 1]


def test_a_position_gives_way_to_an_id_the_shop_gave(write_lines: WriteLines) -> None:
    [product] = read_products(write_lines([{**PRODUCT, "reviews": ["one", {"id": "1", "text": "two"}]}]))
    assert [(review.id, review.text) for review in product.reviews] == [("1-2", "one"), ("1", "two")]


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
