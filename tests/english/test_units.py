"""Quantities in texts, and conversion between units."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from triptych.english.units import Quantity, convert, number_of, quantities_in, spell, units, with_numbers


def read(text: str) -> list[tuple[float, str | None]]:
    """Number and unit of each quantity."""
    return [(quantity.number, quantity.unit) for quantity in quantities_in(text)]


def test_volts_and_amperes_may_be_glued() -> None:
    assert read("Output: 12V3A") == [(12, "v"), (3, "a")]


@pytest.mark.parametrize(
    ("text", "number", "unit"),
    [
        ("Up to 40 hours", 40, "h"),
        ("40H Playtime", 40, "h"),
        ("24-hour battery", 24, "h"),
        ("twelve hours", 12, "h"),
        ("twenty-five watts", 25, "w"),
        ("half an hour", 0.5, "h"),
        ("an hour and a half", 1.5, "h"),
        ("two and a half days", 2.5, "day"),
        ("a couple of weeks", 2, "week"),
        ("2 1/2 cups", 2.5, "cup"),
        ("½ cup", 0.5, "cup"),
        ("64 oz jar", 64, "oz"),
        ("16.9 fl. oz. bottle", 16.9, "fl oz"),
        ("1,200 W motor", 1200, "w"),
        ("5,000 mAh", 5000, "mah"),
        ("91 dB", 91, "db"),
        ("5.2 g", 5.2, "g"),
        ("5 g of protein", 5, "g"),
        ("80 percent", 80, "%"),
        ("1.2M cable", 1.2, "m"),
        ("3 FT cord", 3, "ft"),
        ("1.5 mtr", 1.5, "m"),
        ('10.5" screen', 10.5, "in"),
        ("a 15.6 in display", 15.6, "in"),
        ("15.6-in laptop", 15.6, "in"),
        (".5 inch thick", 0.5, "in"),
        ("I am 6'2 tall", 74, "in"),
        ("5 feet 2 inches", 62, "in"),
        ("1 hour 30 minutes", 90, "min"),
        ("5 lb 4 oz", 84, "oz"),
        ("down to -18 °C", -18, "c"),
        ("350 degrees F", 350, "f"),
        ("a 360° view", 360, "°"),
        ("100 km/h", 100, "km/h"),
        ("a 2.4A port", 2.4, "a"),
        ("0.5s lag", 0.5, "s"),
        ("22 at best", 22, None),
    ],
)
def test_numbers_have_their_unit(text: str, number: float, unit: str | None) -> None:
    (quantity,) = quantities_in(text)
    assert (quantity.number, quantity.unit, quantity.low) == (number, unit, None)
    assert quantity.text == text[quantity.start : quantity.end]


@pytest.mark.parametrize(
    "text", ["a 5g phone", "5G", "4G LTE", "an M2 chip", "an X1 and an A40h", "an iPhone 5s", "the 5th", "v1.2.3", "4K"]
)
def test_codes_are_no_quantities(text: str) -> None:
    assert read(text) == []


@pytest.mark.parametrize("text", ["2 in the box", "a 3 in 1", "2-in-1", "1.2m users", 'she said "give it 10"', "10 m2"])
def test_letters_that_only_look_like_units(text: str) -> None:
    assert {unit for _, unit in read(text)} <= {None}


@pytest.mark.parametrize(
    ("text", "low", "high", "unit"),
    [
        ("6-8 hrs", 6, 8, "h"),
        ("5 ft 2 in to 6 ft 2 in", 62, 74, "in"),
        ("5'2\" – 6'2\"", 62, 74, "in"),
        ("30 mins to 1 hour", 0.5, 1, "h"),
        ("between 5 and 6 days", 5, 6, "day"),
        ("one or two weeks", 1, 2, "week"),
        ("5 to 6", 5, 6, None),
    ],
)
def test_a_range_is_one_quantity(text: str, low: float, high: float, unit: str | None) -> None:
    (quantity,) = quantities_in(text)
    assert (quantity.low, quantity.number, quantity.unit) == (low, high, unit)


def test_sides_share_their_unit_and_counts_do_not() -> None:
    assert read("30 x 20 x 10 cm") == [(30, "cm"), (20, "cm"), (10, "cm")]
    assert read("2x5W speakers") == [(2, None), (5, "w")]


def test_two_inch_marks_are_no_quotation() -> None:
    assert read('24" and 27" monitors') == [(24, "in"), (27, "in")]


def test_only_the_asked_part_is_read() -> None:
    text = "5 kg, 6 kg and 7 kg"
    assert [quantity.number for quantity in quantities_in(text, 5, 11)] == [6]


@given(st.text(alphabet="0123456789.,/-–x ½'\"°hmginftoandW\n", max_size=60))
def test_places_hold_for_any_text(text: str) -> None:
    last = 0
    for quantity in quantities_in(text):
        assert last <= quantity.start < quantity.end <= len(text)
        assert quantity.unit is None or quantity.unit in units()
        assert quantity.low is None or quantity.low < quantity.number
        last = quantity.end


@pytest.mark.parametrize(
    ("text", "unit", "number"),
    [
        ("1.5 m", "cm", 150),
        ("10 inches", "cm", 25.4),
        ("6 ft", "in", 72),
        ("1 kg", "lb", 2.2046226),
        ("64 oz", "l", 1.8927059),
        ("16 oz", "lb", 1),
        ("500 ml", "fl oz", 16.907011),
        ("90 min", "h", 1.5),
        ("2 weeks", "day", 14),
        ("5000 mAh", "ah", 5),
        ("1.2 kW", "w", 1200),
        ("1 TB", "gb", 1000),
        ("212 °F", "c", 100),
        ("0 °C", "f", 32),
        ("12 MP", "px", 12e6),
    ],
)
def test_conversions(text: str, unit: str, number: float) -> None:
    converted = convert(next(quantities_in(text)), unit)
    assert converted is not None
    assert converted.unit == unit
    assert converted.number == pytest.approx(number)


def test_a_range_is_converted_at_both_ends() -> None:
    converted = convert(next(quantities_in("1-2 hours")), "min")
    assert converted is not None
    assert (converted.low, converted.number) == (60, 120)


@pytest.mark.parametrize(("text", "unit"), [("5 kg", "cm"), ("5 l", "kg"), ("5 stars", "kg"), ("5 kg", "stone")])
def test_what_cannot_be_converted(text: str, unit: str) -> None:
    quantity = next(quantities_in(text))
    assert convert(quantity, unit) is None


@given(st.sampled_from(sorted(units())), st.sampled_from(sorted(units())), st.floats(-1e6, 1e6))
def test_conversion_there_and_back(one: str, other: str, number: float) -> None:
    there = convert(Quantity(number, one, 0, 1), other)
    assert there or units()[one].dimension != units()[other].dimension
    if there:
        back = convert(there, one)
        assert back is not None
        assert back.number == pytest.approx(number, rel=1e-9, abs=1e-6)


@pytest.mark.parametrize("unit", sorted(units()))
def test_every_unit_is_read_by_one_of_its_names(unit: str) -> None:
    name = units()[unit].names.split()[0].replace("_", " ")
    raw = "A" if name == "a" else name
    assert read(f"7.5 {raw}.") == [(7.5, unit)]


@pytest.mark.parametrize(
    ("written", "number"),
    [
        ("two", 2),
        ("Seventeen", 17),
        ("twenty-five", 25),
        ("a dozen", 12),
        ("two dozen", 24),
        ("half a dozen", 6),
        ("a couple of", 2),
        ("half an", 0.5),
        ("one and a half", 1.5),
        ("a hundred and ten", 110),
        ("two thousand five hundred", 2500),
        ("three lakh", 300_000),
        ("1,200", 1200),
        ("1,00,000", 100_000),
        ("7.5", 7.5),
    ],
)
def test_words_and_digits_have_a_value(written: str, number: float) -> None:
    assert number_of(written) == number


@pytest.mark.parametrize("written", ["", "a", "several", "someone", "two three", "tent", "1.2.3", "5g", "and a half"])
def test_anything_else_has_none(written: str) -> None:
    assert number_of(written) is None


@given(st.integers(0, 10**9))
def test_a_spelt_number_reads_back(number: int) -> None:
    assert number_of(spell(number)) == number


def test_numbers_below_a_hundred_are_spelt() -> None:
    assert [spell(number) for number in (0, 12, 40, 99, 100)] == ["zero", "twelve", "forty", "ninety-nine", "100"]


def test_patterns_may_name_numbers_and_units() -> None:
    pattern = re.compile(with_numbers(r"(?:%number%) (?:%units%)"))
    assert pattern.fullmatch("twenty-five hours") and not pattern.fullmatch("twenty-five people")
