"""Version 3: who works on what, so that two starts of one run divide it."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

_NAME = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    """Make the table of claims."""
    op.create_table(
        "triptych_claims",
        sa.Column("run_id", _NAME, sa.ForeignKey("triptych_runs.id", ondelete="CASCADE"), nullable=False),
        sa.Column("name", _NAME, nullable=False),
        sa.Column("holder", sa.Text, nullable=False),
        sa.Column("until", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("run_id", "name"),
    )
