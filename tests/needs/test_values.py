"""Attributes with one value."""

import pytest

from answered import excerpts_of, product_of
from triptych.needs.values import answer_value
from triptych.records import Need


@pytest.mark.parametrize(
    ("asked", "title", "state"),
    [
        ("wireless", "Gaming keyboard, braided cable", "missed"),
        ("wireless", "Cordless keyboard", "met"),
        ("usb c", "Cable with Lightning plug", "missed"),
        ("usb c", "Type-C cable", "met"),
        ("bluetooth", "Wireless mouse with USB receiver", "missed"),
        ("bluetooth", "Mouse with Bluetooth and USB receiver", "met"),
        ("round", "Square paper liners", "missed"),
        ("for men", "Women's running top", "missed"),
        ("1080p", "HD camera 720p", "missed"),
        ("glass", "Lunch box of plastic", "missed"),
        ("glass", "Box, borosilicate glass with plastic lid", "met"),
        ("wireless", "Non-wireless mouse, wired", "missed"),
        ("wireless", "Mouse pad", None),
        ("wifi", "Printer, USB 2.0 connectivity", "missed"),
        ("wifi", "Printer with USB connectivity and Wi-Fi", None),
        ("wifi", "Camera with a USB cable", None),
        ("double", "Single mink blanket", "missed"),
        ("brown", "Black shoes", "missed"),
        ("browns evenly", "Black toaster", None),
        ("big and round as the moon", "Square lamp", None),
    ],
)
def test_another_value_misses_the_need(asked: str, title: str, state: str | None) -> None:
    need = Need(kind="feature", text=asked, start=0, end=len(asked))
    found = answer_value(need, excerpts_of(product_of(title=title)))
    assert (found.state if found else None) == state
