"""Rated summaries, one a line: `instance_id`, `source_reviews`, `summary`, `system` and `human`, scores by metric."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from triptych.catalog._rows import Report
from triptych.catalog.benchmarks._benchmark import KEYS, RatedRow, RatedSummary, rows_in


def read(path: Path, report: Report) -> Iterator[RatedRow]:
    """The summary of each line."""
    for draft, content in rows_in(path, report):
        yield draft, partial(_summaries, content)


def _summaries(content: dict[str, Any]) -> list[RatedSummary]:
    item, reviews, text, system, human = (content[key] for key in KEYS)
    return [RatedSummary(str(item), str(system), text, reviews, {name: list(human[name]) for name in human})]
