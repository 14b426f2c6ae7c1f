"""The HTTP client against servers that answer in every way HTTP/1.1 allows, and in some that it does not."""

import asyncio
import gzip
import ssl
import subprocess
import zlib
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from unittest.mock import patch

import pytest

from triptych.models import _connections
from triptych.models._connections import HttpClient, HttpError, HttpResponse

Script = Sequence[bytes | None]

OK = b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n"


@dataclass
class Server:
    """Answers each request with the next script: parts with a pause between, `None` to close the connection."""

    scripts: list[Script]
    heads: list[str] = field(default_factory=list)
    bodies: list[bytes] = field(default_factory=list)
    connections: int = 0
    ended: asyncio.Event = field(default_factory=asyncio.Event)
    url: str = ""

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        try:
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
                length = [int(line[15:]) for line in head.split("\r\n") if line.lower().startswith("content-length:")]
                self.heads.append(head)
                self.bodies.append(await reader.readexactly(length[0] if length else 0))
                for part in self.scripts.pop(0):
                    if part is None:
                        return
                    writer.write(part)
                    await writer.drain()
                    await asyncio.sleep(0.005)
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()
            self.ended.set()


@asynccontextmanager
async def serving(*scripts: Script, context: ssl.SSLContext | None = None) -> AsyncIterator[Server]:
    server = Server(list(scripts))
    listening = await asyncio.start_server(server.serve, "127.0.0.1", 0, ssl=context)
    port = listening.sockets[0].getsockname()[1]
    server.url = f"{'https' if context else 'http'}://{'localhost' if context else '127.0.0.1'}:{port}/v1"
    try:
        yield server
    finally:
        listening.close()


def talk(
    *scripts: Script,
    to_do: Callable[[HttpClient, Server], Awaitable[list[HttpResponse]]] | None = None,
    seconds: float = 5.0,
) -> tuple[list[HttpResponse], Server]:
    """What a client is answered that posts once for each script."""

    async def run() -> tuple[list[HttpResponse], Server]:
        async with serving(*scripts) as server:
            client = HttpClient(server.url, {"X-Name": "value"}, seconds=seconds, connect_seconds=5.0)
            try:
                if to_do is not None:
                    return await to_do(client, server), server
                return [await client.post("/v1/ask", b"question") for _ in scripts], server
            finally:
                await client.close()

    return asyncio.run(run())


def test_a_request_has_its_headers_and_body_and_the_connection_is_kept() -> None:
    answer: Script = [OK + b"Content-Length: 3\r\nRetry-After: 2\r\n\r\nyes"]
    answers, server = talk(answer, answer, answer)
    assert (
        answers
        == [HttpResponse(200, b"yes", {"content-type": "text/plain", "content-length": "3", "retry-after": "2"})] * 3
    )
    assert server.connections == 1
    assert server.bodies == [b"question"] * 3
    assert server.heads[0].startswith("POST /v1/ask HTTP/1.1\r\nHost: 127.0.0.1:")
    assert "\r\nX-Name: value\r\n" in server.heads[0]


def test_get() -> None:
    async def get(client: HttpClient, server: Server) -> list[HttpResponse]:
        return [await client.get("/v1/models")]

    answers, server = talk([OK + b"Content-Length: 2\r\n\r\n{}"], to_do=get)
    assert answers[0].content == b"{}"
    assert server.heads[0].startswith("GET /v1/models HTTP/1.1\r\n")
    assert "content-length" not in server.heads[0].lower()


@pytest.mark.parametrize(
    "script",
    [
        [OK + b"Content-Length: 6\r\n\r\nanswer"],
        [OK + b"Content-Le", b"ngth: 6\r\n\r", b"\nans", b"wer"],
        [OK + b"Transfer-Encoding: chunked\r\n\r\n3\r\nans\r\n3;x=y\r\nwer\r\n0\r\nTrailer: z\r\n\r\n"],
        [OK + b"Transfer-Encoding: chunked\r\n\r\n3\r\nan", b"s\r\n3\r\nwer\r\n", b"0\r\n\r\n"],
        [OK + b"Connection: close\r\n\r\nans", b"wer", None],
        [OK + b"Connection: close\r\nContent-Length: 6\r\n\r\nanswer", None],
        [b"HTTP/1.0 200 OK\r\n\r\nanswer", None],
        [b"HTTP/1.1 100 Continue\r\n\r\n" + OK + b"Content-Length: 6\r\n\r\nanswer"],
        [b"HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n", OK + b"Content-Length: 6\r\n\r\nanswer"],
        [OK + b"Content-Encoding: gzip\r\nConnection: close\r\n\r\n" + gzip.compress(b"answer"), None],
        [OK + b"Content-Encoding: deflate\r\nConnection: close\r\n\r\n" + zlib.compress(b"answer"), None],
    ],
)
def test_an_answer_may_come_in_many_forms_and_pieces(script: Script) -> None:
    plain: Script = [OK + b"Content-Length: 4\r\n\r\nnext"]
    answers, _ = talk(script, plain)
    assert [(answer.status, answer.content) for answer in answers] == [(200, b"answer"), (200, b"next")]


