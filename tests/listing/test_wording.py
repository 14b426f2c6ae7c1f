"""Praise, negatives and service talk."""

import pytest

from triptych.listing import wording


@pytest.mark.parametrize("text", ["charger not included", "no Bluetooth", "non-stick pan", "sold separately"])
def test_negatives(text: str) -> None:
    assert wording.NEGATIVE.search(text)


@pytest.mark.parametrize("text", ["No. 1 seller", "not only strong", "notebook"])
def test_no_negatives(text: str) -> None:
    assert not wording.NEGATIVE.search(text)


def test_praise_is_told_from_what_can_be_tried() -> None:
    assert wording.PRAISE.search("an effortlessly stylish companion")
    assert not wording.PRAISE.search("steel body, two shelves")
    assert wording.HARD.search("splash-proof body")
    assert wording.HARD.search("anti-slip base")
    assert not wording.HARD.search("an effortlessly stylish companion")


def test_what_the_service_says_is_known() -> None:
    assert wording.SERVICE.search("Please call us for help")
    assert not wording.SERVICE.search("1 year warranty from the date of purchase")
