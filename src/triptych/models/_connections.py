"""A small HTTP/1.1 client: kept connections, one request at a time on each, also through the proxies that
the variables of curl and requests name.

A general client spends three times as long on a call as everything else here: cookies, redirects, streams, tracing. A
model's endpoint needs none of them. Responses are parsed by httptools (llhttp, as in Node.js).
"""

import asyncio
import base64
import ipaddress
import ssl
import zlib
from collections import deque
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final, NamedTuple, cast
from urllib.parse import SplitResult, unquote, urlsplit

import httptools
from pydantic import SecretStr

from triptych.errors import UsageError

_ZLIB_OR_GZIP: Final = 47
# How often calls are checked for time-outs.
_SWEEP_SECONDS: Final = 1.0
_LONGEST_HEAD: Final = 65_536
_HTTP: Final = b"HTTP/1."
MOST_BYTES: Final = 32 * 1024 * 1024
"""The largest answer that is read, after unpacking. A reply of a model has kilobytes."""
PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True, slots=True)
class Proxy:
    """An HTTP proxy."""

    host: str
    port: int
    variable: str
    """The environment variable that names it."""
    is_secure: bool = False
    """True where TLS is spoken with the proxy itself."""
    user: str = ""
    """Empty for none."""
    password: str = field(default="", repr=False)
    """Never shown."""

    @property
    def name(self) -> str:
        """`HOST:PORT`, as errors show it."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    @property
    def authorization(self) -> str:
        """The value of Proxy-Authorization; empty without a user."""
        if not (self.user or self.password):
            return ""
        return "Basic " + base64.b64encode(f"{self.user}:{self.password}".encode()).decode()


def choose_proxy(url: str, proxies: Mapping[str, SecretStr]) -> Proxy | None:
    """The proxy for an endpoint's URL, None to connect directly; UsageError where its variable is wrong."""
    parts = urlsplit(url)
    kind = parts.scheme if proxies[parts.scheme] else "all"
    variable, value = f"{kind.upper()}_PROXY", proxies[kind].get_secret_value().strip()
    if not value or _is_exempt(parts, proxies["no"].get_secret_value()):
        return None
    return _read_proxy(value, variable, parts.hostname or "")


def _read_proxy(value: str, variable: str, endpoint: str) -> Proxy:
    """The proxy that a variable names. No message repeats the value: a password may be anywhere in a wrong one."""
    value = value if "://" in value else f"http://{value}"
    if value.lower().startswith("socks"):
        raise UsageError(
            f"{variable} names a SOCKS proxy, which is not supported; "
            f"name an HTTP proxy, or set NO_PROXY={endpoint} to connect directly"
        )
    with suppress(ValueError):
        parts = urlsplit(value)
        if parts.scheme in PORTS and parts.hostname and parts.path in ("", "/") and parts.port != 0:
            host = parts.hostname.encode("idna").decode()
            port = parts.port or PORTS[parts.scheme]
            user, password = unquote(parts.username or ""), unquote(parts.password or "")
            return Proxy(host, port, variable, parts.scheme == "https", user, password)
    raise UsageError(
        f"{variable} should look like http://HOST:PORT or http://USER:PASSWORD@HOST:PORT; "
        "in a password, write %40 for @, %2F for /, %3A for :, %3F for ? and %23 for #"
    )


def _is_exempt(endpoint: SplitResult, exempt: str) -> bool:
    """True where NO_PROXY names the endpoint: `*`, a host, a domain, an address or a network, also with a port."""
    host, port = _normal(endpoint.hostname or ""), endpoint.port or PORTS[endpoint.scheme]
    entries = map(_split_port, exempt.replace(",", " ").split())
    return any(name == "*" or (only in (None, port) and _covers(name, host)) for name, only in entries)


def _split_port(entry: str) -> tuple[str, int | None]:
    """`host:8000` and `[::1]:8000` in two; a bare IPv6 address has colons of its own."""
    name, _, port = entry.rpartition(":")
    if port.isdecimal() and name and (":" not in name or name.endswith("]")):
        return name.strip("[]"), int(port)
    return entry.strip("[]"), None


def _covers(name: str, host: str) -> bool:
    try:
        return ipaddress.ip_address(host) in ipaddress.ip_network(name, strict=False)
    except ValueError:
        domain = _normal(name.removeprefix("*"))
        return bool(domain) and (host == domain or host.endswith(f".{domain}"))


def _normal(name: str) -> str:
    """A host's name as DNS knows it."""
    name = name.strip(".").lower()
    try:
        return name.encode("idna").decode()
    except ValueError:
        return name


class HttpError(Exception):
    """No answer, or none that can be read."""


