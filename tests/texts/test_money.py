"""Prices as shops write them, exactly."""

import re
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from triptych.errors import UsageError
from triptych.records import Money
from triptych.texts import currency_of, parse_money, show_money


@pytest.mark.parametrize(
    ("text", "digits", "currency"),
    [
        ("₹1,299", "1299", "INR"),
        ("Rs. 1,299.00", "1299.00", "INR"),
        ("Rs.499", "499", "INR"),
        ("Rs 499/-", "499", "INR"),
        ("₨ 1,299", "1299", "INR"),
        ("INR 1299", "1299", "INR"),
        ("INR ₹1299", "1299", "INR"),
        ("₹ 12,34,567.50", "1234567.50", "INR"),
        ("M.R.P.: ₹1,299 (Inclusive of all taxes)", "1299", "INR"),
        ("₹1,299 (35% off)", "1299", "INR"),
        ("Rs. 499 only", "499", "INR"),
        ("1,29,999", "129999", None),
        ("1299", "1299", None),
        ("1299.00", "1299.00", None),
        ("MRP 1299", "1299", None),
        ("Price - $5", "5", "USD"),
        ("१,२९९", "1299", None),
        ("$24.99", "24.99", "USD"),
        ("US$ 24.99", "24.99", "USD"),
        ("24.99 USD", "24.99", "USD"),
        ("usd 12", "12", "USD"),
        ("$.99", "0.99", "USD"),
        ("$0", "0", "USD"),
        ("A$30", "30", "AUD"),
        ("C$30", "30", "CAD"),
        ("$30 CAD", "30", "CAD"),
        ("£12", "12", "GBP"),
        ("¥1,200", "1200", "JPY"),
        ("￥1,200", "1200", "JPY"),
        ("1.299,00 €", "1299.00", "EUR"),
        ("1 299,00 €", "1299.00", "EUR"),
        ("1\u202f299,00\u00a0€", "1299.00", "EUR"),
        ("€ 499,-", "499", "EUR"),
        ("€1.299", "1299", "EUR"),
        ("1.299 EUR", "1299", "EUR"),
        ("EUR 1.299", "1.299", "EUR"),
        ("1.299.000 ₫", "1299000", "VND"),
        ("Rp 50.000", "50000", "IDR"),
        ("1'299.00 CHF", "1299.00", "CHF"),
        ("CHF 499.–", "499", "CHF"),
        ("kr 499", "499", None),
        ("1,299", "1299", None),
        ("1.299", "1.299", None),
        ("12,5", "12.5", None),
        ("24,99", "24.99", None),
        ("0,999", "0.999", None),
        ("1 299", "1299", None),
        ("\u200b₹\u00a0499\u200b", "499", "INR"),
    ],
)
def test_a_price_keeps_its_digits_and_its_currency(text: str, digits: str, currency: str | None) -> None:
    money = parse_money(text)
    assert (str(money.amount), money.currency) == (digits, currency)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "the price is empty"),
        (" \u200b ", "the price is empty"),
        ("free", "'free' has no number"),
        ("-5", "'-5' is negative"),
        ("$-5", "is negative"),
        ("Price -5", "is negative"),
        ("−₹5", "is negative"),
        ("($5)", "is negative"),
        ("$10 - $20", "several numbers (10, 20)"),
        ("₹1,299–₹1,499", "several numbers (1,299, 1,499)"),
        ("10 20", "do not make one number: '10 20'"),
        ("1,2999", "do not make one number"),
        ("1,299,00", "do not make one number"),
        ("1.29.99", "do not make one number"),
        ("4.5k", "'k' is neither a number nor a currency"),
        ("from $10", "'from' is neither a number nor a currency"),
        ("12²", "'²' is neither a number nor a currency"),
        ("1e5", "several numbers (1, 5)"),
        ("$5 €", "two currencies (USD and EUR)"),
        ("9" * 19, "no more than 18 digits"),
        ("9" * 5000, "too long for a price (5000 characters)"),
    ],
)
def test_what_is_no_price_is_said_with_the_reason(text: str, said: str) -> None:
    with pytest.raises(UsageError, match=re.escape(said)):
        parse_money(text)


