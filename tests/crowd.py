"""A thousand workers on one rate limit, without a cluster: real callers and a real ledger, on a clock that jumps."""

import asyncio
import random
import selectors
from collections import deque
from collections.abc import Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any
from unittest.mock import patch

from triptych.calls.caller import Caller, Limits, ReplyCache
from triptych.calls.leases import Ledger
from triptych.errors import TriptychError
from triptych.models import Choice, Completion, Message, Request, Unavailable
from triptych.records import Usage
from triptych.settings import CallOptions

REMOTE_SECONDS = 0.002


class _JumpingSelector(selectors.DefaultSelector):
    """Never waits: it moves the clock to when something is due."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0

    def select(self, timeout: float | None = None) -> Any:
        """What is ready; nothing is ever awaited from outside."""
        if timeout is None:
            raise RuntimeError("everybody waits for somebody else")
        self.now += timeout
        return super().select(0)


def run_on_jumping_clock(work: Coroutine[Any, Any, Any]) -> Any:
    """What the work returns, as if it had taken its time."""
    selector = _JumpingSelector()
    loop = asyncio.SelectorEventLoop(selector)
    loop.time = lambda: selector.now  # type: ignore[method-assign]
    with patch("time.monotonic", lambda: selector.now):
        try:
            return loop.run_until_complete(work)
        finally:
            # Whoever is stopped may begin to report that.
            while pending := asyncio.all_tasks(loop):
                for task in pending:
                    task.cancel()
                loop.run_until_complete(asyncio.gather(*pending, return_exceptions=True))
            loop.close()


@dataclass(slots=True)
class CountingServer:
    """A server that takes so many calls in any minute, and counts those it refuses as well."""

    per_minute: int
    seconds: float = 2.0
    """What an answer takes on average."""
    most_at_once: int = 10**9
    asked: list[float] = field(default_factory=list)
    refused: list[float] = field(default_factory=list)
    inside: int = 0
    tokens: int = 100
    """Of a call."""
    _recent: deque[float] = field(default_factory=deque)
    name: str = "crowded"
    notes: tuple[str, ...] = ()

    async def ask(self, request: Request) -> Completion:
        """An answer, or a refusal."""
        loop = asyncio.get_running_loop()
        now = loop.time()
        self.asked.append(now)
        self._recent.append(now)
        while self._recent[0] <= now - 60.0:
            self._recent.popleft()
        if len(self._recent) > self.per_minute or self.inside >= self.most_at_once:
            self.refused.append(now)
            raise Unavailable("429", retry_after=1.0, is_overload=True)
        self.inside += 1
        try:
            await asyncio.sleep(random.uniform(0.5, 1.5) * self.seconds)
        finally:
            self.inside -= 1
        usage = Usage(calls=1, prompt_tokens=self.tokens - 10, completion_tokens=10)
        return Completion((Choice("Score- <score>4</score>", "stop"),), usage)

    async def context_tokens(self) -> int | None:
        """Not told."""
        return None

    async def close(self) -> None:
        """Nothing to close."""

    def busiest_minute(self) -> int:
        """The most calls in any minute."""
        most, start = 0, 0
        for end, moment in enumerate(self.asked):
            while self.asked[start] <= moment - 60.0:
                start += 1
            most = max(most, end - start + 1)
        return most


@dataclass(slots=True)
class Crowd:
    """What came of it."""

    server: CountingServer
    ledger: Ledger
    seconds: float
    answered: int
    messages: int
    """How often workers spoke to the ledger."""

    def share_used(self, since: float = 60.0) -> float:
        """The share of the server's rate that was used after a beginning."""
        counted = sum(since <= moment < self.seconds for moment in self.server.asked) - len(self.server.refused)
        return counted / ((self.seconds - since) * self.server.per_minute / 60.0)


def simulate(
    server: CountingServer,
    options: CallOptions,
    *,
    workers: int = 1000,
    seconds: float = 300.0,
    at_once: int = 4,
    dying: int = 0,
) -> Crowd:
    """Let workers ask all they can for some minutes; some of them die after a third of the time."""
    random.seed(7)
    return run_on_jumping_clock(_crowd(server, options, workers, seconds, at_once, dying))  # type: ignore[no-any-return]


async def _crowd(
    server: CountingServer, options: CallOptions, workers: int, seconds: float, at_once: int, dying: int
) -> Crowd:
    concurrency = options.concurrency or 1000
    ledger = Ledger(options, concurrency)
    messages = 0

    async def remote(method: str, *given: Any) -> Any:
        nonlocal messages
        messages += 1
        await asyncio.sleep(REMOTE_SECONDS)
        return await getattr(ledger, method)(*given)

    limits = Limits(at_once, options.rpm, options.tpm, ledger=remote)
    callers = [Caller(server, ReplyCache(None), limits) for _ in range(workers)]

    async def work(number: int, line: int) -> None:
        with suppress(TriptychError):
            for turn in range(10**6):
                await callers[number].ask(Request((Message("user", f"{number} {line} {turn}"),), temperature=0.0))

    async def live(number: int) -> None:
        await asyncio.gather(*(work(number, line) for line in range(at_once)))

    tasks = [asyncio.create_task(live(number)) for number in range(workers)]
    await asyncio.sleep(seconds / 3)
    for number in range(dying):
        # Dead, not stopped: nothing is given back and nothing is said any more.
        tasks[number].cancel()
        leases = callers[number]._leases
        for task in (leases._leasing, leases._telling) if leases else ():
            if task:
                task.cancel()
        callers[number]._leases = None
    await asyncio.sleep(seconds * 2 / 3)
    return Crowd(server, ledger, seconds, sum(caller.counts.answered for caller in callers), messages)
