"""The tables of a store, as the latest migration leaves them.

Every name begins with `triptych_`, so that a store can share a PostgreSQL database with other things.
"""

from sqlalchemy import (
    Column,
    Float,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
)

# One order everywhere: PostgreSQL would otherwise sort names by the language of its database.
_NAME = Text().with_variant(Text(collation="C"), "postgresql")

metadata = MetaData()

runs = Table(
    "triptych_runs",
    metadata,
    Column("id", _NAME, primary_key=True),
    Column("command", Text, nullable=False),
    Column("source", Text, nullable=False),
    Column("options", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("started", _NAME, nullable=False),
    Column("finished", _NAME),
    Column("total", Integer),
)

cases = Table(
    "triptych_cases",
    metadata,
    Column("run_id", _NAME, ForeignKey(runs.c.id, ondelete="CASCADE"), nullable=False),
    Column("case_id", _NAME, nullable=False),
    Column("position", Integer, nullable=False),
    Column("digest", Text, nullable=False),
    Column("content", Text, nullable=False),
    PrimaryKeyConstraint("run_id", "case_id"),
    Index("triptych_cases_in_order", "run_id", "position", "case_id"),
)

judgements = Table(
    "triptych_judgements",
    metadata,
    Column("run_id", _NAME, nullable=False),
    Column("case_id", _NAME, nullable=False),
    Column("metric", _NAME, nullable=False),
    Column("judge", _NAME, nullable=False),
    Column("case_digest", Text, nullable=False),
    Column("signature", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("content", Text, nullable=False),
    # Parts of the content that runs are counted, sorted and filtered by.
    Column("task", _NAME, nullable=False),
    Column("item", _NAME, nullable=False),
    Column("system", _NAME, nullable=False),
    Column("score", Integer),
    Column("value", Float),
    Column("words", Integer, nullable=False),
    PrimaryKeyConstraint("run_id", "case_id", "metric", "judge"),
    ForeignKeyConstraint(["run_id", "case_id"], [cases.c.run_id, cases.c.case_id], ondelete="CASCADE"),
)
# Holds all that a page about a run asks of its judgements, so that the long content stays unread. The task before the
# case: for the judgements of a case planners keep to the primary key.
_FIGURES = ("case_id", "case_digest", "metric", "judge", "state", "item", "system", "score", "value", "words")
Index("triptych_judgements_figures", *(judgements.c[name] for name in ("run_id", "task", *_FIGURES)))

replies = Table(
    "triptych_replies",
    metadata,
    Column("key", _NAME, primary_key=True),
    Column("content", Text, nullable=False),
)

ratings = Table(
    "triptych_ratings",
    metadata,
    Column("case_id", _NAME, nullable=False),
    Column("case_digest", _NAME, nullable=False),
    Column("metric", _NAME, nullable=False),
    Column("rater", _NAME, nullable=False),
    Column("score", Float),
    Column("skipped", Text),
    PrimaryKeyConstraint("case_id", "case_digest", "metric", "rater"),
)

claims = Table(
    "triptych_claims",
    metadata,
    Column("run_id", _NAME, ForeignKey(runs.c.id, ondelete="CASCADE"), nullable=False),
    Column("name", _NAME, nullable=False),
    Column("holder", Text, nullable=False),
    Column("until", Float, nullable=False),
    PrimaryKeyConstraint("run_id", "name"),
)

secrets = Table(
    "triptych_secrets",
    metadata,
    Column("name", _NAME, primary_key=True),
    Column("value", LargeBinary, nullable=False),
)
