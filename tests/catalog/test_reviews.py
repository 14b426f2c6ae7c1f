"""The usable reviews of a product."""

from collections.abc import Callable
from typing import Any

import pytest

from triptych.catalog import (
    ReadOptions,
    read_products,
)
from triptych.errors import UsageError

PRODUCT: dict[str, Any] = {"id": "p1", "title": "Dhunva Sprint"}

STRICT = ReadOptions(strict=True)

WriteLines = Callable[..., str]


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
