"""Judge: any text and its sources, on chosen rubrics."""

from fastapi import APIRouter, Request, Response

from triptych.web.rendering import show_page

router = APIRouter(include_in_schema=False)


@router.get("/judge")
async def judge(request: Request) -> Response:
    """The empty form."""
    return show_page(request, "judge.html")
