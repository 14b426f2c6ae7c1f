"""Which words of reviews can be quoted by themselves."""

import pytest

from triptych.aspects.quotations import Quotation, fitness_of, part_of
from triptych.english.questions import read_texts
from triptych.records import Direction, Source


def fitness(text: str, words: str, direction: Direction) -> float:
    """How likely some words of a review are fit to be quoted."""
    source = Source("p", "review", "r1", text)
    start = text.index(words)
    span = source.evidence(start, start + len(words))
    part = part_of(span, read_texts([text])[0])
    assert part is not None
    return fitness_of([Quotation(span, direction, part)])[0]


@pytest.mark.parametrize(
    ("text", "whole", "cut", "direction"),
    [
        (
            "Nice at first. The handle broke after two weeks of use.",
            "The handle broke after two weeks",
            "after two weeks of",
            "-",
        ),
        ("It boils fast but the lid leaks when you pour.", "the lid leaks when you pour", "fast but the", "-"),
        ("I love it. The handle stays cool and it is very easy to clean.", "very easy to clean", "cool and it is", "+"),
    ],
)
def test_what_is_cut_badly_is_less_fit(text: str, whole: str, cut: str, direction: Direction) -> None:
    assert fitness(text, whole, direction) > 0.5 > fitness(text, cut, direction)


def test_empty_praise_is_less_fit_than_what_tells_something() -> None:
    text = "Good product. The buttons are large and easy to read."
    assert fitness(text, "The buttons are large and easy to read", "+") > fitness(text, "Good product", "+")


def test_the_part_that_holds_most_of_it_is_read() -> None:
    text = "The lid is tight. " * 60 + "The handle broke after two weeks."
    source, parts = Source("p", "review", "r1", text), read_texts([text])[0]
    span = source.evidence(text.index("The handle"), len(text))
    assert part_of(span, parts) is parts[-1]
    assert part_of(span, []) is None
    assert part_of(source.evidence(0, 0), parts) is None


def test_many_are_asked_at_once() -> None:
    text = "The handle stays cool. The lid leaks."
    source, (part,) = Source("p", "review", "r1", text), read_texts([text])[0]
    asked = [Quotation(source.evidence(0, 21), "+", part), Quotation(source.evidence(23, 36), "-", part)]
    both = fitness_of(asked)
    assert both == pytest.approx([fitness_of([each])[0] for each in asked], abs=1e-4)
    assert fitness_of([]) == []
