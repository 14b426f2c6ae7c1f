"""The fake that ships."""

import asyncio
from pathlib import Path

import pytest

from triptych.errors import UsageError
from triptych.models import Choice, Connection, Message, Request, Unavailable, open_model
from triptych.models.scripted import ScriptedModel

HELLO = Request((Message("user", "Judge this."),))


def texts(model: ScriptedModel, times: int) -> list[str]:
    """What a model says when it is asked so often."""
    return [asyncio.run(model.ask(HELLO)).choices[0].text for _ in range(times)]


def test_a_list_is_said_in_order_and_then_no_more() -> None:
    model = ScriptedModel(["one", Choice("two", "length")])
    assert texts(model, 2) == ["one", "two"]
    with pytest.raises(Unavailable, match="no more"):
        texts(model, 1)


def test_a_function_sees_the_request_and_requests_are_remembered() -> None:
    model = ScriptedModel(lambda request: request.messages[0].content.upper())
    assert texts(model, 1) == ["JUDGE THIS."]
    assert model.requests == [HELLO]


def test_an_error_in_the_script_is_raised() -> None:
    with pytest.raises(Unavailable, match="busy"):
        texts(ScriptedModel([Unavailable("busy")]), 1)


def test_a_file_is_said_over_and_over(tmp_path: Path) -> None:
    path = tmp_path / "replies.jsonl"
    path.write_text('"a\\nb"\n{"text": "c", "finish_reason": "length"}\nplain words\n')
    model = open_model(f"scripted:{path}", Connection())
    said = [asyncio.run(model.ask(HELLO)).choices[0] for _ in range(4)]
    assert [choice.text for choice in said] == ["a\nb", "c", "plain words", "a\nb"]
    assert said[1].finish_reason == "length"


@pytest.mark.parametrize("content", [None, ""])
def test_a_file_without_replies_is_refused(tmp_path: Path, content: str | None) -> None:
    path = tmp_path / "replies.jsonl"
    if content is not None:
        path.write_text(content)
    with pytest.raises(UsageError):
        open_model(f"scripted:{path}", Connection())
