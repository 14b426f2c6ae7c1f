"""Runs: what the store holds, from all runs down to one case, and how far a run has come."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from typing import Annotated, Any, NamedTuple, TypeVar, get_args
from urllib.parse import quote, urlencode

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import StreamingResponse
from starlette.datastructures import QueryParams

from triptych.errors import UsageError
from triptych.pipeline.results import RunComparison, compare_runs, score_run
from triptych.records import TASKS, Case, Product, Record, Run, Task
from triptych.reports import MetricScores
from triptych.stores import CaseOrder, CaseQuery, JudgedName, Store
from triptych.texts import short_names
from triptych.web.pages.judge import view_judgements
from triptych.web.rendering import Refused, show_page
from triptych.web.state import CurrentSite, Shelf, Site

router = APIRouter(include_in_schema=False)
Held = TypeVar("Held")

_RUNS_A_PAGE, _CASES_A_PAGE = 50, 50
_SECONDS_BETWEEN, _LONGEST_SECONDS = 1.0, 600.0
_MOST_KEPT, _MOST_LISTS = 500, 8
_ALL = "all"


class RunProgress(Record):
    """How far a run has come."""

    status: str
    """`running`, `done`, `stopped` or `failed`."""
    cases: int
    total: int | None
    """All there are, where that is known."""
    scored: int
    unscored: int

    @classmethod
    def of(cls, store: Store, run: Run) -> "RunProgress":
        """As the store has it now."""
        tally = store.tally(run.id)
        unscored = tally.unscored + tally.unreached
        return cls(status=run.status, cases=tally.cases, total=run.total, scored=tally.scored, unscored=unscored)

    @property
    def words(self) -> str:
        texts = f"{self.cases:,} of {self.total:,} texts" if self.total else f"{self.cases:,} texts"
        return f"{texts}, {self.scored:,} scores" + (f", {self.unscored:,} without a score" if self.unscored else "")


@router.get("/runs")
def all_runs(request: Request, site: CurrentSite) -> Response:
    runs, page = site.store.runs(), _page_number(request.query_params)
    shown = runs[(page - 1) * _RUNS_A_PAGE : page * _RUNS_A_PAGE]
    rows = [(run, progress_of(site, run)) for run in shown]
    pager = Pager(page, len(runs), _RUNS_A_PAGE, "/runs", {})
    return show_page(request, "runs.html", rows=rows, pager=pager)


@router.get("/runs/compare")
async def compare(request: Request, site: CurrentSite, a: str, b: str) -> Response:
    first, second = await asyncio.to_thread(lambda: (site.run(a), site.run(b)))
    key = f"{first.id} {first.finished} {second.id} {second.finished}"

    async def make() -> RunComparison:
        return await asyncio.to_thread(compare_runs, site.store, first.id, second.id)

    is_settled = first.finished and second.finished
    found = await (site.shelf("compared runs", _MOST_KEPT).find(key, make) if is_settled else make())
    return show_page(request, "runs_compared.html", first=first, second=second, found=found)


@router.get("/runs/{run_id}")
def one_run(run_id: str, request: Request, site: CurrentSite) -> Response:
    """One run: its scores and its cases."""
    run = site.run(run_id)
    scores, progress = scores_of(site, run), progress_of(site, run)
    tasks = [task for task in TASKS if any(one.task == task for one in scores)]
    others = [one for one in site.store.runs() if one.command == "judge" and one.id != run.id][:_RUNS_A_PAGE]
    shown = {"run": run, "progress": progress, "others": others, "tasks": tasks}
    listed = _judged(site, run, scores, tasks, request) if tasks else _written(site, run, progress, request)
    return show_page(request, "run.html", 200, **shown, **listed)


def _judged(
    site: Site, run: Run, scores: tuple[MetricScores, ...], tasks: list[Task], request: Request
) -> dict[str, Any]:
    """Scores, and a page of the cases asked for."""
    query = _read_query(request.query_params, tasks)
    found = site.store.find_cases(run.id, query)
    said = {name: value for name, value in request.query_params.items() if name != "page"}
    choices = CaseAddress(f"/runs/{run.id}", query, said)
    return {
        "tables": [ScoreTable.of(task, scores) for task in tasks],
        "metrics": list(dict.fromkeys(one.metric for one in scores if one.task == query.task)),
        "systems": sorted({one.system or "" for one in scores if one.task == query.task}),
        "query": query,
        "found": found,
        "choices": choices,
        "pager": Pager(1 + query.offset // query.limit, found.total, query.limit, choices.place, said),
    }


def _written(site: Site, run: Run, progress: RunProgress, request: Request) -> dict[str, Any]:
    """A page of the cases of a run that has no judgements."""
    page = _page_number(request.query_params)
    names = site.store.case_names(run.id, (page - 1) * _CASES_A_PAGE, _CASES_A_PAGE)
    return {"tables": [], "names": names, "pager": Pager(page, progress.cases, _CASES_A_PAGE, f"/runs/{run.id}", {})}


@router.get("/runs/{run_id}/case")
def one_case(run_id: str, request: Request, site: CurrentSite, case_id: Annotated[str, Query(alias="id")]) -> Response:
    """One case with everything: text, scores, reasons, evidence and sources."""
    run = site.run(run_id)
    try:
        found = site.store.judged_case(run.id, case_id)
    except UsageError:
        raise Refused(404, "This run has no such text.") from None
    shown = {"view": view_judgements(site, found.case, found.judgements), "products": named_products(found.case)}
    return show_page(request, "case.html", 200, back=f"/runs/{quote(run.id)}", back_words="Back to the run", **shown)


def named_products(case: Case) -> list[tuple[str, Product]]:
    """The products of a case under their short names."""
    return list(zip(short_names([one.title for one in case.products]), case.products, strict=True))


@router.get("/runs/{run_id}/progress")
async def follow(run_id: str, request: Request, site: CurrentSite) -> Response:
    """How far a run is, as server-sent events until it ends."""
    await asyncio.to_thread(site.run, run_id)
    headers = {"Cache-Control": "no-store"}
    return StreamingResponse(_events(site, run_id), media_type="text/event-stream", headers=headers)


async def _events(site: Site, run_id: str) -> AsyncIterator[str]:
    before, waited = "", 0.0
    while waited < _LONGEST_SECONDS:
        now = await asyncio.to_thread(lambda: RunProgress.of(site.store, site.run(run_id)))
        said = json.dumps({**now.model_dump(), "words": now.words})
        # A comment keeps the line open while nothing changes.
        yield f"data: {said}\n\n" if said != before else ":\n\n"
        if now.status != "running":
            return
        before, waited = said, waited + _SECONDS_BETWEEN
        await asyncio.sleep(_SECONDS_BETWEEN)


def scores_of(site: Site, run: Run) -> tuple[MetricScores, ...]:
    """A run's scores by task, metric and system."""
    return _kept(site.shelf("scores", _MOST_KEPT), run, lambda: score_run(site.store, run.id))


