"""Version 1: runs, cases, judgements, replies, ratings and the secret."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

_NAME = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    """Make the first tables."""
    op.create_table(
        "triptych_runs",
        sa.Column("id", _NAME, primary_key=True),
        sa.Column("command", sa.Text, nullable=False),
        sa.Column("source", sa.Text, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("started", _NAME, nullable=False),
        sa.Column("finished", _NAME),
    )
    op.create_table(
        "triptych_cases",
        sa.Column("run_id", _NAME, sa.ForeignKey("triptych_runs.id", ondelete="CASCADE"), nullable=False),
        sa.Column("case_id", _NAME, nullable=False),
        sa.Column("position", sa.Integer, nullable=False),
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("content", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("run_id", "case_id"),
    )
    op.create_index("triptych_cases_in_order", "triptych_cases", ["run_id", "position", "case_id"])
    op.create_table(
        "triptych_judgements",
        sa.Column("run_id", _NAME, nullable=False),
        sa.Column("case_id", _NAME, nullable=False),
        sa.Column("metric", _NAME, nullable=False),
        sa.Column("judge", _NAME, nullable=False),
        sa.Column("case_digest", sa.Text, nullable=False),
        sa.Column("signature", sa.Text, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("content", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("run_id", "case_id", "metric", "judge"),
        sa.ForeignKeyConstraint(
            ["run_id", "case_id"], ["triptych_cases.run_id", "triptych_cases.case_id"], ondelete="CASCADE"
        ),
    )
    op.create_index("triptych_judgements_by_state", "triptych_judgements", ["state", "run_id"])
    op.create_table(
        "triptych_replies",
        sa.Column("key", _NAME, primary_key=True),
        sa.Column("content", sa.Text, nullable=False),
    )
    op.create_table(
        "triptych_ratings",
        sa.Column("case_id", _NAME, nullable=False),
        sa.Column("metric", _NAME, nullable=False),
        sa.Column("rater", _NAME, nullable=False),
        sa.Column("score", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("case_id", "metric", "rater"),
    )
    op.create_table(
        "triptych_secrets",
        sa.Column("name", _NAME, primary_key=True),
        sa.Column("value", sa.LargeBinary, nullable=False),
    )
