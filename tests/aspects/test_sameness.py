"""Whether two remarks say the same."""

import numpy as np
import pytest

from triptych.aspects.sameness import Content, say_the_same


def content(
    *words: str, things: int = 1, aspect: str = "lid", is_negated: bool = False, sureness: float = 0.9
) -> Content:
    """The first words are things, the others qualities."""
    return Content(words, tuple(n < things for n in range(len(words))), is_negated, aspect, sureness)


LEAKS = content("lid", "leak")


@pytest.mark.parametrize(
    ("same", "other"),
    [
        (content("lid", "leak", "terribly"), content("lid", "squeak")),
        (content("lid", "spill"), content("lid", "pretty")),
        (content("lid", "leak"), content("zipper", "stick", aspect="zip")),
        (content("lid", "leak", aspect="cap"), content("zipper", "leak", aspect="zip")),
    ],
)
def test_who_says_the_same_is_likelier(same: Content, other: Content) -> None:
    (row,) = say_the_same([LEAKS, same, other], 1)
    assert row[1] > 0.4
    assert row[2] < row[1] / 2


def test_a_member_must_have_all_that_the_wording_tells() -> None:
    rows = say_the_same([content("lid", "leak", "upside"), LEAKS], 2)
    assert rows[0, 1] == 0
    assert rows[1, 0] > 0.4


def test_opposites_are_not_the_same() -> None:
    (row,) = say_the_same([content("pump", "quiet"), content("pump", "loud"), content("pump", "quiet")], 1)
    assert row[1] < row[2] / 2


def test_what_is_unsure_is_hardly_the_same() -> None:
    (row,) = say_the_same([LEAKS, LEAKS, LEAKS._replace(sureness=0.3)], 1)
    assert row[2] < row[1]


def test_the_number_of_wordings_changes_nothing() -> None:
    contents = [LEAKS, content("lid", "squeak"), content(aspect="", things=0), content("cap", "spill")] * 3
    assert np.allclose(say_the_same(contents, 12)[:5], say_the_same(contents, 5))
