"""`openai:MODEL[@URL]`: any endpoint that speaks OpenAI's chat completions (vLLM, SGLang, llama.cpp, Ollama, …)."""

import json
import re
import ssl
import time
from collections.abc import Mapping
from contextlib import suppress
from email.utils import mktime_tz, parsedate_tz
from typing import Any
from urllib.parse import SplitResult, parse_qsl, quote, unquote, urlsplit, urlunsplit

from triptych.errors import EndpointError, UsageError
from triptych.models._chat import Dialect, decode, encode, error_message, judge_status, read_answer, shorten, status_in
from triptych.models._connections import HttpClient, HttpError, Proxy, ProxyRefusal, choose_proxy
from triptych.models._model import Choice, Completion, Connection, Model, Option, Rejected, Request, Unavailable
from triptych.settings import load_proxies, server_of, split_address

_CONNECT_SECONDS = 15.0
# Anything shorter is a placeholder for servers without keys (`x`, `none`, `EMPTY`), and ordinary text may contain it.
_SHORTEST_KEY = 8
# JSON can spell any character so, and a slash in one more way.
_ESCAPED = re.compile(rb"\\u00[2-7]|\\/")
# What reading somebody else's JSON may raise.
_UNREADABLE = (ValueError, RecursionError, ArithmeticError, LookupError, TypeError, AttributeError)
_IN_PATHS = "/%:@!$&'()*+,;=~"
_HINTS = {
    401: "check the key (OPENAI_API_KEY)",
    403: "the key has no access to this",
    404: "check the model's name and that the URL ends in /v1",
}


def connect(rest: str, connection: Connection) -> Model:
    """The model of `openai:REST`; REST splits at its last `@http`."""
    name, address = split_address(rest)
    url = address or connection.base_url
    if "://" in name:
        # It would be sent to the usual endpoint as a model's name, with whatever key it has in it.
        raise UsageError("an endpoint's address begins with http:// or https://: openai:MODEL@http://HOST:PORT/v1")
    if not name.strip():
        raise UsageError("`openai:` needs a model's name: openai:MODEL or openai:MODEL@http://HOST:PORT/v1")
    parts = _split(url)
    # A key that was read from a file ends with a line break, as a rule.
    key = connection.api_key.get_secret_value().strip() if connection.api_key else None
    if server_of(url) in connection.keyless:
        key = None
    if parts.password or parts.username:
        key = unquote(parts.password or parts.username or "")
    if key and not (key.isascii() and key.isprintable()):
        raise UsageError("the endpoint's key has characters that no key has; is there a line break in it?")
    # As it may be shown and kept: some gateways take the key in the query, so that goes as well.
    shown = parts._replace(netloc=parts.netloc.rpartition("@")[2], query="", fragment="")
    url = urlunsplit(shown).rstrip("/")
    proxy = choose_proxy(url, connection.proxies or load_proxies())
    return OpenAIModel(name.strip(), url, key, parts.query, connection, proxy)


def _split(url: str) -> SplitResult:
    """The parts of an endpoint's URL; UsageError where it names no server."""
    with suppress(ValueError):
        parts = urlsplit(url)
        # A bad port or host name raises only when it is read.
        if parts.scheme in ("http", "https") and parts.hostname and parts.hostname.encode("idna") and parts.port != 0:
            if "@" not in parts.path:
                return parts
            # Part of such a key would be looked up as a host name, and all of it shown.
            raise UsageError(
                "the endpoint's URL has an @ in its path; in a key, write %2F for /, %3F for ? and %23 for #"
            )
    shown = url.rpartition("@")[2].partition("?")[0]
    raise UsageError(f"the endpoint's URL should look like http://HOST:PORT/v1; this is {shown!r}")


