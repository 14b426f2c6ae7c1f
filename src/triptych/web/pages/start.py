"""Start: pick a sample, paste or upload a shortlist, or type a query and choose among a catalogue's products."""

import asyncio
from typing import Any, TypeVar

from fastapi import APIRouter, Request, Response

from triptych.errors import UsageError
from triptych.records import MOST_PRODUCTS, digest_of
from triptych.texts import short_names
from triptych.web.forms import SentForm, choice, lead_to, upload, word
from triptych.web.intake import ENDINGS, Catalogue, Upload, read_brought
from triptych.web.pages.compare import samples, write_and_lead_on
from triptych.web.problems import Refused
from triptych.web.rendering import show_page
from triptych.web.state import CurrentSite, Site

router = APIRouter(include_in_schema=False)

Thing = TypeVar("Thing")
SAMPLES, SHOP = "samples", "shop"
"""The catalogue that is always there, and the one that was named at the start."""
_MOST_LISTED = 200


@router.get("/")
async def start(request: Request, site: CurrentSite) -> Response:
    return _first_page(request, site)


def _first_page(request: Request, site: Site, status: int = 200, **more: str) -> Response:
    shown = [
        (name, shortlist.query, short_names([product.title for product in shortlist.products]))
        for name, shortlist in samples().items()
    ]
    said: dict[str, Any] = {"error": "", "pasted": "", "query": "", **more}
    catalogue = (SHOP, site.catalogue.name) if site.catalogue else (SAMPLES, "the sample products")
    return show_page(
        request, "start.html", status, samples=shown, catalogue=catalogue, endings=",".join(ENDINGS), **said
    )


@router.post("/compare")
async def bring(request: Request, form: SentForm, site: CurrentSite) -> Response:
    """Read what was brought, and compare it or offer its products."""
    query, pasted = word(form, "query"), word(form, "pasted")
    try:
        main, reviews = [await upload(form, name) for name in ("products", "reviews")]
        main = main or _pasted(pasted)
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


def _pasted(text: str) -> Upload:
    if not text:
        raise UsageError("there is nothing to compare yet: choose a file or paste a shortlist")
    is_json = text[0] in "{[" or "\n" not in text
    return Upload("what you pasted.json" if is_json else "what you pasted.csv", text.encode(errors="replace"))


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
