"""Clauses and the turns of mood between them."""

import pytest

from triptych.english.clauses import clause_numbers
from triptych.english.sentences import sentences_of


def clauses(text: str) -> list[str]:
    """The words of each clause."""
    (sentence,) = sentences_of(text)
    numbers, _ = clause_numbers(sentence)
    found: dict[int, list[str]] = {}
    for word, number in zip(sentence.words, numbers, strict=True):
        found.setdefault(number, []).append(word)
    return [" ".join(some) for some in found.values()]


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("great sound but the hinge snapped", 2),
        ("the hostess and the waitress were rude", 1),
        ("the screen is bright and the keyboard feels cheap", 2),
        ("good bass, good fit, bad mic", 1),
        ("staff are not that friendly", 1),
        ("it is fine; the lid leaks", 2),
    ],
)
def test_a_new_subject_and_verb_open_a_clause(text: str, count: int) -> None:
    assert len(clauses(text)) == count


@pytest.mark.parametrize(
    ("text", "turns"),
    [
        ("great sound but the hinge snapped", [0, 1]),
        ("Although the strap is soft, the buckle broke", [0, 1]),
        ("the app however crashes", [0]),
        ("the screen is bright and the keyboard feels cheap", [0, 0]),
    ],
)
def test_contrast_turns_the_mood(text: str, turns: list[int]) -> None:
    (sentence,) = sentences_of(text)
    assert clause_numbers(sentence)[1] == turns