class ProxyRefusal(HttpError):
    """The proxy would not open a tunnel."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(f"{status} {reason}".strip())
        self.status = status


class HttpResponse(NamedTuple):
    """What a server answered."""

    status: int
    content: bytes
    headers: dict[str, str]
    """By lower-case name."""


class HttpClient:
    """One server. For one event loop."""

    def __init__(
        self, url: str, headers: dict[str, str], *, seconds: float, connect_seconds: float, proxy: Proxy | None = None
    ) -> None:
        """`url` is that of the server; `seconds` bounds a whole request."""
        parts = urlsplit(url)
        self._is_secure = parts.scheme == "https"
        self._host = parts.hostname or ""
        self._port = parts.port or PORTS[parts.scheme]
        self._proxy = proxy
        address = parts.netloc.rpartition("@")[2].encode("idna").decode()
        named = {"Host": address, **headers}
        # A proxy is asked for the whole URL, unless it only passes TLS on.
        self._origin = f"http://{address}" if proxy and not self._is_secure else ""
        if proxy and self._origin and proxy.authorization:
            named["Proxy-Authorization"] = proxy.authorization
        self._headers = "".join(f"{name}: {value}\r\n" for name, value in named.items())
        self._seconds = seconds
        self._connect_seconds = min(seconds, connect_seconds)
        self._context = ssl.create_default_context() if self._is_secure or (proxy and proxy.is_secure) else None
        self._idle: deque[_KeptConnection] = deque()
        self._open: set[_KeptConnection] = set()
        self._sweeper: asyncio.TimerHandle | None = None

    async def post(self, path: str, content: bytes) -> HttpResponse:
        """The answer to a body; TimeoutError, OSError or HttpError where there is none."""
        head = f"POST {self._origin}{path} HTTP/1.1\r\n{self._headers}Content-Length: {len(content)}\r\n\r\n"
        return await self._send(head.encode("latin-1") + content)

    async def get(self, path: str) -> HttpResponse:
        """The answer to a GET."""
        return await self._send(f"GET {self._origin}{path} HTTP/1.1\r\n{self._headers}\r\n".encode("latin-1"))

    async def close(self) -> None:
        """Close every connection."""
        if self._sweeper is not None:
            self._sweeper.cancel()
            self._sweeper = None
        for connection in list(self._open):
            connection.transport.abort()
        self._open.clear()
        self._idle.clear()
        # A transport lets go of its socket in the next turn of the loop.
        await asyncio.sleep(0)

    async def _send(self, message: bytes) -> HttpResponse:
        # One deadline for the whole of it, so that a slow connection does not add to the time.
        deadline = asyncio.get_running_loop().time() + self._seconds
        connection = self._take_idle() or await self._connect()
        if self._sweeper is None:
            self._sweep()
        try:
            response = await connection.exchange(message, deadline)
        except BaseException:
            # A late answer would be taken for that of the next request.
            connection.transport.abort()
            raise
        if connection.may_be_kept:
            self._idle.append(connection)
        else:
            connection.transport.close()
        return response

    def _sweep(self) -> None:
        """Time out late calls, then schedule the next check; a timer for every call would cost a tenth of the call."""
        loop = asyncio.get_running_loop()
        now = loop.time()
        for connection in self._open:
            connection.end_if_late(now)
        self._sweeper = loop.call_later(min(_SWEEP_SECONDS, self._seconds / 10), self._sweep)

    def _take_idle(self) -> "_KeptConnection | None":
        while self._idle:
            # The one that was used last is the likeliest to be still open.
            connection = self._idle.pop()
            if not connection.transport.is_closing():
                return connection
        return None

    async def _connect(self) -> "_KeptConnection":
        loop = asyncio.get_running_loop()
        proxy = self._proxy
        async with asyncio.timeout(self._connect_seconds):
            if proxy is not None and self._is_secure:
                return await self._connect_through(proxy)
            host, port = (proxy.host, proxy.port) if proxy else (self._host, self._port)
            _, connection = await loop.create_connection(
                lambda: _KeptConnection(self._open), host, port, ssl=self._context
            )
        return connection

    async def _connect_through(self, proxy: Proxy) -> "_KeptConnection":
        """A connection through a tunnel; the proxy learns the server's name and nothing of what is sent."""
        loop = asyncio.get_running_loop()
        outer = self._context if proxy.is_secure else None
        assert self._context is not None
        reader = asyncio.StreamReader()
        transport, _ = await loop.create_connection(
            lambda: asyncio.StreamReaderProtocol(reader), proxy.host, proxy.port, ssl=outer
        )
        try:
            name = self._host.encode("idna").decode()
            server = f"[{name}]:{self._port}" if ":" in name else f"{name}:{self._port}"
            secret = f"Proxy-Authorization: {proxy.authorization}\r\n" if proxy.authorization else ""
            transport.write(f"CONNECT {server} HTTP/1.1\r\nHost: {server}\r\n{secret}\r\n".encode("latin-1"))
            await _read_consent(reader)
            connection = _KeptConnection(self._open)
            inner = await loop.start_tls(transport, connection, self._context, server_hostname=self._host)
            assert inner is not None
            connection.connection_made(inner)
        except BaseException:
            transport.abort()
            raise
        return connection


