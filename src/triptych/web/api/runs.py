"""Runs of the store, their cases and judgements, a page at a time; and people's ratings."""

from collections.abc import Iterable
from itertools import islice
from typing import Annotated

from fastapi import APIRouter, Path, Query, Response
from pydantic import Field

from triptych.records import Case, Judgement, Rating, Record, Run
from triptych.stores import RunTally
from triptych.web.state import CurrentSite

router = APIRouter()

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
    found = site.store.cases(site.run(run_id).id)
    return _listed("cases", islice(found, offset, offset + limit))


@router.get("/runs/{run_id}/judgements", response_model=JudgementList)
def show_judgements(run_id: RunId, site: CurrentSite, limit: Limit = 50, offset: Offset = 0) -> Response:
    """A run's judgements."""
    found = site.store.judgements(site.run(run_id).id)
    return _listed("judgements", islice(found, offset, offset + limit))


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
    content = f'{{"{name}": [{", ".join(record.to_json() for record in records)}]}}'
    return Response(content.encode(errors="replace"), status, media_type="application/json")
