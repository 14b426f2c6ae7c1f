"""Asking a model through store, limits, budget and retries."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from triptych.calls.budget import Budget
from triptych.calls.caller import Caller, Limits, ReplyCache
from triptych.calls.limits import Retry
from triptych.errors import BudgetReached, EndpointError
from triptych.models import Choice, Completion, Message, Model, Rejected, Request, Unavailable
from triptych.models.scripted import ScriptedModel
from triptych.records import Reply, Usage
from triptych.stores import Store, open_store

QUICK = Retry(attempts=3, first_seconds=0.001, most_seconds=0.002, patience_seconds=0.5)


def request(text: str = "Judge this.", seed: int | None = None) -> Request:
    """A request with this text."""
    return Request((Message("user", text),), temperature=0.0, seed=seed)


@asynccontextmanager
async def caller_of(
    model: Model,
    store: Path | None = None,
    *,
    budget: Budget | None = None,
    is_fresh: bool = False,
    concurrency: int = 4,
) -> AsyncIterator[Caller]:
    """A caller with an open store."""
    opened = open_store(str(store)) if store else None
    cache = ReplyCache(opened, is_fresh=is_fresh)
    try:
        yield Caller(model, cache, Limits(concurrency=concurrency, retry=QUICK), budget)
    finally:
        await cache.close()
        if opened:
            opened.close()


def ask(
    model: Model, *requests: Request, samples: Sequence[int] = (0,), store: Path | None = None, is_fresh: bool = False
) -> list[list[str]]:
    """The texts of the replies to some requests, asked one after another."""

    async def run() -> list[list[str]]:
        async with caller_of(model, store, is_fresh=is_fresh) as caller:
            return [[reply.text for reply in await caller.ask(one, samples)] for one in requests]

    return asyncio.run(run())


def test_the_same_request_is_sent_once_and_again_when_fresh(tmp_path: Path) -> None:
    model = ScriptedModel(["one", "two", "three"])
    store = tmp_path / "s.db"
    assert ask(model, request(), request("Another."), request(), store=store) == [["one"], ["two"], ["one"]]
    assert ask(model, request(), store=store) == [["one"]], "another run, the same store"
    assert ask(model, request(), store=store, is_fresh=True) == [["three"]]
    assert ask(model, request(), store=store) == [["three"]], "the fresh reply replaces the old one"
    assert len(model.requests) == 3


def test_the_same_request_at_the_same_time_is_sent_once(tmp_path: Path) -> None:
    model = ScriptedModel(["one"])

    async def run() -> list[str]:
        async with caller_of(model, tmp_path / "s.db") as caller:
            asked = await asyncio.gather(*(caller.ask(request()) for _ in range(10)))
            return [replies[0].text for replies in asked]

    assert asyncio.run(run()) == ["one"] * 10


class Slow:
    """Answers when it is let."""

    name, notes = "slow", ()

    def __init__(self, reply_tokens: int = 10) -> None:
        self.let_go = asyncio.Event()
        self.asked = 0
        self.reply_tokens = reply_tokens

    async def ask(self, request: Request) -> Completion:
        self.asked += 1
        await self.let_go.wait()
        return Completion((Choice("done"),), Usage(calls=1, prompt_tokens=10, completion_tokens=self.reply_tokens))

    async def context_tokens(self) -> int | None:
        return None

    async def close(self) -> None:
        pass


def test_who_waits_for_anothers_call_is_told_when_it_is_stopped() -> None:
    async def run() -> None:
        async with caller_of(Slow()) as caller:
            first = asyncio.create_task(caller.ask(request()))
            await asyncio.sleep(0.01)
            second = asyncio.create_task(caller.ask(request()))
            await asyncio.sleep(0.01)
            first.cancel()
            with pytest.raises(Unavailable, match="stopped"):
                await second

    asyncio.run(run())


def test_samples_come_in_one_call_where_the_server_can(tmp_path: Path) -> None:
    model = ScriptedModel(["a", "b", "c", "d"])
    store = tmp_path / "s.db"
    assert ask(model, request(), samples=(0, 1, 2), store=store) == [["a", "b", "c"]]
    assert ask(model, request(), samples=(0, 1, 2, 3), store=store) == [["a", "b", "c", "d"]]
    assert [asked.choices for asked in model.requests] == [3, 1]


class OneAtATime(ScriptedModel):
    """Ignores `n`, as several servers do."""

    async def ask(self, request: Request) -> Completion:
        answer = await super().ask(request)
        return Completion(answer.choices[:1], answer.usage)


def test_samples_come_in_calls_of_their_own_where_it_cannot() -> None:
    model = OneAtATime(lambda request: f"seed {request.seed}")
    assert ask(model, request(seed=7), request("Other.", seed=7), samples=(0, 1, 2)) == [
        ["seed 7", "seed 8", "seed 9"],
        ["seed 7", "seed 8", "seed 9"],
    ]
    assert [asked.choices for asked in model.requests] == [3, 1, 1, 1, 1, 1], "it is asked for several only once"


def test_a_call_that_fails_is_made_again() -> None:
    assert ask(ScriptedModel([Unavailable("429", retry_after=0.01), Unavailable("500"), "fine"]), request()) == [
        ["fine"]
    ]


def test_a_call_that_keeps_failing_while_others_are_answered_is_given_up() -> None:
    def script(asked: Request) -> str:
        if asked.messages[0].content == "poison":
            raise Unavailable("HTTP 500: cannot")
        return "fine"

    async def run() -> tuple[int, int]:
        async with caller_of(ScriptedModel(script)) as caller:
            poison = asyncio.create_task(caller.ask(request("poison")))
            answered = 0
            while not poison.done():
                await caller.ask(request(str(answered)))
                await asyncio.sleep(0.001)
                answered += 1
            with pytest.raises(Unavailable, match="cannot"):
                await poison
            return answered, caller.counts.retried

    answered, retried = asyncio.run(run())
    assert answered > 0
    assert retried >= QUICK.attempts - 1


def test_a_call_that_is_told_to_come_back_later_is_not_given_up() -> None:
    refused = 0

    def script(asked: Request) -> str:
        nonlocal refused
        if asked.messages[0].content == "unlucky" and refused < 5 * QUICK.attempts:
            refused += 1
            raise Unavailable("HTTP 429: slow down", retry_after=0.0, is_overload=True)
        return "fine"

    async def run() -> list[Reply]:
        async with caller_of(ScriptedModel(script)) as caller:
            unlucky = asyncio.create_task(caller.ask(request("unlucky")))
            answered = 0
            while not unlucky.done():
                await caller.ask(request(str(answered)))
                await asyncio.sleep(0.001)
                answered += 1
            return await unlucky

    assert [reply.text for reply in asyncio.run(run())] == ["fine"]
    assert refused == 5 * QUICK.attempts


def test_a_budget_holds_where_the_server_does_not_count_tokens() -> None:
    class Countless(ScriptedModel):
        async def ask(self, request: Request) -> Completion:
            return Completion((await super().ask(request)).choices, Usage(calls=1))

    model = Countless(lambda asked: "fine")

    async def run() -> None:
        async with caller_of(model, budget=Budget(tokens=1500)) as caller:
            for number in range(100):
                await caller.ask(request(str(number)))

    with pytest.raises(BudgetReached):
        asyncio.run(run())
    assert 1 <= len(model.requests) <= 5, "300 tokens a reply are expected"


def test_an_endpoint_that_answers_nobody_stops_the_run() -> None:
    def script(asked: Request) -> str:
        raise Unavailable("HTTP 500: down")

    with pytest.raises(EndpointError, match="HTTP 500: down"):
        ask(ScriptedModel(script), request())


def test_a_rejected_request_is_not_made_again() -> None:
    model = ScriptedModel([Rejected("rejected (400): odd"), "fine"])
    with pytest.raises(Rejected, match="odd"):
        ask(model, request())
    assert len(model.requests) == 1


def test_after_a_wrong_key_nothing_more_is_sent() -> None:
    model = ScriptedModel([EndpointError("401"), "fine"])

    async def run() -> None:
        async with caller_of(model) as caller:
            for _ in range(3):
                with pytest.raises(EndpointError, match="401"):
                    await caller.ask(request())

    asyncio.run(run())
    assert len(model.requests) == 1


def test_a_budget_stops_new_calls_and_lets_those_in_flight_come_home(tmp_path: Path) -> None:
    store = tmp_path / "s.db"
    model = Slow(reply_tokens=300)

    async def run() -> int:
        async with caller_of(model, store, budget=Budget(tokens=700)) as caller:
            first = [asyncio.create_task(caller.ask(request(str(number)))) for number in range(2)]
            await asyncio.sleep(0.05)
            stopped = asyncio.create_task(caller.ask(request("too much")))
            await asyncio.sleep(0.05)
            assert not stopped.done(), "it waits for what is in flight"
            model.let_go.set()
            with pytest.raises(BudgetReached, match=r"700 tokens is used up \(620 spent"):
                await stopped
            assert all(task.done() for task in first)
            with pytest.raises(BudgetReached):
                await caller.ask(request("later"))
            return caller.counts.sent

    assert asyncio.run(run()) == 2
    assert ask(ScriptedModel([]), store=store) == []
    named = ScriptedModel([], name="slow")
    assert ask(named, request("0"), request("1"), store=store) == [["done"], ["done"]]


def test_what_calls_in_flight_leave_of_a_budget_is_used(tmp_path: Path) -> None:
    async def run() -> int:
        model = Slow(reply_tokens=10)
        async with caller_of(model, budget=Budget(tokens=700)) as caller:
            tasks = [asyncio.create_task(caller.ask(request(str(number)))) for number in range(4)]
            await asyncio.sleep(0.05)
            assert model.asked == 2, "no more was set aside for two than there is"
            model.let_go.set()
            await asyncio.gather(*tasks)
            return caller.counts.sent

    assert asyncio.run(run()) == 4


def test_no_more_calls_at_once_than_allowed() -> None:
    async def run() -> int:
        model = Slow()
        async with caller_of(model, concurrency=5) as caller:
            tasks = [asyncio.create_task(caller.ask(request(str(number)))) for number in range(20)]
            await asyncio.sleep(0.05)
            at_once = model.asked
            model.let_go.set()
            await asyncio.gather(*tasks)
            return at_once

    assert asyncio.run(run()) == 5


class NotingCache(ReplyCache):
    """Notes when replies are committed."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.events: list[str] = []

    async def keep(self, *replies: Reply, is_last: bool = False) -> None:
        await super().keep(*replies, is_last=is_last)
        self.events.append("stored")


