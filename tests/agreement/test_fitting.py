"""Calibrations made: the right method, an honest gain, and never a harm beyond its interval."""

import numpy as np
import pytest

from scored import judgement, rating
from triptych.agreement import Calibration, fit_calibrations
from triptych.agreement._fitting import rising_curve
from triptych.errors import UsageError
from triptych.records import Judgement, Rating

Data = tuple[list[Judgement], list[Rating]]


def labelled(count: int, curve: str, seed: int, noise: float = 0.3) -> Data:
    """A judge whose values lie off from people's by a shift, along a bent curve, or not at all."""
    rng = np.random.default_rng(seed)
    judgements, ratings = [], []
    for place in range(count):
        value = float(rng.uniform(2, 4))
        people = {"shift": value - 0.7, "bent": 1 + (value - 2) ** 4 / 5, "none": value}[curve]
        case_id = f"i{place // 3}/{place}"
        judgements.append(judgement(case_id, value))
        ratings.append(rating(case_id, float(np.clip(people + rng.normal(0, noise), 1, 5))))
    return judgements, ratings


def fit(data: Data) -> Calibration:
    [entry] = fit_calibrations({"embedded": data[0]}, data[1]).entries
    return entry


@pytest.mark.parametrize(("curve", "method"), [("shift", "shift"), ("bent", "isotonic"), ("none", "none")])
def test_the_method_follows_the_data(curve: str, method: str) -> None:
    entry = fit(labelled(150, curve, seed=1))
    assert entry.method == method
    assert entry.gain.value is not None and entry.gain.low is not None
    assert (entry.gain.low > 0) == (method != "none")


@pytest.mark.parametrize("curve", ["shift", "bent", "none"])
def test_thirty_labels_never_worsen_unseen_cases_beyond_the_interval(curve: str) -> None:
    unseen = labelled(600, curve, seed=999)
    people = np.array([one.score for one in unseen[1]])
    values = np.array([one.value for one in unseen[0]], dtype=float)
    for seed in range(20):
        entry = fit(labelled(30, curve, seed))
        mapped = np.array([entry.map(value) for value in values])
        gain = np.abs(values - people).mean() - np.abs(mapped - people).mean()
        assert entry.gain.low is not None
        assert gain >= min(0.0, entry.gain.low) - 0.02, (curve, seed, entry.method)


@pytest.mark.parametrize("seed", [0, 5, 8, 56])
def test_what_does_not_help_on_held_out_items_is_not_used_and_gains_nothing(seed: int) -> None:
    """With these seeds, folds choose what loses on the others, though the judge needs no calibration at all."""
    entry = fit(labelled(30, "none", seed, noise=0.8))
    assert entry.method == "none"
    assert entry.error_after == entry.error_before
    assert (entry.gain.value, entry.gain.low, entry.gain.high) == (0.0, 0.0, 0.0)


def test_the_curve_pools_what_falls() -> None:
    """Pooling adjacent violators: 1, 3, 2, 4 become 1, 2.5, 2.5, 4; with 2 seen thrice, the pool is nearer to it."""
    values, people = np.array([1.0, 2, 3, 4]), np.array([1.0, 3, 2, 4])
    assert rising_curve(values, people) == ((1.0, 1.0), (2.0, 2.5), (3.0, 2.5), (4.0, 4.0))
    again = rising_curve(np.append(values, [3.0, 3.0]), np.append(people, [2.0, 2.0]))
    assert again == ((1.0, 1.0), (2.0, 2.25), (3.0, 2.25), (4.0, 4.0))


def test_too_few_labels_is_a_sentence() -> None:
    with pytest.raises(UsageError, match="needs 10 rated cases on a metric; the most here are 9"):
        fit(labelled(9, "shift", seed=0))


def test_calibrated_judgements_are_not_calibrated_again() -> None:
    judgements, ratings = labelled(20, "shift", seed=0)
    marked = [one.model_copy(update={"signature": one.signature + "|calibration:shift.x"}) for one in judgements]
    with pytest.raises(UsageError, match="calibrated already"):
        fit((marked, ratings))


def test_cases_are_held_out_where_items_are_few() -> None:
    judgements, ratings = labelled(30, "shift", seed=0)
    one_item = [one.model_copy(update={"item": "only"}) for one in judgements]
    entry = fit((one_item, ratings))
    assert (entry.items, entry.method) == (1, "shift")
