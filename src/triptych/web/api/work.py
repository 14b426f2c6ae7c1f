"""Write, judge and read by calls; what takes long becomes a job to poll."""

import json
from collections.abc import Coroutine
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Response
from pydantic import Field, JsonValue

from triptych.catalog import record_of
from triptych.errors import UsageError
from triptych.pipeline import open_writing, read_products
from triptych.records import TASKS, Case, Judgement, Product, Reading, Record, Shortlist, Task
from triptych.rubrics import find_rubrics
from triptych.web.pages.judge import judge_case
from triptych.web.problems import Refused
from triptych.web.state import CurrentSite, Job, JobStatus, Site, finished

router = APIRouter()

Wait = Annotated[float, Query(ge=0, le=60, description="Seconds to wait for the result before the job is returned.")]
JsonObject = dict[str, JsonValue]
_PRODUCT: JsonObject = {"id": "a", "title": "Ambo Kettle", "reviews": ["It is quiet.", "Very quiet."]}


class WriteRequest(Record):
    """What is to be written."""

    shortlist: JsonObject = Field(
        examples=[{"query": "quiet kettle", "products": [_PRODUCT, {"id": "b", "title": "Birk"}]}]
    )
    """A query with its products as a line of shortlists.jsonl, or one product for its opinion."""
    tasks: tuple[Task, ...] = Field(TASKS, min_length=1)
    writer: str = "embedded"
    """One of those that the server offers."""


class JudgeRequest(Record):
    """What is to be judged."""

    case: JsonObject = Field(examples=[{"task": "opinion", "text": "It is quiet.", "products": [_PRODUCT]}])
    """A text with its sources, as a line of cases.jsonl."""
    metrics: tuple[str, ...] = ()
    """`clarity` or `comparison/clarity`; all of the task for none."""
    judge: str = "embedded"
    """One of those that the server offers."""


class ReadRequest(Record):
    """What is to be read."""

    product: JsonObject = Field(examples=[_PRODUCT])
    """A product with its reviews, as a line of a products file."""


class JobReport(Record):
    """Work under way, or its result."""

    id: str
    """Ask for it again under /api/v1/jobs/ID."""
    what: str
    status: JobStatus
    """A job that failed answers with its problem instead."""
    result: tuple[Case, ...] | tuple[Judgement, ...] | Reading | None = None
    """Cases, judgements or a reading, when it is done."""


_REPORTS: dict[int | str, dict[str, Any]] = {202: {"model": JobReport, "description": "Still at work: poll the job."}}


@router.post("/write", response_model=JobReport, responses=_REPORTS)
async def write(request: WriteRequest, site: CurrentSite, wait: Wait = 10) -> Response:
    """Write the texts of a shortlist, or the opinion of a product."""
    given = record_of(request.shortlist, name="shortlist")
    if not isinstance(given, Shortlist | Product):
        raise UsageError("shortlist: give a query with its products, or a product")
    _check_offered("writer", request.writer, site.options.writers)

    async def work() -> str:
        store = None if request.writer == "embedded" else site.store
        options = site.options.write_options(request.writer)
        async with open_writing(options, store, engine=site.workshop.engine) as writing:
            return _joined(await writing.write(given, request.tasks))

    return await _report(site, "Writing", site.workshop.run(work), wait)


@router.post("/judge", response_model=JobReport, responses=_REPORTS)
async def judge(request: JudgeRequest, site: CurrentSite, wait: Wait = 10) -> Response:
    """Judge a text on the rubrics of its task."""
    case = record_of(request.case, "cases", "case")
    assert isinstance(case, Case)
    _check_offered("judge", request.judge, site.options.judges)
    if not find_rubrics(request.metrics, case.task, site.options.settings.rubrics):
        raise UsageError(f"metrics: the task {case.task} has none of {', '.join(request.metrics)}")

    async def content() -> str:
        return _joined(await judge_case(site, case, request.metrics, request.judge))

    return await _report(site, "Judging", content(), wait)


@router.post("/read", response_model=JobReport, responses=_REPORTS)
async def read(request: ReadRequest, site: CurrentSite, wait: Wait = 10) -> Response:
    """Read what a product's reviewers and listing say."""
    product = record_of(request.product, "products", "product")
    assert isinstance(product, Product)

    async def work() -> str:
        found = [one async for _, one in read_products([product], engine=site.workshop.engine)]
        return found[0].to_json()

    return await _report(site, "Reading", site.workshop.run(work), wait)


@router.get("/jobs/{job_id}", response_model=JobReport, responses=_REPORTS)
async def job(job_id: Annotated[str, Path(max_length=64)], site: CurrentSite, wait: Wait = 0) -> Response:
    """A job by its id, with its result once it is done."""
    found = site.workshop.jobs.get(job_id)
    if found is None or found.what not in ("Writing", "Judging", "Reading"):
        raise Refused(404, "There is no such job; results are kept for a while only.")
    return await _answer(found, wait)


async def _report(site: Site, what: str, content: Coroutine[Any, Any, str], wait: float) -> Response:
    return await _answer(site.workshop.start(what, content), wait)


async def _answer(found: Job, wait: float) -> Response:
    """A job as it is after so many seconds."""
    await finished(found, wait)
    if found.error:
        raise found.error
    result = found.task.result() if found.status == "done" else "null"
    head = json.dumps({"id": found.id, "what": found.what, "status": found.status})
    body = f'{head[:-1]}, "result": {result}}}'.encode(errors="replace")
    headers = {"Location": f"/api/v1/jobs/{found.id}"}
    return Response(body, 200 if found.status == "done" else 202, headers, media_type="application/json")


def _joined(records: tuple[Record, ...]) -> str:
    return f"[{', '.join(record.to_json() for record in records)}]"


def _check_offered(field: str, given: str, offered: tuple[str, ...]) -> None:
    if given not in offered:
        raise UsageError(f"{field}: {given[:80]!r} is not offered; these are: {', '.join(offered)}")
