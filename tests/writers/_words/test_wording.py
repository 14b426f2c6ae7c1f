"""Small grammar."""

import pytest

from triptych.writers._words.topics import adjectives, topic
from triptych.writers._words.wording import (
    Wheel,
    at_head,
    either,
    is_plural,
    listed,
    lower_name,
    named,
    people,
    ratings,
    stars,
    title_name,
)


@pytest.mark.parametrize(
    ("count", "among", "said"),
    [
        (9, 33, "9 of 33 reviewers"),
        (1, 33, "one of 33 reviewers"),
        (4, 4, "all 4 reviewers"),
        (2, 2, "both reviewers"),
        (1, 1, "the only reviewer"),
        (1, None, "one reviewer"),
        (12, None, "12 reviewers"),
    ],
)
def test_people(count: int, among: int | None, said: str) -> None:
    assert people(count, among) == said


@pytest.mark.parametrize(
    ("noun", "plural"),
    [
        ("touch controls", True),
        ("looks", True),
        ("bass", False),
        ("ease of use", False),
        ("chassis", False),
        ("lack of leaks", False),
        ("battery life", False),
    ],
)
def test_plurals(noun: str, plural: bool) -> None:
    assert is_plural(noun) is plural


def test_heads_of_sentences_begin_with_a_word() -> None:
    assert at_head("9 of 33 reviewers praise it") == "Nine of 33 reviewers praise it"
    assert at_head("12 of 33 reviewers praise it") == "As many as 12 of 33 reviewers praise it"
    assert at_head("both reviewers like it") == "Both reviewers like it"


def test_names_and_lists() -> None:
    assert lower_name("Battery Life") == "battery life"
    assert lower_name("RAM") == "RAM"
    assert title_name("wear under makeup") == "Wear under Makeup"
    assert named("The Lantern") == "The Lantern"
    assert named("Nimbus") == "the Nimbus"
    assert listed(["a"]) == "a"
    assert listed(["a", "b", "c"]) == "a, b and c"
    assert (either(["a"]), either(["a", "b", "c"])) == ("a", "a, b or c")
    assert (stars(1), stars(4.5), ratings(1), ratings(20)) == ("1 star", "4.5 stars", "1 rating", "20 ratings")


def test_nobody_praises_noise() -> None:
    assert topic("noise", "liked").the == "the low noise"
    assert topic("noise", "disliked").the == "the noise"
    assert topic("leaking", "disliked").it == "them"
    assert topic("app").head == "the app"
    assert topic("sound quality").head == "sound quality"


def test_the_wheel_turns_with_the_content_only() -> None:
    options = ("a", "b", "c")
    assert Wheel("x").turn(options, "slot") == Wheel("x").turn(options, "slot")
    assert {Wheel(str(n)).pick(options, "slot") for n in range(20)} == set(options)


def test_what_a_product_is_to_either_side() -> None:
    assert adjectives("noise") == ("quiet", "noisy")
    assert adjectives("display") is None


def test_what_there_should_be_nothing_of_takes_no_article() -> None:
    assert topic("leaking", "disliked").the == "leaks"
    assert topic("leaking", "liked").the == "the lack of leaks"
