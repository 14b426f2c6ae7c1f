"""What can be noticed of a clause by its words."""

import pytest

from answered import excerpts_of, product_of
from triptych.needs.votes import Clues, clues_on
from triptych.needs.words import words_of


def noticed(review: str, need: str) -> list[Clues]:
    """What is noticed of a review."""
    return list(clues_on(words_of(need, "feature"), excerpts_of(product_of(review))))


@pytest.mark.parametrize(
    ("review", "need", "sign"),
    [
        ("It is not noisy at all.", "quiet", 1),
        ("Rather loud.", "quiet", -1),
        ("I wish it had pockets.", "pockets", -1),
        ("They never fell out.", "stay in", 1),
        ("They keep sliding down.", "stays in place", -1),
        ("No back pain since.", "back pain", 1),
        ("I have back pain.", "back pain", 0),
    ],
)
def test_the_words_of_a_clause_lean_to_a_side(review: str, need: str, sign: int) -> None:
    assert {clues.sign for clues in noticed(review, need)} == {sign}


def test_turns_of_phrase_and_what_is_said_of_others_are_told_apart() -> None:
    turns = noticed("They never fell out.", "stay in")
    assert any(each.is_turn for each in turns) and not any(each.is_elsewhere for each in turns)
    others = noticed("The other ones leak.", "leak proof")
    assert others and all(each.is_elsewhere for each in others)


def test_what_has_nothing_of_a_need_is_passed_over() -> None:
    assert noticed("It keeps drinks cold.", "keeps drinks hot") == noticed("The colour is nice.", "quiet") == []
