"""Rate: people score cases blind, any number of them at once, each at a pace of their own."""

import csv
import io
from collections import Counter
from urllib.parse import urlencode

from fastapi import APIRouter, Request, Response
from pydantic import TypeAdapter, ValidationError
from starlette.datastructures import FormData, QueryParams

from triptych.agreement import Agreement
from triptych.errors import MissingExtra, UsageError
from triptych.pipeline.rating import RaterSheet, RatingPlan, RatingQuestion, measure_ratings, open_sheet, ratings_in
from triptych.records import Name, Run
from triptych.rubrics import find_rubrics
from triptych.stores import KeptRating
from triptych.web.forms import SentForm, lead_to, word
from triptych.web.pages.judge import view_judgements
from triptych.web.pages.runs import named_products, names_in, progress_of, scores_of
from triptych.web.rendering import Refused, show_page
from triptych.web.state import CurrentSite, Site

router = APIRouter(include_in_schema=False)

_TEXTS, _MOST_RUNS = 30, 50
_LONGEST_REASON = 500
_NAME: TypeAdapter[str] = TypeAdapter(Name)


@router.get("/rate")
def choose_run(request: Request, site: CurrentSite) -> Response:
    """The runs whose texts can be rated."""
    runs = [run for run in site.store.runs() if run.command == "judge"][:_MOST_RUNS]
    return show_page(request, "rate.html", rows=[(run, progress_of(site, run)) for run in runs])


@router.get("/rate/{run_id}")
def overview(run_id: str, request: Request, site: CurrentSite) -> Response:
    """Who rated how much, how people and judges agree, and where one begins or goes on."""
    run = site.run(run_id)
    kept, rater = site.store.ratings_of(run.id), request.query_params.get("rater", "")[:200]
    offered = list(dict.fromkeys(one.name for one in scores_of(site, run)))
    used = {one.metric for one in kept if one.rater == rater} or {one.metric for one in kept}
    chosen = [name for name in offered if name.partition("/")[2] in used] or offered[:1]
    found, note = _agreement(site, run)
    shown = {"run": run, "raters": _count(kept), "skipped": [one for one in kept if one.score is None]}
    form = {"offered": offered, "chosen": chosen, "texts": _TEXTS, "rater": rater}
    is_done = "done" in request.query_params
    return show_page(request, "rate_run.html", 200, **shown, **form, found=found, note=note, is_done=is_done)


@router.get("/rate/{run_id}/ratings.csv")
def export(run_id: str, site: CurrentSite) -> Response:
    """All ratings of a run's texts, as `triptych agree` reads them."""
    run, written = site.run(run_id), io.StringIO()
    rows = csv.writer(written, lineterminator="\n")
    rows.writerow(("case_id", "metric", "rater", "score"))
    rows.writerows((one.case_id, one.metric, one.rater, f"{one.score:g}") for one in ratings_in(site.store, run))
    headers = {"Content-Disposition": 'attachment; filename="ratings.csv"'}
    return Response(written.getvalue(), media_type="text/csv; charset=utf-8", headers=headers)


@router.get("/rate/{run_id}/text")
def ask(run_id: str, request: Request, site: CurrentSite) -> Response:
    """The next text on the next rubric, or one that was answered before; the overview where all is answered."""
    run, given = site.run(run_id), request.query_params
    plan = _plan(run, given)
    sheet = open_sheet(site.store, plan, names_in(site, run))
    if not sheet.questions:
        raise UsageError("choose a rubric on which texts of this run were judged")
    asked = sheet.find(given.get("key", ""), given.get("metric", "")) or sheet.next()
    if asked is None:
        return lead_to(f"/rate/{run.id}", rater=plan.rater, done="1")
    return _show_question(request, site, plan, sheet, asked)


@router.post("/rate/{run_id}/text")
def answer(run_id: str, site: CurrentSite, form: SentForm) -> Response:
    """Keep a score, or the reason why there is none, and lead on."""
    run = site.run(run_id)
    plan = _plan(run, form)
    asked = open_sheet(site.store, plan, names_in(site, run)).find(word(form, "key"), word(form, "metric"))
    if asked is None:
        raise Refused(404, "This text is not among those to rate any more.")
    score, reason = word(form, "score"), word(form, "reason")[:_LONGEST_REASON]
    if score not in ("1", "2", "3", "4", "5") and not reason:
        raise UsageError("score: give 1 to 5, or skip the text with a reason")
    name = asked.name
    number = float(score) if score else None
    kept = KeptRating(name.case_id, name.digest, asked.metric, plan.rater, number, None if score else reason)
    site.store.save([kept])
    return lead_to(f"{_place(plan)}&{urlencode({'was': asked.key, 'was_metric': asked.metric})}")


def _plan(run: Run, given: QueryParams | FormData) -> RatingPlan:
    """Who rates what, as the address or a form says it."""
    texts = str(given.get("texts", ""))
    try:
        rater = _NAME.validate_python(" ".join(str(given.get("rater", "")).split()))
    except ValidationError:
        raise UsageError("rater: give a name, such as the one your colleagues call you by") from None
    rubrics = tuple(dict.fromkeys(str(name) for name in given.getlist("rubric")))
    count = int(texts) if texts.isdecimal() and len(texts) < 7 else _TEXTS
    return RatingPlan(run.id, rater, rubrics, max(1, count))


def _place(plan: RatingPlan) -> str:
    said = [("rater", plan.rater), *(("rubric", name) for name in plan.rubrics), ("texts", str(plan.texts))]
    return f"/rate/{plan.run_id}/text?{urlencode(said)}"


def _show_question(
    request: Request, site: Site, plan: RatingPlan, sheet: RaterSheet, asked: RatingQuestion
) -> Response:
    """A text with its sources and one rubric; who wrote it and what judges say stay unseen."""
    case = site.store.judged_case(plan.run_id, asked.name.case_id).case
    rubrics = {rubric.name: rubric for rubric in find_rubrics((), case.task, site.options.settings.rubrics)}
    was = sheet.given.get((request.query_params.get("was", ""), request.query_params.get("was_metric", "")))
    keys = list(dict.fromkeys(one.key for one in sheet.questions))
    return show_page(
        request,
        "rate_text.html",
        plan=plan,
        sheet=sheet,
        asked=asked,
        place=_place(plan),
        position=keys.index(asked.key) + 1,
        count=len(keys),
        before=sheet.given.get((asked.key, asked.metric)),
        was=was,
        was_key=request.query_params.get("was", ""),
        view=view_judgements(site, case, ()),
        products=named_products(case),
        rubric=rubrics.get(f"{case.task}/{asked.metric}"),
    )


def _count(kept: list[KeptRating]) -> list[tuple[str, int, int]]:
    """Each rater with the number of scores and of texts skipped."""
    scores = Counter(one.rater for one in kept if one.score is not None)
    skipped = Counter(one.rater for one in kept if one.score is None)
    return [(rater, scores[rater], skipped[rater]) for rater in sorted(scores | skipped)]


def _agreement(site: Site, run: Run) -> tuple[Agreement | None, str]:
    """How people and judges agree, or why that cannot be said."""
    try:
        return measure_ratings(site.store, run), ""
    except (MissingExtra, UsageError) as error:
        return None, str(error)
