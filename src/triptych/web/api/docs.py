"""The API's description: OpenAPI for programs, and the same as a page, which fetches nothing from elsewhere."""

import json
from typing import Any

from fastapi import APIRouter, Request, Response

from triptych.web.rendering import show_page

router = APIRouter(include_in_schema=False)


@router.get("/openapi.json")
async def openapi(request: Request) -> Response:
    """The description."""
    return Response(json.dumps(request.app.openapi()), media_type="application/json")


@router.get("/docs")
async def docs(request: Request) -> Response:
    """The same for people."""
    description: dict[str, Any] = request.app.openapi()
    calls = [
        (method.upper(), path, call, _shape(call.get("requestBody")))
        for path, calls in description["paths"].items()
        for method, call in calls.items()
    ]
    return show_page(request, "api.html", calls=calls)


def _shape(body: dict[str, Any] | None) -> str:
    """The name of the schema that a body has."""
    schema = (body or {}).get("content", {}).get("application/json", {}).get("schema", {})
    return str(schema.get("$ref", "")).rpartition("/")[2]
