"""The API under /api/v1, one module a family of calls with its `router`."""

from fastapi import APIRouter

from triptych.web.api import docs, health

router = APIRouter()
for _family in (health, docs):
    router.include_router(_family.router)

__all__ = ["router"]
