"""Numbers in words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from triptych.english.number_words import number_of, spell


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
