"""The tables of a store, as the latest migration leaves them.

Every name begins with `triptych_`, so that a store can share a PostgreSQL database with other things.
"""

import sqlalchemy as sa

# One order everywhere: PostgreSQL would otherwise sort names by the language of its database.
_NAME = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")

metadata = sa.MetaData()


def _filled(kind: sa.types.TypeEngine[str], names: str) -> list[sa.Column[str]]:
    """Columns of one kind that always hold something."""
    return [sa.Column(name, kind, nullable=False) for name in names.split()]


runs = sa.Table(
    "triptych_runs",
    metadata,
    sa.Column("id", _NAME, primary_key=True),
    *_filled(sa.Text(), "command source options status"),
    *_filled(_NAME, "started"),
    sa.Column("finished", _NAME),
    sa.Column("total", sa.Integer),
)

cases = sa.Table(
    "triptych_cases",
    metadata,
    sa.Column("run_id", _NAME, sa.ForeignKey(runs.c.id, ondelete="CASCADE"), nullable=False),
    *_filled(_NAME, "case_id"),
    sa.Column("position", sa.Integer, nullable=False),
    *_filled(sa.Text(), "digest content"),
    sa.PrimaryKeyConstraint("run_id", "case_id"),
    sa.Index("triptych_cases_in_order", "run_id", "position", "case_id"),
)

judgements = sa.Table(
    "triptych_judgements",
    metadata,
    *_filled(_NAME, "run_id case_id metric judge"),
    *_filled(sa.Text(), "case_digest signature state content"),
    # Parts of the content that runs are counted, sorted and filtered by.
    *_filled(_NAME, "task item system"),
    sa.Column("score", sa.Integer),
    sa.Column("value", sa.Float),
    sa.Column("words", sa.Integer, nullable=False),
    sa.PrimaryKeyConstraint("run_id", "case_id", "metric", "judge"),
    sa.ForeignKeyConstraint(["run_id", "case_id"], [cases.c.run_id, cases.c.case_id], ondelete="CASCADE"),
)
# Holds all that a page about a run asks of its judgements, so that the long content stays unread. The task before the
# case: for the judgements of a case planners keep to the primary key.
_FIGURES = ("case_id", "case_digest", "metric", "judge", "state", "item", "system", "score", "value", "words")
sa.Index("triptych_judgements_figures", *(judgements.c[name] for name in ("run_id", "task", *_FIGURES)))

replies = sa.Table(
    "triptych_replies",
    metadata,
    sa.Column("key", _NAME, primary_key=True),
    sa.Column("content", sa.Text, nullable=False),
)

ratings = sa.Table(
    "triptych_ratings",
    metadata,
    *_filled(_NAME, "case_id case_digest metric rater"),
    sa.Column("score", sa.Float),
    sa.Column("skipped", sa.Text),
    sa.PrimaryKeyConstraint("case_id", "case_digest", "metric", "rater"),
)

claims = sa.Table(
    "triptych_claims",
    metadata,
    sa.Column("run_id", _NAME, sa.ForeignKey(runs.c.id, ondelete="CASCADE"), nullable=False),
    *_filled(_NAME, "name"),
    *_filled(sa.Text(), "holder"),
    sa.Column("until", sa.Float, nullable=False),
    sa.PrimaryKeyConstraint("run_id", "name"),
)

secrets = sa.Table(
    "triptych_secrets",
    metadata,
    sa.Column("name", _NAME, primary_key=True),
    sa.Column("value", sa.LargeBinary, nullable=False),
)
