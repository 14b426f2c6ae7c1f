"""From the options of a run to callers: models that share one budget, one cache of replies and one price list."""

import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

from triptych.calls.budget import Budget, Prices, read_prices
from triptych.calls.cache import ReplyCache
from triptych.calls.caller import Caller, Limits
from triptych.calls.limits import Retry
from triptych.errors import UsageError
from triptych.models import Connection, Model, open_model
from triptych.settings import CallOptions
from triptych.stores import Store

Say = Callable[[str], None]
"""Hears of an endpoint that does not answer, while there is still patience."""


@dataclass(slots=True)
class Callers:
    """The models of one run."""

    options: CallOptions
    """How they are asked."""
    cache: ReplyCache
    """Their replies."""
    secret: bytes
    """Of the fences around what they are shown."""
    prices: Prices
    """What tokens cost."""
    budget: Budget
    """What they have spent together."""
    closing: AsyncExitStack
    """What is closed at the end."""
    say: Say | None = None
    """Who hears of silence."""

    def open(self, spec: str) -> Caller:
        """The caller of the model that `SCHEME:REST` names."""
        options = self.options
        usual = Connection()
        connection = Connection(
            options.base_url or usual.base_url,
            options.api_key,
            options.concurrency or usual.concurrency,
            options.timeout,
            options.model_option,
        )
        model = open_model(spec, connection)
        if options.budget_cost is not None and self.prices.of(model.name) is None:
            raise UsageError(
                f"--budget-cost needs the price of {model.name}; give a price file that has it with --prices"
            )
        caller = self._caller(model, self.cache)
        self.closing.push_async_callback(caller.close)
        return caller

    def without_memory(self, caller: Caller) -> Caller:
        """Another caller of the same model that finds no reply of before."""
        cache = ReplyCache(None)
        self.closing.push_async_callback(cache.close)
        return self._caller(caller.model, cache)

    def _caller(self, model: Model, cache: ReplyCache) -> Caller:
        options = self.options
        retry = Retry(patience_seconds=options.patience, tell=self.say)
        limits = Limits(options.concurrency or Limits().concurrency, options.rpm, options.tpm, retry)
        return Caller(model, cache, limits, self.budget, self.prices.of(model.name))


@asynccontextmanager
async def open_callers(
    options: CallOptions, store: Store | None, *, say: Say | None = None, is_fresh: bool = False
) -> AsyncIterator[Callers]:
    """Callers for one run; without a store no reply is kept, and with `is_fresh` none is looked up."""
    prices = read_prices(options.prices) if options.prices else Prices()
    budget = Budget(options.budget_tokens, options.budget_cost)
    secret = store.secret() if store else secrets.token_bytes(32)
    async with AsyncExitStack() as closing:
        cache = ReplyCache(store, is_fresh=is_fresh or options.fresh)
        closing.push_async_callback(cache.close)
        yield Callers(options, cache, secret, prices, budget, closing, say)
