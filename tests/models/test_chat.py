"""Requests as bodies, bodies as completions, and what refusals mean."""

import asyncio
import json
from typing import Any

import pytest

from triptych.errors import EndpointError
from triptych.models import Completion, Message, Rejected, Request, Unavailable
from triptych.models._chat import Dialect, decode, encode, error_message, judge_status, read_answer

ASKED = Request((Message("user", "Judge."),), temperature=0.0, max_tokens=9, seed=1, choices=2, alternatives=3)


def answer(**message: Any) -> dict[str, Any]:
    return {"choices": [{"message": message, "finish_reason": "stop"}], "usage": {"prompt_tokens": 3}}


def refusals(dialect: Dialect, request: Request, message: str) -> list[dict[str, Any]]:
    """The bodies that are sent to a server which refuses all of them."""
    sent: list[dict[str, Any]] = []

    async def refuse(body: dict[str, Any], request: Request) -> Completion:
        sent.append(body)
        raise Rejected(message)

    with pytest.raises(Rejected):
        asyncio.run(dialect.ask("m", request, refuse))
    return sent


@pytest.mark.parametrize(
    ("message", "gone"),
    [
        ("logprobs are not supported", {"logprobs", "top_logprobs"}),
        ("'n' must be 1", {"n"}),
        ("Unsupported value: seed", {"seed"}),
        ("temperature is fixed", {"temperature"}),
    ],
)
def test_a_refused_field_is_left_out_from_then_on(message: str, gone: set[str]) -> None:
    dialect = Dialect()
    before, *rest = refusals(dialect, ASKED, message)
    assert [set(before) - set(body) for body in rest] == [gone]
    assert dialect.body("m", ASKED) == rest[0]


def test_a_refused_max_tokens_has_another_name_and_a_field_of_the_users_stays() -> None:
    dialect = Dialect({"max_tokens"})
    assert dialect.body("m", ASKED)["max_completion_tokens"] == 9
    assert dialect.notes == ("the endpoint refuses 'max_tokens'; it is asked with 'max_completion_tokens'",)
    named = Request(ASKED.messages, seed=1, options=(("seed", 5),))
    assert len(refusals(Dialect(), named, "no seed")) == 1


@pytest.mark.parametrize(
    ("message", "text", "finish"),
    [
        ({"content": "Good."}, "Good.", "stop"),
        ({"content": [{"text": "Go"}, {"text": "od."}]}, "Good.", "stop"),
        ({"content": None, "refusal": "No."}, "No.", "refusal"),
        ({"content": None, "tool_calls": [{}]}, "", "tool_calls"),
    ],
)
def test_words_are_found_wherever_a_server_puts_them(message: dict[str, Any], text: str, finish: str) -> None:
    [choice] = read_answer(answer(**message), ASKED, 0.1).choices
    assert (choice.text, choice.finish_reason) == (text, finish)


@pytest.mark.parametrize("body", [None, {}, {"choices": []}, {"choices": [{}]}, answer(content=5), [1]])
def test_what_is_no_completion_is_unavailable(body: Any) -> None:
    with pytest.raises(Unavailable, match="chat completion"):
        read_answer(body, ASKED, 0.1)


def test_half_a_surrogate_pair_is_sent_and_read() -> None:
    assert json.loads(encode({"a": "x\ud800"})) == {"a": "x?"}
    assert decode(b'{"a": "\\ud800"}') == {"a": "?"}


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b'{"error": {"message": "Bad.", "param": "n", "code": null}}', "Bad. [n]"),
        (b'{"detail": "Not here"}', "Not here"),
        (b'{"error": "Down"}', "Down"),
        (b"<html><h1>502</h1> Bad gateway</html>", "502 Bad gateway"),
        (b"", "HTTP 502 with no explanation"),
    ],
)
def test_what_a_server_said_on_one_line(content: bytes, message: str) -> None:
    assert error_message(content, 502) == message


@pytest.mark.parametrize(
    ("status", "message", "kind"),
    [
        (429, "slow down", Unavailable),
        (429, "insufficient_quota", EndpointError),
        (503, "", Unavailable),
        (400, "maximum context length is 4096 tokens", Rejected),
        (401, "", EndpointError),
    ],
)
def test_what_a_status_means(status: int, message: str, kind: type[Exception]) -> None:
    error = judge_status(status, message, 2.0)
    assert type(error) is kind
    if isinstance(error, Unavailable):
        assert (error.retry_after, error.is_overload) == (2.0, True)
    if isinstance(error, Rejected):
        assert error.context_tokens == 4096
