"""Compare: pick a sample, paste or upload a shortlist, or type a query and choose among a catalogue's products; and a
comparison whose every cell and sentence opens its evidence."""

import asyncio
import json
from functools import cache
from typing import Any, Literal, NamedTuple, TypeVar

from fastapi import APIRouter, Request, Response

from triptych.catalog import read_shortlists
from triptych.errors import UsageError
from triptych.pipeline import input_of, open_writing
from triptych.records import FEWEST_PRODUCTS, MOST_PRODUCTS, Case, Run, Shortlist, digest_of
from triptych.samples import sample_files
from triptych.texts import short_names
from triptych.web.comparing import ComparisonView, view_comparison
from triptych.web.forms import SentForm, choice, lead_to, lead_to_result, upload, word
from triptych.web.intake import ENDINGS, Catalogue, Upload, read_brought
from triptych.web.rendering import Body, Refused, render, show_page
from triptych.web.state import CurrentSite, Site
from triptych.writers import briefs_of, html_page, markdown_page

router = APIRouter(include_in_schema=False)

_FROM_HERE = "the web page"
"""The source that runs of this page name."""


class ShownComparison(NamedTuple):
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
        page = render("compare.html", here=f"/compare/{name}", form_key=site.form_key, view=view)
        return ShownComparison(view, Body.of(page))

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


Thing = TypeVar("Thing")
SAMPLES, SHOP = "samples", "shop"
"""The catalogue that is always there, and the one that was named at the start."""
_MOST_LISTED = 200


@router.get("/")
async def start(request: Request, site: CurrentSite) -> Response:
    return _first_page(request, site)


def _first_page(request: Request, site: Site, status: int = 200, **more: str) -> Response:
    named = {name: short_names([product.title for product in one.products]) for name, one in samples().items()}
    shown = [(name, one.query, named[name]) for name, one in samples().items()]
    said: dict[str, Any] = {"error": "", "pasted": "", "query": "", "endings": ",".join(ENDINGS), **more}
    catalogue = (SHOP, site.catalogue.name) if site.catalogue else (SAMPLES, "the sample products")
    return show_page(request, "start.html", status, samples=shown, catalogue=catalogue, **said)


@router.post("/compare")
async def bring(request: Request, form: SentForm, site: CurrentSite) -> Response:
    """Read what was brought, and compare it or offer its products."""
    query, pasted = word(form, "query"), word(form, "pasted")
    try:
        main, reviews = [await upload(form, name) for name in ("products", "reviews")]
        if main is None and not pasted:
            raise UsageError("there is nothing to compare yet: choose a file or paste a shortlist")
        ending = "json" if pasted[:1] in ("{", "[") or "\n" not in pasted else "csv"
        main = main or Upload(f"what you pasted.{ending}", pasted.encode(errors="replace"))
        brought = await site.workshop.compute(read_brought, main, reviews)
    except UsageError as error:
        return _first_page(request, site, 422, error=str(error), pasted=pasted, query=query)
    if len(brought.shortlists) == 1:
        return await write_and_lead_on(site, brought.shortlists[0], choice(form, "writer", site.options.writers))
    name = digest_of([one.digest() for one in (*brought.shortlists, *brought.products)])
    if brought.shortlists:
        site.shelf("shortlists").put(name, brought.shortlists)
        return lead_to(f"/shortlists/{name}")
    site.shelf("catalogues").put(name, Catalogue(brought.products, main.name, brought.remarks))
    return lead_to(f"/catalogue/{name}", query=query)


@router.get("/shortlists/{name}")
async def choose_shortlist(name: str, request: Request, site: CurrentSite) -> Response:
    found = _held(site.shelf("shortlists").get(name))
    shown = [(one.query, short_names([product.title for product in one.products])) for one in found[:_MOST_LISTED]]
    return show_page(request, "shortlists.html", name=name, shown=shown, total=len(found), writers=site.options.writers)


@router.post("/shortlists/{name}")
async def compare_shortlist(name: str, form: SentForm, site: CurrentSite) -> Response:
    found, number = _held(site.shelf("shortlists").get(name)), word(form, "number")
    if not (number.isascii() and number.isdecimal() and int(number) < len(found)):
        raise UsageError("choose one of the shortlists")
    return await write_and_lead_on(site, found[int(number)], choice(form, "writer", site.options.writers))


@router.get("/catalogue/{name}")
async def choose_products(name: str, request: Request, site: CurrentSite, query: str = "") -> Response:
    """The products likeliest to answer a query, to choose from."""
    return await _offer(request, site, name, query)


@router.post("/catalogue/{name}")
async def compare_products(name: str, request: Request, form: SentForm, site: CurrentSite) -> Response:
    query, chosen = word(form, "query"), [str(one) for one in form.getlist("product")]
    try:
        shortlist = _catalogue(site, name).shortlist(query, chosen)
    except UsageError as error:
        return await _offer(request, site, name, query, str(error), chosen)
    return await write_and_lead_on(site, shortlist, choice(form, "writer", site.options.writers))


async def _offer(
    request: Request, site: Site, name: str, query: str, error: str = "", chosen: list[str] | None = None
) -> Response:
    catalogue = _catalogue(site, name)
    # In a thread: the words of a large catalogue are gathered the first time.
    likeliest = await asyncio.to_thread(catalogue.likeliest, query[:1000])
    if chosen is None:
        chosen = [product.id for product in likeliest[:3]] if query else []
    return show_page(
        request,
        "catalogue.html",
        422 if error else 200,
        name=name,
        catalogue=catalogue,
        products=[(product, product.id in chosen) for product in likeliest],
        query=query,
        error=error,
        most=MOST_PRODUCTS,
        writers=site.options.writers,
    )


def _catalogue(site: Site, name: str) -> Catalogue:
    found: Catalogue | None = site.catalogue if name == SHOP else site.shelf("catalogues").get(name)
    if found is None and name == SAMPLES:
        products = tuple(product for shortlist in samples().values() for product in shortlist.products)
        found = site.shelf("catalogues").put(name, Catalogue(products, "the sample products"))
    return _held(found)


def _held(found: Thing | None) -> Thing:
    if found is None:
        raise Refused(404, "This is not at hand any more; bring it once more on the first page.")
    return found