def progress_of(site: Site, run: Run) -> RunProgress:
    found: RunProgress = _kept(site.shelf("progress", _MOST_KEPT), run, lambda: RunProgress.of(site.store, run))
    return found


def names_in(site: Site, run: Run) -> list[JudgedName]:
    return _kept(site.shelf("judged names", _MOST_LISTS), run, lambda: site.store.judged_names(run.id))


def _kept(shelf: Shelf[Held], run: Run, make: Callable[[], Held]) -> Held:
    """What a run adds up to, kept once it is finished: then it does not change any more."""
    if run.finished is None:
        return make()
    key = f"{run.id} {run.finished}"
    found = shelf.get(key)
    return found if found is not None else shelf.put(key, make())


class ScoreTable(NamedTuple):
    """The scores of one task: a row a metric, a column a system."""

    task: Task
    systems: tuple[str, ...]
    rows: tuple[tuple[str, tuple[MetricScores | None, ...]], ...]

    @classmethod
    def of(cls, task: Task, scores: tuple[MetricScores, ...]) -> "ScoreTable":
        """The table of a task."""
        found = {(one.metric, one.system or ""): one for one in scores if one.task == task}
        systems = tuple(sorted({system for _, system in found}))
        metrics = dict.fromkeys(metric for metric, _ in found)
        rows = tuple((metric, tuple(found.get((metric, system)) for system in systems)) for metric in metrics)
        return cls(task, systems, rows)


def _read_query(given: QueryParams, tasks: list[Task]) -> CaseQuery:
    """What a visitor asked for; what makes no sense is passed over."""
    task = next((task for task in tasks if task == given.get("task")), tasks[0])
    orders: tuple[CaseOrder, ...] = get_args(CaseOrder)
    order = next((one for one in orders if one == given.get("sort")), orders[0])
    system = given.get("system", _ALL)
    return CaseQuery(
        task=task,
        system=None if system == _ALL else system[:200],
        words=given.get("words", "")[:200],
        metric=given.get("metric") or None,
        least=_number(given.get("least")),
        most=_number(given.get("most")),
        is_unscored="unscored" in given,
        order=order,
        is_descending=given.get("down") == "1",
        offset=(_page_number(given) - 1) * _CASES_A_PAGE,
        limit=_CASES_A_PAGE,
    )


def _number(given: str | None) -> float | None:
    return float(given) if given and len(given) < 5 and given.replace(".", "", 1).isdecimal() else None


def _page_number(given: QueryParams) -> int:
    page = given.get("page", "1")
    return max(1, int(page)) if page.isdecimal() and len(page) < 7 else 1


class CaseAddress(NamedTuple):
    """What was asked for, as addresses that change one thing of it."""

    place: str
    query: CaseQuery
    said: dict[str, str]
    """What the address says, but for the page."""

    def sorted_by(self, order: CaseOrder, metric: str | None = None) -> str:
        """The same cases in another order, or turned round."""
        is_same = (order, metric) == (self.query.order, self.query.metric)
        down = "1" if is_same and not self.query.is_descending else ""
        turned = {"sort": order, "metric": metric or "", "down": down}
        return f"{self.place}?{urlencode(self.said | turned)}#texts"

    def direction(self, order: CaseOrder, metric: str | None = None) -> str:
        """How a column is sorted, for screen readers; empty where it is not."""
        if (order, metric) != (self.query.order, self.query.metric):
            return ""
        return "descending" if self.query.is_descending else "ascending"


class Pager(NamedTuple):
    """Where one is in a long list."""

    page: int
    total: int
    size: int
    place: str
    said: dict[str, str]

    @property
    def last(self) -> int:
        return max(1, -(-self.total // self.size))

    @property
    def first_shown(self) -> int:
        """The place of the first on this page."""
        return min(self.total, (self.page - 1) * self.size + 1)

    @property
    def last_shown(self) -> int:
        """The place of the last."""
        return min(self.total, self.page * self.size)

    def address(self, page: int) -> str:
        """Another page of the same."""
        return f"{self.place}?{urlencode({**self.said, 'page': str(page)})}#texts"
