"""Prices in sentences: two decimals or none."""

from decimal import Decimal

import pytest

from triptych.records import Money
from triptych.writers._prices import show_price, with_cents


@pytest.mark.parametrize(
    ("amount", "currency", "shown"),
    [
        ("18.5", "USD", "$18.50"),
        ("219.0", "USD", "$219"),
        ("74999.0", "INR", "Rs. 74999"),
        ("145.00", "USD", "$145.00"),
        ("32", "GBP", "£32"),
        ("1299.0", "JPY", "¥1299"),
        ("18.5", None, "18.5"),
        ("0.125", "USD", "$0.125"),
    ],
)
def test_a_lone_decimal_becomes_cents_or_goes(amount: str, currency: str | None, shown: str) -> None:
    assert show_price(Money(amount=Decimal(amount), currency=currency)) == shown


def test_the_sum_stays() -> None:
    money = Money(amount=Decimal("18.5"), currency="USD")
    assert with_cents(money) == money
