"""What a run may use: tokens and money, with prices from a small file of the user's, and what a call will take."""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from pathlib import Path

from triptych.errors import BudgetReached, UsageError
from triptych.models import Message, Request
from triptych.records import Usage

_MILLION = Decimal(1_000_000)
_FIELDS = ("input", "output", "cached_input")
_BYTES_A_TOKEN = 4
_TOKENS_A_MESSAGE = 4


@dataclass(frozen=True, slots=True)
class Price:
    """What a million tokens of one model cost."""

    input: Decimal
    output: Decimal
    cached_input: Decimal | None = None
    """Prompt tokens the server had cached; as `input` where not given."""

    def cost(self, usage: Usage) -> Decimal:
        """What a call cost."""
        cached = min(usage.cached_tokens, usage.prompt_tokens)
        cached_price = self.input if self.cached_input is None else self.cached_input
        prompt = (usage.prompt_tokens - cached) * self.input + cached * cached_price
        # Nine places: a single token of the cheapest model still counts.
        return ((prompt + usage.completion_tokens * self.output) / _MILLION).quantize(Decimal("1e-9"))


@dataclass(frozen=True, slots=True)
class Prices:
    """The user's price file."""

    by_model: Mapping[str, Price] = field(default_factory=dict)
    """Model to price; `*` is every other."""
    currency: str = ""
    """What the figures are in."""

    def of(self, model: str) -> Price | None:
        """The price of `openai:NAME@URL`, looked up by that, by `openai:NAME`, by NAME and by `*`."""
        without_url = model.rpartition("@http")[0] or model
        names = (model, without_url, without_url.partition(":")[2], "*")
        return next((self.by_model[name] for name in names if name in self.by_model), None)


def read_prices(path: Path) -> Prices:
    """The prices in a TOML file: `currency = "USD"`, then a table a model: `input`, `output` per million tokens."""
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"), parse_float=Decimal)
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"cannot read the prices in {path}: {error}") from None
    except (tomllib.TOMLDecodeError, InvalidOperation) as error:
        raise UsageError(f"{path} is not valid TOML: {error}") from None
    currency = table.pop("currency", "")
    if not isinstance(currency, str):
        raise UsageError(f'{path}: currency is a word such as "USD"; this is {currency!r}')
    return Prices({name: _read_price(path, name, entry) for name, entry in table.items()}, currency)


def _read_price(path: Path, name: str, entry: object) -> Price:
    if not isinstance(entry, dict) or set(entry) - set(_FIELDS) or not {"input", "output"} <= set(entry):
        raise UsageError(f"{path}: [{name!r}] needs input and output (and may have cached_input), per million tokens")
    for key, value in entry.items():
        is_number = isinstance(value, (int, Decimal)) and not isinstance(value, bool)
        if not is_number or not Decimal(value).is_finite() or value < 0:
            raise UsageError(f"{path}: {key} of {name!r} is a price per million tokens; this is {value!r}")
    return Price(**{key: Decimal(value) for key, value in entry.items()})


@dataclass(slots=True)
class Budget:
    """What may still be spent. A call reserves what it is expected to take, and gives back or adds the difference."""

    tokens: int | None = None
    """At most this many, prompts and replies together."""
    cost: Decimal | None = None
    """At most this much money."""
    spent: Usage = field(default_factory=Usage)
    """What answered calls took."""
    reserved_tokens: int = 0
    reserved_cost: Decimal = Decimal(0)

    @property
    def is_limited(self) -> bool:
        """True where anything at all can use it up."""
        return self.tokens is not None or self.cost is not None

    @property
    def has_reserved(self) -> bool:
        """True while something is set aside for calls that are under way."""
        return self.reserved_tokens > 0 or self.reserved_cost > 0

    def reserve(self, expected: Usage) -> None:
        """Set aside what a call is expected to take; BudgetReached where it would not fit."""
        if not self.is_limited:
            return
        tokens, cost = expected.tokens, expected.cost or Decimal(0)
        used = self.spent.tokens + self.reserved_tokens
        if self.tokens is not None and used + tokens > self.tokens:
            spent = f"{self.spent.tokens:,}"
            raise _reached(f"{self.tokens:,} tokens", spent, f"{tokens:,}", is_too_small=tokens > self.tokens)
        paid = (self.spent.cost or Decimal(0)) + self.reserved_cost
        if self.cost is not None and paid + cost > self.cost:
            spent = f"{self.spent.cost or 0:.4f}"
            raise _reached(str(self.cost), spent, f"{cost:.4f}", is_too_small=cost > self.cost)
        self.reserved_tokens += tokens
        self.reserved_cost += cost

    def release(self, expected: Usage) -> None:
        """Give back what was set aside for a call that is over."""
        if not self.is_limited:
            return
        self.reserved_tokens -= expected.tokens
        self.reserved_cost -= expected.cost or Decimal(0)

    def spend(self, used: Usage) -> None:
        """Count what an answered call took."""
        self.spent += used


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
    """What a call will take, estimated from earlier ones."""

    prompt_ratio: float = 1.0
    """Tokens the server counts for one that we estimate."""
    completion_tokens: float = 300.0
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


def _reached(budget: str, spent: str, expected: str, *, is_too_small: bool) -> BudgetReached:
    """The end of a budget; with one that no call fits into, the same command would get nowhere."""
    if is_too_small:
        return BudgetReached(
            f"the budget of {budget} is too small: a single call would take about {expected}; what was done is kept"
        )
    return BudgetReached(
        f"the budget of {budget} is used up ({spent} spent, and the next call would take about {expected}); "
        "what was done is kept: the same command goes on from there"
    )
