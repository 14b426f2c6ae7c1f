"""Which words of reviews can be quoted by themselves."""

import pytest

from triptych.aspects.quotations import Remark, Wanted, fitness_of, remarks_in
from triptych.english.questions import read_texts
from triptych.records import Direction


def remark(text: str, words: str, direction: Direction) -> Remark:
    """Some words of a review."""
    start = text.index(words)
    (found,) = remarks_in([Wanted(text, start, start + len(words), direction, read_texts([text])[0])])
    assert found is not None
    return found


def fitness(text: str, words: str, direction: Direction) -> float:
    """How likely some words of a review are fit to be quoted."""
    return fitness_of(remark(text, words, direction))


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
    parts = read_texts([text])[0]
    start = text.index("The handle")
    wanted = Wanted(text, start, len(text), "-", parts)
    (found,) = remarks_in([wanted])
    assert found is not None
    assert found.part is parts[-1]
    assert remarks_in([wanted._replace(parts=[]), wanted._replace(start=0, end=0)]) == [None, None]


def test_many_are_asked_at_once() -> None:
    text = "The handle stays cool. The lid leaks."
    parts = read_texts([text])[0]
    both = remarks_in([Wanted(text, 0, 21, "+", parts), Wanted(text, 23, 36, "-", parts)])
    alone = [remark(text, "The handle stays cool", "+"), remark(text, "The lid leaks", "-")]
    assert [fitness_of(each) for each in both if each] == pytest.approx([fitness_of(each) for each in alone], abs=1e-4)
    assert remarks_in([]) == []
