"""A small HTTP/1.1 client: kept connections, one request at a time on each, also through proxies.

A general client spends three times as long on a call as everything else here: cookies, redirects, streams, tracing. A
model's endpoint needs none of them. Responses are parsed by httptools (llhttp, as in Node.js).
"""

import asyncio
import ssl
import zlib
from collections import deque
from typing import Final, NamedTuple, cast
from urllib.parse import urlsplit

import httptools

from triptych.models._proxies import PORTS, Proxy

_ZLIB_OR_GZIP: Final = 47
# How often calls are checked for time-outs.
_SWEEP_SECONDS: Final = 1.0
_LONGEST_HEAD: Final = 65_536
_HTTP: Final = b"HTTP/1."
MOST_BYTES: Final = 32 * 1024 * 1024
"""The largest answer that is read, after unpacking. A reply of a model has kilobytes."""


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
