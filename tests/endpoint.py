"""A loopback endpoint that speaks chat completions and fails on demand: `python endpoint.py '{"latency": 0.05}'`.

It prints its port, serves until its standard input closes, and answers `GET /stats` and `POST /behave` beside
`/v1/chat/completions`. The same messages always get the same score, so that runs can be compared.
"""

import asyncio
import hashlib
import json
import random
import re
import subprocess
import sys
import urllib.request
from collections import Counter
from dataclasses import dataclass, field, fields
from types import TracebackType
from typing import Any, Self

from pydantic_core import from_json, to_json

CASE_WORD = re.compile(r"\nCase- (\w+)(?=\n|$)")
REVIEW = re.compile(r"^(\d+)(?: \(\d stars?\))?: (.{60,})$", re.MULTILINE)
FAULTS = ("busy", "broken", "dropped", "cut", "unscored", "out_of_range", "stalled", "not_json", "page")


@dataclass(slots=True)
class Behaviour:
    """What the endpoint does."""

    latency: float = 0.0
    """Seconds before each answer."""
    faults: dict[str, float] = field(default_factory=dict)
    """Share of requests that meet each of FAULTS; `unscored` and `out_of_range` are answered with such a reply."""
    retry_after: float = 0.05
    """What a busy answer asks to wait."""
    status: int = 200
    """Answer everything with this status."""
    message: str = "no"
    """What goes with that status."""
    refuses: list[str] = field(default_factory=list)
    """Fields that get a 400."""
    honours_n: bool = True
    """False gives one choice whatever was asked."""
    logprobs: bool = True
    """False gives none."""
    key: str = ""
    """The key that is asked for; empty for none."""
    script: list[str] = field(default_factory=list)
    """Replies by turn, over and over, instead of scores by content."""
    quotes: int = 0
    """Reviews that a reply quotes, each with a remark, as real models do; 0 replies in one sentence."""
    context: int = 0
    """Most prompt tokens; 0 for any number."""
    cached: float = 0.0
    """Share of the prompt tokens that it says it had cached."""
    seed: int = 0
    """Of the faults."""


class Endpoint:
    """Counts and answers."""

    def __init__(self, behaviour: Behaviour) -> None:
        self.behaviour = behaviour
        self.random = random.Random(behaviour.seed)
        self.answered: Counter[str] = Counter()
        self.requests = self.in_flight = self.peak = 0
        self.faults: Counter[str] = Counter()
        self.last: dict[str, Any] = {}
        self.last_headers = ""
        self.server: asyncio.Server | None = None
        self.connections: set[asyncio.BaseTransport] = set()
        self.port = 0

    async def listen(self) -> None:
        loop = asyncio.get_running_loop()
        self.server = await loop.create_server(lambda: Connection(self), "127.0.0.1", self.port, backlog=1024)
        self.port = self.server.sockets[0].getsockname()[1]

    async def go_away(self, seconds: float) -> None:
        assert self.server is not None
        self.server.close()
        for transport in list(self.connections):
            transport.close()
        await asyncio.sleep(seconds)
        await self.listen()

    def stats(self) -> dict[str, Any]:
        return {
            "requests": self.requests,
            "distinct": len(self.answered),
            "answered": sum(self.answered.values()),
            "repeated": sum(count - 1 for count in self.answered.values()),
            "peak": self.peak,
            "in_flight": self.in_flight,
            "faults": dict(self.faults),
            "last": self.last,
            "last_headers": self.last_headers,
        }

    def behave(self, change: dict[str, Any]) -> None:
        if "away" in change:
            self.away = asyncio.create_task(self.go_away(change.pop("away")))
        if change.pop("reset", False):
            self.answered.clear()
            self.requests = self.peak = 0
        for name, value in change.items():
            setattr(self.behaviour, name, value)


