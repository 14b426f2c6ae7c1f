"""How many tokens a text has, near enough for limits and budgets before a server has counted them."""

from collections.abc import Iterable
from dataclasses import dataclass

from triptych.calls.budget import Price
from triptych.models import Message, Request
from triptych.records import Usage

_BYTES_A_TOKEN = 4
_TOKENS_A_MESSAGE = 4


def estimate_tokens(text: str) -> int:
    """About as many tokens as common tokenisers make: one for four bytes of UTF-8."""
    # Of ASCII, each character is a byte, and no copy needs making to count them.
    size = len(text) if text.isascii() else len(text.encode("utf-8", "replace"))
    return -(-size // _BYTES_A_TOKEN)


def estimate_prompt(messages: Iterable[Message]) -> int:
    """The tokens of a whole conversation."""
    return sum(estimate_tokens(message.content) + _TOKENS_A_MESSAGE for message in messages)


@dataclass(slots=True)
class Forecast:
    """What a call will take, told from what earlier ones took."""

    prompt_ratio: float = 1.0
    """Tokens the server counts for one that we estimate."""
    completion_tokens: float = 300.0
    """Tokens of a reply."""
    _seen: int = 0

    def expect(self, request: Request, price: Price | None = None) -> Usage:
        """What a request will take."""
        prompt = round(estimate_prompt(request.messages) * self.prompt_ratio)
        completion = round(self.completion_tokens)
        if request.max_tokens is not None:
            completion = min(completion, request.max_tokens)
        usage = Usage(calls=1, prompt_tokens=prompt, completion_tokens=completion * request.choices)
        return usage.model_copy(update={"cost": price.cost(usage)}) if price else usage

    def learn(self, request: Request, usage: Usage) -> None:
        """Take what a call took into account."""
        if not usage.prompt_tokens:
            return
        self._seen += 1
        weight = max(1 / self._seen, 0.02)
        ratio = usage.prompt_tokens / max(1, estimate_prompt(request.messages))
        self.prompt_ratio += weight * (ratio - self.prompt_ratio)
        self.completion_tokens += weight * (usage.completion_tokens / request.choices - self.completion_tokens)
