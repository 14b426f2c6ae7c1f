"""A stage does what is missing, keeps what is done before it counts, and goes on where it stopped."""

import asyncio
from collections.abc import Sequence

import pytest

from triptych.engines import Outcome, Work
from triptych.engines.local import LocalEngine
from triptych.errors import BudgetReached
from triptych.pipeline import Progress
from triptych.pipeline.runs import carry_out


class Shelf:
    """A stage that keeps squares on a shelf; it may be told to run out of budget at one number."""

    store = None
    run_id = ""

    def __init__(self, *, out_of_budget_at: int | None = None) -> None:
        self.kept: dict[int, int | str] = {}
        self.asked: list[int] = []
        self.groups: list[int] = []
        self._stop = out_of_budget_at

    @property
    def work(self) -> Work[int, int]:
        return Work(wait=self._square)

    async def _square(self, number: int) -> int:
        self.asked.append(number)
        if number == self._stop:
            raise BudgetReached("enough")
        await asyncio.sleep(0)
        if number % 10 == 7:
            raise ValueError("sevens fail")
        return number * number

    def missing(self, inputs: Sequence[int]) -> Sequence[int]:
        return [number for number in inputs if number not in self.kept]

    def name_of(self, given: int) -> str:
        return str(given)

    def keep(self, outcomes: Sequence[Outcome[int, int]]) -> None:
        self.groups.append(len(outcomes))
        for outcome in outcomes:
            self.kept[outcome.given] = str(outcome.error) if outcome.error else outcome.unwrap()


def test_everything_is_kept_once_and_in_groups() -> None:
    shelf = Shelf()
    progress = asyncio.run(carry_out(shelf, range(300), LocalEngine(concurrency=8), total=300))
    assert sorted(shelf.kept) == list(range(300))
    assert shelf.kept[12] == 144
    assert shelf.kept[17] == "sevens fail"
    assert (progress.done, progress.failed, progress.fresh) == (300, 30, 300)
    assert len(shelf.groups) < 100


def test_only_what_is_missing_is_worked_on() -> None:
    shelf = Shelf()
    shelf.kept = dict.fromkeys(range(250), 0)
    progress = asyncio.run(carry_out(shelf, range(300), LocalEngine(concurrency=8), total=300))
    assert sorted(shelf.asked) == list(range(250, 300))
    assert (progress.done, progress.fresh) == (300, 50)


def test_a_budget_ends_the_run_and_the_next_goes_on() -> None:
    shelf = Shelf(out_of_budget_at=150)
    with pytest.raises(BudgetReached):
        asyncio.run(carry_out(shelf, range(300), LocalEngine(concurrency=4)))
    done = set(shelf.kept)
    assert done >= set(range(140))
    assert 150 not in done
    shelf.asked.clear()
    shelf._stop = None
    asyncio.run(carry_out(shelf, range(300), LocalEngine(concurrency=4)))
    assert not set(shelf.asked) & done
    assert sorted(shelf.kept) == list(range(300))


def test_what_is_watched_was_kept_first() -> None:
    shelf = Shelf()
    seen: list[Progress] = []

    def watch(progress: Progress) -> None:
        assert len(shelf.kept) >= progress.done
        seen.append(progress)

    asyncio.run(carry_out(shelf, range(200), LocalEngine(concurrency=8), total=200, watch=watch))
    assert seen[-1].done == 200


def test_being_cancelled_keeps_what_was_done() -> None:
    shelf = Shelf()

    async def start_and_cancel() -> None:
        task = asyncio.create_task(carry_out(shelf, range(10**9), LocalEngine(concurrency=4)))
        await asyncio.sleep(0.1)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(start_and_cancel())
    assert len(shelf.kept) >= len(shelf.asked) - 2 * 4 - 1


def test_progress_estimates_the_rest() -> None:
    progress = Progress(done=60, failed=0, total=100, fresh=20, seconds=10.0)
    assert (progress.rate, progress.seconds_left) == (2.0, 20.0)
    assert Progress(done=5, failed=0, total=None, fresh=5, seconds=1.0).seconds_left is None
