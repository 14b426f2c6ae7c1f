"""Who may ask what: token and cookie, Host and Origin, form keys, sizes, rates, and the headers of every answer."""

import hashlib
import hmac
import ipaddress
from collections.abc import AsyncIterator
from urllib.parse import parse_qsl, urlencode, urlsplit

from fastapi import APIRouter, Request, Response
from starlette.datastructures import FormData, Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from triptych.web.rendering import Refused, note_fault, problem_response
from triptych.web.state import CurrentSite, Rate, Site

router = APIRouter()
COOKIE = "triptych"
_POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
_SAME_ORIGIN = ("Referrer-Policy", "Cross-Origin-Opener-Policy", "Cross-Origin-Resource-Policy")
_HEADERS = {"Content-Security-Policy": _POLICY, "X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY"}
_HEADERS |= dict.fromkeys(_SAME_ORIGIN, "same-origin")
_HEADERS |= {"Permissions-Policy": "camera=(), geolocation=(), microphone=()"}
_OPEN_TO_ALL = ("/token", "/static/")


def is_loopback(host: str) -> bool:
    """True for an address that only this machine reaches."""
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def cookie_of(token: str) -> str:
    """What a browser keeps instead of the token."""
    return hmac.new(token.encode(), b"triptych web cookie", hashlib.sha256).hexdigest()


class Guard:
    """Guards the whole application; plain ASGI, because every request passes it."""

    def __init__(self, app: ASGIApp, site: Site) -> None:
        self.app = app
        self.site = site
        self.options = site.options
        self.cookie = cookie_of(self.options.token) if self.options.token else ""
        self.posts = Rate(self.options.posts_per_minute)
        self.gets = Rate(self.options.gets_per_minute)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse, or pass on with a limit on the body and our headers on the answer."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
        if scope["type"] != "http":
            return
        started = False

        async def guarded(message: Message) -> None:
            nonlocal started
            started = True
            if message["type"] == "http.response.start":
                self._add_headers(MutableHeaders(scope=message))
            await send(message)

        try:
            refusal = self._refuse(scope, Headers(scope=scope))
            await (refusal or self.app)(scope, _limited(receive, self.options.body_bytes), guarded)
        except Exception as error:
            if started:
                raise
            await self._problem(scope, 500, note_fault(error, scope["path"]))(scope, receive, guarded)

    def _add_headers(self, headers: MutableHeaders) -> None:
        for name, value in _HEADERS.items():
            headers.setdefault(name, value)
        if self.options.token and not headers.get("cache-control", "").startswith("public"):
            headers["Cache-Control"] = "no-store"

    def _refuse(self, scope: Scope, headers: Headers) -> Response | None:
        """The answer to a request that goes no further."""
        path, method = scope["path"], scope["method"]
        address = scope["client"][0] if scope.get("client") else "unknown"
        is_change = method not in ("GET", "HEAD", "OPTIONS")
        if not self._knows_host(headers.get("host", "")):
            return self._problem(scope, 400, "This server is not asked for under that name (Host header).")
        rate = self.posts if is_change else None if is_loopback(address) else self.gets
        if rate and not rate.allows(address):
            return self._problem(scope, 429, "Too many requests from this address.", {"Retry-After": "10"})
        if is_change and not _is_from_here(headers):
            return self._problem(scope, 403, "The request comes from another site.")
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length) > self.options.body_bytes:
            return self._problem(scope, 413, too_long(self.options.body_bytes))
        if self.options.token and not path.startswith(_OPEN_TO_ALL):
            return self._ask_for_token(scope, headers, address)
        return None

    def _knows_host(self, header: str) -> bool:
        """False where a name leads here that is not ours: a foreign page may have pointed it at this machine."""
        host = (urlsplit(f"//{header}").hostname or "") if header.isascii() and "@" not in header else ""
        try:
            ipaddress.ip_address(host)
        except ValueError:
            return host == "localhost" or host in self.options.host_names
        return True

    def _ask_for_token(self, scope: Scope, headers: Headers, address: str) -> Response | None:
        """None for visitors who have the token; a link that holds it becomes a cookie."""
        token = self.options.token or ""
        bearer = headers.get("authorization", "").removeprefix("Bearer ")
        if _same(bearer, token) or _same(Request(scope).cookies.get(COOKIE, ""), self.cookie):
            return None
        query = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        given = dict(query).get("token")
        if (bearer or given) and not self.site.guesses.allows(address):
            return self._problem(scope, 429, "Too many wrong tokens from this address.", {"Retry-After": "60"})
        if given is not None and scope["method"] == "GET" and _same(given, token):
            rest = urlencode([(name, value) for name, value in query if name != "token"])
            place = "/" + scope["path"].lstrip("/") + (f"?{rest}" if rest else "")
            return _welcome(token, place, is_secure=scope["scheme"] == "https")
        said = "The token is wrong." if bearer or given else "A token is needed."
        return self._problem(scope, 401, said, {"WWW-Authenticate": 'Bearer realm="triptych"'})

    def _problem(self, scope: Scope, status: int, detail: str, headers: dict[str, str] | None = None) -> Response:
        return problem_response(scope["path"], status, detail, headers, self.site.form_key)


@router.post("/token", include_in_schema=False)
async def enter(request: Request, site: CurrentSite) -> Response:
    """Take the token that was typed, and keep a cookie for it."""
    form = await request.form(max_files=0, max_fields=2)
    given, token = str(form.get("token", "")).strip(), site.options.token or ""
    if not site.guesses.allows(request.client.host if request.client else "unknown"):
        raise Refused(429, "Too many wrong tokens from this address.")
    if not _same(given, token):
        raise Refused(401, "The token is wrong.")
    return _welcome(token, "/", is_secure=request.url.scheme == "https")


def _welcome(token: str, place: str, *, is_secure: bool) -> Response:
    """Lead on to a page, with the cookie that opens it."""
    response = Response(status_code=303, headers={"Location": place})
    response.set_cookie(COOKIE, cookie_of(token), httponly=True, samesite="lax", secure=is_secure, path="/")
    return response


def too_long(most: int) -> str:
    """What is said of a body over its limit."""
    return f"A request may have {most:,} bytes; this has more."


async def read_form(request: Request, site: CurrentSite) -> AsyncIterator[FormData]:
    """The form that was sent; Refused where it has not the key of this start's pages."""
    async with request.form(max_files=8, max_fields=200, max_part_size=site.options.body_bytes) as form:
        given = form.get("form_key")
        if not isinstance(given, str) or not _same(given, site.form_key):
            raise Refused(403, "This form is from before the server was started, or from elsewhere.")
        yield form


def _is_from_here(headers: Headers) -> bool:
    """False where a browser says that another site sends this; programs send neither header."""
    origin = headers.get("origin")
    if origin is not None and urlsplit(origin).netloc.lower() != headers.get("host", "").lower():
        return False
    return headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")


def _same(given: str, right: str) -> bool:
    """Compare without telling by the time it takes how much was right."""
    return bool(right) and hmac.compare_digest(given.encode(), right.encode())


def _limited(receive: Receive, most: int) -> Receive:
    """The same body, until it is too long."""
    taken = 0

    async def counted() -> Message:
        nonlocal taken
        message = await receive()
        taken += len(message.get("body", b""))
        if taken > most:
            raise HTTPException(413, too_long(most))
        return message

    return counted
