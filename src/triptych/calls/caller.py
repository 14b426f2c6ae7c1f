"""Asking a model: from the store where the reply is there, else within limits and budget, again where it fails.

`open_callers` makes the callers of a run, which share one budget, one cache of replies and one price list.
"""

import asyncio
import hashlib
import secrets
import time
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from typing import NamedTuple

from triptych.calls.budget import Budget, Forecast, Price, Prices, read_prices
from triptych.calls.leases import Leases, Remote
from triptych.calls.limits import CallGate, Health, Pace, Retry
from triptych.calls.score import around_score
from triptych.errors import BudgetReached, EndpointError, UsageError
from triptych.models import Completion, Connection, Model, Rejected, Request, Unavailable, open_model
from triptych.records import Reply, Usage
from triptych.settings import CallOptions
from triptych.stores import GroupedCalls, GroupedWriter, Store

Say = Callable[[str], None]
"""Hears of an endpoint that does not answer, while there is still patience."""

# How often a call for which the budget has no room looks whether others took less than was set aside for them.
_SECONDS_BETWEEN_LOOKS = 0.05
_NOT_FORETOLD = Usage()
# A reply may wait this long for others to share its commit: little beside a model's latency, and far fewer commits.
_GROUP_SECONDS = 0.02


def request_key(model: str, request: Request, sample: int) -> str:
    """What a reply is kept under: endpoint, model, parameters, messages and sample number, hashed."""
    messages = hashlib.sha256()
    for role, content in request.messages:
        # A zero byte cannot stand in a role, so no two conversations hash alike.
        messages.update(f"\0{role}\0{len(content)}\0".encode())
        messages.update(content.encode("utf-8", "replace"))
    asked = (request.temperature, request.max_tokens, request.seed, request.alternatives, sorted(request.options))
    asked_for = f"{model}\0{sample}\0{asked!r}\0{messages.hexdigest()}"
    return hashlib.sha256(asked_for.encode("utf-8", "replace")).hexdigest()


class ReplyCache:
    """Replies in a store. Those who look or keep at about the same time share a search or a commit."""

    def __init__(self, store: Store | None, *, is_fresh: bool = False) -> None:
        """`store` None keeps nothing; `is_fresh` finds nothing, and what comes replaces what was kept."""
        self._store = store
        self._writer = GroupedWriter(store, delay_seconds=_GROUP_SECONDS) if store else None
        self._searches: GroupedCalls[Collection[str], dict[str, Reply]] | None = None
        if store and not is_fresh:
            self._searches = GroupedCalls(self._search)

    async def find(self, keys: Collection[str]) -> dict[str, Reply]:
        """The replies kept under some of these keys."""
        return await self._searches.ask(keys) if self._searches else {}

    async def keep(self, *replies: Reply, is_last: bool = False) -> None:
        """Return once the replies are committed; `is_last` where no other call is under way that could come along."""
        if self._writer is not None:
            await self._writer.save(*replies, is_last=is_last)

    async def close(self) -> None:
        """Commit what is under way and end the threads."""
        for grouped in (self._writer, self._searches):
            if grouped is not None:
                await grouped.aclose()

    def _search(self, group: list[Collection[str]]) -> list[dict[str, Reply]]:
        assert self._store is not None
        found = self._store.find_replies({key for keys in group for key in keys})
        return [{key: found[key] for key in keys if key in found} for keys in group]


@dataclass(frozen=True, slots=True)
class Limits:
    """How hard an endpoint may be worked."""

    concurrency: int = 32
    requests_per_minute: float | None = None
    """None for as many as it takes."""
    tokens_per_minute: float | None = None
    """None for as many as it takes."""
    retry: Retry = field(default_factory=Retry)
    ledger: Remote | None = None
    """Who grants calls where several workers share these limits; then it alone keeps them."""


@dataclass(slots=True)
class CallCounts:
    """What a caller has done."""

    sent: int = 0
    """Requests that went out, repeated ones included."""
    answered: int = 0
    retried: int = 0
    """Attempts that failed and were made again."""
    from_store: int = 0
    """Replies that were there already."""


