"""The local engine: bounded, lazy, and an error stays with its input."""

import asyncio
import gc
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncGenerator, Iterable, Iterator
from pathlib import Path

import pytest

from triptych.engines import Outcome, Work
from triptych.engines.local import LocalEngine
from triptych.errors import TransientError


def square(number: int) -> int:
    if number == 13:
        raise ValueError("unlucky")
    return number * number


def process_of(_: int) -> int:
    return os.getpid()


def slowly(number: int) -> int:
    time.sleep(0.01)
    return os.getpid()


def die(number: int) -> int:
    if number == 20:
        os._exit(9)
    return number


async def gather(outcomes: AsyncGenerator[Outcome[int, int]]) -> list[Outcome[int, int]]:
    return [outcome async for outcome in outcomes]


def run(engine: LocalEngine, work: Work[int, int], inputs: Iterable[int]) -> list[Outcome[int, int]]:
    return asyncio.run(gather(engine.run(work, inputs)))


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("count", [0, 3, 90])
def test_every_input_has_one_outcome(workers: int, count: int) -> None:
    outcomes = run(LocalEngine(workers=workers), Work(compute=square), range(count))
    assert sorted(outcome.given for outcome in outcomes) == list(range(count))
    assert all(outcome.result == outcome.given**2 for outcome in outcomes if outcome.given != 13)
    failed = [outcome for outcome in outcomes if outcome.error]
    assert [(outcome.given, str(outcome.error)) for outcome in failed] == ([(13, "unlucky")] if count > 13 else [])


def tens(number: int) -> int:
    return number // 10


def test_inputs_that_are_alike_go_to_one_worker() -> None:
    work = Work(compute=process_of, alike=tens)
    workers: dict[int, set[int]] = {}
    for outcome in run(LocalEngine(workers=2), work, range(200)):
        workers.setdefault(tens(outcome.given), set()).add(outcome.unwrap())
    assert len(workers) == 20
    assert all(len(processes) == 1 for processes in workers.values())


def test_many_inputs_that_are_alike_are_shared_out() -> None:
    work = Work(compute=slowly, alike=type)
    assert len({outcome.unwrap() for outcome in run(LocalEngine(workers=2), work, range(120))}) == 2


def test_computing_uses_worker_processes_and_few_inputs_do_not() -> None:
    many = {outcome.unwrap() for outcome in run(LocalEngine(workers=2), Work(compute=process_of), range(120))}
    few = {outcome.unwrap() for outcome in run(LocalEngine(workers=2), Work(compute=process_of), range(4))}
    assert os.getpid() not in many
    assert few == {os.getpid()}


def test_a_worker_that_dies_is_told_once(caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(TransientError, match="worker process died"):
        run(LocalEngine(workers=2), Work(compute=die), range(90))
    gc.collect()
    assert caplog.text == ""


ORPHANS = """
import asyncio, os, signal, time
from triptych.engines import Work
from triptych.engines.local import LocalEngine

def tell(number):
    print(os.getpid(), flush=True)
    time.sleep(0.05)

async def run():
    async for _ in LocalEngine(workers=2).run(Work(compute=tell), range(1000)):
        os.kill(os.getpid(), signal.SIGKILL)

if __name__ == "__main__":
    asyncio.run(run())
"""


def test_workers_end_with_a_parent_that_was_killed(tmp_path: Path) -> None:
    (tmp_path / "orphans.py").write_text(ORPHANS, encoding="utf-8")
    parent = subprocess.Popen([sys.executable, tmp_path / "orphans.py"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    # What the workers write to ends only when none of them is left.
    out, _ = parent.communicate(timeout=30)
    assert parent.returncode == -signal.SIGKILL
    assert out


def test_waiting_never_has_more_under_way_than_asked() -> None:
    under_way = most = 0

    async def wait(number: int) -> int:
        nonlocal under_way, most
        under_way += 1
        most = max(most, under_way)
        await asyncio.sleep(0.001)
        under_way -= 1
        return square(number)

    outcomes = run(LocalEngine(concurrency=7), Work(wait=wait), range(50))
    assert most == 7
    assert sorted(outcome.given for outcome in outcomes) == list(range(50))
    assert [outcome.given for outcome in outcomes if outcome.error] == [13]


def test_one_slow_call_does_not_hold_the_rest() -> None:
    async def wait(number: int) -> int:
        await asyncio.sleep(0.3 if number == 0 else 0)
        return number

    outcomes = run(LocalEngine(concurrency=2), Work(wait=wait), range(200))
    assert outcomes[-1].given == 0


def test_inputs_are_drawn_only_as_they_are_worked_on() -> None:
    drawn = 0

    def numbers() -> Iterator[int]:
        nonlocal drawn
        for number in range(10_000):
            drawn += 1
            yield number

    async def wait(number: int) -> int:
        return number

    async def take_three() -> None:
        outcomes = LocalEngine(concurrency=4).run(Work(wait=wait), numbers())
        for _ in range(3):
            await anext(outcomes)
        await outcomes.aclose()

    asyncio.run(take_three())
    assert drawn < 50


def test_what_is_drawn_first_is_seen_to_before_all_is_drawn() -> None:
    drawn: list[int] = []
    done_when: dict[int, int] = {}

    def numbers() -> Iterator[int]:
        for number in range(50):
            drawn.append(number)
            yield number

    async def wait(number: int) -> None:
        await asyncio.sleep(0)
        done_when[number] = len(drawn)

    async def run() -> None:
        async for _ in LocalEngine(concurrency=50).run(Work(wait=wait), numbers()):
            pass

    asyncio.run(run())
    assert done_when[0] < 10


def test_closing_stops_what_is_under_way() -> None:
    begun = cancelled = 0

    async def wait(number: int) -> int:
        nonlocal begun, cancelled
        begun += 1
        try:
            await asyncio.sleep(0.05 if number == 0 else 60)
        except asyncio.CancelledError:
            cancelled += 1
            raise
        return number

    async def take_one() -> None:
        outcomes = LocalEngine(concurrency=4).run(Work(wait=wait), range(100))
        assert (await anext(outcomes)).given == 0
        await outcomes.aclose()

    asyncio.run(take_one())
    assert cancelled == begun - 1 >= 3


def test_inputs_that_fail_to_come_end_the_run() -> None:
    def numbers() -> Iterator[int]:
        yield 1
        raise TransientError("the store is gone")

    async def wait(number: int) -> int:
        return number

    with pytest.raises(TransientError, match="store is gone"):
        run(LocalEngine(concurrency=2), Work(wait=wait), numbers())


def test_the_collector_is_spared_while_work_waits_and_as_before_after_it() -> None:
    async def threshold(number: int) -> int:
        return gc.get_threshold()[0]

    usual = gc.get_threshold()
    [outcome] = run(LocalEngine(), Work(wait=threshold), [1])
    assert outcome.unwrap() > usual[0]
    assert (gc.get_threshold(), gc.get_freeze_count()) == (usual, 0)
