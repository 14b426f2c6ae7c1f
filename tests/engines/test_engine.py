"""Work and what comes of it."""

import pytest

from triptych.engines import Outcome


def test_an_outcome_gives_its_result_or_raises_its_error() -> None:
    assert Outcome(3, 4).unwrap() == 4
    with pytest.raises(KeyError, match="lost"):
        Outcome[int, int](3, None, KeyError("lost")).unwrap()
