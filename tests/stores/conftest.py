"""A place for a store in each database."""

from pathlib import Path

import pytest


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where there is no store yet."""
    return str(tmp_path / "s.db" if request.param == "sqlite" else request.getfixturevalue("postgres_url"))