def test_a_reply_is_stored_before_it_counts(tmp_path: Path) -> None:
    async def run() -> list[str]:
        with open_store(str(tmp_path / "s.db")) as store:
            cache = NotingCache(store)
            caller = Caller(ScriptedModel(["one"]), cache, Limits())
            (reply,) = await caller.ask(request())
            assert store.find_replies([reply.key]) == {reply.key: reply}
            cache.events.append("returned")
            await cache.close()
            return cache.events

    assert asyncio.run(run()) == ["stored", "returned"]


class LastCache(ReplyCache):
    """Keeps replies when it is told that none is to come, as if a commit took for ever otherwise."""

    def __init__(self) -> None:
        super().__init__(None)
        self.last = asyncio.Event()

    async def keep(self, *replies: Reply, is_last: bool = False) -> None:
        if is_last:
            self.last.set()
        await asyncio.wait_for(self.last.wait(), 30)


@pytest.mark.parametrize("calls", [1, 7])
def test_replies_are_committed_when_no_call_is_under_way_that_could_share_it(calls: int) -> None:
    async def run() -> int:
        caller = Caller(ScriptedModel(["one"] * calls), LastCache(), Limits(concurrency=20))
        asked = await asyncio.gather(*(caller.ask(request(f"{number}")) for number in range(calls)))
        return len(asked)

    assert asyncio.run(run()) == calls
