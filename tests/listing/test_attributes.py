"""What words give an attribute away."""

import pytest

from triptych.listing.attributes import cues_in, figures_in, label_of


def test_values_and_cues_are_found_however_they_are_joined() -> None:
    found = [(cue.attribute, cue.is_value) for cue in cues_in("Leak Proof lid of stainless-steel, 2 batteries")]
    assert found == [("leak protection", True), ("material", True), ("battery", False)]


def test_the_longest_words_win() -> None:
    text = "engineered wood top"
    (cue,) = cues_in(text)
    assert text[cue.start : cue.end] == "engineered wood"


def test_no_cue_inside_a_word() -> None:
    assert cues_in("Glassware and redwood") == []


def test_labels_become_plain_names() -> None:
    assert label_of("IN THE BOX") == "included"
    assert label_of("Jar Material") == "jar material"
    assert label_of("1. Operating System (phone)") == "operating system"


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
