"""Where runs, cases, replies, judgements and ratings are kept: SQLite by default, PostgreSQL by URL."""

from triptych.stores._store import (
    KeptCase,
    KeptJudgement,
    Row,
    RunTally,
    Store,
    WantedCase,
    WantedJudgement,
    open_store,
    stop_waiting,
)
from triptych.stores._writer import GroupedWriter

__all__ = [
    "GroupedWriter",
    "KeptCase",
    "KeptJudgement",
    "Row",
    "RunTally",
    "Store",
    "WantedCase",
    "WantedJudgement",
    "open_store",
    "stop_waiting",
]
