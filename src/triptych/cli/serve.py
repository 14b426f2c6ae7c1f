"""Open the web page: compare, judge, look at runs and rate, in a browser on this machine."""

import socket
from typing import Annotated

import typer

from triptych.cli import _options as opts
from triptych.cli._output import announced_settings, say
from triptych.errors import MissingExtra, UsageError
from triptych.settings import Settings

_LEAST_TOKEN = 16
_TOKEN = "Needed for every page and call; `TRIPTYCH_TOKEN` keeps it out of the list of processes."
_HOST_NAME = "A name it is asked for under; may be repeated."


def command(
    host: Annotated[str, typer.Option(metavar="ADDRESS", help="Where to listen; others need --token.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, metavar="N", help="0 takes any that is free.")] = 8321,
    token: Annotated[str | None, opts.option("WORD", _TOKEN)] = None,
    host_name: Annotated[list[str] | None, opts.option("NAME", _HOST_NAME)] = None,
    writer: Annotated[list[str] | None, opts.option("WRITER", "A further writer to offer; may be repeated.")] = None,
    judge: Annotated[list[str] | None, opts.option("JUDGE", "A further judge to offer; may be repeated.")] = None,
    products: opts.Products = None,
    reviews: opts.Reviews = None,
    workers: opts.Workers = None,
    store: opts.Store = None,
) -> None:
    """Open the web page: compare, judge, look at runs and rate, in a browser on this machine.

    It listens on this machine alone, works offline and needs nothing but a browser. For others to reach it, give an
    address and a token. Ctrl-C ends it.

    - `triptych serve`
    - `TRIPTYCH_TOKEN=… triptych serve --host 0.0.0.0 --host-name reviews.example.org`
    - `triptych serve --judge openai:gpt-4o-mini --store work.db`
    - `triptych serve --products products.csv --reviews reviews.csv`
    """
    from triptych.catalog import Tables

    if reviews and not products:
        raise UsageError("--reviews are joined to a table of products; give --products as well")
    try:
        import uvicorn

        from triptych.web.app import make_app
        from triptych.web.security import is_loopback
        from triptych.web.state import WebOptions
    except ImportError as error:
        if (error.name or "").partition(".")[0] == "triptych":
            raise
        raise MissingExtra("the web page", "web") from None

    settings = announced_settings(store=store, workers=workers, token=token)
    word = _token(settings, is_open=not is_loopback(host))
    options = WebOptions(
        settings=settings,
        token=word,
        host_names=frozenset(name.lower() for name in host_name or ()),
        writers=tuple(dict.fromkeys(["embedded", *(writer or ())])),
        judges=tuple(dict.fromkeys(["embedded", *(judge or ())])),
        workers=settings.workers,
        tables=Tables(tuple(products), tuple(reviews or ())) if products else None,
    )
    app = make_app(options)
    loaded = app.state.site.catalogue
    if loaded:
        say(f"{len(loaded.products):,} products to choose from")
    listener = _listen(host, port)
    address, bound = listener.getsockname()[:2]
    shown = f"[{address}]" if ":" in address else address
    say(f"open http://{shown}:{bound}/ in a browser{' (it asks for the token)' if word else ''}; Ctrl-C ends it")
    config = uvicorn.Config(app, log_level="error", access_log=False, server_header=False, timeout_graceful_shutdown=2)
    try:
        uvicorn.Server(config).run(sockets=[listener])
    except KeyboardInterrupt:
        say("the web page is closed")


def _token(settings: Settings, *, is_open: bool) -> str | None:
    """The token that was given; UsageError where others could reach the page without one, or guess it."""
    token = settings.token.get_secret_value().strip() if settings.token else ""
    if is_open and not token:
        raise UsageError(
            "an address that others reach needs a token: set TRIPTYCH_TOKEN, or give --token, to a long random word"
        )
    if token and len(token) < _LEAST_TOKEN:
        raise UsageError(f"the token has {len(token)} characters; give at least {_LEAST_TOKEN} that nobody guesses")
    return token or None


def _listen(host: str, port: int) -> socket.socket:
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((host, port), family=family, backlog=512)
    except OSError as error:
        why = error.strerror or error
        raise UsageError(f"cannot listen on {host}:{port}: {why}; --port 0 takes a free one") from None
