"""Limits that hold across many workers: one Ledger grants calls, and each worker's Leases ask it for some at a time.

The ledger is made of the same gate, paces, budget and health as a caller of one machine uses for itself. It can live
in another process: a worker reaches it through `Remote`, and nobody polls.
"""

import asyncio
import time
import uuid
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from typing import Any, NamedTuple

from triptych.calls.budget import Budget
from triptych.calls.limits import CallGate, Health, Pace
from triptych.errors import BudgetReached, EndpointError
from triptych.models import Completion, Model, Request, Unavailable
from triptych.records import Usage
from triptych.settings import CallOptions

Remote = Callable[..., Awaitable[Any]]
"""Calls a method of the ledger by its name."""
Stop = BudgetReached | EndpointError
"""Why no more calls are granted: the budget is used up, or the endpoint cannot be used."""

# Granted together, calls may crowd; this margin keeps every single minute within its limit.
_SAFE_SHARE = 0.99
# The part of a second whose calls are granted together, at most.
_SECONDS_GRANTED = 0.1
_MOST_GRANTED = 64
_SECONDS_BETWEEN_WORDS = 0.05
_SECONDS_BETWEEN_SIGNS = 5.0
# A worker that gave no sign for so long is dead.
_MOST_SILENT_SECONDS = 30.0


class Ended(NamedTuple):
    """How a granted call ended."""

    permit: int
    spent: Usage | None = None
    """What it took, where it was answered."""
    failure: Unavailable | None = None
    """Why it was not, where it failed."""
    seconds: float = 0.0


class _Held(NamedTuple):
    """A call that was granted and has not ended."""

    worker: str
    line: "_Line"
    expected: Usage


@dataclass(slots=True)
class _Line:
    """One model: its gate, paces and health."""

    gate: CallGate
    requests: Pace
    tokens: Pace
    health: Health
    waiting: int = 0


