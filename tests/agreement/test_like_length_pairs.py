"""Pairs of like length: which count, and when they are right."""

import numpy as np
import pytest

from triptych.agreement._sampling import Scores, draw_items
from triptych.agreement.like_length_pairs import share_right


def scores(values: list[float], people: list[float], words: list[float], items: list[int] | None = None) -> Scores:
    places = np.array(items or [0] * len(values))
    return Scores(np.array(values), np.array(people), np.array(words), places, np.zeros_like(places))


@pytest.mark.parametrize(
    ("words", "people", "pairs"),
    [
        ([100, 90], [4, 3], 1),
        ([100, 89], [4, 3], 0),
        ([100, 100], [4, 3.5], 1),
        ([100, 100], [4, 3.6], 0),
        ([100, 100], [13 / 3, 23 / 6], 1),
    ],
)
def test_a_pair_counts_when_lengths_are_near_and_ratings_apart(
    words: list[float], people: list[float], pairs: int
) -> None:
    assert share_right(scores([5.0, 1.0], people, words), draw_items(1, 1))[1] == pairs


@pytest.mark.parametrize(("values", "share"), [([5.0, 1.0], 1.0), ([1.0, 5.0], 0.0), ([3.0, 3.0], 0.5)])
def test_right_wrong_and_tied(values: list[float], share: float) -> None:
    found, _ = share_right(scores(values, [4.0, 2.0], [50.0, 50.0]), draw_items(1, 1))
    assert found[0] == share


def test_pairs_lie_within_items() -> None:
    given = scores([1.0, 2, 3, 4], [1.0, 2, 3, 4], [50.0] * 4, [0, 0, 1, 1])
    assert share_right(given, draw_items(2, 1))[1] == 2


def test_no_pairs_have_no_share() -> None:
    found, pairs = share_right(scores([1.0], [1.0], [50.0]), draw_items(1, 1))
    assert pairs == 0
    assert np.isnan(found).all()
