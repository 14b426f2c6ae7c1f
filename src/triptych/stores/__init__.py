"""Where runs, cases, replies, judgements and ratings are kept: SQLite by default, PostgreSQL by URL.

SQLAlchemy loads with the first store that is opened: a worker, or a judgement that is not kept, does without.
"""

import re
from typing import TYPE_CHECKING, Any

from triptych.errors import UsageError
from triptych.plugins import load
from triptych.settings import load_store_patience
from triptych.stores._rows import (
    STOPPING,
    CaseOrder,
    CaseQuery,
    JudgedName,
    JudgementKey,
    KeptCase,
    KeptJudgement,
    KeptRating,
    Row,
    RunTally,
)
from triptych.stores._writer import GroupedCalls, GroupedWriter

if TYPE_CHECKING:
    from triptych.stores._store import Store
else:
    # Its name stands in annotations only.
    Store = Any

__all__ = [
    "STOPPING",
    "CaseOrder",
    "CaseQuery",
    "GroupedCalls",
    "GroupedWriter",
    "JudgedName",
    "JudgementKey",
    "KeptCase",
    "KeptJudgement",
    "KeptRating",
    "Row",
    "RunTally",
    "Store",
    "open_store",
]

_NEARLY_A_URL = re.compile(r"(?:postgres(?:ql)?|mysql|https?|sqlite):|[^/\\\s]*:[^/\\\s]*@", re.IGNORECASE)


def open_store(url: str, *, create: bool = True, patience_seconds: float | None = None) -> "Store":
    """The store at a path, `sqlite:///…` or `postgresql://…`; made when it is not there, unless `create` is False.

    While another process holds it, or its server is gone, it is waited for `patience_seconds`: by default those of
    TRIPTYCH_STORE_PATIENCE, or 30.
    """
    patience_seconds = load_store_patience() if patience_seconds is None else patience_seconds
    if not url.strip():
        raise UsageError("a store needs a path, `sqlite:///FILE` or `postgresql://USER@HOST/DATABASE`; it was empty")
    scheme, separator, _ = url.partition("://")
    if not separator and _NEARLY_A_URL.match(url):
        # As the name of a file it would be shown, and with it a password.
        raise UsageError("a store on a server is postgresql://USER:PASSWORD@HOST/DATABASE, with :// after its scheme")
    if not separator:
        scheme, url = "sqlite", f"sqlite:///{url}"
    scheme = "postgresql" if scheme == "postgres" else scheme
    store: Store = load("triptych.stores", scheme).connect(url, create=create, patience_seconds=patience_seconds)
    return store
