"""The chat-completions format that endpoints and llama.cpp share: a request as a body, a body as an answer."""

import json
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from pydantic_core import from_json, to_json

from triptych.errors import EndpointError
from triptych.models._model import Choice, Completion, Option, Rejected, Request, TokenLogprobs, Unavailable
from triptych.records import Usage

_SHOWN = 300

# Fields we send of our own accord, and what a server's refusal of each looks like. What it refuses is left out from
# then on; a field that the user named is never left out.
_REFUSALS = {
    "logprobs": r"log_?probs",
    "n": r"""['"`\[]n['"`\]]|\bn\s*(?:>|must|should|is|=)|multiple (?:choices|completions)""",
    "seed": r"\bseed\b",
    "temperature": r"\btemperature\b",
    "max_tokens": r"\bmax_tokens\b",
}
_TOO_LONG = re.compile(r"context|maximum.{0,20}(?:length|tokens)|too (?:long|many tokens|large)", re.IGNORECASE)
_LIMITS = (
    re.compile(r"maximum context length (?:is|of) (\d+)", re.IGNORECASE),
    re.compile(r"available context size \((\d+)", re.IGNORECASE),
    re.compile(r"max(?:imum)?[ _](?:model[ _]len|input)\D{0,20}(\d{3,})", re.IGNORECASE),
)


Send = Callable[[dict[str, Option], Request], Awaitable[Completion]]


@dataclass(slots=True)
class Dialect:
    """What a server has been found not to understand."""

    refused: set[str] = field(default_factory=set)

    @property
    def notes(self) -> tuple[str, ...]:
        """What is no longer sent, in words."""
        instead = {"max_tokens": "with 'max_completion_tokens'"}
        return tuple(
            f"the endpoint refuses {name!r}; it is asked {instead.get(name, 'without')}"
            for name in sorted(self.refused)
        )

    def body(self, model: str, request: Request) -> dict[str, Option]:
        """The request as this server takes it."""
        body: dict[str, Option] = {
            "model": model,
            "messages": [{"role": message.role, "content": message.content} for message in request.messages],
        }
        choices = request.choices if request.choices > 1 else None
        usual = {"temperature": request.temperature, "seed": request.seed, "n": choices}
        body |= {name: value for name, value in usual.items() if name not in self.refused}
        body["max_completion_tokens" if "max_tokens" in self.refused else "max_tokens"] = request.max_tokens
        if request.alternatives and "logprobs" not in self.refused:
            body |= {"logprobs": True, "top_logprobs": request.alternatives}
        # None is how a user takes a usual field out: `--model-option temperature=null`.
        return {name: value for name, value in (body | dict(request.options)).items() if value is not None}

    async def ask(self, model: str, request: Request, send: Send) -> Completion:
        """What `send` answers; a field the server does not understand is left out and the request sent again."""
        while True:
            body = self.body(model, request)
            try:
                return await send(body, request)
            except Rejected as error:
                ours = body.keys() - dict(request.options).keys()
                said = str(error)
                refused = [name for name, like in _REFUSALS.items() if name in ours and re.search(like, said, re.I)]
                if not refused:
                    raise
                self.refused.add(refused[0])


def encode(body: dict[str, Option]) -> bytes:
    """The body as JSON."""
    try:
        return to_json(body)
    except ValueError:
        # A lone half of a surrogate pair, which UTF-8 cannot hold.
        return json.dumps(body, ensure_ascii=False).encode("utf-8", "replace")


def decode(content: bytes) -> Any:
    """The body that was received; ValueError where it is not JSON."""
    try:
        return from_json(content)
    except ValueError:
        # Half a surrogate pair: a model that was cut off inside an emoji. Only Python's own reader takes it.
        try:
            return from_json(json.dumps(json.loads(content), ensure_ascii=False).encode("utf-8", "replace"))
        except RecursionError:
            raise ValueError("nested too deep") from None


def read_answer(body: Any, request: Request, seconds: float) -> Completion:
    """The answer in a decoded body; Unavailable where it is none."""
    choices = body.get("choices") if isinstance(body, dict) else None
    if not isinstance(choices, list) or not choices:
        raise Unavailable(f"the endpoint answered something that is no chat completion: {shorten(json.dumps(body))}")
    try:
        read = tuple(_read_choice(choice) for choice in choices[: request.choices])
        return Completion(read, _read_usage(body.get("usage"), seconds))
    except (AttributeError, KeyError, TypeError, ValueError):
        raise Unavailable(f"the endpoint answered an odd chat completion: {shorten(json.dumps(body))}") from None


