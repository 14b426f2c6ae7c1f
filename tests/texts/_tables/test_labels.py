"""What the labels of rows name."""

import pytest

from triptych.texts import read_table


def _table(*rows: str) -> str:
    return "\n".join(["| Product Title | A1 | B2 |", "|---|---|---|", *rows]) + "\n"


@pytest.mark.parametrize(
    ("labels", "kinds"),
    [
        (["Price", "Final Price"], ["base_price", "final_price"]),
        (["Price", "MRP"], ["final_price", "base_price"]),
        (["Price"], ["final_price"]),
        (["Rating", "Average Rating"], ["attribute", "average_rating"]),
        (["IP Rating", "Star Rating"], ["attribute", "average_rating"]),
        (["Price per litre", "Rating count", "Pros & Cons", "Amount", "Discount on MRP"], ["attribute"] * 5),
        (["Price before discount", "Price after any discount"], ["base_price", "final_price"]),
        (
            ["M.R.P.", "Deal Price (₹)", "Ratings", "Strengths", "Drawbacks"],
            ["base_price", "final_price", "average_rating", "pros", "cons"],
        ),
    ],
)
def test_labels_are_told_apart(labels: list[str], kinds: list[str]) -> None:
    rows = read_table(_table(*(f"| {label} | 1 | 2 |" for label in labels))).rows
    assert [row.kind for row in rows] == ["title", *kinds]
