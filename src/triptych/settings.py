"""Settings: the only reader of the environment and of `triptych.toml`; and the options of judging and writing.

What was said last wins: a command's option, then the environment, then `triptych.toml` in the working directory,
then the default. `JudgeOptions` and `WriteOptions` are what Python is given and what the tables [judge] and [write] of
`triptych.toml` hold; `options.py` has the default, the limits and the help of each option.
"""

import json
import math
import os
import re
import tomllib
from collections.abc import Iterator, Mapping
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Annotated, Any, Self
from urllib.parse import urlsplit

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    JsonValue,
    SecretStr,
    ValidationError,
    model_validator,
)

from triptych.errors import UsageError
from triptych.options import JUDGE, WRITE, Combination

FILE_NAME = "triptych.toml"

# Validators are built when a record is first made: a command makes only some.
_RECORD = ConfigDict(frozen=True, extra="forbid", defer_build=True)
# How an origin begins that goes before the file.
_OVERRIDES = ("--", "the environment")
# Without these as we send them no reply could be read.
_OUR_FIELDS = ("messages", "stream")
_ONE_OR_MORE = BeforeValidator(lambda given: (given,) if isinstance(given, str) else given)

# Settings that the environment may hold: TRIPTYCH_STORE, and those of OpenAI under the names that its clients read.
_VARIABLES = {name: f"TRIPTYCH_{name.upper()}" for name in ("store", "rubrics", "workers", "concurrency", "token")}
_VARIABLES |= {name: name.upper() for name in ("openai_base_url", "openai_api_key")}


def read_model_option(given: object) -> object:
    """`top_p=0.9` and `temperature=null`, one or a list of them, as fields of a request; what is not JSON is text."""
    if not isinstance(given, (list, tuple, dict)):
        given = [given]
    options = given if isinstance(given, dict) else dict(map(_split_option, given))
    for name in _OUR_FIELDS:
        if name in options:
            raise ValueError(f"{name} is not yours to set; what is sent is made of the case")
    return options


def _split_option(pair: object) -> tuple[str, object]:
    name, equals, value = str(pair).partition("=")
    if not equals or not name.strip():
        raise ValueError(f"a field is written K=V; this is {pair!r}")
    try:
        return name.strip(), json.loads(value)
    except ValueError:
        return name.strip(), value


def _read_money(given: object) -> object:
    try:
        amount = Decimal(str(given)) if given is not None else None
    except InvalidOperation:
        amount = Decimal(-1)
    if amount is not None and (not amount.is_finite() or amount <= 0):
        raise ValueError(f"an amount of money above 0 is needed; this is {given!r}")
    return amount


def _option(name: str) -> Any:
    """The field of an option."""
    option = (JUDGE | WRITE)[name]
    return Field(option.default, description=option.words, ge=option.least, le=option.most)


class EngineOptions(BaseModel):
    """Where the work runs."""

    model_config = _RECORD

    engine: str = _option("engine")
    address: str | None = _option("address")
    shards: str | None = _option("shards")


class CallOptions(EngineOptions):
    """How models are asked, whatever for."""

    seed: int | None = _option("seed")
    model_option: Annotated[dict[str, JsonValue], BeforeValidator(read_model_option)] = _option("model_option")
    context_tokens: int | None = _option("context_tokens")
    concurrency: int | None = _option("concurrency")
    rpm: float | None = _option("rpm")
    tpm: float | None = _option("tpm")
    timeout: float = _option("timeout")
    patience: float = _option("patience")
    fresh: bool = _option("fresh")
    budget_tokens: int | None = _option("budget_tokens")
    budget_cost: Annotated[Decimal | None, BeforeValidator(_read_money)] = _option("budget_cost")
    prices: Path | None = _option("prices")
    base_url: str | None = None
    """The endpoint of `openai:` models that name none; None for that of the settings."""
    api_key: SecretStr | None = None
    """Its key; None for that of the settings."""
    keyless: frozenset[str] = frozenset()
    """Servers that are sent no key, as `server_of` writes them: those that a file of the working directory chose."""

    def with_settings(self, settings: "Settings") -> Self:
        """The same, with endpoint, key and concurrency of the settings where these leave them open."""
        return self.model_copy(
            update={
                "base_url": self.base_url or settings.openai_base_url,
                "api_key": self.api_key or settings.openai_api_key,
                "keyless": self.keyless if self.api_key else self.keyless | settings.keyless,
                "concurrency": self.concurrency or settings.concurrency,
            }
        )


