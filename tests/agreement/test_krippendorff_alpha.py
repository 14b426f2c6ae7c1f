"""Krippendorff's alpha on his own example, and where it has no value."""

import krippendorff
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from triptych.agreement.krippendorff_alpha import alpha_of

NONE = np.nan


def test_four_observers_and_twelve_units() -> None:
    """Krippendorff, Computing Krippendorff's Alpha-Reliability (2011), example C: ordinal alpha is 0.815."""
    observers = np.array(
        [
            [1, 2, 3, 3, 2, 1, 4, 1, 2, NONE, NONE, NONE],
            [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, NONE, 3],
            [NONE, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, NONE],
            [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, NONE],
        ]
    )
    found = alpha_of(observers.T)
    assert found.value == pytest.approx(0.815, abs=5e-4)
    assert found.count == 11


def test_one_rating_a_case_has_no_alpha() -> None:
    assert alpha_of(np.array([[4.0, NONE], [NONE, 3.0]])).reason == "no case was rated by two people"


def test_one_score_throughout_has_no_alpha() -> None:
    assert alpha_of(np.full((3, 2), 4.0)).reason == "every rating is 4"


@given(
    st.lists(
        st.lists(st.sampled_from([1.0, 2.0, 3.0, 4.0, 5.0, np.nan]), min_size=3, max_size=3), min_size=2, max_size=12
    )
)
def test_it_equals_the_library(rows: list[list[float]]) -> None:
    ratings = np.array(rows)
    ours = alpha_of(ratings)
    if ours.value is not None:
        theirs = krippendorff.alpha(reliability_data=ratings.T, level_of_measurement="ordinal")
        assert ours.value == pytest.approx(theirs, abs=1e-9)
