"""Where runs, cases, replies, judgements and ratings are kept: SQLite by default, PostgreSQL by URL."""

from triptych.stores._store import Store, open_store, stop_waiting
from triptych.stores._tables import (
    CaseFigures,
    CaseOrder,
    CasePage,
    CaseQuery,
    JudgedCase,
    JudgedName,
    KeptCase,
    KeptJudgement,
    KeptRating,
    Row,
    RunTally,
    ScoreSums,
    WantedCase,
    WantedJudgement,
)
from triptych.stores._writer import GroupedCalls, GroupedWriter

__all__ = [
    "CaseFigures",
    "CaseOrder",
    "CasePage",
    "CaseQuery",
    "GroupedCalls",
    "GroupedWriter",
    "JudgedCase",
    "JudgedName",
    "KeptCase",
    "KeptJudgement",
    "KeptRating",
    "Row",
    "RunTally",
    "ScoreSums",
    "Store",
    "WantedCase",
    "WantedJudgement",
    "open_store",
    "stop_waiting",
]
