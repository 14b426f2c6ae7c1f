"""What is known of two public sets of ratings, where they lie beside the repository; they are never part of it."""

from functools import cache
from pathlib import Path

import numpy as np
import pytest

from triptych.agreement import ALL_METRICS, LEAVE_ONE_OUT, WORD_COUNT, Agreement, fit_calibrations, measure_agreement
from triptych.catalog import Report
from triptych.catalog.benchmarks import Benchmark, load_benchmark
from triptych.records import Judgement, Rating

HUMAN = Path(__file__).resolve().parents[3] / "shared" / "human"
FILES = {"summeval-op": "summeval_op_dev.jsonl", "opinsummeval": "opinsummeval_dev.jsonl"}


@cache
def load(name: str) -> Benchmark:
    path = HUMAN / FILES[name]
    if not path.exists():
        pytest.skip(f"the human ratings {FILES[name]} are not beside the repository")
    return load_benchmark(name, str(path), Report())


@cache
def measured(name: str) -> Agreement:
    benchmark = load(name)
    return measure_agreement({}, benchmark.ratings, cases=benchmark.cases, resamples=200)


def value(found: Agreement, who: str, statistic: str, level: str = "by_item", metric: str = ALL_METRICS) -> float:
    [row] = [row for row in found.rows if row.who == who and row.metric == metric]
    [figure] = [figure for figure in row.figures if figure.statistic == statistic and figure.level == level]
    assert figure.value is not None
    return figure.value


def test_counting_words_looks_like_a_judge_on_one_set() -> None:
    found = measured("summeval-op")
    assert value(found, WORD_COUNT, "spearman") == pytest.approx(0.70, abs=0.03)
    expected = {"fluency": 0.62, "coherence": 0.54, "faithfulness": 0.71, "aspect_coverage": 0.85, "specificity": 0.75}
    for metric, rho in expected.items():
        assert value(found, WORD_COUNT, "spearman", metric=metric) == pytest.approx(rho, abs=0.07)


def test_counting_words_says_nothing_on_the_other() -> None:
    found = measured("opinsummeval")
    assert value(found, WORD_COUNT, "spearman") == pytest.approx(0.0, abs=0.05)
    assert value(found, WORD_COUNT, "kendall") == pytest.approx(0.0, abs=0.05)


def test_the_human_ceiling_with_and_without_length() -> None:
    found = measured("summeval-op")
    assert value(found, LEAVE_ONE_OUT, "spearman") == pytest.approx(0.62, abs=0.03)
    assert value(found, LEAVE_ONE_OUT, "spearman_length_held") == pytest.approx(0.42, abs=0.03)
    assert 0.63 <= value(found, LEAVE_ONE_OUT, "like_length_pairs", "pooled") <= 0.71
    assert 0.44 <= value(found, WORD_COUNT, "like_length_pairs", "pooled") <= 0.56


@pytest.mark.parametrize("metric", ["specificity", "fluency", "aspect_coverage"])
def test_thirty_labels_never_worsen_the_rest_beyond_the_interval(metric: str) -> None:
    """One rater stands for a judge; the others are the people it is calibrated to."""
    benchmark = load("summeval-op")
    items = {case.id: case.item for case in benchmark.cases}
    scores = [one for one in benchmark.ratings if one.metric == metric]
    judged = {one.case_id: one.score for one in scores if one.rater == "rater 1"}
    rated = [one for one in scores if one.rater != "rater 1"]
    people = {case: float(np.mean([one.score for one in rated if one.case_id == case])) for case in judged}
    for seed in range(10):
        chosen = set(np.random.default_rng(seed).permutation(sorted(judged))[:30])
        labels = [one for one in rated if one.case_id in chosen]
        gain, low = _held_out_gain(judged, people, items, labels)
        assert gain >= min(0.0, low) - 0.02


def _held_out_gain(
    judged: dict[str, float], people: dict[str, float], items: dict[str, str], labels: list[Rating]
) -> tuple[float, float]:
    judgements = [
        Judgement(
            case_id=case,
            item=items[case],
            task="opinion",
            metric=labels[0].metric,
            judge="rater 1",
            score=int(score),
            value=score,
            signature="rater",
        )
        for case, score in judged.items()
    ]
    [entry] = fit_calibrations({"rater 1": judgements}, labels).entries
    rest = [case for case in judged if case not in {label.case_id for label in labels}]
    before = np.mean([abs(judged[case] - people[case]) for case in rest])
    after = np.mean([abs(entry.map(judged[case]) - people[case]) for case in rest])
    assert entry.gain.low is not None
    return float(before - after), entry.gain.low
