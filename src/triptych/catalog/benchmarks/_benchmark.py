"""What every benchmark becomes: cases to judge and ratings to hold the judge against."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from triptych.catalog._cells import show
from triptych.catalog._records import RecordMaker
from triptych.catalog._rows import Draft, Report, drafts_of
from triptych.catalog.formats import File, FileRow, read_rows
from triptych.errors import UsageError, unknown_name
from triptych.plugins import load, names_in
from triptych.records import Case, Rating

_FOLDER = "triptych.catalog.benchmarks"
KEYS = ("instance_id", "source_reviews", "summary", "system", "human")
"""What a line of `rated_texts` has, a form that every benchmark may come in."""

# The benchmarks' names for what a rubric of ours asks. Aspect relevance asks both what is covered and what is kept.
OUR_METRICS: dict[str, tuple[str, ...]] = {"aspect_relevance": ("aspect_coverage", "relevance")}
OUR_METRICS |= {"self_coherence": ("coherence",), "readability": ("fluency",)}


@dataclass(frozen=True, slots=True)
class Benchmark:
    """A benchmark in our records."""

    cases: tuple[Case, ...]
    """Every summary, as a case of task `opinion`; all systems' cases about one product share an item."""
    ratings: tuple[Rating, ...]
    """Every rating, under our metric names."""


class RatedSummary(NamedTuple):
    """One summary as a benchmark holds it."""

    item: str
    """The product or business."""
    system: str
    text: Any
    reviews: Any
    ratings: Mapping[str, Sequence[Any]]
    """Scores by the benchmark's own metric name, one for each rater in order."""


RatedRow = tuple[Draft, list[RatedSummary]]
"""What is wrong with a row, and its summaries; none where they cannot be told apart."""


def rows_in(path: Path, report: Report) -> Iterator[tuple[Draft, dict[str, Any]]]:
    """The objects a file holds, each with a draft for its problems; other rows are reported and left out."""
    file = File(str(path))
    for draft, content in drafts_of(read_rows(file), file.name, report):
        report.rows += 1
        if isinstance(content, dict):
            yield draft, content
            continue
        if not draft.problems:
            draft.wrong("", f"{show(content)} is not an object")
        report.skip_row(draft.problems)


def find_beside(path: Path, names: Sequence[str]) -> dict[str, Path]:
    """Those of some files that lie in a folder, or beside a file."""
    folder = path if path.is_dir() else path.parent
    return {name: folder / name for name in names if (folder / name).is_file()}


def benchmark_names() -> tuple[str, ...]:
    """The benchmarks as a user names them: `summeval-op`."""
    return tuple(name.replace("_", "-") for name in names_in(_FOLDER))


def load_benchmark(name: str, path: str, report: Report) -> Benchmark:
    """The cases and ratings of a benchmark at a path; a row with anything wrong in it is reported and left out."""
    if name.replace("_", "-") not in benchmark_names():
        raise unknown_name("benchmark", name, benchmark_names())
    if not Path(path).exists():
        raise UsageError(f"{path} does not exist; give the {name} file or the folder it lies in")
    head = next(read_rows(File(path)), None) if Path(path).is_file() else None
    is_rated_texts = isinstance(head, FileRow) and isinstance(head.content, dict) and head.content.keys() >= {*KEYS}
    # A module of this folder: its `read` gives the rows at a path.
    reader = load(_FOLDER, "rated_texts" if is_rated_texts else name.replace("-", "_"))
    records: list[Case | Rating] = []
    makers = RecordMaker("cases", report), RecordMaker("ratings", report)
    rows: Iterator[RatedRow] = reader.read(Path(path), report)
    for draft, summaries in rows:
        made = [record for summary in summaries for record in _records_of(summary, draft, *makers)]
        if draft.problems:
            report.skip_row(draft.problems)
        else:
            report.good += 1
            records += made
    cases = tuple(record for record in records if isinstance(record, Case))
    ratings = tuple(record for record in records if isinstance(record, Rating))
    if not cases or not ratings:
        first = f": {report.problems[0]}" if report.problems else ""
        raise UsageError(f"{path} holds no rated summary of {name}{first}")
    return Benchmark(cases, ratings)


def _records_of(summary: RatedSummary, draft: Draft, cases: RecordMaker, rated: RecordMaker) -> Iterator[Case | Rating]:
    product = {"id": summary.item, "title": summary.item, "reviews": summary.reviews}
    content = {"id": f"{summary.item}/{summary.system}", "item": summary.item, "task": "opinion"}
    case = cases.make({**content, "products": [product], "text": summary.text, "system": summary.system}, draft)
    if not isinstance(case, Case):
        return
    yield case
    for name, scores in summary.ratings.items():
        for metric in OUR_METRICS.get(name, (name,)):
            for position, score in enumerate(scores, start=1):
                fields = {"case_id": case.id, "metric": metric, "rater": f"rater {position}", "score": score}
                rating = rated.make(fields, draft)
                if isinstance(rating, Rating):
                    yield rating
