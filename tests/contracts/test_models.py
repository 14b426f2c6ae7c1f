"""What every model keeps to."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from endpoint import Loopback
from triptych.models import Completion, Connection, Message, Model, Request, open_model, schemes
from triptych.plugins import load

Start = Callable[..., Loopback]
HELLO = Request((Message("system", "You judge."), Message("user", "Say hello.")), temperature=0.0, max_tokens=8)


@pytest.fixture(params=["openai", "scripted"])
def spec(request: pytest.FixtureRequest, start_endpoint: Start, tmp_path: Path) -> str:
    """A judge string for each kind of model that needs nothing but us; `gguf` is in the slow tests."""
    if request.param == "openai":
        return start_endpoint().judge
    replies = tmp_path / "replies.jsonl"
    replies.write_text('"hello"\n')
    return f"scripted:{replies}"


def asked(spec: str, *requests: Request) -> tuple[Model, list[Completion]]:
    """A model, closed again, and what it answered."""

    async def run() -> tuple[Model, list[Completion]]:
        model = open_model(spec, Connection())
        try:
            return model, [await model.ask(one) for one in requests]
        finally:
            await model.close()

    return asyncio.run(run())


def test_every_scheme_has_a_way_to_connect() -> None:
    assert {"openai", "gguf", "scripted"} <= set(schemes())
    for scheme in schemes():
        assert callable(load("triptych.models", scheme).connect)


def test_an_answer_has_words_and_what_it_took(spec: str) -> None:
    _, (answer,) = asked(spec, HELLO)
    assert answer.choices[0].text
    assert answer.choices[0].finish_reason == "stop"
    assert answer.usage.calls == 1
    assert answer.usage.prompt_tokens > 0


def test_a_name_begins_with_its_scheme_and_opens_the_same_model(spec: str) -> None:
    model, _ = asked(spec)
    assert model.name.startswith(spec.partition(":")[0] + ":")
    assert open_model(model.name, Connection()).name == model.name


def test_no_more_choices_come_than_were_asked_for(spec: str) -> None:
    _, answers = asked(spec, HELLO, Request(HELLO.messages, choices=3))
    assert len(answers[0].choices) == 1
    assert 1 <= len(answers[1].choices) <= 3


def test_closing_twice_is_no_harm(spec: str) -> None:
    async def run() -> None:
        model = open_model(spec, Connection())
        await model.close()
        await model.close()

    asyncio.run(run())
