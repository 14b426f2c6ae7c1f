"""Turns of phrase that answer a need without its words."""

import pytest

from triptych.needs.phrases import phrases_for


def said_in(text: str, need: str) -> list[float]:
    """What each turn of phrase of a text says of a need."""
    return [turn.says for turn in phrases_for(need).found_in(text.split())]


@pytest.mark.parametrize(
    ("need", "text", "says"),
    [
        ("stay in", "they fit snugly", [1]),
        ("stay in", "one fell out on the stairs", [-1]),
        ("backpack", "slips into the side pocket", [1]),
        ("travel", "a compact thing", [0.5]),
        ("quiet", "a nice red", []),
    ],
)
def test_phrases_say_yes_no_or_half(need: str, text: str, says: list[float]) -> None:
    assert said_in(text, need) == says


def test_of_two_that_overlap_the_longer_counts() -> None:
    assert said_in("it leaked in my bag", "gym bag") == [-1]
    assert said_in("it is in my bag", "gym bag") == [1]


@pytest.mark.parametrize(
    ("need", "is_known"),
    [
        ("quiet motor", True),
        ("school bag", True),
        ("bag tag", False),
        ("not too loud", True),
        ("noisy", False),
        ("good camera", True),
        ("large bedroom", True),
        ("sunny bedroom", False),
        ("beginner chess player", True),
        ("purple", False),
    ],
)
def test_a_need_is_known_by_its_head_or_an_adjective(need: str, is_known: bool) -> None:
    assert bool(phrases_for(need, small=frozenset({"too"})).books) == is_known


def test_phrases_go_by_dictionary_forms() -> None:
    assert said_in("planning the trip", "flight") == []
    assert said_in("used it on two planes", "flight") == [1]
    assert said_in("so cute", "gentle on skin") == []


def test_the_room_of_a_bedroom_is_half_of_it() -> None:
    assert said_in("fine for my room", "bedroom") == [0.5]
