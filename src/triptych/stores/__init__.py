"""Where runs, cases, replies, judgements and ratings are kept: SQLite by default, PostgreSQL by URL."""

from triptych.stores._open import open_store
from triptych.stores._store import KeptCase, KeptJudgement, Row, Store, Tally, WantedCase, WantedJudgement
from triptych.stores._writer import GroupedWriter

__all__ = [
    "GroupedWriter",
    "KeptCase",
    "KeptJudgement",
    "Row",
    "Store",
    "Tally",
    "WantedCase",
    "WantedJudgement",
    "open_store",
]
