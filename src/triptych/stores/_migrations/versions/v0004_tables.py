"""Version 4, the first that is released: all tables."""

from alembic import op

from triptych.stores._tables import metadata

revision = "0004"
down_revision = None


def upgrade() -> None:
    """Make the tables as this release knows them; the next version writes them out here before it changes any."""
    metadata.create_all(op.get_bind())
