"""The client of OpenAI-compatible endpoints, against a real server on loopback."""

import asyncio
import json
import socket
import ssl
import subprocess
import time
from collections.abc import Callable
from email.utils import formatdate
from pathlib import Path

import pytest
from pydantic import SecretStr

from endpoint import Loopback
from triptych.errors import EndpointError, UsageError
from triptych.models import Completion, Connection, Message, Rejected, Request, Unavailable, open_model
from triptych.settings import server_of

Start = Callable[..., Loopback]
HELLO = Request((Message("system", "You judge."), Message("user", "Judge this.")), temperature=0.0, max_tokens=50)


def ask(spec: str, request: Request = HELLO, connection: Connection | None = None) -> Completion:
    """One answer from a model that is closed afterwards."""

    async def once() -> Completion:
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


KEY = "sk-never-shown"


async def ask_repeater(head: str, body: str) -> Completion:
    """The answer of a server that says what it was sent wherever `SENT` stands."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked = (await reader.readuntil(b"\r\n\r\n")).decode()
        sent = asked[asked.index("Bearer ") :].partition("\r\n")[0]
        said = body.replace("SENT", sent)
        writer.write(f"HTTP/1.1 {head.replace('SENT', sent)}\r\nContent-Length: {len(said)}\r\n\r\n{said}".encode())
        await writer.drain()
        writer.close()

    async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        model = open_model(f"openai:m@http://127.0.0.1:{port}/v1", Connection(api_key=SecretStr(KEY)))
        try:
            return await model.ask(HELLO)
        finally:
            await model.close()


@pytest.mark.parametrize(
    ("head", "body"),
    [
        ("200 OK", '{"you sent": "SENT"}'),
        ("200 OK", '{"error": {"message": "SENT"}}'),
        ("200 OK", f"{'x' * 285} SENT"),
        ("500 No", f'{{"error": {{"message": "{"x" * 285} SENT"}}}}'),
        ("302 Found\r\nLocation: http://elsewhere/v1?key=SENT", ""),
    ],
)
def test_a_key_that_the_server_repeats_is_in_no_message(head: str, body: str) -> None:
    with pytest.raises((Unavailable, EndpointError)) as failed:
        asyncio.run(ask_repeater(head, body))
    assert KEY[:4] not in str(failed.value)


def test_a_key_that_a_reply_repeats_is_not_kept() -> None:
    body = '{"choices": [{"message": {"content": "It said SENT."}}]}'
    assert asyncio.run(ask_repeater("200 OK", body)).choices[0].text == "It said Bearer ***."


def escaped(text: str) -> str:
    return "".join(f"\\u{ord(letter):04X}" for letter in text)


@pytest.mark.parametrize(
    "message", [f"x {escaped(KEY)}", f"{'x' * 290} {escaped(KEY)}", f"x {escaped(KEY[:5])}{KEY[5:]}"]
)
@pytest.mark.parametrize("head", ["200 OK", "400 No", "500 No"])
def test_a_key_that_the_server_spells_with_escapes_is_in_no_message(head: str, message: str) -> None:
    with pytest.raises((Unavailable, EndpointError, Rejected)) as failed:
        asyncio.run(ask_repeater(head, f'{{"error": {{"message": "{message}"}}}}'))
    assert KEY[:3] not in str(failed.value)


def test_a_key_that_a_reply_spells_with_escapes_is_not_kept() -> None:
    body = f'{{"choices": [{{"message": {{"content": "It said {escaped(KEY)}."}}}}]}}'
    assert asyncio.run(ask_repeater("200 OK", body)).choices[0].text == "It said ***."


def test_a_key_that_log_probabilities_spell_is_not_kept() -> None:
    tokens = [{"token": piece, "logprob": 0.0} for piece in ("<score>", KEY[:4], KEY[4:], "5")]
    choice = {"message": {"content": "Fine."}, "logprobs": {"content": tokens}}
    answer = asyncio.run(ask_repeater("200 OK", json.dumps({"choices": [choice]})))
    assert answer.choices[0].logprobs == ()


@pytest.mark.parametrize("said", ["sk-in/query", "sk-in%2Fquery", r"sk-in\/query", escaped("sk-in/query")])
def test_a_value_of_the_query_that_the_server_repeats_is_hidden(said: str) -> None:
    async def ask_it() -> None:
        async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.readuntil(b"\r\n\r\n")
            body = f'{{"error": {{"message": "no {said}, 2024-10-21"}}}}'
            writer.write(f"HTTP/1.1 500 No\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode())
            await writer.drain()
            writer.close()

        async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
            port = server.sockets[0].getsockname()[1]
            model = open_model(
                f"openai:m@http://127.0.0.1:{port}/v1?api-version=2024-10-21&key=sk-in%2Fquery", Connection()
            )
            try:
                await model.ask(HELLO)
            finally:
                await model.close()

    with pytest.raises(Unavailable, match=r"no \*\*\*, 2024-10-21$"):
        asyncio.run(ask_it())


def test_an_address_in_capitals_is_an_address_and_no_other_scheme_is_a_name() -> None:
    assert open_model("openai:m@HTTPS://sk-key@H/v1", Connection()).name == "openai:m@https://H/v1"
    with pytest.raises(UsageError, match="begins with http") as refused:
        open_model("openai:m@ftp://sk-key@h/v1", Connection())
    assert "sk-key" not in str(refused.value)


def test_a_server_of_a_foreign_file_is_sent_no_key(start_endpoint: Start) -> None:
    endpoint = start_endpoint()
    keyless = {server_of(endpoint.judge.partition("@")[2])}
    assert ask(endpoint.judge, connection=Connection(api_key=SecretStr(KEY), keyless=keyless)).choices
    assert KEY not in endpoint.stats()["last_headers"]
    ask(endpoint.judge.replace("http://", "http://sk-own-key@"), connection=Connection(keyless=keyless))
    assert "sk-own-key" in endpoint.stats()["last_headers"]


@pytest.mark.parametrize("limit", ["Infinity", "1e999", "NaN", '"many"', "-5"])
def test_a_context_that_no_server_has_is_not_known(limit: str) -> None:
    async def size() -> int | None:
        async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.readuntil(b"\r\n\r\n")
            body = f'{{"data": [{{"id": "m", "max_model_len": {limit}}}]}}'
            writer.write(f"HTTP/1.1 200 OK\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode())
            await writer.drain()
            writer.close()

        async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
            port = server.sockets[0].getsockname()[1]
            model = open_model(f"openai:m@http://127.0.0.1:{port}/v1", Connection())
            try:
                return await model.context_tokens()
            finally:
                await model.close()

    assert asyncio.run(size()) is None


def test_a_key_with_a_slash_is_not_taken_for_a_server(start_endpoint: Start) -> None:
    with pytest.raises(UsageError, match="%2F") as refused:
        open_model("openai:m@https://sk-one/two@h/v1", Connection())
    assert "sk-one" not in str(refused.value)
    endpoint = start_endpoint(key="sk-one/two")
    assert ask(endpoint.judge.replace("http://", "http://sk-one%2Ftwo@")).choices


def test_a_query_is_sent_and_never_shown(start_endpoint: Start) -> None:
    endpoint = start_endpoint()
    spec = f"{endpoint.judge}/?api-version=2024-10-21&key=sk-in-query"
    assert ask(spec).choices
    assert "/v1/chat/completions?api-version=2024-10-21&key=sk-in-query HTTP" in endpoint.stats()["last_headers"]
    assert open_model(spec, Connection()).name == endpoint.judge
    with pytest.raises(UsageError) as refused:
        open_model("openai:m@http://h:99999/v1?key=sk-in-query", Connection())
    assert "sk-in-query" not in str(refused.value)


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


def test_a_request_that_a_firewall_stops_is_not_the_whole_endpoint(start_endpoint: Start) -> None:
    endpoint = start_endpoint()

    async def answered_then_forbidden() -> None:
        model = open_model(endpoint.judge, Connection())
        try:
            await model.ask(HELLO)
            endpoint.behave(status=403, message="blocked by a rule")
            await model.ask(HELLO)
        finally:
            await model.close()

    with pytest.raises(Rejected, match=r"403.*blocked by a rule") as rejected:
        asyncio.run(answered_then_forbidden())
    assert rejected.value.is_forbidden


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [("Retry-After: 2", 2.0), ("Retry-After: 2\r\nretry-after-ms: 1500", 1.5), ("retry-after-ms: soon", None)],
)
def test_a_wait_may_be_told_in_milliseconds(headers: str, seconds: float | None) -> None:
    with pytest.raises(Unavailable) as busy:
        asyncio.run(ask_repeater(f"429 Busy\r\n{headers}", "{}"))
    assert busy.value.retry_after == seconds


def test_a_wait_may_be_told_as_a_date() -> None:
    waits = []
    for date in (
        formatdate(time.time() + 3600, usegmt=True),
        "Fri, 31 Dec 1999 23:59:59 GMT",
        "Fri, 31 Dec 99999 0:00",
    ):
        with pytest.raises(Unavailable) as busy:
            asyncio.run(ask_repeater(f"429 Busy\r\nRetry-After: {date}", "{}"))
        waits.append(busy.value.retry_after)
    assert waits == [pytest.approx(3600, abs=300), 0.0, None]


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
    with pytest.raises(Unavailable, match=r"the connection to http://127.0.0.1:9/v1 failed"):
        ask("openai:m@http://127.0.0.1:9/v1")


def test_a_certificate_nobody_vouches_for_ends_the_run_at_once(tmp_path: Path) -> None:
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    command = "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost"
    subprocess.run([*command.split(), "-keyout", key, "-out", certificate], check=True, capture_output=True)
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate, key)

    async def ask_secure() -> None:
        async with await asyncio.start_server(lambda *_: None, "127.0.0.1", 0, ssl=context) as server:
            model = open_model(f"openai:m@https://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1", Connection())
            await model.ask(HELLO)

    with pytest.raises(EndpointError, match="SSL_CERT_FILE"):
        asyncio.run(ask_secure())


def test_a_connection_that_takes_too_long_is_not_called_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("triptych.models.openai._CONNECT_SECONDS", 0.05)
    with socket.create_server(("127.0.0.1", 0)) as deaf, pytest.raises(Unavailable) as failed:
        # Nobody answers the greeting of a secure connection.
        ask(f"openai:m@https://127.0.0.1:{deaf.getsockname()[1]}/v1")
    assert "no connection to https://127.0.0.1" in str(failed.value)
    assert "within 0.05 s" in str(failed.value)