class Ledger:
    """Grants calls to workers within one set of limits. For one event loop."""

    def __init__(self, options: CallOptions, concurrency: int) -> None:
        self._options = options
        self._concurrency = concurrency
        self.budget = Budget(options.budget_tokens, options.budget_cost)
        self._lines: dict[str, _Line] = {}
        self._held: dict[int, _Held] = {}
        self._seen: dict[str, float] = {}
        self._numbers = count(1)
        self._stop: Stop | None = None
        self._news = asyncio.Event()
        self._watching: asyncio.Task[None] | None = None

    async def lease(self, worker: str, model: str, wanted: Sequence[Usage]) -> tuple[int, ...] | Stop:
        """Numbers for those of the wanted calls that may be made, once the first may; or why none ever may."""
        loop = asyncio.get_running_loop()
        self._watching = self._watching or loop.create_task(self._watch_workers())
        line = self._line(model)
        line.waiting += 1
        try:
            if stop := await self._reserve(wanted[0]):
                return stop
            await line.gate.enter()
        finally:
            line.waiting -= 1
        granted = [wanted[0], *self._further(line, wanted[1:])]
        await line.requests.take(len(granted))
        await line.tokens.take(sum(one.tokens for one in granted))
        permits = tuple(next(self._numbers) for _ in granted)
        self._seen[worker] = loop.time()
        self._held |= {number: _Held(worker, line, one) for number, one in zip(permits, granted, strict=True)}
        if self._stop:
            await self.settle(worker, model, [Ended(number) for number in permits])
            return self._stop
        return permits

    async def settle(self, worker: str, model: str, ended: Sequence[Ended]) -> tuple[Stop | None, float | None]:
        """Account for calls that have ended; without any, a sign of life.

        Returns why nothing goes on, if so, and the seconds since the last answer to anybody.
        """
        now = asyncio.get_running_loop().time()
        self._seen[worker] = now
        line = self._line(model)
        for one in ended:
            held = self._held.pop(one.permit, None)
            # A worker that was taken for dead has been paid for already.
            if held is not None:
                self._account(held, one)
        self._news.set()
        health = line.health
        return self._stop, max(0.0, now - health.last_answer) if health.has_answered else None

    def _account(self, held: _Held, ended: Ended) -> None:
        line, expected = held.line, held.expected
        self.budget.release(expected)
        if ended.spent is not None:
            self.budget.spend(ended.spent)
            line.tokens.correct(ended.spent.tokens - expected.tokens)
            line.health.note_answer()
            line.gate.note_answer()
        elif error := ended.failure:
            if error.is_overload:
                line.gate.note_overload(ended.seconds, error.retry_after or 0.0)
            try:
                line.health.note_failure(error)
            except EndpointError as stop:
                self._stop = self._stop or stop
        line.gate.leave()

    async def _reserve(self, expected: Usage) -> Stop | None:
        """Return once the budget has room for a call, or why it never will."""
        while not self._stop:
            try:
                self.budget.reserve(expected)
                return None
            except BudgetReached as error:
                if not self.budget.has_reserved:
                    self._stop = error
                    self._news.set()
                    break
            self._news.clear()
            await self._news.wait()
        return self._stop

    def _further(self, line: _Line, wanted: Sequence[Usage]) -> Iterable[Usage]:
        """Those of some more calls that there is room for, shared with all who wait."""
        share = _MOST_GRANTED
        for pace in (line.requests, line.tokens):
            if pace.per_minute is not None:
                each = 1.0 if pace is line.requests else max([1, *(one.tokens for one in wanted)])
                share = min(share, int(_SECONDS_GRANTED * pace.per_minute / 60.0 / each))
        share = min(share, -(-line.gate.room // (line.waiting + 1)))
        for one in wanted[: max(0, share - 1)]:
            with suppress(BudgetReached):
                self.budget.reserve(one)
                if line.gate.enter_at_once():
                    yield one
                    continue
                self.budget.release(one)
            return

    def _line(self, model: str) -> _Line:
        if model not in self._lines:
            options = self._options
            requests, tokens = (Pace(limit * _SAFE_SHARE if limit else None) for limit in (options.rpm, options.tpm))
            self._lines[model] = _Line(CallGate(self._concurrency), requests, tokens, Health(options.patience))
        return self._lines[model]

    async def _watch_workers(self) -> None:
        """Free what dead workers hold; their calls probably went out, so they are paid for."""
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(_SECONDS_BETWEEN_SIGNS)
            silent = {name for name, seen in self._seen.items() if loop.time() - seen > _MOST_SILENT_SECONDS}
            for number in [number for number, held in self._held.items() if held.worker in silent]:
                held = self._held.pop(number)
                self.budget.release(held.expected)
                self.budget.spend(held.expected)
                held.line.gate.leave()
            for name in silent:
                del self._seen[name]
            self._news.set()


class Leases:
    """A worker's side of the ledger for one model: takes permits by the handful and reports by the handful."""

    def __init__(self, remote: Remote, model: str, health: Health) -> None:
        self._remote = remote
        self._model = model
        self._health = health
        self._worker = uuid.uuid4().hex
        self._waiting: deque[tuple[Usage, asyncio.Future[int]]] = deque()
        self._ended: list[Ended] = []
        self._holding = 0
        self._news = asyncio.Event()
        self._leasing: asyncio.Task[None] | None = None
        self._telling: asyncio.Task[None] | None = None

    async def ask(
        self, model: Model, request: Request, expected: Usage, priced: Callable[[Usage], Usage]
    ) -> Completion:
        """Ask once the ledger grants it, and tell it how the call ended."""
        permit, since = await self.take(expected), time.monotonic()
        ended = Ended(permit)
        try:
            answer = await model.ask(request)
            ended = Ended(permit, spent=priced(answer.usage) if answer.usage.tokens else expected)
            return answer
        except Unavailable as error:
            ended = Ended(permit, None, error, time.monotonic() - since)
            raise
        finally:
            self.settle(ended)

    async def take(self, expected: Usage) -> int:
        """The permit for a call that is expected to take this much; BudgetReached or EndpointError where none comes."""
        turn: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._waiting.append((expected, turn))
        if self._leasing is None or self._leasing.done():
            self._leasing = asyncio.create_task(self._lease())
        try:
            return await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.settle(Ended(turn.result()))
            raise

    def settle(self, ended: Ended) -> None:
        """Report how a call ended, with others."""
        self._ended.append(ended)
        self._news.set()
        self._keep_telling()

    async def close(self) -> None:
        """Report what is left."""
        tasks = [task for task in (self._leasing, self._telling) if task]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._ended:
            await self._remote("settle", self._worker, self._model, self._ended)

    async def _lease(self) -> None:
        while self._waiting:
            wanted = [expected for expected, _ in list(self._waiting)[:_MOST_GRANTED]]
            try:
                permits: tuple[int, ...] | Exception = await self._remote("lease", self._worker, self._model, wanted)
            except Exception as error:
                permits = error
            if isinstance(permits, Exception):
                self._refuse(permits)
                return
            self._holding += len(permits)
            self._keep_telling()
            for permit in permits:
                self._hand_out(permit)

    def _hand_out(self, permit: int) -> None:
        while self._waiting:
            _, turn = self._waiting.popleft()
            if not turn.done():
                turn.set_result(permit)
                return
        self.settle(Ended(permit))

    def _refuse(self, error: Exception) -> None:
        while self._waiting:
            _, turn = self._waiting.popleft()
            if not turn.done():
                turn.set_exception(error)

    def _keep_telling(self) -> None:
        if self._telling is None or self._telling.done():
            self._telling = asyncio.create_task(self._tell())

    async def _tell(self) -> None:
        """Report what has ended and, while calls are under way, that we live."""
        while self._holding > 0:
            with suppress(TimeoutError):
                async with asyncio.timeout(_SECONDS_BETWEEN_SIGNS):
                    await self._news.wait()
                await asyncio.sleep(_SECONDS_BETWEEN_WORDS)
            self._news.clear()
            ended, self._ended = self._ended, []
            self._holding -= len(ended)
            try:
                stop, silent_seconds = await self._remote("settle", self._worker, self._model, ended)
            except Exception as error:
                self._refuse(error)
                return
            if silent_seconds is not None:
                answered = asyncio.get_running_loop().time() - silent_seconds
                self._health.last_answer = max(self._health.last_answer, answered)
            if stop:
                self._refuse(stop)
