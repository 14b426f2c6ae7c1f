"""What a model is: messages in, one or more answers out. Judges and writers know nothing more about it."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, Protocol

from pydantic import SecretStr

from triptych.errors import TransientError, TriptychError, UsageError
from triptych.plugins import check_has, load, names_in
from triptych.records import Usage

_FOLDER = "triptych.models"

Role = Literal["system", "user", "assistant"]
Option = str | int | float | bool | None | list["Option"] | dict[str, "Option"]
TokenLogprobs = tuple[tuple[str, dict[str, float]], ...]
"""Tokens in order, each with its likeliest alternatives (itself among them) and their log-probabilities."""


class Message(NamedTuple):
    """One turn of a conversation."""

    role: Role
    content: str


@dataclass(frozen=True, slots=True)
class Request:
    """What a model is asked."""

    messages: tuple[Message, ...]
    temperature: float | None = None
    """None leaves it to the server."""
    max_tokens: int | None = None
    seed: int | None = None
    """For reproducible replies, where the server honours it."""
    choices: int = 1
    """How many replies to the same messages; a server may give fewer."""
    alternatives: int = 0
    """How many alternatives of each token to give log-probabilities for; a server may give none."""
    options: tuple[tuple[str, Option], ...] = ()
    """Further fields of the request as the user named them; None takes a usual field out."""


class Choice(NamedTuple):
    """One reply."""

    text: str
    """The words; reasoning that the server keeps apart is not among them."""
    finish_reason: str | None = None
    """`stop`, `length`, `refusal`, `tool_calls`, `content_filter` …"""
    logprobs: TokenLogprobs = ()
    """The reply's tokens, where the server gave them."""


class Completion(NamedTuple):
    """What came back for one request."""

    choices: tuple[Choice, ...]
    """At least one, at most as many as were asked for."""
    usage: Usage


@dataclass(frozen=True, slots=True)
class Connection:
    """How a model is reached."""

    base_url: str = "https://api.openai.com/v1"
    """Where `openai:` models live that name no address."""
    api_key: SecretStr | None = None
    """Sent to the endpoint, never shown."""
    timeout_seconds: float = 180.0
    options: Mapping[str, Option] = field(default_factory=dict)
    """Options that belong to loading a local model: `n_ctx`, `n_threads` …"""
    keyless: Collection[str] = ()
    """Servers that are not sent the key."""
    proxies: Mapping[str, SecretStr] | None = None
    """The proxies that endpoints are reached through, as `load_proxies` gives them; None for the environment's."""


class Model(Protocol):
    """Something that answers. It raises Unavailable, Rejected or EndpointError, nothing else a server can cause."""

    @property
    def name(self) -> str:
        """`openai:MODEL@URL`, `gguf:PATH`: without any key."""

    @property
    def notes(self) -> tuple[str, ...]:
        """What was learnt about the server that a user should know: "refuses logprobs"."""

    async def ask(self, request: Request) -> Completion:
        """The model's answer to one request."""

    async def context_tokens(self) -> int | None:
        """How many tokens prompt and reply may have together, where the server says so."""

    async def close(self) -> None:
        """Close connections or free weights."""


class Unavailable(TransientError):
    """This call failed and may work later: a time-out, a 429, a 5xx, a dropped connection."""

    def __init__(self, message: str, *, retry_after: float | None = None, is_overload: bool = False) -> None:
        super().__init__(message)
        self.retry_after = retry_after
        """Seconds the server asked to wait."""
        self.is_overload = is_overload
        """True where the server is overloaded."""


class Rejected(TriptychError):
    """The server will not take this very request; others may be fine."""

    def __init__(self, message: str, *, context_tokens: int | None = None, is_forbidden: bool = False) -> None:
        super().__init__(message)
        self.context_tokens = context_tokens
        """The server's limit, where the request was too long and the server said what would fit."""
        self.is_forbidden = is_forbidden
        """True where the server accepts others but not this one; if true of all, the key has lost its rights."""


def open_model(spec: str, connection: Connection) -> Model:
    """The model that `SCHEME:REST` names; SCHEME is a file of this folder."""
    scheme, colon, rest = spec.partition(":")
    if not colon or not rest.strip():
        raise UsageError(f"a model is written SCHEME:NAME, such as openai:MODEL@URL or gguf:PATH; this is {spec!r}")
    model: Model = load(_FOLDER, scheme).connect(rest, connection)
    check_has(model, ("name", "notes", "ask", "context_tokens", "close"), f"what connect() of {scheme} gives", "model")
    return model


def schemes() -> tuple[str, ...]:
    """The schemes there are: `openai`, `gguf`, `scripted` …"""
    return names_in(_FOLDER)
