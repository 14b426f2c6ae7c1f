"""The client of OpenAI-compatible endpoints, against a real server on loopback."""

import asyncio
from collections.abc import Callable

import pytest
from pydantic import SecretStr

from endpoint import Loopback
from triptych.errors import EndpointError, UsageError
from triptych.models import Answer, Connection, Message, Rejected, Request, Unavailable, open_model

Start = Callable[..., Loopback]
HELLO = Request((Message("system", "You judge."), Message("user", "Judge this.")), temperature=0.0, max_tokens=50)


def ask(spec: str, request: Request = HELLO, connection: Connection | None = None) -> Answer:
    """One answer from a model that is closed afterwards."""

    async def once() -> Answer:
        model = open_model(spec, connection or Connection())
        try:
            return await model.ask(request)
        finally:
            await model.close()

    return asyncio.run(once())


def test_the_request_holds_what_was_asked_and_nothing_else(start_endpoint: Start) -> None:
    endpoint = start_endpoint()
    request = Request(HELLO.messages, 0.7, 50, seed=3, choices=2, alternatives=5, options=(("top_p", 0.9),))
    answer = ask(endpoint.judge, request)
    assert endpoint.stats()["last"] == {
        "model": "tiny",
        "messages": [{"role": "system", "content": "You judge."}, {"role": "user", "content": "Judge this."}],
        "temperature": 0.7,
        "max_tokens": 50,
        "seed": 3,
        "n": 2,
        "logprobs": True,
        "top_logprobs": 5,
        "top_p": 0.9,
    }
    assert len(answer.choices) == 2
    assert answer.usage.calls == 1
    assert answer.usage.prompt_tokens > 0
    assert "".join(token for token, _ in answer.choices[0].logprobs) == answer.choices[0].text


def test_an_option_of_null_takes_a_usual_field_out(start_endpoint: Start) -> None:
    endpoint = start_endpoint()
    ask(endpoint.judge, Request(HELLO.messages, 0.0, 50, options=(("temperature", None),)))
    assert "temperature" not in endpoint.stats()["last"]


@pytest.mark.parametrize(
    ("spec", "name"),
    [
        ("openai:llama3.1:8b@http://h:1/v1", "openai:llama3.1:8b@http://h:1/v1"),
        ("openai:org/m@rev@https://h/v1/", "openai:org/m@rev@https://h/v1"),
        ("openai:gpt", "openai:gpt@https://usual/v1"),
        ("openai:openai:x", "openai:openai:x@https://usual/v1"),
        ("openai:m@https://sk-key@h/v1", "openai:m@https://h/v1"),
        ("openai:m@https://me:sk-key@h:8/v1", "openai:m@https://h:8/v1"),
    ],
)
def test_a_judge_string_splits_at_the_first_scheme_and_the_last_address(spec: str, name: str) -> None:
    assert open_model(spec, Connection(base_url="https://usual/v1")).name == name


@pytest.mark.parametrize(
    "spec",
    [
        *("openai:", "openai", "openai:@http://h/v1", "openai:m@http://", "nobody:m"),
        *("openai:m@http://h:99999/v1", "openai:m@http://h:0/v1", "openai:m@http://h:x/v1", "openai:m@http://h..x/v1"),
        "openai:m@http://[::1/v1",
    ],
)
def test_a_judge_string_that_names_nothing_is_refused(spec: str) -> None:
    with pytest.raises(UsageError):
        open_model(spec, Connection())


def test_a_path_with_odd_characters_is_sent_as_it_may_be(start_endpoint: Start) -> None:
    endpoint = start_endpoint()
    assert ask(endpoint.judge.replace("/v1", "/a b/ü/50%25/v1")).choices
    assert endpoint.stats()["last_headers"].startswith("POST /a%20b/%C3%BC/50%25/v1/chat/completions HTTP/1.1")


@pytest.mark.parametrize("field", ["temperature", "seed", "logprobs", "n", "max_tokens"])
def test_a_field_the_server_refuses_is_left_out_and_said(start_endpoint: Start, field: str) -> None:
    endpoint = start_endpoint(refuses=[field])
    request = Request(HELLO.messages, 0.7, 50, seed=1, choices=2, alternatives=5)

    async def twice() -> tuple[str, ...]:
        model = open_model(endpoint.judge, Connection())
        await model.ask(request)
        await model.ask(request)
        await model.close()
        return model.notes

    notes = asyncio.run(twice())
    stats = endpoint.stats()
    assert stats["requests"] == 3, "one refusal, then never again"
    assert field not in stats["last"]
    assert [field in note for note in notes] == [True]
    if field == "max_tokens":
        assert stats["last"]["max_completion_tokens"] == 50


