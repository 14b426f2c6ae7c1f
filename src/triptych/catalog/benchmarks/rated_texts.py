"""Rated summaries, one a line: `instance_id`, `source_reviews`, `summary`, `system` and `human`, scores by metric."""

from pathlib import Path

from triptych.catalog._cells import show
from triptych.catalog.benchmarks._benchmark import KEYS, BenchmarkMaker, RatedSummary
from triptych.errors import UsageError


def read(path: Path, maker: BenchmarkMaker) -> None:
    """Hand every line to the maker."""
    if not path.is_file():
        raise UsageError(f"{path} is not a file; give one with the keys {', '.join(KEYS)}")
    for draft, content in maker.rows(path):
        human = content.get("human")
        missing = [key for key in KEYS if content.get(key) is None]
        if missing:
            draft.wrong(missing[0], f"is missing; a line has {', '.join(KEYS)}")
        elif not isinstance(human, dict) or not all(isinstance(scores, list) for scores in human.values()):
            draft.wrong("human", f"{show(human)} is not an object of lists, such as {{'fluency': [4, 5, 4]}}")
        else:
            item, system = str(content["instance_id"]), str(content["system"])
            maker.add(draft, RatedSummary(item, system, content["summary"], content["source_reviews"], human))
        maker.finish_row(draft)