def _read_choice(choice: dict[str, Any]) -> Choice:
    message = choice["message"]
    content, finish_reason = message.get("content"), choice.get("finish_reason")
    if isinstance(content, list):
        content = "".join(str(part.get("text") or "") for part in content)
    if not content and message.get("refusal"):
        content, finish_reason = message["refusal"], "refusal"
    elif not content and message.get("tool_calls"):
        finish_reason = "tool_calls"
    if content is not None and not isinstance(content, str):
        raise TypeError("content is text")
    logprobs = choice.get("logprobs")
    tokens = _read_logprobs(logprobs.get("content")) if isinstance(logprobs, dict) else ()
    return Choice(content or "", None if finish_reason is None else str(finish_reason), tokens)


def _read_logprobs(tokens: Any) -> TokenLogprobs:
    given = tokens if isinstance(tokens, list) else []
    likeliest = (token.get("top_logprobs") or [token] for token in given)
    shares = [{str(one["token"]): float(one["logprob"]) for one in some} for some in likeliest]
    return tuple(zip([str(token["token"]) for token in given], shares, strict=True))


def _read_usage(usage: Any, seconds: float) -> Usage:
    counts = usage if isinstance(usage, dict) else {}
    details = counts.get("prompt_tokens_details")
    cached = details.get("cached_tokens") if isinstance(details, dict) else None
    return Usage(
        calls=1,
        prompt_tokens=max(0, int(counts.get("prompt_tokens") or 0)),
        completion_tokens=max(0, int(counts.get("completion_tokens") or 0)),
        cached_tokens=max(0, int(cached or 0)),
        seconds=seconds,
    )


def error_message(content: bytes, status: int, hide: Callable[[str], str] = str) -> str:
    """What a server said went wrong, on one line, passed through `hide` before anything of it is cut off."""
    text = content.decode("utf-8", "replace")
    try:
        body = json.loads(text)
    except (ValueError, RecursionError):
        return shorten(re.sub(r"<[^>]*>", " ", hide(text))) or f"HTTP {status} with no explanation"
    error = body.get("error", body) if isinstance(body, dict) else body
    if isinstance(error, dict):
        said = error.get("message") or error.get("detail") or error
        # OpenAI's own errors name the field or the kind of trouble beside the sentence.
        extra = [str(error[key]) for key in ("param", "code") if isinstance(error.get(key), str)]
        words = said if isinstance(said, str) else json.dumps(said, ensure_ascii=False)
        error = " ".join([words, *(f"[{word}]" for word in extra)])
    return shorten(hide(error if isinstance(error, str) else json.dumps(error, ensure_ascii=False)))


def status_in(error: object) -> int:
    """The status that an error names without the head of an HTTP answer; 500 where it names none."""
    code = error.get("code") if isinstance(error, dict) else None
    return code if isinstance(code, int) and 300 <= code < 600 else 500


def judge_status(status: int, message: str, retry_after: float | None) -> Exception:
    """What an HTTP status other than 200 means for us."""
    if status == 429 and re.search(r"insufficient_quota|billing|exceeded your current quota", message):
        return EndpointError(f"the endpoint answered 429: {message}")
    if status in (408, 409, 425, 429) or status >= 500:
        overload = status in (429, 503, 529)
        return Unavailable(f"HTTP {status}: {message}", retry_after=retry_after, is_overload=overload)
    if status in (400, 405, 406, 411, 413, 414, 415, 422):
        found = [match for pattern in _LIMITS if (match := pattern.search(message))]
        limit = int(found[0][1]) if found and _TOO_LONG.search(message) else None
        return Rejected(f"rejected ({status}): {message}", context_tokens=limit)
    return EndpointError(f"the endpoint answered {status}: {message}")


def shorten(text: str) -> str:
    """A text on one line, cut to what a message can hold."""
    line = " ".join(text.split())
    return line if len(line) <= _SHOWN else line[: _SHOWN - 1] + "…"
