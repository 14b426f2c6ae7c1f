"""A writer string becomes a writer, or one sentence says what there is."""

import asyncio

import pytest

from triptych.errors import UsageError
from triptych.settings import WriteOptions
from triptych.writers import known_writers, open_writer


def opened(spec: str) -> str:
    """The name of the writer behind a string."""

    async def run() -> str:
        async with open_writer(WriteOptions(writer=spec), None) as writer:
            return writer.name

    return asyncio.run(run())


def test_embedded_is_a_writer_by_name() -> None:
    assert opened("embedded") == "embedded"


@pytest.mark.parametrize("spec", ["llm", "nobody"])
def test_an_unknown_name_is_told_with_the_known_ones(spec: str) -> None:
    with pytest.raises(UsageError, match="unknown writer") as error:
        opened(spec)
    assert known_writers() in str(error.value)
    assert "embedded" in known_writers() and "openai:MODEL[@URL]" in known_writers()
