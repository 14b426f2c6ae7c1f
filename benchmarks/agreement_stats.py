"""How long agreement takes: 1,000 resamples over 700 cases of 50 items, and a whole comparison of one metric.

python benchmarks/agreement_stats.py [--quick]
"""

import sys
import time
from collections.abc import Callable
from functools import partial

import numpy as np

from triptych.agreement import measure_agreement
from triptych.agreement._sampling import draw_items
from triptych.agreement.correlations import CORRELATIONS
from triptych.records import Judgement, Rating

ITEMS, SYSTEMS, RATERS = 50, 14, 2


def timed(what: str, work: Callable[[], object], repeats: int) -> None:
    """Print the best time of a few."""
    best = float("inf")
    for _ in range(repeats):
        start = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - start)
    print(f"{what:48} {best * 1000:8.1f} ms")


def scored() -> tuple[list[Judgement], list[Rating]]:
    """One judge and two raters on 700 made-up cases."""
    rng = np.random.default_rng(0)
    judgements, ratings = [], []
    for item in range(ITEMS):
        for system in range(SYSTEMS):
            name, truth = f"{item}/{system}", rng.uniform(1, 5)
            value = float(np.clip(truth + rng.normal(0, 0.7), 1, 5))
            judgements.append(
                Judgement(
                    case_id=name,
                    item=str(item),
                    task="opinion",
                    metric="fluency",
                    system=str(system),
                    judge="j",
                    score=round(value),
                    value=value,
                    words=int(rng.integers(20, 120)),
                    signature="-",
                )
            )
            scores = np.clip(np.round(truth + rng.normal(0, 0.7, RATERS)), 1, 5)
            ratings += [
                Rating(case_id=name, metric="fluency", rater=str(rater), score=float(score))
                for rater, score in enumerate(scores)
            ]
    return judgements, ratings


def main() -> None:
    """Print the table."""
    repeats = 1 if "--quick" in sys.argv else 5
    judgements, ratings = scored()
    items = np.repeat(np.arange(ITEMS), SYSTEMS)
    values = np.array([judgement.value for judgement in judgements], dtype=np.float64)
    people = np.array([rating.score for rating in ratings]).reshape(-1, RATERS).mean(axis=1)
    draws = draw_items(ITEMS)
    for name, correlation in CORRELATIONS.items():
        work = partial(correlation.pooled, values, people, items, draws)
        timed(f"{name}, pooled, 1,000 resamples of 700 cases", work, repeats)
    timed("a whole comparison of one metric", lambda: measure_agreement({"j": judgements}, ratings), repeats)


if __name__ == "__main__":
    main()
