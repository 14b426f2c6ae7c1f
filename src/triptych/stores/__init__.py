"""Where runs, cases, replies, judgements and ratings are kept: SQLite by default, PostgreSQL by URL.

SQLAlchemy loads with the first store that is opened: a worker, or a judgement that is not kept, does without.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

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
    from triptych.stores._store import Store, open_store
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


def __getattr__(name: str) -> object:
    if name != "open_store":
        raise AttributeError(f"module 'triptych.stores' has no attribute {name!r}")
    return import_module("triptych.stores._store").open_store
