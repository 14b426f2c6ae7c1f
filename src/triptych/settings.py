"""Settings: the only reader of the environment and of `triptych.toml`.

What was said last wins: a command's option, then the environment, then `triptych.toml` in the working directory,
then the default.
"""

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, SecretStr, ValidationError

from triptych.errors import UsageError

FILE_NAME = "triptych.toml"

_VARIABLES = {
    "store": "TRIPTYCH_STORE",
    "rubrics": "TRIPTYCH_RUBRICS",
    "workers": "TRIPTYCH_WORKERS",
    "concurrency": "TRIPTYCH_CONCURRENCY",
    "openai_base_url": "OPENAI_BASE_URL",
    "openai_api_key": "OPENAI_API_KEY",
}


class Settings(BaseModel):
    """Where things are and how much at once."""

    model_config = ConfigDict(frozen=True, extra="forbid")

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


class Proxies(BaseModel):
    """The proxies that the environment names, as they are written there."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    http: SecretStr = SecretStr("")
    """HTTP_PROXY: for `http://` endpoints; empty for none."""
    https: SecretStr = SecretStr("")
    """HTTPS_PROXY: for `https://` endpoints."""
    all: SecretStr = SecretStr("")
    """ALL_PROXY: for both, where they have none of their own."""
    exempt: str = ""
    """NO_PROXY: what is reached directly."""


def load_proxies(environ: Mapping[str, str] | None = None) -> Proxies:
    """The proxies of the environment; a name in small letters goes before one in capitals, as everywhere."""
    environ = os.environ if environ is None else environ

    def value(name: str) -> str:
        return environ.get(name, environ.get(name.upper(), ""))

    http, https, everything = (SecretStr(value(f"{scheme}_proxy")) for scheme in ("http", "https", "all"))
    return Proxies(http=http, https=https, all=everything, exempt=value("no_proxy"))


def load_settings(
    *, directory: Path | None = None, environ: Mapping[str, str] | None = None, **said: object
) -> Settings:
    """The settings in force here; `said` are a command's own options, None meaning not given."""
    environ = os.environ if environ is None else environ
    path = (directory or Path()) / FILE_NAME
    origins: dict[str, str] = {}
    values: dict[str, object] = {}
    for name, value in _read_file(path).items():
        values[name], origins[name] = value, f"{name} in {path}"
    for name, variable in _VARIABLES.items():
        if environ.get(variable):
            values[name], origins[name] = environ[variable], f"the environment variable {variable}"
    for name, value in said.items():
        if value is not None:
            values[name], origins[name] = value, f"--{name.replace('_', '-')}"
    try:
        return Settings.model_validate(values)
    except ValidationError as error:
        problem = error.errors(include_input=False, include_url=False)[0]
        name = str(problem["loc"][0])
        if problem["type"] == "extra_forbidden":
            known = ", ".join(Settings.model_fields)
            raise UsageError(f"{path}: unknown setting {name!r}; known: {known}") from None
        raise UsageError(f"{origins[name]}: {problem['msg']}") from None


def _read_file(path: Path) -> dict[str, object]:
    try:
        content = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"cannot read {path}: {error}") from None
    try:
        table = tomllib.loads(content)
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{path} is not valid TOML: {error}") from None
    settings = table.get("triptych", table)
    if not isinstance(settings, dict):
        raise UsageError(f'{path}: [triptych] holds settings such as store = "…"')
    return settings
