"""Ratings as tables state them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from triptych.errors import UsageError
from triptych.texts._tables.columns import parse_rating, show_rating


@pytest.mark.parametrize(
    ("text", "stars"),
    [
        ("4.3", 4.3),
        ("4", 4.0),
        ("4,3", 4.3),
        ("4.3/5", 4.3),
        ("4.3 / 5.0", 4.3),
        ("4.3 out of 5", 4.3),
        ("4.3 out of 5 stars", 4.3),
        ("4.3 ★", 4.3),
        ("⭐ 4.3/5", 4.3),
        ("4.3⭐️ (1,234 ratings)", 4.3),
        ("4.3 (210)", 4.3),
        ("Rated 4.3", 4.3),
        ("★★★★☆", 4.0),
    ],
)
def test_a_rating_is_read(text: str, stars: float) -> None:
    assert parse_rating(text) == stars


@pytest.mark.parametrize("text", ["", "good", "8.6/10", "0.5", "5.1", "45", "4.3.1", "☆☆", "★★★★★★", "4.3 9"])
def test_what_is_no_rating_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="is not"):
        parse_rating(text)


@given(st.floats(1, 5))
def test_every_digit_of_a_rating_is_shown(stars: float) -> None:
    assert parse_rating(show_rating(stars)) == stars
