"""What is read, and how."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from triptych.catalog._report import Report


@dataclass(frozen=True, slots=True)
class Tables:
    """A catalogue as tables; each is some paths or patterns such as `reviews/*.parquet`."""

    products: tuple[str, ...]
    """One row a product."""
    reviews: tuple[str, ...] = ()
    """One row a review, with the product's id."""
    queries: tuple[str, ...] = ()
    """One row for each query and product, or one a query with a list of product ids."""


Input = str | Path | Tables
"""A file, `-` for standard input, or tables."""


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """How rows are read."""

    strict: bool = False
    """True stops at the first wrong row."""
    limit: int | None = None
    """At most so many records."""
    mapping: Mapping[str, str] = field(default_factory=dict)
    """Field to key or column, as `--map` says; `read_mapping` makes it."""
    most_problems: int | None = 1000
    """How many problems the report keeps; None keeps all."""
    table_memory_megabytes: int = 1024
    """What joining tables may hold in memory before it spills to disk."""

    def make_report(self) -> Report:
        """An empty report of what will be read so."""
        return Report(is_strict=self.strict, most_problems=self.most_problems)