@pytest.mark.parametrize(
    ("text", "given", "currency"),
    [
        ("499", "inr", "INR"),
        ("$499", "CAD", "CAD"),
        ("Rs. 499", "PKR", "PKR"),
        ("kr 499", "SEK", "SEK"),
        ("¥5", "CNY", "CNY"),
    ],
)
def test_a_given_currency_counts_where_the_text_leaves_it_open(text: str, given: str, currency: str) -> None:
    assert parse_money(text, given).currency == currency


def test_a_given_currency_must_not_contradict_the_text() -> None:
    with pytest.raises(UsageError, match=r"'€5' is given in two currencies \(EUR and INR\)"):
        parse_money("€5", "INR")


def test_a_given_currency_must_be_a_code() -> None:
    with pytest.raises(UsageError, match="'rupees' is not a currency code; give one of three letters such as 'INR'"):
        parse_money("5", "rupees")


@pytest.mark.parametrize(
    ("name", "code"),
    [("₹", "INR"), ("Rs.", "INR"), ("bucks", "USD"), ("eur", "EUR"), ("Quid", "GBP"), ("kr", None), ("xyz", None)],
)
def test_a_currency_by_its_sign_its_word_or_its_code(name: str, code: str | None) -> None:
    assert currency_of(name) == code


@pytest.mark.parametrize(
    ("digits", "currency", "classic", "grouped"),
    [
        ("1299", "INR", "Rs. 1299", "₹1,299"),
        ("12345678.50", "INR", "Rs. 12345678.50", "₹1,23,45,678.50"),
        ("24.99", "USD", "$24.99", "$24.99"),
        ("1234567", "USD", "$1234567", "$1,234,567"),
        ("1299.00", "EUR", "€1299.00", "€1,299.00"),
        ("1.299", "EUR", "EUR 1.299", "EUR 1.299"),
        ("12", "GBP", "£12", "£12"),
        ("1200", "JPY", "¥1200", "¥1,200"),
        ("1299.00", "CHF", "CHF 1299.00", "CHF 1,299.00"),
        ("24.99", None, "24.99", "24.99"),
        ("1E+3", "USD", "$1000", "$1,000"),
    ],
)
def test_a_price_is_shown_digit_by_digit(digits: str, currency: str | None, classic: str, grouped: str) -> None:
    money = Money(amount=Decimal(digits), currency=currency)
    assert (show_money(money), show_money(money, grouped=True)) == (classic, grouped)


# Three capitals that shops write beside prices and that are no ISO codes.
_NO_CODES = ("MRP", "NOW", "RMB", "DHS", "KSH", "SFR")
_codes = st.sampled_from(["INR", "USD", "EUR", "GBP", "JPY"]) | st.from_regex(r"[A-Z]{3}", fullmatch=True)
_prices = st.builds(
    lambda number, places, currency: Money(amount=Decimal(number).scaleb(-places), currency=currency),
    st.integers(0, 10**15),
    st.integers(0, 6),
    st.none() | _codes.filter(lambda code: code not in _NO_CODES),
)


@given(_prices, st.booleans())
def test_what_is_shown_reads_back_with_every_digit(money: Money, grouped: bool) -> None:
    read = parse_money(show_money(money, grouped))
    assert read == money
    assert format(read.amount, "f") == format(money.amount, "f")


@given(
    st.text(alphabet="0123456789.,' -/₹$€£RsINRUSDkr()%a\u00a0५", max_size=15) | st.text(),
    st.none() | st.text(max_size=4),
)
def test_any_text_is_a_price_or_a_usage_error(text: str, currency: str | None) -> None:
    try:
        money = parse_money(text, currency)
    except UsageError as error:
        assert str(error)
    else:
        assert re.sub(r"\D", "", format(money.amount, "f")).lstrip("0") in "".join(
            str(int(mark)) for mark in text if mark.isdecimal()
        )
