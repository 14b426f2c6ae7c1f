from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from triptych.catalog.values._cells import (
    WrongValue,
    is_nothing,
    read_count,
    read_currency,
    read_flag,
    read_id,
    read_money,
    read_stars,
    read_text,
)
from triptych.records import Money

JSON_SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.decimals(allow_nan=False) | st.text()
ANYTHING = st.recursive(JSON_SCALARS, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=5)


@pytest.mark.parametrize("value", [None, "", "  ", "-", "—", "N/A", "null", "NaN", float("nan")])
def test_what_shops_write_for_nothing(value: Any) -> None:
    assert is_nothing(value)


@pytest.mark.parametrize("value", [0, "0", "none of it", False, []])
def test_what_is_something(value: Any) -> None:
    assert not is_nothing(value)


@pytest.mark.parametrize(
    ("value", "name"),
    [(17, "17"), (17.0, "17"), (Decimal("17.0"), "17"), (" B07 ", "B07"), ("007", "007"), ("é 1", "é 1"), ("", None)],
)
def test_ids_become_text(value: Any, name: str | None) -> None:
    assert read_id(value) == name


@pytest.mark.parametrize("value", [True, 1.5, ["a"], {"a": 1}, "a\nb", "x" * 201])
def test_what_cannot_be_an_id(value: Any) -> None:
    with pytest.raises(WrongValue, match="id"):
        read_id(value)


@pytest.mark.parametrize(
    ("value", "stars"),
    [
        (4, 4.0),
        (4.5, 4.5),
        (Decimal("3.7"), 3.7),
        ("4", 4.0),
        ("4.0", 4.0),
        ("4,5", 4.5),
        ("4.0 out of 5", 4.0),
        ("4.0 out of 5 stars", 4.0),
        ("4/5", 4.0),
        ("4 / 5.0", 4.0),
        ("3 stars", 3.0),
        ("★★★★", 4.0),
        ("★★★★☆", 4.0),
        ("★★★½☆", 3.5),
        ("⭐️⭐️", 2.0),
        ("", None),
        ("N/A", None),
        (None, None),
    ],
)
def test_stars_as_shops_write_them(value: Any, stars: float | None) -> None:
    assert read_stars(value) == stars


@pytest.mark.parametrize("value", [7, 0, -1, 5.01, "7", "0", "8/10", "five", "★" * 6, True, [4], 10**400, float("inf")])
def test_what_cannot_be_stars(value: Any) -> None:
    with pytest.raises(WrongValue, match="rating"):
        read_stars(value)


@pytest.mark.parametrize(
    ("value", "count"),
    [
        (12, 12),
        (12.0, 12),
        (Decimal("12"), 12),
        ("1,834", 1834),
        ("1,29,999", 129_999),
        ("1.834", 1834),
        ("300.0", 300),
        ("12 people found this helpful", 12),
        ("1,834 ratings", 1834),
        ("", None),
    ],
)
def test_counts_as_shops_write_them(value: Any, count: int | None) -> None:
    assert read_count(value) == count


@pytest.mark.parametrize(
    "value", [-1, 1.5, "4.5", "12.50", "-3", "many", "1.2K", True, [1], Decimal("1e999999"), 10**400]
)
def test_what_cannot_be_a_count(value: Any) -> None:
    with pytest.raises(WrongValue, match="count"):
        read_count(value)


@pytest.mark.parametrize("value", [True, 1, "1", "Y", "yes", "TRUE", "Verified Purchase"])
def test_yes(value: Any) -> None:
    assert read_flag(value) is True


@pytest.mark.parametrize("value", [False, 0, "0", "N", "no", "False"])
def test_no(value: Any) -> None:
    assert read_flag(value) is False


@pytest.mark.parametrize(
    ("value", "currency", "money"),
    [
        ("₹1,299", None, Money(amount=Decimal("1299"), currency="INR")),
        ("$24.99", None, Money(amount=Decimal("24.99"), currency="USD")),
        ("1.299,00 €", None, Money(amount=Decimal("1299.00"), currency="EUR")),
        (Decimal("24.90"), "USD", Money(amount=Decimal("24.90"), currency="USD")),
        (24.9, None, Money(amount=Decimal("24.9"))),
        (1299, "INR", Money(amount=Decimal(1299), currency="INR")),
        ({"amount": "12", "currency": "eur"}, None, Money(amount=Decimal(12), currency="EUR")),
        ("N/A", "INR", None),
        (None, "INR", None),
    ],
)
def test_prices_as_shops_write_them(value: Any, currency: str | None, money: Money | None) -> None:
    assert read_money(value, currency) == money


def test_prices_keep_their_digits() -> None:
    money = read_money(Decimal("24.90"), "USD")
    assert money is not None
    assert str(money.amount) == "24.90"


@pytest.mark.parametrize(
    "value", [-5, "-5", "₹-5", True, [5], "call us", float("inf"), Decimal("1e400"), 10**30, {"amount": -1}]
)
def test_what_cannot_be_a_price(value: Any) -> None:
    with pytest.raises(WrongValue):
        read_money(value, None)


@pytest.mark.parametrize(("value", "code"), [("inr", "INR"), ("₹", "INR"), ("$", "USD"), ("Rs.", "INR"), ("", None)])
def test_currencies(value: str, code: str | None) -> None:
    assert read_currency(value) == code


@pytest.mark.parametrize("value", ["rupee coins", 5, ["INR"], "₹₹ $"])
def test_what_cannot_be_a_currency(value: Any) -> None:
    with pytest.raises(WrongValue, match="currency"):
        read_currency(value)


def test_texts_and_lists_of_texts() -> None:
    assert read_text("a") == "a"
    assert read_text(["a", "b"], " > ") == "a > b"
    with pytest.raises(WrongValue, match="a list"):
        read_text(["a"])
    with pytest.raises(WrongValue, match="a number"):
        read_text(5, "\n")


@pytest.mark.parametrize("reader", [read_id, read_stars, read_count, read_flag, read_currency, read_text])
@given(value=ANYTHING)
def test_nothing_but_wrong_value_escapes(reader: Callable[[Any], Any], value: Any) -> None:
    try:
        reader(value)
    except WrongValue as error:
        assert 0 < len(str(error)) < 400


@given(ANYTHING, st.sampled_from([None, "INR"]))
def test_nothing_but_wrong_value_escapes_from_prices(value: Any, currency: str | None) -> None:
    try:
        read_money(value, currency)
    except WrongValue as error:
        assert 0 < len(str(error)) < 400
