"""Endpoints through a loopback proxy, and which of them NO_PROXY exempts."""

import asyncio
import ssl
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pydantic import SecretStr

from endpoint import Loopback
from relay import Relay
from triptych.errors import EndpointError, TriptychError, UsageError
from triptych.models import Connection, Message, Request, Unavailable, open_model
from triptych.models._connections import Proxy, choose_proxy
from triptych.settings import load_proxies

HELLO = Request((Message("user", "Judge this."),))
KEY = "sk-endpoint-key"
LOGIN = "me:pass%40word"
PASSWORD = "pass@word"


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A key and a certificate in one file, for the names the tests use."""
    path = tmp_path_factory.mktemp("tls") / "both.pem"
    names = "subjectAltName=DNS:localhost,DNS:model.test"
    command = f"openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext {names}"
    subprocess.run(
        [*command.split(), "-keyout", path, "-out", path.with_suffix(".crt")], check=True, capture_output=True
    )
    path.write_text(path.read_text() + path.with_suffix(".crt").read_text())
    return path


def server_context(certificate: Path) -> ssl.SSLContext:
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate)
    return context


@pytest.fixture
def secure_port(certificate: Path, start_endpoint: Callable[..., Loopback]) -> Iterator[int]:
    """The port of an https endpoint: TLS in front of the usual one."""
    endpoint = start_endpoint(key=KEY)
    with TlsFront(int(endpoint.root.rpartition(":")[2]), server_context(certificate)) as front:
        yield front.port


class TlsFront(Relay):
    """Takes TLS off and passes what is inside to one port."""

    def __init__(self, port: int, context: ssl.SSLContext) -> None:
        super().__init__(context=context)
        self._onward = port

    async def _relay(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await self.pipe(reader, writer, self._onward)


def ask(spec: str, times: int = 1, **variables: str) -> list[str]:
    """The replies of a model that is reached as the variables say; two at once, `times` times."""

    async def run() -> list[str]:
        model = open_model(spec, Connection(api_key=SecretStr(KEY), proxies=load_proxies(variables)))
        try:
            answers = [
                answer for _ in range(times) for answer in await asyncio.gather(model.ask(HELLO), model.ask(HELLO))
            ]
            return [answer.choices[0].text for answer in answers]
        finally:
            await model.close()

    return asyncio.run(run())


@pytest.mark.parametrize("login", ["", LOGIN])
def test_an_http_endpoint_is_asked_for_by_its_whole_url(start_endpoint: Callable[..., Loopback], login: str) -> None:
    endpoint = start_endpoint(key=KEY)
    port = endpoint.root.rpartition(":")[2]
    with Relay(login and f"me:{PASSWORD}") as relay:
        ask(f"openai:tiny@http://model.test:{port}/v1", 3, HTTP_PROXY=relay.url(login))
    assert relay.connections == 2
    assert relay.heads[0].startswith(f"POST http://model.test:{port}/v1/chat/completions HTTP/1.1\r\n")
    assert f"\r\nHost: model.test:{port}\r\n" in relay.heads[0]
    assert ("Proxy-Authorization" in relay.heads[0]) is bool(login)
    assert endpoint.stats()["requests"] == 6


@pytest.mark.parametrize("login", ["", LOGIN])
@pytest.mark.parametrize("is_secure", [False, True], ids=["http proxy", "https proxy"])
def test_an_https_endpoint_is_reached_through_tunnels_that_are_kept(
    secure_port: int, certificate: Path, login: str, is_secure: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    context = server_context(certificate) if is_secure else None
    with Relay(login and f"me:{PASSWORD}", context=context) as relay:
        assert len(ask(f"openai:tiny@https://model.test:{secure_port}/v1", 3, HTTPS_PROXY=relay.url(login))) == 6
    assert relay.connections == 2
    for head in relay.heads:
        assert head.startswith(f"CONNECT model.test:{secure_port} HTTP/1.1\r\nHost: model.test:{secure_port}\r\n")
        assert KEY not in head
        assert ("Proxy-Authorization" in head) is bool(login)


def test_a_certificate_is_checked_inside_the_tunnel_too(secure_port: int) -> None:
    with Relay() as relay, pytest.raises(EndpointError, match=r"certificate of https://model.test.* is not trusted"):
        ask(f"openai:tiny@https://model.test:{secure_port}/v1", HTTPS_PROXY=relay.url())


@pytest.mark.parametrize("scheme", ["http", "https"])
@pytest.mark.parametrize(
    ("status", "asked", "login", "kind", "message"),
    [
        (407, "", "", EndpointError, r"_PROXY=http://USER:PASSWORD@127\.0\.0\.1"),
        (407, f"me:{PASSWORD}", "me:wrong%20word", EndpointError, "check the user and the password in HTTPS?_PROXY"),
        (403, "", LOGIN, EndpointError, r"403.*"),
        (502, "", LOGIN, Unavailable, "502"),
    ],
)
def test_a_proxy_that_refuses(
    scheme: str, status: int, asked: str, login: str, kind: type[TriptychError], message: str
) -> None:
    with Relay(asked, 0 if asked else status) as relay, pytest.raises(kind, match=message) as caught:
        ask(f"openai:tiny@{scheme}://model.test:81/v1", 1, **{f"{scheme}_proxy": relay.url(login)})
    if scheme == "https" or status != 502:
        assert relay.url().removeprefix("http://") in str(caught.value)
    for secret in (PASSWORD, "wrong word", "bWU6", KEY):
        assert secret not in str(caught.value)


def test_a_secret_is_hidden_before_a_long_message_is_cut() -> None:
    password = "s3cret-" * 60
    with Relay("me:other") as relay, pytest.raises(EndpointError) as caught:
        ask("openai:tiny@http://model.test:81/v1", HTTP_PROXY=relay.url(f"me:{password}"))
    assert "Proxy-Authorization: Basic ***" in str(caught.value)


def test_a_proxy_that_is_not_there_or_is_none() -> None:
    with pytest.raises(Unavailable, match=r"https://model.test/v1 through the proxy 127\.0\.0\.1:1 failed"):
        ask("openai:tiny@https://model.test/v1", HTTPS_PROXY=f"http://{LOGIN}@127.0.0.1:1")
    with Relay(status=1) as relay, pytest.raises(Unavailable, match=r"failed: the proxy does not speak HTTP/1\.1"):
        ask("openai:tiny@https://model.test:1/v1", HTTPS_PROXY=relay.url())


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("socks5://me:hidden@h:1080", "HTTPS_PROXY names a SOCKS proxy.*NO_PROXY=model.test"),
        ("socks://h", "SOCKS"),
        *((value, "HTTPS_PROXY should look like http://HOST:PORT") for value in ("ftp://h", "http://", "http://h:x")),
        *((value, "%40 for @") for value in ("http://me:hid/den@h:1", "http://me:hidden", "h:0", "http://[h")),
    ],
)
def test_a_variable_that_names_no_http_proxy(value: str, message: str) -> None:
    with pytest.raises(UsageError, match=message) as caught:
        choose_proxy("https://model.test/v1", load_proxies({"HTTPS_PROXY": value}))
    assert "hid" not in str(caught.value)


@pytest.mark.parametrize(
    ("variables", "url", "chosen"),
    [
        ({}, "https://h/v1", None),
        ({"HTTPS_PROXY": "http://p:8"}, "https://h/v1", Proxy("p", 8, "HTTPS_PROXY")),
        ({"HTTPS_PROXY": "http://p:8"}, "http://h/v1", None),
        ({"HTTPS_PROXY": "http://p:8", "https_proxy": "http://q:8"}, "https://h/v1", Proxy("q", 8, "HTTPS_PROXY")),
        ({"HTTPS_PROXY": "http://p:8", "https_proxy": ""}, "https://h/v1", None),
        ({"ALL_PROXY": "p:8", "HTTP_PROXY": "q"}, "https://h/v1", Proxy("p", 8, "ALL_PROXY")),
        ({"ALL_PROXY": "p:8", "HTTP_PROXY": "q"}, "http://h/v1", Proxy("q", 80, "HTTP_PROXY")),
        ({"all_proxy": "https://u%3A:a%2Fb@p/"}, "http://h/v1", Proxy("p", 443, "ALL_PROXY", True, "u:", "a/b")),
        ({"http_proxy": "http://[::1]:8"}, "http://h/v1", Proxy("::1", 8, "HTTP_PROXY")),
    ],
)
def test_the_variable_that_counts(variables: dict[str, str], url: str, chosen: Proxy | None) -> None:
    assert choose_proxy(url, load_proxies(variables)) == chosen


@pytest.mark.parametrize(
    ("exempt", "inside", "outside"),
    [
        ("*", "http://anything/v1", ""),
        ("model.test", "https://model.test/v1", "https://mymodel.test/v1"),
        ("model.test", "https://eu.model.test/v1", "https://model.test.evil/v1"),
        (" a.test , .model.test", "https://eu.model.test/v1", "https://b.test/v1"),
        ("a.test *.Model.Test.", "https://eu.MODEL.test/v1", "https://b.test/v1"),
        ("model.test:8000", "http://model.test:8000/v1", "http://model.test/v1"),
        ("model.test:443", "https://model.test/v1", "http://model.test/v1"),
        ("localhost,127.0.0.0/8", "http://127.0.0.1:8000/v1", "http://128.0.0.1:8000/v1"),
        ("localhost,127.0.0.0/8", "http://localhost:8000/v1", "http://127.evil/v1"),
        ("10.1.2.3", "http://10.1.2.3/v1", "http://10.1.2.30/v1"),
        ("::1,fe80::/10", "http://[::1]:8000/v1", "http://[::2]:8000/v1"),
        ("[fe80::1]:8000", "http://[fe80::1]:8000/v1", "http://[fe80::1]/v1"),
        ("bücher.test", "http://xn--bcher-kva.test/v1", "http://bucher.test/v1"),
        (",", "", "http://h/v1"),
    ],
)
def test_what_is_exempt(exempt: str, inside: str, outside: str) -> None:
    proxies = load_proxies({"ALL_PROXY": "http://p:8", "NO_PROXY": exempt})
    if inside:
        assert choose_proxy(inside, proxies) is None
    if outside:
        assert choose_proxy(outside, proxies) is not None


def test_the_password_is_in_no_representation() -> None:
    proxies = load_proxies({"ALL_PROXY": "http://me:hidden@p:8"})
    connection = Connection(proxies=proxies)
    assert "hidden" not in f"{proxies!r} {connection!r} {choose_proxy('http://h', proxies)!r}"


def test_the_environment_is_used_where_nothing_else_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "socks4://p")
    with pytest.raises(UsageError, match="HTTP_PROXY names a SOCKS proxy"):
        open_model("openai:tiny@http://model.test/v1", Connection())
    monkeypatch.setenv("no_proxy", "model.test")
    assert open_model("openai:tiny@http://model.test/v1", Connection()).name == "openai:tiny@http://model.test/v1"
