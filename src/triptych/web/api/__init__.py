"""The API under /api/v1, one module a family of calls with its `router`."""

from fastapi import APIRouter

from triptych.web.api import docs, runs, work

router = APIRouter()
for _family in (work, runs, docs):
    router.include_router(_family.router)

__all__ = ["router"]
