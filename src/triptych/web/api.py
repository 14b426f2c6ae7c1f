"""The API under /api/v1: write, judge and read by calls, with jobs for what takes long; the runs, cases, judgements and
ratings of the store, a page at a time; and what the API has, for programs and people."""

import json
from collections.abc import Iterable
from itertools import islice
from typing import Annotated, Any

from fastapi import APIRouter, FastAPI, Path, Query, Request, Response
from fastapi.openapi.utils import get_openapi
from pydantic import Field, JsonValue

from triptych import __version__
from triptych.catalog import record_of
from triptych.errors import UsageError
from triptych.pipeline import open_writing, read_products
from triptych.records import TASKS, Case, Judgement, Product, Rating, Reading, Record, Run, Shortlist, Task
from triptych.rubrics import find_rubrics
from triptych.stores import RunTally
from triptych.web.pages.judge import judge_case
from triptych.web.rendering import PROBLEM, Problem, Refused, show_page
from triptych.web.state import CurrentSite, Job, JobStatus, finished

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

    return await _answer(site.workshop.start("Writing", site.workshop.run(work)), wait)


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

    return await _answer(site.workshop.start("Judging", content()), wait)


@router.post("/read", response_model=JobReport, responses=_REPORTS)
async def read(request: ReadRequest, site: CurrentSite, wait: Wait = 10) -> Response:
    """Read what a product's reviewers and listing say."""
    product = record_of(request.product, "products", "product")
    assert isinstance(product, Product)

    async def work() -> str:
        found = [one async for _, one in read_products([product], engine=site.workshop.engine)]
        return found[0].to_json()

    return await _answer(site.workshop.start("Reading", site.workshop.run(work)), wait)


@router.get("/jobs/{job_id}", response_model=JobReport, responses=_REPORTS)
async def job(job_id: Annotated[str, Path(max_length=64)], site: CurrentSite, wait: Wait = 0) -> Response:
    """A job by its id, with its result once it is done."""
    found = site.workshop.jobs.get(job_id)
    if found is None or found.what not in ("Writing", "Judging", "Reading"):
        raise Refused(404, "There is no such job; results are kept for a while only.")
    return await _answer(found, wait)


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


def _joined(records: Iterable[Record]) -> str:
    return f"[{', '.join(record.to_json() for record in records)}]"


def _check_offered(field: str, given: str, offered: tuple[str, ...]) -> None:
    if given not in offered:
        raise UsageError(f"{field}: {given[:80]!r} is not offered; these are: {', '.join(offered)}")


RunId = Annotated[str, Path(max_length=200, description="A run's id.")]
Limit = Annotated[int, Query(ge=1, le=1000, description="How many at most.")]
Offset = Annotated[int, Query(ge=0, le=1_000_000_000, description="How many to pass over.")]


class RunReport(Record):
    """A run and how much it holds."""

    run: Run
    cases: int
    scored: int
    unscored: int


class RunList(Record):
    """Some of the runs, the latest start first."""

    runs: tuple[RunReport, ...]
    total: int


class CaseList(Record):
    """Some of a run's cases, in its order."""

    cases: tuple[Case, ...]


class JudgementList(Record):
    """Some of a run's judgements, in its order."""

    judgements: tuple[Judgement, ...]


class RatingList(Record):
    """Ratings."""

    ratings: tuple[Rating, ...] = Field(
        max_length=1000, examples=[[{"case_id": "c1", "metric": "clarity", "rater": "ann", "score": 4}]]
    )
    """A score by a person for a case and a metric each."""


@router.get("/runs")
def list_runs(site: CurrentSite, limit: Limit = 50, offset: Offset = 0) -> RunList:
    """The runs of the store."""
    runs = site.store.runs()
    shown = [_report(run, site.store.tally(run.id)) for run in runs[offset : offset + limit]]
    return RunList(runs=tuple(shown), total=len(runs))


@router.get("/runs/{run_id}")
def show_run(run_id: RunId, site: CurrentSite) -> RunReport:
    """One run."""
    run = site.run(run_id)
    return _report(run, site.store.tally(run.id))


@router.get("/runs/{run_id}/cases", response_model=CaseList)
def show_cases(run_id: RunId, site: CurrentSite, limit: Limit = 50, offset: Offset = 0) -> Response:
    """A run's cases."""
    return _listed("cases", islice(site.store.cases(site.run(run_id).id), offset, offset + limit))


@router.get("/runs/{run_id}/judgements", response_model=JudgementList)
def show_judgements(run_id: RunId, site: CurrentSite, limit: Limit = 50, offset: Offset = 0) -> Response:
    """A run's judgements."""
    return _listed("judgements", islice(site.store.judgements(site.run(run_id).id), offset, offset + limit))


@router.get("/ratings", response_model=RatingList)
def list_ratings(site: CurrentSite, limit: Limit = 1000, offset: Offset = 0) -> Response:
    """The ratings of the store by case, metric and rater."""
    return _listed("ratings", islice(site.store.ratings(), offset, offset + limit))


@router.post("/ratings", status_code=201, response_model=RatingList)
def save_ratings(given: RatingList, site: CurrentSite) -> Response:
    """Keep ratings; one by the same rater for the same case and metric is replaced."""
    site.store.save(given.ratings)
    return _listed("ratings", given.ratings, 201)


def _report(run: Run, tally: RunTally) -> RunReport:
    return RunReport(run=run, cases=tally.cases, scored=tally.scored, unscored=tally.unscored + tally.unreached)


def _listed(name: str, records: Iterable[Record], status: int = 200) -> Response:
    """Records as JSON, as they are written everywhere, without checking each once more."""
    content = f'{{"{name}": {_joined(records)}}}'
    return Response(content.encode(errors="replace"), status, media_type="application/json")


@router.get("/openapi.json", include_in_schema=False)
async def openapi(request: Request) -> Response:
    """The description."""
    return Response(json.dumps(describe(request.app)), media_type="application/json")


@router.get("/docs", include_in_schema=False)
async def docs(request: Request) -> Response:
    """The same for people."""
    description = describe(request.app)
    found = [(path, *one) for path, calls in description["paths"].items() for one in calls.items()]
    calls = [(method.upper(), path, call, _shape(call.get("requestBody"))) for path, method, call in found]
    return show_page(request, "api.html", calls=calls)


def describe(app: FastAPI) -> dict[str, Any]:
    """The description of the API, in which every call may answer with a problem."""
    if app.openapi_schema is None:
        made = get_openapi(title=app.title, version=app.version, summary=app.summary, routes=app.routes)
        schemas = made["components"]["schemas"]
        for unused in ("HTTPValidationError", "ValidationError"):
            schemas.pop(unused, None)
        schemas["Problem"] = Problem.model_json_schema()
        content = {PROBLEM: {"schema": {"$ref": "#/components/schemas/Problem"}}}
        problem = {"description": "What went wrong, and what would be right.", "content": content}
        for calls in made["paths"].values():
            for call in calls.values():
                call["responses"].pop("422", None)
                call["responses"]["default"] = problem
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
