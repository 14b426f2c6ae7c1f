"""The application: pages, API, static files and the guard before them."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from fastapi import FastAPI, Request, Response
from starlette.middleware.gzip import GZipMiddleware

from triptych import __version__
from triptych.web import api, rendering, security
from triptych.web.pages import compare, judge, rate, runs
from triptych.web.state import Site, WebOptions

_FOR_A_YEAR = "public, max-age=31536000, immutable"


def make_app(options: WebOptions | None = None) -> FastAPI:
    """The application, ready for a server or for tests."""
    site = Site(options or WebOptions())
    app = FastAPI(
        title="Triptych",
        version=__version__,
        summary="Write and judge product opinions, explanations and comparisons, with evidence.",
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        lifespan=_lifespan,
    )
    app.state.site = site
    rendering.install(app)
    app.add_middleware(GZipMiddleware, minimum_size=1500, compresslevel=5)
    app.add_middleware(security.Guard, site=site)
    app.include_router(security.router)
    for page in (compare, judge, runs, rate):
        app.include_router(page.router)
    app.include_router(api.router, prefix="/api/v1")
    app.add_api_route("/static/{name}", _static, include_in_schema=False)
    return app


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    site: Site = app.state.site
    preparing = asyncio.create_task(_prepare(site))
    yield
    preparing.cancel()
    await asyncio.to_thread(site.close)


async def _prepare(site: Site) -> None:
    """Have the samples compared, and the worker processes loaded thereby, before the first visitor asks for one."""
    if site.options.workers != 0:
        with suppress(Exception):
            await asyncio.gather(*(compare.find_comparison(name, site) for name in compare.samples()))


async def _static(name: str, request: Request) -> Response:
    found = rendering.asset(name)
    if found is None:
        raise rendering.Refused(404, "There is no such file.")
    return found.response(request, _FOR_A_YEAR)
