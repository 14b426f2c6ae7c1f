"""Pages from templates: everything that is put in is escaped, and characters nobody sees are shown as escapes."""

import gzip
import hashlib
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from fastapi import Request, Response
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from triptych import __version__
from triptych.texts import for_terminal

_HERE = Path(__file__).parent
_ASSETS = {"triptych.css": "text/css; charset=utf-8", "triptych.js": "text/javascript; charset=utf-8"}
NAVIGATION = (("/", "Compare"), ("/judge", "Judge"), ("/runs", "Runs"), ("/rate", "Rate"), ("/api/v1/docs", "API"))
"""The pages that every page links to."""


class Body(NamedTuple):
    """Content that is served again and again, packed once."""

    plain: bytes
    packed: bytes
    media_type: str
    tag: str

    @classmethod
    def of(cls, content: str, media_type: str = "text/html; charset=utf-8") -> "Body":
        """The content, packed."""
        plain = content.encode()
        return cls(plain, gzip.compress(plain, 6, mtime=0), media_type, hashlib.sha256(plain).hexdigest()[:16])

    def response(self, request: Request, caching: str = "no-cache") -> Response:
        """The answer to a request: packed where the reader can unpack, empty where the reader has it already."""
        headers = {"ETag": f'W/"{self.tag}"', "Cache-Control": caching, "Vary": "Accept-Encoding"}
        if request.headers.get("if-none-match") == headers["ETag"]:
            return Response(status_code=304, headers=headers)
        if "gzip" not in request.headers.get("accept-encoding", ""):
            return Response(self.plain, media_type=self.media_type, headers=headers)
        return Response(self.packed, media_type=self.media_type, headers=headers | {"Content-Encoding": "gzip"})


def render(template: str, **context: Any) -> str:
    return _environment().get_template(template).render(context)


def show_page(request: Request, template: str, status: int = 200, **context: Any) -> Response:
    """A page as an answer; `form_key` is at hand for its forms, `here` for its place in the navigation."""
    content = render(template, here=request.url.path, form_key=request.app.state.site.form_key, **context)
    return Response(content, status, media_type="text/html; charset=utf-8", headers={"Cache-Control": "no-cache"})


@cache
def asset(name: str) -> Body | None:
    """The style sheet or the script; None for any other name."""
    if name not in _ASSETS:
        return None
    return Body.of((_HERE / "static" / name).read_text(encoding="utf-8"), _ASSETS[name])


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(_HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=visible,
    )
    tags = {name: found.tag for name in _ASSETS if (found := asset(name))}
    environment.globals |= {"navigation": NAVIGATION, "version": __version__, "tags": tags}
    return environment


def visible(value: Any) -> Any:
    """Text with direction marks, zero-width and control characters shown as escapes; anything else as it is."""
    if not isinstance(value, str) or isinstance(value, Markup) or (value.isascii() and value.isprintable()):
        return value
    return for_terminal(value.replace("\r\n", "\n"))
