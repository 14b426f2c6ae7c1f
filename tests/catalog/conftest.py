import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from tabled import PRODUCTS, QUERIES, REVIEWS, WriteText
from triptych.catalog import Tables


@pytest.fixture
def write_lines(tmp_path: Path) -> Callable[..., str]:
    """Writes rows as JSON Lines and says where."""

    def write(rows: Iterable[Any], name: str = "rows.jsonl") -> str:
        path = tmp_path / name
        path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
        return str(path)

    return write


@pytest.fixture
def write_text(tmp_path: Path) -> Callable[[str, str | bytes], str]:
    """Writes a file and says where."""

    def write(name: str, content: str | bytes) -> str:
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return str(path)

    return write


@pytest.fixture
def tables(write_text: WriteText) -> Tables:
    return Tables(
        (write_text("products.csv", PRODUCTS),),
        (write_text("reviews.csv", REVIEWS),),
        (write_text("queries.csv", QUERIES),),
    )
