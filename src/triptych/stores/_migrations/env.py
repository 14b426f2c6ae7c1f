"""What Alembic runs for an upgrade: the steps, inside the transaction that `migrate` began."""

from alembic import context

from triptych.stores._database import VERSION_TABLE

context.configure(
    connection=context.config.attributes["connection"], version_table=VERSION_TABLE, transactional_ddl=True
)
context.run_migrations()
