"""Rated summaries, one a line: `instance_id`, `source_reviews`, `summary`, `system` and `human`, scores by metric."""

from collections.abc import Iterator
from pathlib import Path

from triptych.catalog._cells import show
from triptych.catalog._rows import Report
from triptych.catalog.benchmarks._benchmark import KEYS, RatedRow, RatedSummary, rows_in
from triptych.errors import UsageError


def read(path: Path, report: Report) -> Iterator[RatedRow]:
    """The summary of each line."""
    if not path.is_file():
        raise UsageError(f"{path} is not a file; give one with the keys {', '.join(KEYS)}")
    for draft, content in rows_in(path, report):
        item, reviews, text, system, human = (content.get(key) for key in KEYS)
        missing = [key for key in KEYS if content.get(key) is None]
        if missing:
            draft.wrong(missing[0], f"is missing; a line has {', '.join(KEYS)}")
        elif not isinstance(human, dict) or not all(isinstance(scores, list) for scores in human.values()):
            draft.wrong("human", f"{show(human)} is not an object of lists, such as {{'fluency': [4, 5, 4]}}")
        yield draft, [] if draft.problems else [RatedSummary(str(item), str(system), text, reviews, human or {})]
