"""A loopback proxy in a thread: CONNECT for https, absolute-form for http, with or without a password.

Every name leads to this machine, so that tests can use endpoints whose names only the proxy knows.
"""

import asyncio
import base64
import ssl
import threading
from contextlib import suppress
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit


class Relay:
    """Passes requests on, and remembers their heads."""

    def __init__(self, login: str = "", status: int = 0, context: ssl.SSLContext | None = None) -> None:
        """`login` is what is asked for; a `status` refuses everything, 1 with no HTTP; `context` speaks TLS."""
        self.heads: list[str] = []
        self.connections = 0
        self.port = 0
        self._login = base64.b64encode(login.encode()).decode()
        self._status = status
        self._context = context
        self._loop = asyncio.new_event_loop()
        self._tasks: set[asyncio.Task[None]] = set()
        self._started = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        self._started.wait(10)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._loop.call_soon_threadsafe(self._ended.set)
        self._thread.join(10)

    def url(self, login: str = "") -> str:
        """Its URL, as the environment has it."""
        scheme, host = ("https", "localhost") if self._context else ("http", "127.0.0.1")
        return f"{scheme}://{login}{'@' if login else ''}{host}:{self.port}"

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_until_complete(self._listen())
        self._loop.close()

    async def _listen(self) -> None:
        self._ended = asyncio.Event()
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0, ssl=self._context)
        self.port = server.sockets[0].getsockname()[1]
        self._started.set()
        await self._ended.wait()
        server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            with suppress(asyncio.IncompleteReadError, ConnectionError):
                await self._relay(reader, writer)
        finally:
            self._tasks.discard(task)
            writer.close()

    async def _relay(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while True:
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
            self.heads.append(head)
            method, target, _ = head.split(" ", 2)
            length = [int(line[15:]) for line in head.split("\r\n") if line.lower().startswith("content-length:")]
            body = await reader.readexactly(length[0] if length else 0)
            status = self._status
            if self._login and f"\r\nProxy-Authorization: Basic {self._login}\r\n" not in head:
                status = 407
            if status == 1:
                writer.write(b"SSH-2.0-OpenSSH_9.2\r\n")
                return
            if status:
                said = f"no, {head}"
                writer.write(f"HTTP/1.1 {status} No\r\nContent-Length: {len(said)}\r\n\r\n{said}".encode("latin-1"))
                await writer.drain()
                continue
            url = urlsplit(f"//{target}" if method == "CONNECT" else target)
            assert url.port is not None
            if method == "CONNECT":
                writer.write(b"HTTP/1.1 200 Connection established\r\n\r\n")
                await self.pipe(reader, writer, url.port)
                return
            fields = head.partition("\r\n")[2]
            request = f"{method} {url.path} HTTP/1.1\r\n{fields}".encode("latin-1") + body
            await self.pipe(reader, writer, url.port, request)
            return

    async def pipe(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, port: int, request: bytes = b""
    ) -> None:
        """Pass a request on, and then everything in both directions."""
        ahead, onward = await asyncio.open_connection("127.0.0.1", port)
        onward.write(request)
        try:
            await asyncio.gather(_copy(reader, onward), _copy(ahead, writer))
        finally:
            onward.close()


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(ConnectionError):
        while received := await reader.read(65_536):
            writer.write(received)
            await writer.drain()
        writer.close()
