"""What bears on every rating, cross-validated: weights chosen on four fifths of the items, measured on the fifth.

    python benchmarks/agreement_weights.py ../shared/human

One set of weights serves both sets of ratings and all metrics; a small grid around the shipped ones is searched for the
best mean of Kendall's tau (OpinSummEval) and of Spearman's rho with length held constant (SUMMEVAL-OP), by item.
"""

import argparse
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import numpy as np
from scipy.stats import kendalltau, rankdata

from triptych.catalog import Report
from triptych.catalog.benchmarks import Benchmark, load_benchmark
from triptych.judges._embedded.rules import BEARING, RULES, Findings, NothingMeasured, Weights
from triptych.judges._embedded.scale import within
from triptych.measures import Analysis, Measured, take_measure
from triptych.records import count_words
from triptych.rubrics import list_rubrics

FOLDS = 5
GRID = [Weights(*w) for w in product((0.8, 1.6, 2.4), (0.0, 0.4, 0.8), (0.15, 0.3), (0.4, 0.6, 0.8))]
Statistic = Callable[[Sequence[float], Sequence[float], Sequence[int]], float]


@dataclass(frozen=True, slots=True)
class Rated:
    """A text as it was measured and as people rated it."""

    words: int
    measured: dict[str, Measured]
    people: dict[str, float]


def tau(values: Sequence[float], people: Sequence[float], words: Sequence[int]) -> float:
    """Kendall's tau; 0 where it is undefined."""
    del words
    found = float(kendalltau(values, people).statistic)
    return 0.0 if np.isnan(found) else found


def rho_length_held(values: Sequence[float], people: Sequence[float], words: Sequence[int]) -> float:
    """Spearman's rho with the number of words held constant; 0 where it is undefined."""
    ranks = [rankdata(column) for column in (values, people, words)]
    if any(np.std(column) == 0 for column in ranks):
        return 0.0
    (_, both, mine), (_, _, theirs) = np.corrcoef(ranks)[:2]
    rest = np.sqrt((1 - mine**2) * (1 - theirs**2))
    return float((both - mine * theirs) / rest) if rest > 1e-9 else 0.0


SETS: dict[str, tuple[str, Statistic]] = {
    "opinsummeval": ("opinsummeval_dev.jsonl", tau),
    "summeval-op": ("summeval_op_dev.jsonl", rho_length_held),
}


def measure_all(benchmark: Benchmark) -> dict[str, list[Rated]]:
    """Every text of a set, measured once, by item."""
    names = dict.fromkeys([*BEARING, *(name for rubric in list_rubrics(task="opinion") for name in rubric.measures)])
    people: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for rating in benchmark.ratings:
        people[rating.case_id][rating.metric].append(rating.score)
    found: dict[str, list[Rated]] = defaultdict(list)
    for case in benchmark.cases:
        analysis = Analysis(case)
        means = {metric: float(np.mean(scores)) for metric, scores in people[case.id].items()}
        measured = {name: take_measure(name, analysis) for name in names}
        found[case.item].append(Rated(count_words(case.text), measured, means))
    return found


def by_item(items: dict[str, list[Rated]], weights: Weights, statistic: Statistic) -> np.ndarray:
    """The statistic of each item and metric under some weights."""
    metrics = metrics_of(items)
    rows = []
    for rated in items.values():
        words = [one.words for one in rated]
        rows.append(
            [
                statistic([value(one, m, weights) for one in rated], [one.people[m] for one in rated], words)
                for m in metrics
            ]
        )
    return np.array(rows)


def metrics_of(items: dict[str, list[Rated]]) -> list[str]:
    """The rated metrics that there is a rule for."""
    return [metric for metric in next(iter(items.values()))[0].people if f"opinion/{metric}" in RULES]


def value(rated: Rated, metric: str, weights: Weights) -> float:
    """What the embedded judge gives a text on a metric under some weights."""
    try:
        return within(RULES[f"opinion/{metric}"](Findings(rated.measured, is_opinion=True, weights=weights)))
    except NothingMeasured:
        return 1.0


def cross_validate(found: dict[str, list[np.ndarray]], folds: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """For each set the figures of all items, each under the weights that were best on the other folds."""
    held: dict[str, list[np.ndarray]] = {name: [] for name in found}
    for fold in range(FOLDS):
        training = [
            sum(float(found[name][place][folds[name] != fold].mean()) for name in found) for place in range(len(GRID))
        ]
        best = int(np.argmax(training))
        print(f"fold {fold + 1}: {GRID[best]}")
        for name, results in found.items():
            held[name].append(results[best][folds[name] == fold])
    return {name: np.concatenate(parts) for name, parts in held.items()}


def main() -> None:
    """Print the shipped and the cross-validated figures of each metric."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("folder", type=Path)
    folder = options.parse_args().folder
    chance = np.random.default_rng(0)
    items = {name: measure_all(load_benchmark(name, str(folder / file), Report())) for name, (file, _) in SETS.items()}
    found = {name: [by_item(items[name], weights, SETS[name][1]) for weights in GRID] for name in items}
    folds = {name: chance.permutation(len(items[name])) % FOLDS for name in items}
    held = cross_validate(found, folds)
    for name, one_set in items.items():
        shipped = by_item(one_set, Weights(), SETS[name][1])
        print(f"\n{name:24}{'shipped':>10}{'held out':>10}")
        for place, metric in enumerate(metrics_of(one_set)):
            print(f"{metric:24}{shipped[:, place].mean():10.3f}{held[name][:, place].mean():10.3f}")
        print(f"{'mean':24}{shipped.mean():10.3f}{held[name].mean():10.3f}")


if __name__ == "__main__":
    main()