class OpenAIModel:
    """One endpoint and one of its models, over one session that keeps its connections."""

    def __init__(
        self, model: str, url: str, key: str | None, query: str, connection: Connection, proxy: Proxy | None = None
    ) -> None:
        self._model = model
        self._url = url
        self._path = quote(urlsplit(url).path, safe=_IN_PATHS)
        self._query = "?" + quote(query, safe=_IN_PATHS + "?") if query else ""
        self._key = key
        self._secrets = _secrets_of(key, query)
        self._connection = connection
        self._proxy = proxy
        self._way = f"{url} through the proxy {proxy.name}" if proxy else url
        self._dialect = Dialect()
        self._client: HttpClient | None = None
        self._has_answered = False

    @property
    def name(self) -> str:
        return f"openai:{self._model}@{self._url}"

    @property
    def notes(self) -> tuple[str, ...]:
        return self._dialect.notes

    async def ask(self, request: Request) -> Completion:
        return await self._dialect.ask(self._model, request, self._post)

    async def context_tokens(self) -> int | None:
        """The context size that `/models` gives (vLLM, llama.cpp and others do)."""
        with suppress(HttpError, OSError, *_UNREADABLE):
            response = await self._open_client().get(f"{self._path}/models{self._query}")
            listed = json.loads(response.content)["data"] if response.status == 200 else []
            for entry in listed:
                if entry.get("id") == self._model or len(listed) == 1:
                    meta = entry.get("meta") or {}
                    limit = entry.get("max_model_len") or meta.get("n_ctx") or entry.get("context_length")
                    return int(limit) if limit and int(limit) > 0 else None
        return None

    async def close(self) -> None:
        if self._client is not None:
            await self._client.close()
            self._client = None

    async def _post(self, body: dict[str, Option], request: Request) -> Completion:
        content = encode(body)
        started = time.monotonic()
        try:
            response = await self._open_client().post(f"{self._path}/chat/completions{self._query}", content)
        except TimeoutError:
            timeout = self._connection.timeout_seconds
            if time.monotonic() - started >= timeout:
                raise Unavailable(f"no answer within {timeout:g} s") from None
            raise Unavailable(f"no connection to {self._way} within {min(_CONNECT_SECONDS, timeout):g} s") from None
        except ssl.SSLCertVerificationError as error:
            why = f"{error.verify_message}; the variable SSL_CERT_FILE can name a file of certificates to trust"
            raise EndpointError(f"the certificate of {self._way} is not trusted: {why}") from None
        except ProxyRefusal as error:
            raise self._refused_by_proxy(error.status, shorten(self._hide(str(error)))) from None
        except (HttpError, OSError) as error:
            said = self._hide(str(error) or type(error).__name__)
            raise Unavailable(f"the connection to {self._way} failed: {said}") from None
        # A gateway or a model may repeat our key: it goes no further.
        received = response.content
        for secret in self._secrets:
            received = received.replace(secret.encode(), b"***")
        if response.status != 200:
            raise self._explain(response.status, received, response.headers)
        try:
            decoded = decode(received)
            if self._secrets and _ESCAPED.search(received):
                decoded = self._hide_in(decoded)
        except ValueError:
            shown = shorten(self._hide(received[:4000].decode("utf-8", "replace"))) or "nothing"
            raise Unavailable(f"the endpoint answered something that is not JSON: {shown}") from None
        if isinstance(decoded, dict) and decoded.get("error") and not decoded.get("choices"):
            raise self._explain(status_in(decoded["error"]), received, {})
        answer = read_answer(decoded, request, time.monotonic() - started)
        self._has_answered = True
        return answer._replace(choices=tuple(map(self._without_split_key, answer.choices)))

    def _without_split_key(self, choice: Choice) -> Choice:
        """The reply without its log-probabilities where their tokens spell a secret together."""
        spelt = "".join(token for token, _ in choice.logprobs) if self._secrets else ""
        return choice._replace(logprobs=()) if any(secret in spelt for secret in self._secrets) else choice

    def _open_client(self) -> HttpClient:
        if self._client is None:
            headers = {"Content-Type": "application/json", "Accept": "application/json"}
            if self._key:
                headers["Authorization"] = f"Bearer {self._key}"
            seconds = self._connection.timeout_seconds
            self._client = HttpClient(
                self._url, headers, seconds=seconds, connect_seconds=_CONNECT_SECONDS, proxy=self._proxy
            )
        return self._client

    def _explain(self, status: int, received: bytes, headers: Mapping[str, str]) -> Exception:
        message = error_message(received, status, self._hide)
        if status == 407 and self._proxy:
            return self._refused_by_proxy(status, message)
        if 300 <= status < 400:
            location = self._hide(headers.get("location", "nowhere"))
            return EndpointError(f"{self._url} redirects to {location}; give that URL")
        # OpenAI and Azure also give milliseconds, which is more precise.
        milliseconds, seconds = (_seconds_in(headers.get(name)) for name in ("retry-after-ms", "retry-after"))
        error = judge_status(status, message, seconds if milliseconds is None else milliseconds / 1000)
        if not isinstance(error, EndpointError):
            return error
        if status == 404 and self._has_answered:
            # A gateway says so while the server behind it restarts.
            return Unavailable(f"HTTP 404: {message}")
        if status == 403 and self._has_answered:
            # The key is good; a firewall or a filter will not let this request through.
            return Rejected(f"rejected (403): {message}", is_forbidden=True)
        hint = f" ({_HINTS[status]})" if status in _HINTS else ""
        return EndpointError(f"{self._way} answered {status} for model {self._model!r}: {message}{hint}")

    def _refused_by_proxy(self, status: int, message: str) -> Exception:
        proxy = self._proxy
        assert proxy is not None
        if status >= 500 or status in (408, 429):
            return Unavailable(f"the proxy {proxy.name} cannot reach {self._url}: {message}")
        advice = f"ask who runs it, or set NO_PROXY={urlsplit(self._url).hostname} to connect directly"
        if status == 407 and proxy.authorization:
            advice = f"check the user and the password in {proxy.variable}"
        elif status == 407:
            advice = f"it asks for a password: {proxy.variable}=http://USER:PASSWORD@{proxy.name}"
        return EndpointError(f"the proxy {proxy.name} refuses to connect to {self._url}: {message} ({advice})")

    def _hide(self, text: str) -> str:
        """The text without our keys and the proxy's password, which servers may repeat."""
        basic = self._proxy.authorization.removeprefix("Basic ") if self._proxy else ""
        for secret in (*self._secrets, self._key, self._proxy.password if self._proxy else "", basic):
            text = text.replace(secret, "***") if secret else text
        return text

    def _hide_in(self, value: Any) -> Any:
        """The same, for all strings of decoded JSON."""
        if isinstance(value, str):
            return self._hide(value)
        if isinstance(value, list):
            return [self._hide_in(one) for one in value]
        if isinstance(value, dict):
            return {self._hide(name): self._hide_in(one) for name, one in value.items()}
        return value


def _secrets_of(key: str | None, query: str) -> tuple[str, ...]:
    """The key and the values of a URL's query, each in the ways a server may write it, the longest first."""
    values = [value for name, value in parse_qsl(query) if "version" not in name.lower()]
    plain = [value for value in (key or "", *values) if len(value) >= _SHORTEST_KEY]
    ways = {way for value in plain for way in (value, quote(value, safe=""), quote(value), json.dumps(value)[1:-1])}
    return tuple(sorted(ways, key=len, reverse=True))


def _seconds_in(retry_after: str | None) -> float | None:
    """Retry-After as seconds; it comes as seconds or as a date."""
    given = retry_after or ""
    with suppress(ValueError, OverflowError):
        date = parsedate_tz(given)
        return max(0.0, mktime_tz(date) - time.time() if date else float(given))
    return None
