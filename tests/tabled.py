"""A small catalogue as tables, and what joining them gives."""

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb

from triptych.records import Shortlist

WriteText = Callable[[str, str | bytes], str]

PRODUCTS = "asin,name,price\nP1,Alpha,₹100\nP2,Beta,₹200\nP3,Gamma,₹300\n"

REVIEWS = "asin,review_text,rating\nP1,Good,5\nP2,Bad,1\nP1,Fine,4\nP9,Elsewhere,3\n"

QUERIES = "query_id,query,product_id,rank\nq1,cheap one,P2,2\nq2,other,P3,1\nq1,cheap one,P1,1\nq2,other,P1,2\n"


def outline(shortlists: list[Shortlist]) -> list[Any]:
    """Ids, queries, and each product with the texts of its reviews."""
    return [
        (one.id, one.query, {product.id: [review.text for review in product.reviews] for product in one.products})
        for one in shortlists
    ]


EXPECTED = [
    ("q1", "cheap one", {"P1": ["Good", "Fine"], "P2": ["Bad"]}),
    ("q2", "other", {"P3": [], "P1": ["Good", "Fine"]}),
]


def as_parquet(path: str) -> str:
    name = path.replace(".csv", ".parquet")
    duckdb.execute(f"COPY (FROM read_csv('{path}')) TO '{name}' (FORMAT parquet)")
    return name


def as_lines(path: str) -> str:
    name = Path(path.replace(".csv", ".jsonl.gz"))
    header, *rows = [line.split(",") for line in Path(path).read_text(encoding="utf-8").splitlines()]
    lines = [json.dumps(dict(zip(header, row, strict=True))) + "\n" for row in rows]
    name.write_bytes(gzip.compress("".join(lines).encode()))
    return str(name)


def as_packed(path: str) -> str:
    name = Path(f"{path}.gz")
    name.write_bytes(gzip.compress(Path(path).read_bytes()))
    return str(name)


def problems(report: Any) -> list[tuple[str, int | None, str]]:
    return [(Path(problem.file).name, problem.line, problem.field) for problem in report.problems]
