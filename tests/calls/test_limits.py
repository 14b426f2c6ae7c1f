"""How many calls at once and how many a minute."""

import asyncio
import time

import pytest

from triptych.calls.limits import Gate, Pace, Turns


def test_no_more_than_its_width_get_in_and_in_order() -> None:
    async def crowd() -> list[int]:
        gate, entered = Gate(3), list[int]()

        async def visit(number: int) -> None:
            await gate.enter()
            entered.append(number)
            assert gate.inside <= 3
            await asyncio.sleep(0)
            gate.leave()

        await asyncio.gather(*(visit(number) for number in range(20)))
        assert (gate.inside, gate.peak) == (0, 3)
        return entered

    assert asyncio.run(crowd()) == list(range(20))


def test_a_visitor_who_gives_up_takes_no_place() -> None:
    async def crowd() -> int:
        gate = Gate(1)
        await gate.enter()
        waiting = [asyncio.create_task(gate.enter()) for _ in range(3)]
        await asyncio.sleep(0)
        gate.leave()
        waiting[0].cancel()  # just as its turn has come
        waiting[1].cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        assert waiting[2].done()
        return gate.inside

    assert asyncio.run(crowd()) == 1


def test_overload_narrows_once_a_while_and_answers_widen_again() -> None:
    gate = Gate(100)
    gate.note_overload(0.0)
    gate.note_overload(0.0)
    assert gate.width == 75
    for _ in range(75):
        gate.note_answer()
    assert 75.9 < gate.width < 76.1
    for _ in range(10_000):
        gate.note_answer()
    assert gate.width == 100


def test_it_never_closes() -> None:
    gate = Gate(2)
    for _ in range(50):
        gate._last_shrink = 0.0
        gate.note_overload(0.0)
    assert gate.width == 1


def test_a_pace_spreads_starts_evenly() -> None:
    async def starts() -> list[float]:
        pace, begun = Pace(per_minute=1200), list[float]()

        async def start() -> None:
            await pace.take()
            begun.append(time.monotonic())

        await asyncio.gather(*(start() for _ in range(7)))
        return begun

    begun = asyncio.run(starts())
    assert begun[-1] - begun[0] >= 0.28


def test_what_was_taken_beyond_the_estimate_delays_the_next() -> None:
    async def wait() -> float:
        pace = Pace(per_minute=60_000)
        await pace.take(10)
        pace.correct(200)
        before = time.monotonic()
        await pace.take(1)
        return time.monotonic() - before

    assert asyncio.run(wait()) >= 0.19


def test_no_limit_is_no_wait() -> None:
    async def take() -> None:
        pace = Pace(None)
        pace.correct(1e9)
        async with asyncio.timeout(5):
            for _ in range(1000):
                await pace.take(1e6)

    asyncio.run(take())


@pytest.mark.parametrize("width", [1, 7])
def test_the_widest_gate_is_what_was_asked(width: int) -> None:
    gate = Gate(width)
    for _ in range(100):
        gate.note_answer()
    assert gate.width == width


@pytest.mark.parametrize("crowd_size", [1, 3, 4, 23])
def test_few_have_their_turn_in_a_round_of_the_loop_and_all_in_order(crowd_size: int) -> None:
    async def crowd() -> list[list[int]]:
        turns, rounds = Turns(3), [list[int]()]

        async def visit(number: int) -> None:
            await turns.take()
            rounds[-1].append(number)

        visits = [asyncio.create_task(visit(number)) for number in range(crowd_size)]
        while not all(one.done() for one in visits):
            await asyncio.sleep(0)
            rounds.append([])
        return rounds

    rounds = asyncio.run(crowd())
    assert [number for some in rounds for number in some] == list(range(crowd_size))
    assert max(map(len, rounds)) <= 3


def test_whoever_gives_up_waiting_holds_up_nobody() -> None:
    async def crowd() -> bool:
        turns = Turns(1)
        visits = [asyncio.create_task(turns.take()) for _ in range(5)]
        await asyncio.sleep(0)
        visits[1].cancel()
        await asyncio.gather(*visits, return_exceptions=True)
        await turns.take()
        return all(one.done() for one in visits)

    assert asyncio.run(crowd())


def test_the_place_of_a_call_that_was_told_to_come_back_later_stays_taken() -> None:
    async def run() -> None:
        gate = Gate(1)
        await gate.enter()
        gate.leave()
        gate.note_overload(0.0, asked_seconds=0.02)
        entering = asyncio.create_task(gate.enter())
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert not entering.done()
        await entering
        assert (gate.inside, gate.peak) == (1, 1)

    asyncio.run(run())