def test_what_is_no_answer_is_an_error_and_the_next_request_gets_its_own() -> None:
    broken: list[Script] = [
        [None],
        [OK + b"Content-Length: 60\r\n\r\nanswer", None],
        [OK + b"Transfer-Encoding: chunked\r\n\r\n6\r\nans", None],
        [b"SSH-2.0-OpenSSH_9.2\r\n"],
        [OK + b"Content-Encoding: gzip\r\nContent-Length: 4\r\n\r\nnope"],
    ]
    good: Script = [OK + b"Content-Length: 2\r\n\r\nme"]

    async def ask_all(client: HttpClient, server: Server) -> list[HttpResponse]:
        answers = []
        for _ in broken:
            with pytest.raises((HttpError, OSError)):
                answers.append(await client.post("/", b""))
            answers.append(await client.post("/", b""))
        return answers

    answers, _ = talk(*[script for pair in broken for script in (pair, good)], to_do=ask_all)
    assert [answer.content for answer in answers] == [b"me"] * len(broken)


def test_a_silent_server_is_given_up_and_what_it_says_later_is_nobodys_answer() -> None:
    async def ask_twice(client: HttpClient, server: Server) -> list[HttpResponse]:
        with pytest.raises(TimeoutError):
            await client.post("/", b"")
        return [await client.post("/", b"")]

    late: Script = [b""] * 100 + [OK + b"Content-Length: 4\r\n\r\nlate"]
    answers, server = talk(late, [OK + b"Content-Length: 4\r\n\r\nmine"], to_do=ask_twice, seconds=0.2)
    assert answers[0].content == b"mine"
    assert server.connections == 2


def test_a_server_that_sends_a_byte_now_and_then_is_given_up_in_time() -> None:
    async def ask(client: HttpClient, server: Server) -> list[HttpResponse]:
        with pytest.raises(TimeoutError):
            await client.post("/", b"")
        return []

    _, server = talk([OK + b"Content-Length: 90000\r\n\r\n", *[b" "] * 2000], to_do=ask, seconds=0.2)
    assert server.connections == 1


def test_a_request_that_is_cancelled_leaves_no_answer_for_the_next() -> None:
    async def ask_and_leave(client: HttpClient, server: Server) -> list[HttpResponse]:
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.05):
                await client.post("/", b"")
        return [await client.post("/", b"")]

    late: Script = [b""] * 40 + [OK + b"Content-Length: 4\r\n\r\nlate"]
    answers, _ = talk(late, [OK + b"Content-Length: 4\r\n\r\nmine"], to_do=ask_and_leave)
    assert answers[0].content == b"mine"


def test_a_connection_that_the_server_closed_meanwhile_is_not_used_again() -> None:
    async def ask_later(client: HttpClient, server: Server) -> list[HttpResponse]:
        first = await client.post("/", b"")
        await server.ended.wait()
        await asyncio.sleep(0.02)
        return [first, await client.post("/", b"")]

    kept: Script = [OK + b"Content-Length: 1\r\n\r\n1", None]
    answers, server = talk(kept, [OK + b"Content-Length: 1\r\n\r\n2"], to_do=ask_later)
    assert [answer.content for answer in answers] == [b"1", b"2"]
    assert server.connections == 2


def test_requests_at_the_same_time_have_a_connection_each_and_share_them_later() -> None:
    async def ask_many(client: HttpClient, server: Server) -> list[HttpResponse]:
        for _ in range(2):
            await asyncio.gather(*(client.post("/", b"") for _ in range(5)))
        return []

    _, server = talk(*[[OK + b"Content-Length: 1\r\n\r\n1"]] * 10, to_do=ask_many)
    assert server.connections == 5


