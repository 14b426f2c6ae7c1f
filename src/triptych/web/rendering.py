"""Answers: pages from templates, in which all that is put in is escaped and characters nobody sees are shown as such;
and errors as a page that says what to do, or as problem+json (RFC 9457) under /api."""

import gzip
import hashlib
import json
import logging
import secrets
from functools import cache
from http import HTTPStatus
from pathlib import Path
from typing import Any, NamedTuple

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.routing import Match

from triptych import __version__
from triptych.catalog import explain, path_of
from triptych.errors import BudgetReached, EndpointError, TransientError, TriptychError, UsageError
from triptych.records import Record
from triptych.settings import wants_tracebacks
from triptych.texts import for_terminal

_HERE = Path(__file__).parent
_ASSETS = {"triptych.css": "text/css; charset=utf-8", "triptych.js": "text/javascript; charset=utf-8"}
NAVIGATION = (("/", "Compare"), ("/judge", "Judge"), ("/runs", "Runs"), ("/rate", "Rate"), ("/api/v1/docs", "API"))
"""The pages that every page links to."""


class Body(NamedTuple):
    """Content that is served again and again, packed once."""

    plain: bytes
    packed: bytes
    media_type: str
    tag: str

    @classmethod
    def of(cls, content: str, media_type: str = "text/html; charset=utf-8") -> "Body":
        """The content, packed."""
        plain = content.encode()
        return cls(plain, gzip.compress(plain, 6, mtime=0), media_type, hashlib.sha256(plain).hexdigest()[:16])

    def response(self, request: Request, caching: str = "no-cache") -> Response:
        """The answer to a request: packed where the reader can unpack, empty where the reader has it already."""
        headers = {"ETag": f'W/"{self.tag}"', "Cache-Control": caching, "Vary": "Accept-Encoding"}
        if request.headers.get("if-none-match") == headers["ETag"]:
            return Response(status_code=304, headers=headers)
        if "gzip" not in request.headers.get("accept-encoding", ""):
            return Response(self.plain, media_type=self.media_type, headers=headers)
        return Response(self.packed, media_type=self.media_type, headers=headers | {"Content-Encoding": "gzip"})


def render(template: str, **context: Any) -> str:
    return _environment().get_template(template).render(context)


def show_page(request: Request, template: str, status: int = 200, **context: Any) -> Response:
    """A page as an answer; `form_key` is at hand for its forms, `here` for its place in the navigation."""
    content = render(template, here=request.url.path, form_key=request.app.state.site.form_key, **context)
    return Response(content, status, media_type="text/html; charset=utf-8", headers={"Cache-Control": "no-cache"})


@cache
def asset(name: str) -> Body | None:
    """The style sheet or the script; None for any other name."""
    if name not in _ASSETS:
        return None
    return Body.of((_HERE / "static" / name).read_text(encoding="utf-8"), _ASSETS[name])


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(_HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=visible,
    )
    tags = {name: found.tag for name in _ASSETS if (found := asset(name))}
    environment.globals |= {"navigation": NAVIGATION, "version": __version__, "tags": tags}
    return environment


def visible(value: Any) -> Any:
    """Text with direction marks, zero-width and control characters shown as escapes; anything else as it is."""
    if not isinstance(value, str) or isinstance(value, Markup) or (value.isascii() and value.isprintable()):
        return value
    return for_terminal(value.replace("\r\n", "\n"))


PROBLEM = "application/problem+json"
_LOG = logging.getLogger("triptych.web")


class Refused(Exception):
    """A request that is answered with an error of the web, not of the work."""

    def __init__(self, status: int, detail: str) -> None:
        super().__init__(detail)
        self.status = status


class Problem(Record):
    """What went wrong, for programs."""

    type: str = "about:blank"
    """Always this: the status says which kind."""
    title: str
    status: int
    detail: str
    """What was wrong, and what would be right."""


def problem_response(
    path: str, status: int, detail: str, headers: dict[str, str] | None = None, form_key: str = ""
) -> Response:
    """The answer to what cannot be done: JSON for the API, a page for people."""
    title = HTTPStatus(status).phrase
    if path.startswith("/api/"):
        content = json.dumps(Problem(title=title, status=status, detail=detail).model_dump())
        return Response(content, status, headers, media_type=PROBLEM)
    template = "token.html" if status == 401 else "error.html"
    page = render(template, here=path, title=title, status=status, detail=detail, form_key=form_key)
    return Response(page, status, headers, media_type="text/html; charset=utf-8")


def _answer(request: Request, status: int, detail: str, headers: dict[str, str] | None = None) -> Response:
    return problem_response(request.url.path, status, detail, headers, request.app.state.site.form_key)


def status_of(error: TriptychError) -> int:
    """The HTTP status that fits an error of ours."""
    statuses = {UsageError: 422, TransientError: 503, BudgetReached: 503, EndpointError: 502}
    return next((status for kind, status in statuses.items() if isinstance(error, kind)), 500)


def note_fault(error: Exception, path: str) -> str:
    """What is said of a fault of ours; the log has the rest."""
    number = secrets.token_hex(4)
    _LOG.error("fault %s: %s at %s", number, type(error).__name__, path, exc_info=error if wants_tracebacks() else None)
    return f"This is a fault of Triptych, not of your input. Its number is {number}."


def install(app: FastAPI) -> None:
    """Let the application answer errors like this."""

    @app.exception_handler(TriptychError)
    async def ours(request: Request, error: TriptychError) -> Response:
        return _answer(request, status_of(error), str(error))

    @app.exception_handler(Refused)
    async def refused(request: Request, error: Refused) -> Response:
        return _answer(request, error.status, str(error))

    @app.exception_handler(RequestValidationError)
    async def wrong_request(request: Request, error: RequestValidationError) -> Response:
        found = [(path_of([part for part in one["loc"] if part != "body"]), explain(one)) for one in error.errors()]
        return _answer(request, 422, "; ".join(f"{path}: {words}" if path else words for path, words in found[:5]))

    @app.exception_handler(HTTPException)
    async def of_the_framework(request: Request, error: HTTPException) -> Response:
        headers = dict(error.headers or {})
        if error.status_code == 405:
            # The framework names the methods of the first route with this path only.
            asked = [(name, {**request.scope, "method": name}) for name in ("GET", "POST", "PUT", "PATCH", "DELETE")]
            fits = [name for name, scope in asked if any(r.matches(scope)[0] is Match.FULL for r in app.routes)]
            headers["Allow"] = ", ".join(fits)
        return _answer(request, error.status_code, str(error.detail), headers)
