"""The version of a store, and bringing an older one up to date."""

import threading
from pathlib import Path

from sqlalchemy import Connection, inspect, text

from triptych.errors import UsageError

VERSION = 4
"""The version this release writes: the number of the last file in `_migrations`."""

VERSION_TABLE = "triptych_version"
MIGRATIONS = Path(__file__).parent / "_migrations"

_migrating = threading.Lock()


def read_version(connection: Connection) -> int:
    """The version of a store; 0 where there is none yet."""
    if not inspect(connection).has_table(VERSION_TABLE):
        return 0
    found = str(connection.execute(text(f"SELECT version_num FROM {VERSION_TABLE}")).scalar() or "0")
    if not found.isdecimal():
        raise UsageError(f"{VERSION_TABLE} says {found!r}, which is no version of a store; use another database")
    return int(found)


def is_current(version: int, label: str) -> bool:
    """True where a store needs no migration; one that a later release has written is refused."""
    if version > VERSION:
        raise UsageError(
            f"the store {label} has version {version} and this release of Triptych knows version {VERSION}; "
            "upgrade Triptych or use another store"
        )
    return version == VERSION


def migrate(connection: Connection) -> None:
    """Bring a store to the last version, inside the transaction that the connection is in."""
    # Loaded here because a store that is up to date, which is nearly every one, does not need it.
    from alembic import command
    from alembic.config import Config

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    # Alembic keeps the upgrade in progress in a global of its own.
    with _migrating:
        command.upgrade(config, "head")
