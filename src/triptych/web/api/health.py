"""Whether the server answers."""

from fastapi import APIRouter

from triptych import __version__
from triptych.records import Record

router = APIRouter()


class ServerHealth(Record):
    """A server that answers."""

    status: str = "ok"
    version: str = __version__


@router.get("/health")
async def health() -> ServerHealth:
    """The server answers."""
    return ServerHealth()
