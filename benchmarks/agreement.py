"""How far the embedded judge agrees with people, beside the word count and people themselves.

    python benchmarks/agreement.py ../shared/human

The folder holds rated summaries (`*_dev.jsonl`: instance_id, source_reviews, summary, system, human). For each set and
metric: Kendall's tau and Spearman's rho by item over systems, the latter with length held constant, and the share of
right pairs of like length, each with its bootstrap interval by item; and how each measure goes with length. How far the
weights hold on items they were not fitted to: `training/judging.py`.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from triptych.agreement import Agreement, AgreementRow, measure_agreement
from triptych.catalog import Report
from triptych.catalog.benchmarks import Benchmark, load_benchmark
from triptych.judges.embedded import connect
from triptych.measures import Analysis, NothingToMeasure, take_measure
from triptych.records import Case, Judgement, count_words
from triptych.rubrics import find_rubrics

SETS = {"opinsummeval": "opinsummeval_dev.jsonl", "summeval-op": "summeval_op_dev.jsonl"}
FIGURES = (
    ("tau", "kendall", "by_item"),
    ("rho", "spearman", "by_item"),
    ("rho, length held", "spearman_length_held", "by_item"),
    ("like length", "like_length_pairs", "pooled"),
)


def judge_cases(cases: Sequence[Case]) -> list[Judgement]:
    """Every case on every rubric of its task."""
    judge = connect()
    rubrics = find_rubrics(task="opinion")
    return [judgement for case in cases for judgement in judge.judge_all(case, rubrics)]


def show(row: AgreementRow) -> str:
    """One row of the table."""
    cells = []
    for _, statistic, level in FIGURES:
        figure = next((f for f in row.figures if f.statistic == statistic and f.level == level), None)
        figure = figure or next((f for f in row.figures if f.statistic == statistic), None)
        if figure is None or figure.value is None:
            cells.append(f"{'':22}")
        else:
            interval = f" ({figure.low:.2f} to {figure.high:.2f})" if figure.low is not None else ""
            cells.append(f"{figure.value:.2f}{interval}".ljust(22))
    return f"{row.metric:24}{row.who:22}{''.join(cells)}"


def print_agreement(name: str, agreement: Agreement) -> None:
    """The table of one set."""
    print(f"\n{name}: {agreement.ratings} ratings")
    print(f"{'metric':24}{'who':22}" + "".join(title.ljust(22) for title, _, _ in FIGURES))
    for row in agreement.rows:
        print(show(row))
    for matching in agreement.matching:
        unscored = sum(matching.unscored.values())
        print(f"unscored: {unscored} of {matching.matched + unscored}")


def print_lengths(benchmarks: Sequence[Benchmark]) -> None:
    """How each measure of the opinion rubrics goes with the number of words, in each set: over all texts, and among
    those of one system, since systems that write more may also write better."""
    used = [name for rubric in find_rubrics(task="opinion") for name in rubric.measures]
    names = list(dict.fromkeys(used))
    print(f"\n{'measure':24}correlation with words, by set; then the same among the texts of one system")
    values: dict[str, list[list[float]]] = {name: [[] for _ in benchmarks] for name in names}
    for place, benchmark in enumerate(benchmarks):
        for case in benchmark.cases:
            analysis = Analysis(case)
            for name in names:
                try:
                    value = take_measure(name, analysis).value
                except NothingToMeasure:
                    value = np.nan
                values[name][place].append(value)
    words = [np.array([count_words(case.text) for case in benchmark.cases]) for benchmark in benchmarks]
    systems = [np.array([case.system for case in benchmark.cases]) for benchmark in benchmarks]
    for name in names:
        found = [np.array(column) for column in values[name]]
        over_all = [_correlation(v, w) for v, w in zip(found, words, strict=True)]
        within = [_correlation(_beside(v, s), _beside(w, s)) for v, w, s in zip(found, words, systems, strict=True)]
        print(f"{name:24}" + "".join(f"{value:8.2f}" for value in (*over_all, *within)))


def _beside(values: np.ndarray, systems: np.ndarray) -> np.ndarray:
    """Each value less the mean of its system."""
    known = [system for system in np.unique(systems) if not np.isnan(values[systems == system]).all()]
    means = {system: np.nanmean(values[systems == system]) for system in known}
    return np.array([value - means.get(system, np.nan) for value, system in zip(values, systems, strict=True)])


def _correlation(values: np.ndarray, words: np.ndarray) -> float:
    known = ~np.isnan(values)
    if known.sum() < 3 or np.std(values[known]) == 0:
        return 0.0
    return float(np.corrcoef(values[known], words[known])[0, 1])


def main() -> None:
    """Print the tables."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("folder", type=Path)
    given = options.parse_args()
    loaded = {name: load_benchmark(name, str(given.folder / file), Report()) for name, file in SETS.items()}
    for name, benchmark in loaded.items():
        judged = {"embedded": judge_cases(benchmark.cases)}
        print_agreement(name, measure_agreement(judged, benchmark.ratings, cases=benchmark.cases))
    print_lengths(list(loaded.values()))


if __name__ == "__main__":
    main()
