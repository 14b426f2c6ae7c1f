"""Limits across workers: a rate, a budget and a back-off that all of them share."""

import asyncio
from decimal import Decimal
from typing import Any

import pytest

from crowd import CountingServer, run_on_jumping_clock, simulate
from triptych.calls.leases import Ended, Leases, Ledger
from triptych.calls.limits import Health
from triptych.errors import BudgetReached, EndpointError
from triptych.models import Unavailable
from triptych.records import Usage
from triptych.settings import CallOptions

CALL = Usage(calls=1, prompt_tokens=90, completion_tokens=10, cost=Decimal(1))


def local(ledger: Ledger) -> Any:
    """The ledger as a worker reaches it."""

    async def remote(method: str, *given: Any) -> Any:
        return await getattr(ledger, method)(*given)

    return remote


def test_a_thousand_workers_use_a_rate_and_never_exceed_it() -> None:
    server = CountingServer(per_minute=3000)
    crowd = simulate(server, CallOptions(rpm=3000, concurrency=2000), seconds=150)
    assert not server.refused
    assert server.busiest_minute() <= 3000
    assert crowd.share_used() >= 0.95


@pytest.mark.slow
def test_a_thousand_workers_share_a_limit_on_tokens() -> None:
    server = CountingServer(per_minute=10**9, tokens=200)
    simulate(server, CallOptions(tpm=200_000, concurrency=2000), workers=1000, seconds=150)
    assert 0.93 <= server.busiest_minute() / 1000 <= 1.0


def test_a_slow_rate_among_many_workers_leaves_nobody_polling() -> None:
    server = CountingServer(per_minute=60)
    crowd = simulate(server, CallOptions(rpm=60, concurrency=100), seconds=600)
    assert crowd.share_used() >= 0.95
    assert crowd.messages < 1000 + 4 * len(server.asked) + 1000


@pytest.mark.slow
def test_what_dead_workers_hold_comes_back() -> None:
    server = CountingServer(per_minute=1500)
    crowd = simulate(server, CallOptions(rpm=1500, concurrency=400), seconds=210, dying=300)
    assert crowd.share_used(since=110.0) >= 0.95


@pytest.mark.slow
def test_an_overloaded_server_is_not_stormed() -> None:
    server = CountingServer(per_minute=10**9, most_at_once=64)
    crowd = simulate(server, CallOptions(concurrency=1000), workers=1000, seconds=150)
    late = [moment for moment in server.refused if moment > 60]
    assert len(late) < 0.1 * crowd.answered
    assert crowd.answered > 0.6 * 150 / server.seconds * 64


@pytest.mark.parametrize(
    ("options", "granted"), [({}, 64), ({"rpm": 60}, 1), ({"rpm": 60_000}, 64), ({"rpm": 6000}, 9)]
)
def test_so_many_calls_are_granted_together_as_a_tenth_of_a_second_has(options: dict[str, int], granted: int) -> None:
    async def lease() -> int:
        permits = await Ledger(CallOptions.model_validate(options), 100).lease("w", "m", [CALL] * 64)
        assert isinstance(permits, tuple)
        return len(permits)

    assert run_on_jumping_clock(lease()) == granted


def test_a_budget_is_one_for_all() -> None:
    async def spend() -> int:
        ledger = Ledger(CallOptions(budget_tokens=1000), 100)
        done = 0

        async def work() -> None:
            nonlocal done
            leases = Leases(local(ledger), "m", Health(9))
            while True:
                permit = await leases.take(CALL)
                await asyncio.sleep(1)
                done += 1
                leases.settle(Ended(permit, CALL))

        ends = await asyncio.gather(*(work() for _ in range(7)), return_exceptions=True)
        assert all(isinstance(end, BudgetReached) and "1,000 tokens is used up" in str(end) for end in ends)
        return done

    assert run_on_jumping_clock(spend()) == 10


def test_a_budget_that_no_call_fits_into_says_so_at_once() -> None:
    async def take() -> None:
        await Leases(local(Ledger(CallOptions(budget_cost=Decimal("0.5")), 9)), "m", Health(9)).take(CALL)

    with pytest.raises(BudgetReached, match="too small"):
        run_on_jumping_clock(take())


def test_an_endpoint_is_silent_only_when_nobody_is_answered() -> None:
    async def fail(somebody_is_answered: bool) -> None:
        ledger = Ledger(CallOptions(patience=60), 9)
        mine, theirs = (Leases(local(ledger), "m", Health(9)) for _ in range(2))
        for _ in range(100):
            permit = await mine.take(CALL)
            mine.settle(Ended(permit, failure=Unavailable("500")))
            if somebody_is_answered:
                theirs.settle(Ended(await theirs.take(CALL), CALL))
            await asyncio.sleep(1)

    run_on_jumping_clock(fail(True))
    with pytest.raises(EndpointError, match="has answered no call for 6"):
        run_on_jumping_clock(fail(False))


def test_a_dead_workers_calls_are_paid_for() -> None:
    async def die() -> int:
        ledger = Ledger(CallOptions(budget_tokens=1000), 1)
        await ledger.lease("dead", "m", [CALL])
        assert isinstance(await ledger.lease("next", "m", [CALL]), tuple)
        return ledger.budget.spent.prompt_tokens + ledger.budget.spent.completion_tokens

    assert run_on_jumping_clock(die()) == 100


def test_a_ledger_that_is_gone_fails_whoever_waits() -> None:
    async def gone(method: str, *given: Any) -> Any:
        raise EndpointError("the ledger is gone")

    async def take() -> None:
        await Leases(gone, "m", Health(9)).take(CALL)

    with pytest.raises(EndpointError, match="gone"):
        run_on_jumping_clock(take())
