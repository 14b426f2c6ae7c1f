"""Compare: a comparison whose every cell and sentence opens its evidence."""

import json
from dataclasses import dataclass
from functools import cache
from typing import Literal

from fastapi import APIRouter, Request, Response

from triptych.catalog import read_shortlists
from triptych.errors import UsageError
from triptych.pipeline import input_of, open_writing
from triptych.records import FEWEST_PRODUCTS, Case, Run, Shortlist
from triptych.samples import sample_files
from triptych.web.comparing import ComparisonView, view_comparison
from triptych.web.forms import lead_to, lead_to_result
from triptych.web.problems import Refused
from triptych.web.rendering import Body, render, show_page
from triptych.web.state import CurrentSite, Site
from triptych.writers import briefs_of, html_page, markdown_page

router = APIRouter(include_in_schema=False)

_FROM_HERE = "the web page"
"""The source that runs of this page name."""


@dataclass(frozen=True, slots=True)
class ShownComparison:
    """A comparison with its page, which is made once."""

    view: ComparisonView
    page: Body


@cache
def samples() -> dict[str, Shortlist]:
    return {path.stem: next(iter(read_shortlists(str(path)))) for path in sample_files()}


@router.get("/compare/{name}")
async def comparison(name: str, request: Request, site: CurrentSite) -> Response:
    return (await find_comparison(name, site)).page.response(request)


@router.get("/compare/{name}/evidence/{number}")
async def evidence(name: str, number: int, request: Request, site: CurrentSite) -> Response:
    """What one cell, sentence or chip rests on: a page, or for our script only its middle."""
    view = (await find_comparison(name, site)).view
    if not 0 <= number < len(view.panels):
        raise Refused(404, "This comparison has no such evidence.")
    template = "panel.html" if "x-fragment" in request.headers else "evidence.html"
    return show_page(request, template, view=view, panel=view.panels[number])


@router.get("/compare/{name}/text.{ending}")
async def download(name: str, ending: Literal["md", "html", "json"], request: Request, site: CurrentSite) -> Response:
    """The texts as Markdown, as a page that needs no server, or as cases."""
    view = (await find_comparison(name, site)).view
    if ending == "md":
        content, kind = "".join(markdown_page([view.comparison])), "text/markdown; charset=utf-8"
    elif ending == "html":
        content, kind = "".join(html_page(view.cases)), "text/html; charset=utf-8"
    else:
        content, kind = json.dumps([json.loads(case.to_json()) for case in view.cases], indent=1), "application/json"
    safe = "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in name)
    headers = {"Content-Disposition": f'attachment; filename="triptych-{safe}.{ending}"'}
    return Response(content.encode(errors="replace"), media_type=kind, headers=headers)


@router.get("/jobs/{name}")
async def wait(name: str, request: Request, site: CurrentSite) -> Response:
    """A page that waits for work, and leads on when it is done."""
    job = site.workshop.jobs.get(name)
    if job is None:
        raise Refused(404, "This work is not known; it may have been long ago.")
    if job.error:
        raise job.error
    return lead_to(job.task.result()) if job.status == "done" else show_page(request, "waiting.html", job=job)


async def write_and_lead_on(site: Site, shortlist: Shortlist, writer: str) -> Response:
    """Write the texts of a shortlist in a run that the store keeps, and lead to their page."""
    if len(shortlist.products) < FEWEST_PRODUCTS:
        raise UsageError(f"a comparison needs {FEWEST_PRODUCTS} products or more")

    async def work() -> str:
        run = await site.workshop.run(lambda: _write(site, shortlist, writer))
        return f"/compare/{run.id}"

    return await lead_to_result(site, f"Comparing {len(shortlist.products)} products", work())


async def _write(site: Site, shortlist: Shortlist, writer: str) -> Run:
    options = site.options.write_options(writer)
    async with open_writing(options, site.store, engine=site.workshop.engine) as writing:
        end = await writing.write_run(input_of([shortlist], _FROM_HERE))
    if end.stopped:
        raise end.stopped
    if end.failures:
        raise UsageError(f"this could not be written: {end.failures[0]}")
    return end.run


async def find_comparison(name: str, site: Site) -> ShownComparison:
    """A comparison by its name, a sample's or the id of a run of this page; Refused where there is none."""

    async def make() -> ShownComparison:
        cases = await site.workshop.run(lambda: _cases(site, name))
        first = next(case for case in cases if case.task == "comparison")
        shortlist = Shortlist(id=first.item, query=first.query or "", products=first.products)
        view = view_comparison(name, cases, await site.workshop.compute(briefs_of, shortlist))
        return ShownComparison(
            view, Body.of(render("compare.html", here=f"/compare/{name}", form_key=site.form_key, view=view))
        )

    found: ShownComparison = await site.shelf("comparisons").find(name, make)
    return found


async def _cases(site: Site, name: str) -> tuple[Case, ...]:
    """The texts of a sample, written now, or of a run of this page."""
    if name in samples():
        async with open_writing(site.options.write_options("embedded"), engine=site.workshop.engine) as writing:
            return await writing.write(samples()[name])
    if not any(run.id == name and run.source == _FROM_HERE for run in site.store.runs()):
        raise Refused(404, "There is no such comparison.")
    return tuple(site.store.cases(name))