class Caller:
    """One model as judges and writers use it. For one event loop."""

    def __init__(
        self, model: Model, cache: ReplyCache, limits: Limits, budget: Budget | None = None, price: Price | None = None
    ) -> None:
        self.model = model
        self._name = model.name
        self.gate = CallGate(limits.concurrency)
        self.counts = CallCounts()
        self.budget = budget or Budget()
        self._cache = cache
        self.price = price
        self._retry = limits.retry
        self._health = Health(limits.retry.patience_seconds, limits.retry.tell)
        self._leases = Leases(limits.ledger, self._name, self._health) if limits.ledger else None
        self._requests = Pace(None if limits.ledger else limits.requests_per_minute)
        self._tokens = Pace(None if limits.ledger else limits.tokens_per_minute)
        self._forecast = Forecast()
        self._is_limited = bool(self.budget.is_limited or limits.tokens_per_minute is not None or limits.ledger)
        self._storing = 0
        self._asking: dict[str, asyncio.Future[dict[str, Reply]]] = {}
        self._gives_choices = True
        self._stop: BudgetReached | EndpointError | None = None

    async def ask(self, request: Request, samples: Sequence[int] = (0,)) -> list[Reply]:
        """The replies with these sample numbers, each stored before it is returned.

        Unavailable or Rejected where this request failed; BudgetReached or EndpointError where all further ones would.
        """
        keys = {sample: request_key(self._name, request, sample) for sample in samples}
        found = await self._cache.find(keys.values())
        self.counts.from_store += len(found)
        others = {key: self._asking[key] for key in keys.values() if key not in found and key in self._asking}
        mine = {sample: key for sample, key in keys.items() if key not in found and key not in others}
        if mine:
            found |= await self._ask_and_tell(request, mine)
        for key, replies in others.items():
            found[key] = (await asyncio.shield(replies))[key]
        return [found[key] for key in keys.values()]

    async def close(self) -> None:
        """Let go of the model."""
        if self._leases:
            await self._leases.close()
        await self.model.close()

    async def _ask_and_tell(self, request: Request, keys: dict[int, str]) -> dict[str, Reply]:
        """Ask, and share the replies with callers that want the same meanwhile."""
        promise: asyncio.Future[dict[str, Reply]] = asyncio.get_running_loop().create_future()
        self._asking |= dict.fromkeys(keys.values(), promise)
        try:
            found = await self._ask_missing(request, keys)
            promise.set_result(found)
            return found
        except BaseException as error:
            stopped = Unavailable("the call this one shares was stopped")
            # Whoever waits asks in vain as well; a promise nobody waits for must not be reported as forgotten.
            promise.set_exception(error if isinstance(error, Exception) else stopped)
            promise.exception()
            raise
        finally:
            for key in keys.values():
                del self._asking[key]

    async def _ask_missing(self, request: Request, keys: dict[int, str]) -> dict[str, Reply]:
        found: dict[str, Reply] = {}
        if len(keys) > 1 and self._gives_choices:
            found = await self._send(replace(request, choices=len(keys)), list(keys.values()))
            self._gives_choices = len(found) > 1
        left = {sample: key for sample, key in keys.items() if key not in found}
        if not left:
            return found
        # Each with a seed of its own, or all samples would be the same.
        asked = [request if request.seed is None else replace(request, seed=request.seed + one) for one in left]
        sends = [self._send(one, [key]) for one, key in zip(asked, left.values(), strict=True)]
        for part in [await sends[0]] if len(sends) == 1 else await asyncio.gather(*sends):
            found |= part
        return found

    async def _send(self, request: Request, keys: list[str]) -> dict[str, Reply]:
        """The replies to one request, stored; what stops it for good stops all further ones."""
        # Estimating a call costs as much as reading its reply: only callers with a limit pay for it.
        expected = self._forecast.expect(request, self.price) if self._is_limited else _NOT_FORETOLD
        if self._is_limited:
            await self._reserve(expected)
        try:
            return await self._keep_trying(request, keys, expected)
        except (EndpointError, BudgetReached) as error:
            self._stop = self._stop or error
            raise
        finally:
            self.budget.release(expected)

    async def _keep_trying(self, request: Request, keys: list[str], expected: Usage) -> dict[str, Reply]:
        """The same; failed attempts are made again."""
        failed, since, attempt = 0.0, time.monotonic(), 0
        while True:
            attempt += 1
            try:
                return await self._attempt(request, keys, expected)
            except Rejected as error:
                self._health.note_rejection(error)
                raise
            except Unavailable as error:
                now = time.monotonic()
                # Where there is a ledger, it has heard, and hears of all workers.
                if not self._leases:
                    if error.is_overload:
                        self.gate.note_overload(now - since, error.retry_after or 0.0)
                    self._health.note_failure(error)
                # While nobody is answered the endpoint is to blame, not this call, and Health decides.
                is_silent = self._health.last_answer < since
                failed, since = failed + (0.0 if is_silent else self._retry.used_up_by(error)), now
                if failed >= self._retry.attempts:
                    raise
                self.counts.retried += 1
                is_away = is_silent and not error.is_overload
                await asyncio.sleep(self._retry.wait_seconds(attempt, error, is_silent=is_away))

    async def _attempt(self, request: Request, keys: list[str], expected: Usage) -> dict[str, Reply]:
        await self.gate.enter()
        try:
            await self._requests.take()
            await self._tokens.take(expected.tokens)
            if self._stop:
                raise self._stop
            self.counts.sent += 1
            asked = self._leases.ask(self.model, request, expected, self._priced) if self._leases else None
            answer = await (asked or self.model.ask(request))
            self._health.note_answer()
            self.gate.note_answer()
            return await self._store(request, keys, answer, expected)
        finally:
            # Only now: a reply that is not stored yet is still in flight.
            self.gate.leave()

    def _priced(self, usage: Usage) -> Usage:
        return usage.model_copy(update={"cost": self.price.cost(usage)}) if self.price else usage

    async def _store(self, request: Request, keys: list[str], answer: Completion, expected: Usage) -> dict[str, Reply]:
        usage = self._priced(answer.usage)
        self.counts.answered += 1
        # A server that does not count is held to what was expected, or no limit would ever be reached.
        spent = usage if usage.tokens else expected
        self.budget.spend(spent)
        if self._is_limited:
            self._forecast.learn(request, usage)
            self._tokens.correct(spent.tokens - expected.tokens)
        replies = [
            Reply(
                key=key,
                model=self._name,
                text=choice.text,
                finish_reason=choice.finish_reason,
                logprobs=around_score(choice.logprobs),
                # One call, one usage: the first reply bears it.
                usage=usage if position == 0 else Usage(),
            )
            for position, (key, choice) in enumerate(zip(keys, answer.choices, strict=False))
        ]
        self._storing += 1
        try:
            # Where every call under way has its answer and waits for the commit, there is none to wait for.
            await self._cache.keep(*replies, is_last=self._storing == self.gate.inside)
        finally:
            self._storing -= 1
        return {reply.key: reply for reply in replies}

    async def _reserve(self, expected: Usage) -> None:
        """Return once the budget has room for a call; BudgetReached where it has none and nothing is in flight."""
        while not self._stop:
            try:
                self.budget.reserve(expected)
                return
            except BudgetReached as error:
                # What is in flight may take less than was set aside for it, and is paid for: let it come home.
                if not self.budget.has_reserved and not self.gate.inside:
                    self._stop = error
                    raise
            await asyncio.sleep(_SECONDS_BETWEEN_LOOKS)
        raise self._stop