async def _read_consent(reader: asyncio.StreamReader) -> None:
    """Read what a proxy answers to CONNECT, where httptools would wait for the body that a 200 has; may be refused."""
    try:
        start = await reader.readexactly(len(_HTTP))
        head = start + await reader.readuntil(b"\r\n\r\n") if start == _HTTP else start
    except asyncio.IncompleteReadError:
        raise HttpError("the proxy closed the connection") from None
    except asyncio.LimitOverrunError:
        head = b""
    status, _, reason = head.partition(b"\r\n")[0].decode("latin-1").partition(" ")[2].partition(" ")
    if not head.startswith(_HTTP) or not status.isdecimal():
        raise HttpError("the proxy does not speak HTTP/1.1")
    if not 200 <= int(status) < 300:
        raise ProxyRefusal(int(status), reason)


class _KeptConnection(asyncio.Protocol):
    """One connection; httptools parses the response to the pending request."""

    def __init__(self, others: "set[_KeptConnection]") -> None:
        self._others = others
        self._received = 0
        self._parser = httptools.HttpResponseParser(self)
        self._waiter: asyncio.Future[HttpResponse] | None = None
        self._headers: dict[str, str] = {}
        self._body = bytearray()
        self._has_head = False
        self._deadline = 0.0
        self.transport: asyncio.Transport
        self.may_be_kept = False

    async def exchange(self, message: bytes, deadline: float) -> HttpResponse:
        """The answer to a message, up to a time of the loop's clock."""
        self._waiter = asyncio.get_running_loop().create_future()
        self._deadline = deadline
        self.may_be_kept = False
        self._received = 0
        self.transport.write(message)
        try:
            return await self._waiter
        finally:
            self._waiter = None

    def end_if_late(self, now: float) -> None:
        """Give up waiting for an answer that should have been there by now."""
        if now >= self._deadline:
            self._fail(TimeoutError())

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self._others.add(self)

    def connection_lost(self, error: Exception | None) -> None:
        self._others.discard(self)
        headers = self._headers
        if self._has_head and not error and "content-length" not in headers and "transfer-encoding" not in headers:
            # A body that says nothing about its length ends with the connection.
            self.on_message_complete()
        self._fail(error or HttpError("the server closed the connection before it had answered"))

    def data_received(self, data: bytes) -> None:
        if self._waiter is None:
            # There is no request to answer.
            self.transport.abort()
            return
        self._received += len(data)
        try:
            self._parser.feed_data(data)
        except httptools.HttpParserError as error:
            self._end(f"the server does not speak HTTP/1.1 ({error})")
        if self._waiter is None or self._waiter.done():
            return
        if self._received > (MOST_BYTES + _LONGEST_HEAD if self._has_head else _LONGEST_HEAD):
            part = "answer" if self._has_head else "head of the answer"
            self._end(f"the {part} is larger than {_LONGEST_HEAD if not self._has_head else MOST_BYTES:,} bytes")

    # Called by httptools.

    def on_header(self, name: bytes, value: bytes) -> None:
        self._headers[name.decode("latin-1").lower()] = value.decode("latin-1")

    def on_headers_complete(self) -> None:
        self._has_head = True

    def on_body(self, part: bytes) -> None:
        self._body += part

    def on_message_complete(self) -> None:
        status, headers, content = self._parser.get_status_code(), self._headers, bytes(self._body)
        self._headers, self._body, self._has_head = {}, bytearray(), False
        if status < 200:
            # The answer proper is still to come.
            return
        self.may_be_kept = self._parser.should_keep_alive()
        if self._waiter is not None and not self._waiter.done():
            try:
                self._waiter.set_result(HttpResponse(status, _plain(content, headers), headers))
            except zlib.error as error:
                self._fail(HttpError(f"the answer cannot be unpacked ({error})"))
            except HttpError as error:
                self._fail(error)

    def _end(self, why: str) -> None:
        """Give up the answer and the connection."""
        self._fail(HttpError(why))
        self.transport.abort()

    def _fail(self, error: Exception) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_exception(error)


def _plain(content: bytes, headers: dict[str, str]) -> bytes:
    """The content, decompressed where a server compresses it unasked."""
    if headers.get("content-encoding", "identity").lower() in ("gzip", "x-gzip", "deflate"):
        unpacking = zlib.decompressobj(_ZLIB_OR_GZIP)
        content = unpacking.decompress(content, MOST_BYTES + 1)
        if len(content) <= MOST_BYTES and not unpacking.eof:
            raise HttpError("the answer cannot be unpacked (it ends too early)")
    if len(content) > MOST_BYTES:
        raise HttpError(f"the answer is larger than {MOST_BYTES:,} bytes")
    return content