class JudgeOptions(CallOptions):
    """Who judges, and how."""

    judge: Annotated[tuple[str, ...], _ONE_OR_MORE] = _option("judge")
    samples: int = _option("samples")
    stop_at_stderr: float | None = _option("stop_at_stderr")
    temperature: float | None = _option("temperature")
    logprobs: bool = _option("logprobs")
    jury: Combination = _option("jury")
    cascade: bool = _option("cascade")
    sure: float = _option("sure")
    retry_unscored: bool = _option("retry_unscored")
    max_tokens: Annotated[int, Field(ge=1)] = 4096
    """The longest reply."""

    @property
    def degree(self) -> float:
        """The temperature that is used."""
        if self.temperature is not None:
            return self.temperature
        return 0.0 if self.samples == 1 else 0.7

    @model_validator(mode="after")
    def _has_samples_to_stop(self) -> Self:
        if self.stop_at_stderr is not None and self.samples < 3:
            raise ValueError(
                "stop_at_stderr looks at three samples or more; say how many at most with --samples, as 20"
            )
        return self


class WriteOptions(CallOptions):
    """Who writes, and how."""

    writer: str = _option("writer")
    digest: bool = _option("digest")


class Settings(BaseModel):
    """Where things are and how much at once."""

    model_config = _RECORD

    store: Annotated[str, Field(min_length=1)] = ".triptych/store.db"
    """The store: a path, `sqlite:///…` or `postgresql://…`."""
    rubrics: Path | None = None
    """A folder searched before the bundled rubrics."""
    workers: Annotated[int, Field(ge=1)] | None = None
    """Worker processes for embedded work; all cores when None."""
    concurrency: Annotated[int, Field(ge=1)] = 32
    """Model calls in flight."""
    openai_base_url: str = "https://api.openai.com/v1"
    """The endpoint of `openai:` models that name none."""
    openai_api_key: SecretStr | None = None
    """Its key; never printed."""
    token: SecretStr | None = None
    """What every page and call of `triptych serve` needs; never printed."""
    keyless: frozenset[str] = frozenset()
    """Servers that `triptych.toml` chose; a key of the environment is not sent to them."""
    picked_up: tuple[str, ...] = ()
    """What `triptych.toml` decides about where things go to and come from: `store = work.db`."""
    judge: JudgeOptions = Field(default_factory=JudgeOptions)
    """How `triptych judge` judges where it is not said otherwise."""
    write: WriteOptions = Field(default_factory=WriteOptions)
    """How `triptych write` writes where it is not said otherwise."""


def load_proxies(environ: Mapping[str, str] = os.environ) -> dict[str, SecretStr]:
    """What HTTP_PROXY, HTTPS_PROXY, ALL_PROXY and NO_PROXY say, by `http`, `https`, `all` and `no`; empty for nothing.

    A name in small letters goes before one in capitals, as everywhere.
    """
    variables = {kind: f"{kind}_proxy" for kind in ("http", "https", "all", "no")}
    return {kind: SecretStr(environ.get(name, environ.get(name.upper(), ""))) for kind, name in variables.items()}


def wants_tracebacks(environ: Mapping[str, str] = os.environ) -> bool:
    """True where TRIPTYCH_DEBUG asks for the traceback of a fault."""
    return environ.get("TRIPTYCH_DEBUG", "") not in ("", "0")


def load_store_patience(environ: Mapping[str, str] = os.environ) -> float:
    """Seconds to wait for a store that is busy or gone: TRIPTYCH_STORE_PATIENCE, or 30."""
    given = environ.get("TRIPTYCH_STORE_PATIENCE") or "30"
    try:
        seconds = float(given)
    except ValueError:
        seconds = math.nan
    if not 0 <= seconds < math.inf:
        raise UsageError(f"TRIPTYCH_STORE_PATIENCE is a number of seconds; this is {given!r}")
    return seconds


