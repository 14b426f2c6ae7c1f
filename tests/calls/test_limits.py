"""How many calls at once and a minute, when a failed call is tried again, and when to give up."""

import asyncio
import time

import pytest

from triptych.calls.limits import CallGate, Health, Pace, Retry
from triptych.errors import EndpointError
from triptych.models import Rejected, Unavailable


def test_no_more_than_its_width_get_in_and_in_order() -> None:
    async def crowd() -> list[int]:
        gate, entered = CallGate(3), list[int]()

        async def visit(number: int) -> None:
            await gate.enter()
            entered.append(number)
            assert gate.inside <= 3
            await asyncio.sleep(0)
            gate.leave()

        await asyncio.gather(*(visit(number) for number in range(20)))
        assert gate.inside == 0
        return entered

    assert asyncio.run(crowd()) == list(range(20))


def test_a_visitor_who_gives_up_takes_no_place() -> None:
    async def crowd() -> int:
        gate = CallGate(1)
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
    gate = CallGate(100)
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
    gate = CallGate(2)
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
    gate = CallGate(width)
    for _ in range(100):
        gate.note_answer()
    assert gate.width == width


def test_the_place_of_a_call_that_was_told_to_come_back_later_stays_taken() -> None:
    async def run() -> None:
        gate = CallGate(1)
        await gate.enter()
        gate.leave()
        gate.note_overload(0.0, asked_seconds=0.02)
        entering = asyncio.create_task(gate.enter())
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert not entering.done()
        await entering
        assert gate.inside == 1

    asyncio.run(run())


def test_the_server_says_how_long_to_wait() -> None:
    waits = [Retry().wait_seconds(1, Unavailable("429", retry_after=3.0)) for _ in range(50)]
    assert all(3.0 <= wait <= 3.3 for wait in waits)
    assert len(set(waits)) > 1, "those who were told the same come back apart"


def test_without_a_word_the_wait_doubles_and_varies() -> None:
    retry = Retry(first_seconds=1.0, most_seconds=10.0)
    for attempt, longest in ((1, 1.0), (2, 2.0), (3, 4.0), (4, 8.0), (5, 10.0), (12, 10.0)):
        waits = [retry.wait_seconds(attempt, Unavailable("500")) for _ in range(50)]
        assert all(longest / 4 <= wait <= longest for wait in waits)
        assert len(set(waits)) > 1


def test_while_nobody_is_answered_no_wait_is_long() -> None:
    retry = Retry(first_seconds=1.0, most_seconds=20.0, most_silent_seconds=5.0)
    waits = [retry.wait_seconds(attempt, Unavailable("refused"), is_silent=True) for attempt in range(1, 2000)]
    assert 4.0 < max(waits) <= 5.0


def test_an_endless_wait_is_cut_to_our_patience() -> None:
    assert Retry(patience_seconds=5.0).wait_seconds(1, Unavailable("429", retry_after=86_400.0)) <= 5.5


def test_silence_for_long_ends_the_run_and_says_what_was_last() -> None:
    health = Health(patience_seconds=0.0)
    with pytest.raises(EndpointError, match="HTTP 500: gone"):
        health.note_failure(Unavailable("HTTP 500: gone"))


def test_failures_between_answers_do_not() -> None:
    health = Health(patience_seconds=60.0)
    for _ in range(1000):
        health.note_failure(Unavailable("HTTP 500"))
    health.note_answer()
    assert health.has_answered


def test_an_endpoint_that_rejects_everything_is_unusable() -> None:
    health = Health(patience_seconds=60.0)
    with pytest.raises(EndpointError, match="bad model"):
        for _ in range(100):
            health.note_rejection(Rejected("rejected (400): bad model"))


def test_single_requests_may_be_rejected() -> None:
    health = Health(patience_seconds=60.0)
    health.note_answer()
    for _ in range(100):
        health.note_rejection(Rejected("rejected (400): too long"))


def test_a_key_that_lost_its_rights_ends_the_run_and_a_firewall_does_not() -> None:
    health = Health(patience_seconds=60.0)
    for _ in range(10):
        health.note_answer()
        for _ in range(10):
            health.note_rejection(Rejected("rejected (403): blocked", is_forbidden=True))
    with pytest.raises(EndpointError, match="blocked"):
        for _ in range(10):
            health.note_rejection(Rejected("rejected (403): blocked", is_forbidden=True))


def test_a_server_with_too_much_to_do_uses_up_no_more_than_it_asks_to_wait() -> None:
    retry = Retry(most_seconds=20.0)
    busy = [Unavailable("429", retry_after=wait, is_overload=True) for wait in (0.0, 1.0, 5.0, 20.0, 600.0)]
    assert [retry.used_up_by(error) for error in busy] == [1 / 64, 0.05, 0.25, 1.0, 1.0]
    assert retry.used_up_by(Unavailable("503", is_overload=True)) == 0.5
    assert retry.used_up_by(Unavailable("500", retry_after=1.0)) == 1.0


def test_a_silence_is_told_once_until_an_answer_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    now, told = [100.0], list[str]()
    monkeypatch.setattr("triptych.calls.limits.time.monotonic", lambda: now[0])
    health = Health(90.0, told.append)
    for _ in range(2):
        health.note_failure(Unavailable("HTTP 500: down"))
        assert not told, "most silences are short"
        for _ in range(3):
            now[0] += 10.0
            health.note_failure(Unavailable("HTTP 500: down"))
        assert told == ["no answer yet (HTTP 500: down); trying for 80 s more"]
        health.note_answer()
        told.clear()
    health.note_failure(Unavailable("HTTP 429: later", retry_after=60.0))
    assert told, "a long wait is told before it begins"
