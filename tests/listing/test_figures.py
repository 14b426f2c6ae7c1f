"""What figures measure."""

import pytest

from triptych.listing.figures import figures_in


@pytest.mark.parametrize(
    ("text", "attribute", "number", "unit"),
    [
        ("24 oz", "capacity", 24, "oz"),
        ("30H Playtime", "battery life", 30, "h"),
        ("3Y exchange warranty", "warranty", 3, "year"),
        ("Cable length 1.2M", "length", 1.2, "m"),
        ("8GB RAM", "memory", 8, "gb"),
        ("256GB SSD", "storage", 256, "gb"),
        ("5000mAh battery", "battery capacity", 5000, "mah"),
        ("120Hz display", "refresh rate", 120, "hz"),
        ('15.6" laptop', "screen size", 15.6, "in"),
        ("1000 dpi", "resolution", 1000, "dpi"),
        ("IPX7", "water resistance", 7, None),
        ("Bluetooth v5.3", "Bluetooth version", 5.3, None),
        ("Pack of 2", "pack size", 2, None),
        ("4 USB ports", "ports", 4, None),
        ("1366x768", "resolution", 1366, None),
    ],
)
def test_figures_and_what_they_measure(text: str, attribute: str, number: float, unit: str | None) -> None:
    figure = figures_in(text)[0]
    assert (figure.attribute, figure.number, figure.unit) == (attribute, number, unit)


def test_a_choice_and_a_conversion_are_one_figure() -> None:
    for text in ('29"/ 31.5"/ 33"', "138 cm (55 inches)"):
        (figure,) = figures_in(text)
        assert text[figure.start : figure.end] == text


def test_up_to_belongs_to_its_figure() -> None:
    text = "runs upto 4 hours"
    (figure,) = figures_in(text)
    assert text[figure.start : figure.end] == "upto 4 hours"


def test_offsets_are_those_of_the_text() -> None:
    text = "xx 2 kg yy 3 kg"
    (figure,) = figures_in(text, 8)
    assert text[figure.start : figure.end] == "3 kg"
