"""From a URL to an open store."""

from triptych.errors import UsageError
from triptych.plugins import load
from triptych.stores._store import Store

_FOLDER = "triptych.stores"
_ALSO_CALLED = {"postgres": "postgresql"}

PATIENCE_SECONDS = 30.0
"""How long a store waits for another process, or for a server that went away, before it gives up."""


def open_store(url: str, *, create: bool = True, patience_seconds: float = PATIENCE_SECONDS) -> Store:
    """The store at a path, `sqlite:///…` or `postgresql://…`; made when it is not there, unless `create` is False."""
    if not url.strip():
        raise UsageError("a store needs a path, `sqlite:///FILE` or `postgresql://USER@HOST/DATABASE`; it was empty")
    scheme, separator, _ = url.partition("://")
    if not separator:
        scheme, url = "sqlite", f"sqlite:///{url}"
    scheme = _ALSO_CALLED.get(scheme, scheme)
    store: Store = load(_FOLDER, scheme).connect(url, create=create, patience_seconds=patience_seconds)
    return store
