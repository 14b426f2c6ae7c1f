"""Models opened for one run share budget, prices and replies."""

import asyncio
from pathlib import Path

import pytest

from triptych.calls.caller import open_callers
from triptych.errors import UsageError
from triptych.models import Message, Request
from triptych.settings import CallOptions
from triptych.stores import open_store

REQUEST = Request((Message("user", "Hello?"),))


@pytest.fixture
def spec(tmp_path: Path) -> str:
    replies = tmp_path / "replies.txt"
    replies.write_text("one\ntwo\nthree\n")
    return f"scripted:{replies}"


def test_replies_are_kept_and_shared_but_for_a_caller_without_memory(spec: str, tmp_path: Path) -> None:
    async def ask() -> list[str]:
        with open_store(str(tmp_path / "s.db")) as store:
            async with open_callers(CallOptions(), store) as callers:
                caller = callers.open(spec)
                fresh = callers.without_memory(caller)
                replies = [await each.ask(REQUEST, (0,)) for each in (caller, caller, fresh)]
            assert callers.budget.spent.calls == 2
        return [reply.text for (reply,) in replies]

    assert asyncio.run(ask()) == ["one", "one", "two"]


def test_what_is_fresh_is_not_looked_up(spec: str, tmp_path: Path) -> None:
    async def ask(options: CallOptions) -> str:
        with open_store(str(tmp_path / "s.db")) as store:
            async with open_callers(options, store) as callers:
                (reply,) = await callers.open(spec).ask(REQUEST, (0,))
                if options.fresh:
                    (reply,) = await callers.open(spec.replace("replies", "others")).ask(REQUEST, (0,))
        return reply.text

    (tmp_path / "others.txt").write_text("another\n")
    assert asyncio.run(ask(CallOptions())) == "one"
    assert asyncio.run(ask(CallOptions(fresh=True))) == "another"


def test_a_budget_in_money_needs_the_models_price(spec: str, tmp_path: Path) -> None:
    async def open_one(options: CallOptions) -> str:
        async with open_callers(options, None) as callers:
            callers.open(spec)
            return callers.prices.currency

    with pytest.raises(UsageError, match="--budget-cost needs the price of scripted"):
        asyncio.run(open_one(CallOptions.model_validate({"budget_cost": "2.50"})))
    prices = tmp_path / "prices.toml"
    prices.write_text('currency = "EUR"\n["*"]\ninput = 1\noutput = 2\n')
    assert asyncio.run(open_one(CallOptions.model_validate({"budget_cost": "2.50", "prices": prices}))) == "EUR"
