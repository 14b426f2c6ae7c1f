import datetime as dt
from collections import Counter
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from triptych.catalog._cells import (
    WrongValue,
    is_nothing,
    read_count,
    read_currency,
    read_date,
    read_features,
    read_flag,
    read_id,
    read_money,
    read_specifications,
    read_stars,
    read_text,
)
from triptych.records import Money

JSON_SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.decimals(allow_nan=False) | st.text()
ANYTHING = st.recursive(JSON_SCALARS, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=5)
THE_DAY = dt.date(2023, 5, 14)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=10,
)


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


@pytest.mark.parametrize(
    "value",
    [
        THE_DAY,
        dt.datetime(2023, 5, 14, 23, 59),
        "2023-05-14",
        "2023-05-14T10:00:00Z",
        "2023-05-14 10:00:00+05:30",
        "2023/5/14",
        "20230514",
        "14 May 2023",
        "14-May-2023",
        "14th May, 2023",
        "May 14, 2023",
        "Sept 14, 2023",
        "Reviewed in India on 14 May 2023",
        "Reviewed in the United States on May 14, 2023",
        "Sunday, 14 May 2023",
        "Sun, 14 May 2023 10:00:00 GMT",
        "Sun May 14 2023",
        "14 May 2023 10:30",
        "May 14, 2023 at 10:30 AM",
        "2023 May 14",
        "14.05.2023",
        "05 14, 2023",
        "14/05/2023",
        "05/14/2023 10:30 AM",
        1684022400,
        1684022400000,
        Decimal("1684022400"),
        "1684022400",
        "1684022400000",
        "1684022400.0",
    ],
)
def test_days_as_shops_write_them(value: Any) -> None:
    expected = dt.date(2023, 9, 14) if value == "Sept 14, 2023" else THE_DAY
    assert read_date(value) == expected


@pytest.mark.parametrize("value", [None, "", "N/A"])
def test_no_day(value: Any) -> None:
    assert read_date(value) is None


def test_a_day_that_may_be_two_days_is_refused() -> None:
    with pytest.raises(WrongValue, match="may be two days"):
        read_date("03/04/2023")
    assert read_date("05/05/2023") == dt.date(2023, 5, 5)


@pytest.mark.parametrize(
    "value",
    [
        "2023-13-01",
        "31 Feb 2023",
        "yesterday",
        12,
        -1,
        10**20,
        True,
        [2023],
        "14 Foo 2023",
        "May 2023",
        "14/05/23",
        "14 May 20231",
    ],
)
def test_what_is_no_day(value: Any) -> None:
    with pytest.raises(WrongValue):
        read_date(value)


@given(
    st.none() | st.text() | st.integers() | st.floats() | st.from_regex(r"[0-9./ -]{1,15}|\d{1,2} [A-Z][a-z]+ \d{4}")
)
def test_nothing_but_wrong_value_escapes_from_dates(value: Any) -> None:
    try:
        found = read_date(value)
    except WrongValue:
        return
    assert found is None or isinstance(found, dt.date)


@given(st.dates())
def test_iso_days_come_back(day: dt.date) -> None:
    assert read_date(day.isoformat()) == day


@pytest.mark.parametrize(
    "given_as",
    [
        ["Light", " Strong ", "", "USB-C; fast"],
        "Light\nStrong\n\n",
        "• Light • Strong",
        "- Light\n- Strong",
        "1. Light\n2) Strong",
        "Light; Strong",
        "Light | Strong",
        "<ul><li>Light</li><li>Strong</li></ul>",
        '["Light", "Strong"]',
    ],
)
def test_features_from_lists_and_texts(given_as: Any) -> None:
    features = read_features(given_as, Counter())
    assert features[:2] == ["Light", "Strong"]
    assert features[2:] in ([], ["USB-C; fast"])


def test_bars_and_hyphens_inside_words_split_nothing() -> None:
    assert read_features("All-day|wear - really", Counter()) == ["All-day|wear - really"]


@pytest.mark.parametrize("given_as", [5, True, {"a": 1}, [{"a": 1}], [[["a", [["b", [["c"]]]]]]]])
def test_what_cannot_be_features(given_as: Any) -> None:
    with pytest.raises(WrongValue):
        read_features(given_as, Counter())


SIZE_AND_SKIN = {"Size": "50 ml", "Skin type": "dry"}


@pytest.mark.parametrize(
    "given_as",
    [
        SIZE_AND_SKIN,
        {"Size ": "<b>50</b> ml", "Skin type": ["dry"], "Empty": "", "None": None},
        {"General": {"Size": "50 ml"}, "Use": {"Skin type": "dry"}},
        [{"name": "Size", "value": "50 ml"}, {"name": "Skin type", "value": "dry"}],
        [{"key": "Size", "value": "50 ml"}, {"label": "Skin type", "value": "dry"}, {"name": "Empty", "value": None}],
        [["Size", "50 ml"], ["Skin type", "dry"]],
        ["Size: 50 ml", "Skin type: dry"],
        [{"Size": "50 ml"}, {"Skin type": "dry"}],
        "Size: 50 ml; Skin type: dry",
        "Size: 50 ml\nSkin type: dry",
        "Size: 50 ml | Skin type: dry",
        '{"Size": "50 ml", "Skin type": "dry"}',
    ],
)
def test_specifications_from_everything(given_as: Any) -> None:
    assert read_specifications(given_as, Counter()) == SIZE_AND_SKIN


def test_numbers_and_truth_become_words() -> None:
    assert read_specifications({"Ports": 3, "Fan": True, "Oled": False}, Counter()) == {
        "Ports": "3",
        "Fan": "Yes",
        "Oled": "No",
    }
    assert read_specifications('{"Weight": 1.50}', Counter()) == {"Weight": "1.50"}


def test_a_name_that_comes_again_keeps_both_values() -> None:
    specifications = [{"name": "Colour", "value": "red"}, {"name": "Colour", "value": "blue"}]
    assert read_specifications(specifications, Counter()) == {"Colour": "red, blue"}


def test_text_without_a_name_is_kept() -> None:
    assert read_specifications("Made in India; Size: 5; 6", Counter()) == {"Details": "Made in India", "Size": "5, 6"}


@pytest.mark.parametrize("given_as", [5, True, [5], {"a": {"b": {"c": {"d": {"e": "f"}}}}}, {"a": [[[[["deep"]]]]]}])
def test_what_cannot_be_specifications(given_as: Any) -> None:
    with pytest.raises(WrongValue):
        read_specifications(given_as, Counter())


@given(VALUES)
def test_features_and_specifications_read_again_are_the_same(given_as: Any) -> None:
    try:
        features = read_features(given_as, Counter())
        assert read_features(features, Counter()) == features
    except WrongValue:
        pass
    try:
        specifications = read_specifications(given_as, Counter())
        assert read_specifications(specifications, Counter()) == specifications
    except WrongValue:
        pass
