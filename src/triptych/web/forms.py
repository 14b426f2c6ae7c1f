"""What a form sent, field by field, and where a visitor is led next."""

from collections.abc import Coroutine, Sequence
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import Depends, Response
from starlette.datastructures import FormData, UploadFile

from triptych.errors import UsageError
from triptych.web.intake import Upload
from triptych.web.security import read_form
from triptych.web.state import Site, finished

SentForm = Annotated[FormData, Depends(read_form)]
"""A parameter of a page: the form that was sent, checked to be from a page of ours."""

_PATIENCE_SECONDS = 8.0
"""How long a visitor waits for a result before a page that waits is shown."""


def word(form: FormData, name: str) -> str:
    """A field's text, without spaces around it; empty where there is none."""
    value = form.get(name)
    return value.strip() if isinstance(value, str) else ""


def choice(form: FormData, name: str, offered: Sequence[str]) -> str:
    """A field that is one of those offered; the first where it is empty."""
    given = word(form, name) or offered[0]
    if given not in offered:
        raise UsageError(f"{name}: choose one of {', '.join(offered)}")
    return given


async def upload(form: FormData, name: str) -> Upload | None:
    """The file of a field; None where none was chosen."""
    value = form.get(name)
    if not isinstance(value, UploadFile) or not value.filename:
        return None
    return Upload(value.filename[-120:], await value.read())


def lead_to(place: str, **query: str) -> Response:
    said = {name: value for name, value in query.items() if value}
    return Response(status_code=303, headers={"Location": f"{place}?{urlencode(said)}" if said else place})


async def lead_to_result(site: Site, what: str, work: Coroutine[Any, Any, str]) -> Response:
    """Wait a little for work that ends with the place of its result; lead there, or to a page that waits longer."""
    job = site.workshop.start(what, work)
    if not await finished(job, _PATIENCE_SECONDS):
        return lead_to(f"/jobs/{job.id}")
    if job.error:
        raise job.error
    return lead_to(job.task.result())