def test_a_field_the_user_named_is_not_left_out(start_endpoint: Start) -> None:
    endpoint = start_endpoint(refuses=["temperature"])
    with pytest.raises(Rejected, match="temperature"):
        ask(endpoint.judge, Request(HELLO.messages, options=(("temperature", 0.3),)))


def test_a_key_that_would_break_the_request_is_refused_and_not_shown() -> None:
    for key in ("sk-one\nsk-two", "sk-\r\nX-Admin: yes", "sk-“quoted”"):
        with pytest.raises(UsageError, match="the endpoint's key has characters") as refused:
            open_model("openai:m@http://h/v1", Connection(api_key=SecretStr(key)))
        assert "sk-" not in str(refused.value)


def test_the_key_is_sent_and_never_shown(start_endpoint: Start) -> None:
    endpoint = start_endpoint(key="sk-right")
    for key in ("sk-right", " sk-right\n"):
        assert ask(endpoint.judge, connection=Connection(api_key=SecretStr(key))).choices
    with pytest.raises(EndpointError) as caught:
        ask(endpoint.judge, connection=Connection(api_key=SecretStr("sk-wrong")))
    assert "401" in str(caught.value)
    assert "OPENAI_API_KEY" in str(caught.value)
    assert "sk-wrong" not in str(caught.value)
    in_url = endpoint.judge.replace("http://", "http://sk-right@")
    assert ask(in_url).choices


@pytest.mark.parametrize(
    ("status", "error", "words"),
    [
        (400, Rejected, "400"),
        (401, EndpointError, "401"),
        (402, EndpointError, "402"),
        (403, EndpointError, "403"),
        (404, EndpointError, "the URL ends in /v1"),
        (307, EndpointError, "redirects"),
        (408, Unavailable, "408"),
        (422, Rejected, "422"),
        (429, Unavailable, "429"),
        (500, Unavailable, "500"),
        (503, Unavailable, "503"),
    ],
)
def test_a_status_says_whether_trying_again_helps(
    start_endpoint: Start, status: int, error: type[Exception], words: str
) -> None:
    endpoint = start_endpoint(status=status, message="so it is")
    with pytest.raises(error, match=words):
        ask(endpoint.judge)


def test_an_exhausted_account_is_not_a_busy_server(start_endpoint: Start) -> None:
    endpoint = start_endpoint(status=429, message="You exceeded your current quota")
    with pytest.raises(EndpointError, match="quota"):
        ask(endpoint.judge)


@pytest.mark.parametrize("fault", ["broken", "dropped", "cut", "not_json", "page"])
def test_a_damaged_answer_may_come_whole_next_time(start_endpoint: Start, fault: str) -> None:
    endpoint = start_endpoint(faults={fault: 1.0})
    with pytest.raises(Unavailable):
        ask(endpoint.judge)


def test_a_stalled_call_ends(start_endpoint: Start) -> None:
    endpoint = start_endpoint(faults={"stalled": 1.0})
    with pytest.raises(Unavailable, match=r"within 0\.2 s"):
        ask(endpoint.judge, connection=Connection(timeout_seconds=0.2))


def test_what_the_server_asks_to_wait_is_told(start_endpoint: Start) -> None:
    endpoint = start_endpoint(faults={"busy": 1.0}, retry_after=7)
    with pytest.raises(Unavailable) as caught:
        ask(endpoint.judge)
    assert caught.value.retry_after == 7
    assert caught.value.is_overload


def test_a_request_that_is_too_long_says_what_would_fit(start_endpoint: Start) -> None:
    endpoint = start_endpoint(context=100)
    with pytest.raises(Rejected) as caught:
        ask(endpoint.judge, Request((Message("user", "word " * 200),)))
    assert caught.value.context_tokens == 100


def test_the_context_is_asked_of_the_server(start_endpoint: Start) -> None:
    async def both() -> list[int | None]:
        found = []
        for endpoint in (start_endpoint(context=4096), start_endpoint()):
            model = open_model(endpoint.judge, Connection())
            found.append(await model.context_tokens())
            await model.close()
        return found

    assert asyncio.run(both()) == [4096, None]


def test_nobody_there_is_said_in_words() -> None:
    with pytest.raises(Unavailable, match="connection failed"):
        ask("openai:m@http://127.0.0.1:9/v1")
