"""From a writer string to a writer with everything it needs."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from triptych.calls.caller import Say, SharedCalls, open_callers
from triptych.errors import UsageError
from triptych.models import schemes
from triptych.plugins import load, names_in
from triptych.settings import WriteOptions
from triptych.stores import Store
from triptych.writers._writer import Writer
from triptych.writers.llm import Asking, LlmWriter

_FOLDER = "triptych.writers"
# It is made of a model; a writer string does not name it.
_NOT_BY_NAME = {"llm"}


@asynccontextmanager
async def open_writer(
    options: WriteOptions, store: Store | None, *, say: Say | None = None, shared: SharedCalls | None = None
) -> AsyncIterator[Writer]:
    """The writer that the options name. Without a store no reply is kept."""
    spec = options.writer
    if ":" not in spec:
        if spec in _NOT_BY_NAME or spec not in names_in(_FOLDER):
            raise UsageError(f"unknown writer {spec!r}; {known_writers()}")
        named: Writer = load(_FOLDER, spec).connect()
        yield named
        return
    async with open_callers(options, store, say=say, shared=shared) as callers:
        asking = Asking(
            options.digest,
            seed=options.seed,
            context_tokens=options.context_tokens,
            options=tuple(options.model_option.items()),
        )
        yield LlmWriter(callers.open(spec), asking, callers.secret)


def known_writers() -> str:
    """What can be written after `--writer`."""
    forms = {"openai": "openai:MODEL[@URL]", "gguf": "gguf:PATH", "scripted": "scripted:FILE"}
    by_name = sorted(set(names_in(_FOLDER)) - _NOT_BY_NAME)
    return f"writers: {', '.join([*by_name, *(forms.get(scheme, f'{scheme}:…') for scheme in schemes())])}"