class Connection(asyncio.Protocol):
    """One connection: as little HTTP as it takes, so that a benchmark measures the client."""

    def __init__(self, endpoint: Endpoint) -> None:
        self.endpoint = endpoint
        self.buffer = bytearray()
        self.transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        self.endpoint.connections.add(transport)

    def connection_lost(self, error: Exception | None) -> None:
        self.endpoint.connections.discard(self.transport)

    def data_received(self, received: bytes) -> None:
        self.buffer += received
        while (end := self.buffer.find(b"\r\n\r\n")) >= 0:
            head = bytes(self.buffer[:end]).decode("latin-1")
            length = 0
            at = head.lower().find("content-length:")
            if at >= 0:
                length = int(head[at + 15 :].partition("\r\n")[0])
            if len(self.buffer) < end + 4 + length:
                return
            body = bytes(self.buffer[end + 4 : end + 4 + length])
            del self.buffer[: end + 4 + length]
            self.take(head, body)

    def take(self, head: str, body: bytes) -> None:
        method, target, _ = head.partition("\r\n")[0].split(" ", 2)
        path = target.partition("?")[0]
        endpoint = self.endpoint
        if path == "/stats":
            self.send(200, endpoint.stats())
        elif path == "/behave":
            endpoint.behave(json.loads(body))
            self.send(200, {})
        elif path.endswith("/models"):
            limit = endpoint.behaviour.context
            self.send(200, {"data": [{"id": "tiny", **({"max_model_len": limit} if limit else {})}]})
        elif path.endswith("/chat/completions") and method == "POST":
            endpoint.requests += 1
            endpoint.in_flight += 1
            endpoint.peak = max(endpoint.peak, endpoint.in_flight)
            fault = self.choose_fault()
            latency = 3600.0 if fault == "stalled" else endpoint.behaviour.latency
            if latency:
                asyncio.get_running_loop().call_later(latency, self.answer, head, body, fault)
            else:
                self.answer(head, body, fault)
        else:
            self.send(404, {"error": {"message": f"no such path {path}"}})

    def choose_fault(self) -> str | None:
        faults = self.endpoint.behaviour.faults
        if not faults:
            return None
        drawn = self.endpoint.random.random()
        for name, share in faults.items():
            if drawn < share:
                self.endpoint.faults[name] += 1
                return name
            drawn -= share
        return None

    def answer(self, head: str, body: bytes, fault: str | None) -> None:
        endpoint, behaviour = self.endpoint, self.endpoint.behaviour
        endpoint.in_flight -= 1
        if self.transport.is_closing():
            return None
        if behaviour.status != 200:
            return self.send(behaviour.status, {"error": {"message": behaviour.message}})
        if behaviour.key and f"authorization: bearer {behaviour.key}".lower() not in head.lower():
            return self.send(401, {"error": {"message": f"Incorrect API key provided: {_bearer(head)}"}})
        if fault == "busy":
            return self.send(429, {"error": {"message": "slow down"}}, f"Retry-After: {behaviour.retry_after}\r\n")
        if fault == "broken":
            return self.send(500, {"error": {"message": "internal error"}})
        if fault == "page":
            return self.send_raw(502, b"<html><body><h1>Bad gateway</h1></body></html>", "text/html")
        if fault == "not_json":
            return self.send_raw(200, b"upstream connect error", "text/plain")
        if fault == "dropped":
            return self.transport.abort()
        request = from_json(body)
        endpoint.last, endpoint.last_headers = request, head
        refused = [name for name in behaviour.refuses if name in request]
        if refused:
            return self.send(400, {"error": {"message": f"Unsupported parameter: '{refused[0]}' is not supported"}})
        tokens = len(body) // 4
        if behaviour.context and tokens > behaviour.context:
            words = f"This model's maximum context length is {behaviour.context} tokens; you sent {tokens}"
            return self.send(400, {"error": {"message": words}})
        said = to_json(completion(endpoint, request, tokens, fault))
        if fault == "cut":
            self.transport.write(_head(200, len(said), "application/json") + said[: len(said) // 2])
            return self.transport.close()
        self.transport.write(_head(200, len(said), "application/json") + said)
        return None

    def send(self, status: int, body: dict[str, Any], headers: str = "") -> None:
        self.send_raw(status, json.dumps(body).encode(), "application/json", headers)

    def send_raw(self, status: int, content: bytes, kind: str, headers: str = "") -> None:
        self.transport.write(_head(status, len(content), kind, headers) + content)


def completion(endpoint: Endpoint, request: dict[str, Any], tokens: int, fault: str | None) -> dict[str, Any]:
    """The body of an answer: a score that depends on the messages and the choice's number alone."""
    behaviour = endpoint.behaviour
    told = "".join(message["content"] for message in request["messages"])
    print_ = hashlib.sha256(f"{told}{request.get('seed')}".encode()).hexdigest()
    choices = []
    for index in range(request.get("n", 1) if behaviour.honours_n else 1):
        score = int(print_[index % 40 : index % 40 + 8], 16) % 5 + 1
        # From where the last can stand: an endpoint shares the machine with the client that is measured.
        word = CASE_WORD.match(told, max(0, told.rfind("\nCase- ")))
        closing = f"Case- {word[1]}\n" if word else ""
        text = f"{explain(told, behaviour.quotes)}\n{closing}Score- <score>{score}</score>"
        if behaviour.script:
            text = behaviour.script[endpoint.answered.total() % len(behaviour.script)]
        elif fault == "unscored":
            text = "I would rather talk about the weather."
        elif fault == "out_of_range":
            text = "It is beyond all praise.\nScore- <score>7</score>"
        choice: dict[str, Any] = {"index": index, "finish_reason": "stop"}
        choice["message"] = {"role": "assistant", "content": text}
        if request.get("logprobs") and behaviour.logprobs:
            choice["logprobs"] = {"content": tokens_of(text)}
        choices.append(choice)
    endpoint.answered[print_] += 1
    usage: dict[str, Any] = {
        "prompt_tokens": tokens,
        "completion_tokens": 20 * len(choices),
        "total_tokens": tokens + 20,
    }
    if behaviour.cached:
        usage |= {"prompt_tokens_details": {"cached_tokens": round(behaviour.cached * tokens)}}
    return {"object": "chat.completion", "model": request["model"], "choices": choices, "usage": usage}


def explain(told: str, quotes: int) -> str:
    """Reasons for a score: a remark and an `Evidence:` line for each of the first reviews with a line of their own."""
    if not quotes:
        return "Each piece of it can be found in the reviews that are given."
    remarks = [
        f"{step}. What it says here is borne out, if in other words and with less weight than buyers give it.\n"
        f'Evidence: "{found[2][12:52].strip()}" (P1 review {found[1]})'
        for step, (found, _) in enumerate(zip(REVIEW.finditer(told), range(quotes), strict=False), start=1)
    ]
    return "\n".join(["I went through the steps in turn and list what I found.", *remarks, "On the whole it holds up."])


def tokens_of(text: str) -> list[dict[str, Any]]:
    """Characters as tokens; at a digit its neighbours on the scale are alternatives with a tenth each."""
    tokens = []
    for character in text:
        alternatives = [{"token": character, "logprob": -0.001}]
        if character in "12345":
            others = [str(digit) for digit in (int(character) - 1, int(character) + 1) if 1 <= digit <= 5]
            share = 1 - 0.1 * len(others)
            logs = {0.8: -0.2231435513, 0.9: -0.1053605157}
            alternatives = [{"token": character, "logprob": logs[round(share, 1)]}]
            alternatives += [{"token": other, "logprob": -2.302585093} for other in others]
        tokens.append({"token": character, "logprob": alternatives[0]["logprob"], "top_logprobs": alternatives})
    return tokens


def _bearer(head: str) -> str:
    at = head.lower().find("authorization: bearer ")
    return head[at + 22 :].partition("\r\n")[0] if at >= 0 else ""


def _head(status: int, length: int, kind: str, headers: str = "") -> bytes:
    return f"HTTP/1.1 {status} Status\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\n{headers}\r\n".encode()


class Loopback:
    """An endpoint in a process of its own, as tests and benchmarks hold it."""

    def __init__(self, **behaviour: Any) -> None:
        command = [sys.executable, __file__, json.dumps(behaviour)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        self.root = f"http://127.0.0.1:{int(self._process.stdout.readline())}"

    @property
    def url(self) -> str:
        """The base URL."""
        return f"{self.root}/v1"

    @property
    def judge(self) -> str:
        """The judge string of its model."""
        return f"openai:tiny@{self.url}"

    def stats(self) -> dict[str, Any]:
        """What it has counted."""
        with urllib.request.urlopen(f"{self.root}/stats") as response:
            counted: dict[str, Any] = json.loads(response.read())
            return counted

    def behave(self, **change: Any) -> None:
        """Change what it does; `away=3` closes it for three seconds, `reset=True` counts from zero."""
        request = urllib.request.Request(f"{self.root}/behave", json.dumps(change).encode())
        urllib.request.urlopen(request).close()

    def close(self) -> None:
        """End it."""
        self._process.communicate()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


async def serve(behaviour: Behaviour) -> None:
    """Serve until standard input closes."""
    endpoint = Endpoint(behaviour)
    await endpoint.listen()
    sys.stdout.write(f"{endpoint.port}\n")
    sys.stdout.flush()
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    sys.stdout.flush()


def main() -> None:
    given = json.loads(sys.argv[1]) if len(sys.argv) > 1 else {}
    unknown = set(given) - {entry.name for entry in fields(Behaviour)}
    if unknown:
        raise SystemExit(f"unknown: {', '.join(sorted(unknown))}")
    asyncio.run(serve(Behaviour(**given)))


if __name__ == "__main__":
    main()
