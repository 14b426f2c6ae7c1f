"""A reading for people: which aspects get a row, and what is said of the rest."""

import pytest
from rich.console import Console

from triptych.aspects import read_product
from triptych.cli import _output, _reading_table
from triptych.cli._reading_table import listed, reading_rows, show_reading, summary
from triptych.records import Product

REVIEWS = [
    "The strap is strong and the zip works well.",
    "Strong strap, but the zip broke after a week.",
    "The zip broke. The strap is strong, and the lining is soft.",
    "Strong strap. The pockets are useful, the zip is bad.",
    "Useful pockets and a strong strap.",
    "The pockets are useful.",
]
PRODUCT = Product.model_validate(
    {"id": "bag", "title": "Norva Bag", "reviews": [{"id": str(n), "text": text} for n, text in enumerate(REVIEWS)]}
)
READING = read_product(PRODUCT)


def test_what_one_reviewer_alone_speaks_of_gets_a_row_only_where_there_is_little() -> None:
    assert all(aspect.reviewers.total > 1 for aspect in listed(READING, 12))
    alone = read_product(PRODUCT.model_copy(update={"reviews": PRODUCT.reviews[:1]}))
    assert [aspect.reviewers.total for aspect in listed(alone, 12)] == [1] * len(alone.aspects)
    assert len(listed(READING, 1)) == 1


def test_a_row_counts_each_side() -> None:
    rows = {row[1]: row for row in reading_rows(READING, 12)}
    assert rows["strap"][3:5] == (5, 0)
    assert all(row[0] == "bag" for row in rows.values())


@pytest.mark.parametrize(("width", "has_sentiment"), [(90, False), (130, True)])
def test_a_narrow_terminal_keeps_its_room_for_the_points(
    monkeypatch: pytest.MonkeyPatch, width: int, has_sentiment: bool
) -> None:
    console = Console(record=True, width=width)
    monkeypatch.setattr(_output, "console", lambda: console)
    monkeypatch.setattr(_reading_table, "console", lambda: console)
    show_reading(PRODUCT, READING, 12)
    shown = console.export_text()
    assert "Norva Bag" in shown
    assert "6 reviewers" in shown
    assert ("sentiment" in shown) is has_sentiment


def test_a_product_without_aspects_is_said_to_have_none() -> None:
    assert summary(read_product(PRODUCT.model_copy(update={"reviews": ()}))) == "0 reviewers, no aspects spoken of"
