"""Prices as a shop prints them: with two decimals or none."""

from decimal import Decimal

from triptych.records import Money
from triptych.texts import show_money

_CENT = Decimal("0.01")
_WITHOUT_CENTS = frozenset({"CLP", "IDR", "ISK", "JPY", "KRW", "VND"})


def with_cents(money: Money) -> Money:
    """The same sum without a lone decimal: 18.50 for 18.5 and 219 for 219.0, which is how numbers write prices.

    Whatever else a source gives keeps its digits.
    """
    if money.currency is None or money.amount.as_tuple().exponent != -1:
        return money
    if money.amount == money.amount.to_integral_value():
        return money.model_copy(update={"amount": money.amount.to_integral_value()})
    if money.currency in _WITHOUT_CENTS:
        return money
    return money.model_copy(update={"amount": money.amount.quantize(_CENT)})


def show_price(money: Money) -> str:
    """A price in a sentence: "$18.50"."""
    return show_money(with_cents(money))
