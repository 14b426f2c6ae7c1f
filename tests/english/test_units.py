"""Numbers with units."""

import pytest

from triptych.english.units import quantities_in


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Up to 40 hours", (40, "h")),
        ("40H Playtime", (40, "h")),
        ("twelve hours", (12, "h")),
        ("64 oz jar", (64, "oz")),
        ("1,200 W motor", (1200, "w")),
        ("91 dB", (91, "db")),
        ("5.2 g", (5.2, "g")),
        ("80 percent", (80, "%")),
        ("6-8 hrs", (8, "h")),
        ("22 at best", (22, None)),
    ],
)
def test_numbers_have_their_unit(text: str, expected: tuple[float, str | None]) -> None:
    quantity = next(quantities_in(text))
    assert (quantity.number, quantity.unit) == expected
    assert 0 <= quantity.start < quantity.end <= len(text)


def test_heights_and_codes_are_no_quantities() -> None:
    assert [q.number for q in quantities_in("I am 6'2 and own an X1 and an A40h")] == []
