"""Which proxy a request goes through, by the variables that curl and requests read."""

import base64
import ipaddress
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import SplitResult, unquote, urlsplit

from pydantic import SecretStr

from triptych.errors import UsageError

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
    try:
        parts = urlsplit(value)
        if parts.scheme in PORTS and parts.hostname and parts.path in ("", "/") and parts.port != 0:
            host = parts.hostname.encode("idna").decode()
            port = parts.port or PORTS[parts.scheme]
            user, password = unquote(parts.username or ""), unquote(parts.password or "")
            return Proxy(host, port, variable, parts.scheme == "https", user, password)
    except ValueError:
        pass
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
