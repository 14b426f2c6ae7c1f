"""Sentences are cut into parts that say one thing."""

import pytest

from triptych.aspects.remarks import RemarkCut, parts_of
from triptych.english.clauses import clause_numbers
from triptych.english.sentences import Sentence, kept_sentences


def cut(text: str) -> list[tuple[Sentence, RemarkCut]]:
    return [(one, part) for one in kept_sentences(text) for part in parts_of(one, clause_numbers(one)[0])]


def remarks(text: str) -> list[str]:
    return [text[one.starts[part.start] : one.ends[part.end - 1]] for one, part in cut(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The lid is tight but the straw leaks.", ["The lid is tight", "the straw leaks"]),
        ("It is soft, warm and fits well", ["It is soft", "warm", "fits well"]),
        ("The sound, the battery and the price are great", ["The sound, the battery and the price are great"]),
        ("I love that it folds", ["I love that it folds"]),
        ("a nice and soft blanket", ["a nice and soft blanket"]),
        (
            "the quality is very poor the edges are all very sharp the finish is bad and it wobbles",
            ["the quality is very poor", "the edges are all very sharp", "the finish is bad", "it wobbles"],
        ),
    ],
)
def test_remarks_are_told_apart(text: str, expected: list[str]) -> None:
    assert remarks(text) == expected


def test_a_part_knows_what_it_hangs_on() -> None:
    parts = [part for _, part in cut("It is light, which I like, but the strap broke.")]
    assert [part.leans_on_last for part in parts] == [False, True, False]
    assert [part.is_turn for part in parts] == [False, False, True]


def test_emoji_are_words_and_marks_are_not() -> None:
    assert remarks("!!! 😍") == ["😍"]
