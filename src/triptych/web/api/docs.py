"""Whether the server answers, and what the API has: OpenAPI for programs, and the same as a page."""

import json
from typing import Any

from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.openapi.utils import get_openapi

from triptych import __version__
from triptych.records import Record
from triptych.web.problems import PROBLEM, Problem
from triptych.web.rendering import show_page

router = APIRouter()


@router.get("/openapi.json", include_in_schema=False)
async def openapi(request: Request) -> Response:
    """The description."""
    return Response(json.dumps(describe(request.app)), media_type="application/json")


@router.get("/docs", include_in_schema=False)
async def docs(request: Request) -> Response:
    """The same for people."""
    description = describe(request.app)
    calls = [
        (method.upper(), path, call, _shape(call.get("requestBody")))
        for path, calls in description["paths"].items()
        for method, call in calls.items()
    ]
    return show_page(request, "api.html", calls=calls)


def describe(app: FastAPI) -> dict[str, Any]:
    """The description of the API, in which every call may answer with a problem."""
    if app.openapi_schema is None:
        made = get_openapi(title=app.title, version=app.version, summary=app.summary, routes=app.routes)
        schemas = made["components"]["schemas"]
        for unused in ("HTTPValidationError", "ValidationError"):
            schemas.pop(unused, None)
        schemas["Problem"] = Problem.model_json_schema()
        problem = {PROBLEM: {"schema": {"$ref": "#/components/schemas/Problem"}}}
        for calls in made["paths"].values():
            for call in calls.values():
                call["responses"].pop("422", None)
                call["responses"]["default"] = {
                    "description": "What went wrong, and what would be right.",
                    "content": problem,
                }
        app.openapi_schema = made
    return app.openapi_schema


def _shape(body: dict[str, Any] | None) -> str:
    """The name of the schema that a body has."""
    schema = (body or {}).get("content", {}).get("application/json", {}).get("schema", {})
    return str(schema.get("$ref", "")).rpartition("/")[2]


class ServerHealth(Record):
    """A server that answers."""

    status: str = "ok"
    version: str = __version__


@router.get("/health")
async def health() -> ServerHealth:
    """The server answers."""
    return ServerHealth()
