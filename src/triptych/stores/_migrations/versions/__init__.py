"""Steps are files of this folder; Alembic finds them by their `revision`."""
