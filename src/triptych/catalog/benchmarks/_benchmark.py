"""What every benchmark becomes: cases to judge and ratings to hold the judge against."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, cast

from triptych.catalog._cells import show
from triptych.catalog._kinds import RecordMaker
from triptych.catalog._report import Draft, Report, RowProblem
from triptych.catalog.formats import BadRow, File, FileRow, read_rows
from triptych.errors import UsageError, unknown_name
from triptych.plugins import load, names_in
from triptych.records import Case, Rating

_FOLDER = "triptych.catalog.benchmarks"
KEYS = ("instance_id", "source_reviews", "summary", "system", "human")
"""What a line of `rated_texts` has, a form that every benchmark may come in."""

# The benchmarks' names for what a rubric of ours asks. Aspect relevance asks both what is covered and what is kept.
OUR_METRICS: dict[str, tuple[str, ...]] = {
    "aspect_relevance": ("aspect_coverage", "relevance"),
    "self_coherence": ("coherence",),
    "readability": ("fluency",),
}


@dataclass(frozen=True, slots=True)
class Benchmark:
    """A benchmark in our records."""

    cases: tuple[Case, ...]
    """Every summary, as a case of task `opinion`; all systems' cases about one product share an item."""
    ratings: tuple[Rating, ...]
    """Every rating, under our metric names."""


class BenchmarkReader(Protocol):
    """A benchmark: a module of this folder."""

    def read(self, path: Path, maker: "BenchmarkMaker") -> None:
        """Hand every rated summary at a path to the maker."""
        ...


@dataclass(frozen=True, slots=True)
class RatedSummary:
    """One summary as a benchmark holds it."""

    item: str
    """The product or business."""
    system: str
    """Who wrote it."""
    text: Any
    """The summary."""
    reviews: Any
    """What it summarises."""
    ratings: Mapping[str, Sequence[Any]]
    """Scores by the benchmark's own metric name, one for each rater in order."""


class BenchmarkMaker:
    """Turns rated summaries into cases and ratings; a row with anything wrong in it is reported and left out whole."""

    def __init__(self, report: Report) -> None:
        self.report = report
        self.cases: list[Case] = []
        self.ratings: list[Rating] = []
        self._row_cases: list[Case] = []
        self._row_ratings: list[Rating] = []
        self._case_maker = RecordMaker("cases", {}, report)
        self._rating_maker = RecordMaker("ratings", {}, report)

    def rows(self, path: Path) -> Iterable[tuple[Draft, dict[str, Any]]]:
        """The objects a file holds, each with a draft for its problems; other rows are reported and left out."""
        file = File(str(path))
        for row in read_rows(file):
            self.report.rows += 1
            if isinstance(row, BadRow):
                self.report.skip_row([RowProblem(file.name, row.line, "", row.message)])
            elif not isinstance(row.content, dict):
                self.report.skip_row([RowProblem(file.name, row.line, "", f"{show(row.content)} is not an object")])
            else:
                yield self._draft(file, row), row.content

    def add(self, draft: Draft, summary: RatedSummary) -> None:
        """Take a summary of a row in."""
        content = {
            "id": f"{summary.item}/{summary.system}",
            "item": summary.item,
            "task": "opinion",
            "products": [{"id": summary.item, "title": summary.item, "reviews": summary.reviews}],
            "text": summary.text,
            "system": summary.system,
        }
        case = self._case_maker.make(content, draft)
        if isinstance(case, Case):
            self._row_cases.append(case)
            self._row_ratings += self._ratings(case.id, summary.ratings, draft)

    def finish_row(self, draft: Draft) -> None:
        """Keep what a row held, or leave it out for its problems."""
        if draft.problems:
            self.report.skip_row(draft.problems)
        else:
            self.report.good += 1
            self.cases += self._row_cases
            self.ratings += self._row_ratings
        self._row_cases, self._row_ratings = [], []

    def _ratings(self, case_id: str, given: Mapping[str, Sequence[Any]], draft: Draft) -> Iterable[Rating]:
        for name, scores in given.items():
            for metric in OUR_METRICS.get(name, (name,)):
                for position, score in enumerate(scores, start=1):
                    fields = {"case_id": case_id, "metric": metric, "rater": f"rater {position}", "score": score}
                    rating = self._rating_maker.make(fields, draft)
                    if isinstance(rating, Rating):
                        yield rating

    def _draft(self, file: File, row: FileRow) -> Draft:
        return Draft(file.name, row.line, self.report)


def benchmark_names() -> tuple[str, ...]:
    """The benchmarks as a user names them: `summeval-op`."""
    return tuple(name.replace("_", "-") for name in names_in(_FOLDER))


def load_benchmark(name: str, path: str, report: Report) -> Benchmark:
    """The cases and ratings of a benchmark whose files lie at a path."""
    if name.replace("_", "-") not in benchmark_names():
        raise unknown_name("benchmark", name, benchmark_names())
    if not Path(path).exists():
        raise UsageError(f"{path} does not exist; give the {name} file or the folder it lies in")
    maker = BenchmarkMaker(report)
    is_rated_texts = Path(path).is_file() and _first_keys(Path(path)).issuperset(KEYS)
    reader = cast(BenchmarkReader, load(_FOLDER, "rated_texts" if is_rated_texts else name.replace("-", "_")))
    reader.read(Path(path), maker)
    if not maker.cases or not maker.ratings:
        first = f": {report.problems[0]}" if report.problems else ""
        raise UsageError(f"{path} holds no rated summary of {name}{first}")
    return Benchmark(tuple(maker.cases), tuple(maker.ratings))


def find_beside(path: Path, names: Sequence[str]) -> dict[str, Path]:
    """Those of some files that lie in a folder, or beside a file."""
    folder = path if path.is_dir() else path.parent
    return {name: folder / name for name in names if (folder / name).is_file()}


def _first_keys(path: Path) -> set[str]:
    """The keys of a file's first row; empty where it has none."""
    for row in read_rows(File(str(path))):
        return set(row.content) if isinstance(row, FileRow) and isinstance(row.content, dict) else set()
    return set()
