"""Compare: a shortlist becomes a comparison whose every cell and sentence opens its evidence."""

from fastapi import APIRouter, Request, Response

from triptych.samples import sample_files
from triptych.web.rendering import show_page

router = APIRouter(include_in_schema=False)


@router.get("/")
async def start(request: Request) -> Response:
    """Where a shortlist is picked or pasted."""
    return show_page(request, "start.html", samples=[path.stem for path in sample_files()])