class SharedCalls(NamedTuple):
    """What the workers of one run have in common."""

    ledger: Remote
    """Keeps limits and budget for all of them."""
    secret: bytes
    """Of the fences around what models are shown."""
    prices: Prices


class Callers:
    """The models of one run, with the budget, the prices, the cache and the fence's secret that they share."""

    def __init__(
        self, options: CallOptions, store: Store | None, say: Say | None, is_fresh: bool, shared: SharedCalls | None
    ) -> None:
        """`shared` holds what the workers of a cluster have in common."""
        self.prices = shared.prices if shared else read_prices(options.prices) if options.prices else Prices()
        self.budget = Budget() if shared else Budget(options.budget_tokens, options.budget_cost)
        self.secret = shared.secret if shared else store.secret() if store else secrets.token_bytes(32)
        self.closing = AsyncExitStack()
        self._options = options
        self._is_fresh = is_fresh or options.fresh
        retry = Retry(patience_seconds=options.patience, tell=say)
        concurrency, ledger = options.concurrency or Limits().concurrency, shared.ledger if shared else None
        self._limits = Limits(concurrency, options.rpm, options.tpm, retry, ledger)
        self._open_cache = cache(lambda: self._make_cache(store))

    def open(self, spec: str) -> Caller:
        """The caller of the model that `SCHEME:REST` names."""
        options = self._options
        url = options.base_url or Connection().base_url
        connection = Connection(url, options.api_key, options.timeout, options.model_option, options.keyless)
        model = open_model(spec, connection)
        if options.budget_cost is not None and self.prices.of(model.name) is None:
            raise UsageError(
                f"--budget-cost needs the price of {model.name}; give a price file that has it with --prices"
            )
        caller = self._caller(model, self._open_cache())
        self.closing.push_async_callback(caller.close)
        return caller

    def without_memory(self, caller: Caller) -> Caller:
        """Another caller of the same model that finds no reply of before."""
        return self._caller(caller.model, self._make_cache(None))

    def _make_cache(self, store: Store | None) -> ReplyCache:
        made = ReplyCache(store, is_fresh=self._is_fresh)
        self.closing.push_async_callback(made.close)
        return made

    def _caller(self, model: Model, replies: ReplyCache) -> Caller:
        return Caller(model, replies, self._limits, self.budget, self.prices.of(model.name))


@asynccontextmanager
async def open_callers(
    options: CallOptions,
    store: Store | None,
    *,
    say: Say | None = None,
    is_fresh: bool = False,
    shared: SharedCalls | None = None,
) -> AsyncIterator[Callers]:
    """Callers for one run; without a store no reply is kept, and with `is_fresh` none is looked up."""
    callers = Callers(options, store, say, is_fresh, shared)
    async with callers.closing:
        yield callers
