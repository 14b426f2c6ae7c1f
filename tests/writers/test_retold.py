"""Remarks in the third person, as clauses and as points of a list."""

import pytest

from triptych.aspects.gists import Gist
from triptych.writers._retold import Retold, retell, together


def told(subject: str, predicate: str, *, is_plural: bool = False) -> Retold | None:
    """What a gist of these words says."""
    return retell(Gist(subject, predicate, 0.9), is_plural=is_plural)


@pytest.mark.parametrize(
    ("subject", "predicate", "clause", "point"),
    [
        ("it", "hurts the ears quickly", "they hurt the ears quickly", "hurt the ears quickly"),
        ("it", "is a bit heavy", "they are a bit heavy", "a bit heavy"),
        ("it", "does not stay in", "they do not stay in", "do not stay in"),
        ("it", "has no pockets", "they have no pockets", "no pockets"),
        ("the case lid", "opens too easily", "the case lid opens too easily", "case lid opens too easily"),
        ("the sound quality", "is very poor", "the sound quality is very poor", "very poor sound quality"),
        ("the charging port", "could be better", "the charging port could be better", "charging port could be better"),
        ("it", "stopped working after a month", "they stopped working after a month", "stopped working after a month"),
    ],
)
def test_a_remark_agrees_with_a_pair(subject: str, predicate: str, clause: str, point: str) -> None:
    retold = told(subject, predicate, is_plural=True)
    assert retold is not None
    assert (retold.clause, retold.point) == (clause, point)


@pytest.mark.parametrize(
    ("subject", "predicate", "clause"),
    [
        ("it", "begin to hurt quickly", "it begins to hurt quickly"),
        ("the mids", "is rich", "the mids are rich"),
        ("the wire", "are also small", "the wire is small"),
        ("it", "able to fold flat", "it is able to fold flat"),
        ("it", "instantly connect to a phone", "it instantly connects to a phone"),
        ("the buttons", "doesn't work", "the buttons don't work"),
    ],
)
def test_verbs_agree_with_what_they_are_said_of(subject: str, predicate: str, clause: str) -> None:
    retold = told(subject, predicate)
    assert retold is not None and retold.clause == clause


@pytest.mark.parametrize(
    ("subject", "predicate"), [("it", "can not working"), ("it", "laggings very much"), ("the lid", "at the top")]
)
def test_what_is_no_clause_is_not_told(subject: str, predicate: str) -> None:
    assert told(subject, predicate) is None


def test_a_second_verb_that_would_not_agree_is_not_told_of_a_pair() -> None:
    assert told("it", "is light and has a clip") is not None
    assert told("it", "is light and has a clip", is_plural=True) is None


def test_each_subject_is_said_once() -> None:
    some = [told("the lid", "leaks"), told("it", "is heavy"), told("the lid", "is hard to clean")]
    assert together([each for each in some if each]) == "the lid leaks and is hard to clean, and it is heavy"
    assert together([each for each in some[:2] if each]) == "the lid leaks and it is heavy"
