"""Mean absolute error over cases, with items resampled whole."""

import numpy as np
import pytest

from triptych.agreement._sampling import Scores
from triptych.agreement.absolute_error import mean_absolute_error


def test_each_case_counts_as_often_as_its_item() -> None:
    places = np.array([0, 0, 1])
    given = Scores(np.array([1.0, 2, 3]), np.array([2.0, 2, 5]), np.full(3, 9.0), places, places)
    found = mean_absolute_error(given, np.array([[1.0, 1.0], [2.0, 0.0], [0.0, 2.0]]))
    assert found.tolist() == pytest.approx([1.0, 0.5, 2.0])