def test_a_server_may_have_a_name_in_any_script() -> None:
    async def ask() -> str:
        async with serving([OK + b"Content-Length: 0\r\n\r\n"]) as server:
            client = HttpClient(
                server.url.replace("127.0.0.1", "bücher.localhost"), {}, seconds=5.0, connect_seconds=5.0
            )
            # The name is nobody's: the request goes to where the server is.
            client._host = "127.0.0.1"
            await client.post("/", b"")
            await client.close()
            return server.heads[0]

    assert "\r\nHost: xn--bcher-kva.localhost:" in asyncio.run(ask())


def test_nobody_there() -> None:
    client = HttpClient("http://127.0.0.1:1/v1", {}, seconds=5.0, connect_seconds=5.0)
    with pytest.raises(OSError, match="1"):
        asyncio.run(client.post("/", b""))


def test_closing_ends_what_is_under_way() -> None:
    async def close_early(client: HttpClient, server: Server) -> list[HttpResponse]:
        asked = asyncio.create_task(client.post("/", b""))
        await asyncio.sleep(0.05)
        await client.close()
        with pytest.raises(HttpError):
            await asked
        return []

    talk([b""] * 100, to_do=close_early)


def test_tls_is_spoken_and_a_certificate_nobody_vouches_for_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    command = (
        "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost"
    )
    subprocess.run([*command.split(), "-keyout", key, "-out", certificate], check=True, capture_output=True)
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate, key)

    async def ask() -> bytes:
        async with serving([OK + b"Content-Length: 6\r\n\r\nsecret"], context=context) as server:
            client = HttpClient(server.url, {}, seconds=5.0, connect_seconds=5.0)
            try:
                return (await client.post("/", b"hello")).content
            finally:
                await client.close()

    with pytest.raises(ssl.SSLCertVerificationError):
        asyncio.run(ask())
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    assert asyncio.run(ask()) == b"secret"


def refused(*script: bytes, most_bytes: int = 1000, seconds: float = 5.0) -> tuple[str, Server]:
    """Why an answer was given up, and the server that gave it."""

    async def run() -> tuple[str, Server]:
        async with serving(script) as server:
            client = HttpClient(server.url, {}, seconds=seconds, connect_seconds=5.0)
            try:
                with pytest.raises(HttpError) as error:
                    await client.post("/v1/ask", b"question")
                return str(error.value), server
            finally:
                await client.close()

    with patch.object(_connections, "MOST_BYTES", most_bytes):
        return asyncio.run(run())


CHUNKED = OK + b"Transfer-Encoding: chunked\r\n\r\n"


def test_chunks_without_end_are_given_up_at_the_limit() -> None:
    chunk = b"100\r\n" + b"A" * 256 + b"\r\n"
    why, _ = refused(CHUNKED, *[chunk * 512] * 400)
    assert why == "the answer is larger than 1,000 bytes"


def test_headers_without_end_are_given_up() -> None:
    why, _ = refused(OK, *[b"X-More: " + b"a" * 4000 + b"\r\n"] * 40)
    assert why == "the head of the answer is larger than 65,536 bytes"


def test_a_small_packed_answer_that_unpacks_to_much_is_given_up() -> None:
    packed = gzip.compress(b"A" * 5_000_000)
    head = OK + f"Content-Encoding: gzip\r\nContent-Length: {len(packed)}\r\n\r\n".encode()
    why, _ = refused(head + packed, most_bytes=100_000)
    assert why == "the answer is larger than 100,000 bytes"


def test_a_packed_answer_that_ends_too_early_cannot_be_unpacked() -> None:
    packed = gzip.compress(b"A" * 5000)[:-6]
    head = OK + f"Content-Encoding: gzip\r\nContent-Length: {len(packed)}\r\n\r\n".encode()
    assert "ends too early" in refused(head + packed, most_bytes=100_000)[0]


def test_an_answer_at_the_limit_is_read() -> None:
    body = b"B" * 1000

    async def run() -> HttpResponse:
        async with serving([OK + b"Content-Length: 1000\r\n\r\n" + body]) as server:
            client = HttpClient(server.url, {}, seconds=5.0, connect_seconds=5.0)
            try:
                return await client.post("/v1/ask", b"question")
            finally:
                await client.close()

    with patch.object(_connections, "MOST_BYTES", 1000):
        assert asyncio.run(run()).content == body