def load_settings(*, directory: Path = Path(), environ: Mapping[str, str] = os.environ, **said: object) -> Settings:
    """The settings in force here; `said` are a command's own options, None meaning not given.

    `judge` and `write` are mappings of their options, which go before those of the file one by one.
    """
    path = directory / FILE_NAME
    filed = _read_file(path)
    values: dict[str, Any] = dict(filed)
    origins = {name: f"{name} in {path}" for name in filed}
    for name, variable in _VARIABLES.items():
        if environ.get(variable):
            values[name], origins[name] = environ[variable], f"the environment variable {variable}"
    for name, value in said.items():
        if isinstance(value, Mapping):
            given = {key: one for key, one in value.items() if one is not None}
            origins |= {f"{name}.{key}": f"--{key.replace('_', '-')}" for key in given}
            held = values.get(name)
            values[name] = {**held, **given} if isinstance(held, dict) else given if held is None else held
        elif value is not None:
            values[name], origins[name] = value, f"--{name.replace('_', '-')}"
    try:
        settings = Settings.model_validate(values)
    except ValidationError as error:
        raise UsageError(_problem(error, path, origins)) from None
    return settings.model_copy(update=_marks(filed, origins, environ, said))


def split_address(name: str) -> tuple[str, str | None]:
    """A model's name and the address after its last `@http`, in small letters or capitals; None where it has none."""
    found = re.fullmatch(r"(.*)@(http.*)", name, re.IGNORECASE | re.DOTALL)
    return (found[1], found[2]) if found else (name, None)


def server_of(address: str) -> str:
    """The server of an address, for comparing: `https://host:443`."""
    try:
        parts = urlsplit(address)
        return f"{parts.scheme}://{parts.hostname}:{parts.port or {'http': 80, 'https': 443}.get(parts.scheme)}"
    except ValueError:
        return address


def _marks(
    filed: Mapping[str, Any], origins: Mapping[str, str], environ: Mapping[str, str], said: Mapping[str, object]
) -> dict[str, object]:
    """What the file chose that a user should know and a key must not reach: anyone may have put it into the folder."""
    tables = {table: filed[table] for table in ("judge", "write") if isinstance(filed.get(table), dict)}
    named = {name: filed[name] for name in ("store", "rubrics", "openai_base_url") if name in filed}
    for table, options in tables.items():
        named |= {f"{table}.{key}": options[key] for key in ("base_url", "judge", "writer", "prices") if key in options}
    held = {name: value for name, value in named.items() if not origins.get(name, f"{name} in").startswith(_OVERRIDES)}
    own_key = "openai_api_key" in filed and not environ.get(_VARIABLES["openai_api_key"])
    usual = Settings.model_fields["openai_base_url"].default
    trusted = {server_of(address) for address in _addresses([usual, environ.get(_VARIABLES["openai_base_url"]), said])}
    keyless = {server_of(address) for address in _addresses(named)} - trusted
    return {
        "keyless": frozenset() if own_key else frozenset(keyless),
        "picked_up": tuple(f"{name} = {_shown(value)}" for name, value in held.items()),
    }


def _addresses(value: object) -> Iterator[str]:
    """Every URL of a server in some settings, alone or after a model's name."""
    if isinstance(value, Mapping):
        value = list(value.values())
    if isinstance(value, (list, tuple)):
        for one in value:
            yield from _addresses(one)
    elif isinstance(value, str):
        address = split_address(value)[1] or value
        if address.lower().startswith(("http://", "https://")):
            yield address


def _shown(value: object) -> str:
    """A setting without the user and the password that an address may have, nor its query."""
    words = ", ".join(str(one) for one in value) if isinstance(value, list) else str(value)
    return re.sub(r"(?<=://)[^/\s,]*@|\?[^\s,]*", "", words)


def _problem(error: ValidationError, path: Path, origins: Mapping[str, str]) -> str:
    """What is wrong with the settings, and where it was said."""
    problem = error.errors(include_input=False, include_url=False)[0]
    table, *rest = (str(part) for part in problem["loc"][:2])
    if problem["type"] == "extra_forbidden":
        tables: dict[str, type[BaseModel]] = {"judge": JudgeOptions, "write": WriteOptions}
        holder = tables[table] if rest else Settings
        name = rest[0] if rest else table
        return f"{path}: unknown setting {name!r}; known: {', '.join(holder.model_fields)}"
    key = ".".join([table, *rest])
    origin = origins.get(key) or (f"{rest[0]} of [{table}] in {path}" if rest else origins.get(table, ""))
    message = problem["msg"].removeprefix("Value error, ")
    return f"{origin}: {message}" if origin else message


def _read_file(path: Path) -> dict[str, object]:
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"cannot read {path}: {error}") from None
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{path} is not valid TOML: {error}") from None
    except RecursionError:
        raise UsageError(f"{path} is nested too deep") from None
    settings = table.get("triptych", table)
    if not isinstance(settings, dict):
        raise UsageError(f'{path}: [triptych] holds settings such as store = "…"')
    return settings
