"""Errors as people and programs meet them: a page that says what to do, problem+json (RFC 9457) under /api."""

import json
import logging
import secrets
from http import HTTPStatus

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.routing import Match

from triptych.catalog import explain, path_of
from triptych.errors import BudgetReached, EndpointError, TransientError, TriptychError, UsageError
from triptych.records import Record
from triptych.settings import wants_tracebacks
from triptych.web.rendering import render

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
