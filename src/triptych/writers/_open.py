"""From a writer string to a writer with everything it needs."""

import secrets
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from decimal import Decimal

from triptych.calls.budget import Budget, Prices
from triptych.calls.cache import ReplyCache
from triptych.calls.caller import Caller, Limits
from triptych.errors import UsageError
from triptych.models import Connection, open_model, schemes
from triptych.plugins import load, names_in
from triptych.stores import Store
from triptych.writers._writer import Writer
from triptych.writers.llm import Asking, LlmWriter

_FOLDER = "triptych.writers"
# It is made of a model; a writer string does not name it.
_NOT_BY_NAME = {"llm"}


@dataclass(frozen=True, slots=True)
class WriterOptions:
    """All that can be said about writing with a model."""

    asking: Asking = field(default_factory=Asking)
    """How a model is asked."""
    limits: Limits = field(default_factory=Limits)
    """How hard an endpoint may be worked."""
    connection: Connection = field(default_factory=Connection)
    """How a model is reached."""
    prices: Prices = field(default_factory=Prices)
    """What tokens cost."""
    budget_tokens: int | None = None
    """The most tokens this start may use."""
    budget_cost: Decimal | None = None
    """The most money this start may use."""
    is_fresh: bool = False
    """True sends everything anew."""


@dataclass(frozen=True, slots=True)
class OpenWriter:
    """A writer, and the model behind it where there is one."""

    writer: Writer
    """Who writes."""
    llm: LlmWriter | None
    """The same, where it asks a model."""
    budget: Budget
    """What it has spent."""


@asynccontextmanager
async def open_writer(spec: str, options: WriterOptions, store: Store | None) -> AsyncIterator[OpenWriter]:
    """The writer that a writer string names. Without a store no reply is kept."""
    budget = Budget(options.budget_tokens, options.budget_cost)
    if ":" not in spec:
        if spec in _NOT_BY_NAME or spec not in names_in(_FOLDER):
            raise UsageError(f"unknown writer {spec!r}; {known_writers()}")
        named: Writer = load(_FOLDER, spec).connect()
        yield OpenWriter(named, None, budget)
        return
    async with AsyncExitStack() as stack:
        cache = ReplyCache(store, is_fresh=options.is_fresh)
        stack.push_async_callback(cache.close)
        model = open_model(spec, options.connection)
        price = options.prices.of(model.name)
        if options.budget_cost is not None and price is None:
            raise UsageError(
                f"--budget-cost needs the price of {model.name}; give a price file that has it with --prices"
            )
        caller = Caller(model, cache, options.limits, budget, price)
        stack.push_async_callback(caller.close)
        writer = LlmWriter(caller, options.asking, store.secret() if store else secrets.token_bytes(32))
        yield OpenWriter(writer, writer, budget)


def known_writers() -> str:
    """What can be written after `--writer`."""
    forms = {"openai": "openai:MODEL[@URL]", "gguf": "gguf:PATH", "scripted": "scripted:FILE"}
    by_name = sorted(set(names_in(_FOLDER)) - _NOT_BY_NAME)
    return f"writers: {', '.join([*by_name, *(forms.get(scheme, f'{scheme}:…') for scheme in schemes())])}"
