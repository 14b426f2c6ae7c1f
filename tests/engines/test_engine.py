"""Work and what comes of it."""

import pytest

from triptych.engines import Outcome, Work


def test_work_either_computes_or_waits() -> None:
    async def wait(number: int) -> int:
        return number

    with pytest.raises(ValueError, match="give one of the two"):
        Work[int, int]()
    with pytest.raises(ValueError, match="give one of the two"):
        Work(compute=abs, wait=wait)


def test_an_outcome_gives_its_result_or_raises_its_error() -> None:
    assert Outcome(3, 4).unwrap() == 4
    with pytest.raises(KeyError, match="lost"):
        Outcome[int, int](3, None, KeyError("lost")).unwrap()
