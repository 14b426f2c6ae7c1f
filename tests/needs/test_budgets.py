"""Prices in queries."""

import pytest

from triptych.needs import read_needs


@pytest.mark.parametrize(
    ("query", "most", "least", "currency"),
    [
        ("earbuds under 3000", "3000", None, None),
        ("earbuds below $50", "50", None, "USD"),
        ("earbuds under Rs. 2,000", "2000", None, "INR"),
        ("laptop under ₹1,25,000", "125000", None, "INR"),
        ("laptop under 55k", "55000", None, None),
        ("phone between 10,000 and 15,000", "15000", "10000", None),
        ("cream 20-30 dollars", "30", "20", "USD"),
        ("shoes less than 99.90 euros", "99.90", None, "EUR"),
        ("sofa above £400", None, "400", "GBP"),
        ("laptop 40k to 50k rupees", "50000", "40000", "INR"),
        ("$80 blender", "80", None, "USD"),
    ],
)
def test_budgets_have_their_amounts(query: str, most: str | None, least: str | None, currency: str | None) -> None:
    (budget,) = [need for need in read_needs(query) if need.kind == "budget"]
    assert (str(budget.most.amount) if budget.most else None) == most
    assert (str(budget.least.amount) if budget.least else None) == least
    assert {money.currency for money in (budget.most, budget.least) if money} == {currency}


@pytest.mark.parametrize(
    "query",
    [
        "battery over 40 hours",
        "chair for 9-10 hours",
        "under 5 kg suitcase",
        "16 GB laptop",
        "for 3 people",
        "under sink filter",
    ],
)
def test_other_numbers_are_no_budget(query: str) -> None:
    assert not [need for need in read_needs(query) if need.kind == "budget"]


@pytest.mark.parametrize(
    "query", ["1000000000000000000", "under $99999999999999999999 k", "between 1 and 9999999999999999999 dollars"]
)
def test_a_number_that_is_no_price_is_no_budget(query: str) -> None:
    assert not [need for need in read_needs(query) if need.kind == "budget"]
