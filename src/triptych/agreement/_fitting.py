"""Fitting calibrations: a shift or a rising curve, chosen by cross-validation, with its gain on held-out items.

The choice itself is inside the validation: each fold's method is chosen on the other folds only, so the gain is what
a user may expect of new items. A more flexible method must beat the simpler one by its standard error, and so must
the gain of the whole procedure on held-out items beat doing nothing, which keeps few labels from doing harm.
"""

from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean
from typing import NamedTuple

import numpy as np
from scipy.optimize import isotonic_regression

from triptych.agreement._sampling import Floats, Ints, draw_items, estimate, mean_of, sum_by
from triptych.agreement._study import gather_ratings
from triptych.agreement.calibration import HIGHEST, LOWEST, Calibration, CalibrationMethod, Calibrations
from triptych.errors import UsageError
from triptych.records import Judgement, Rating, Task, group_by

FEWEST_LABELS = 10
_FOLDS = 5
_FEWEST_GROUPS = 3
# From the simplest to the most flexible.
_METHODS: tuple[CalibrationMethod, ...] = ("none", "shift", "isotonic")


class _Labels(NamedTuple):
    """A judge's values and people's means, with what belongs together when some are held out."""

    values: Floats
    people: Floats
    groups: Ints


def fit_calibrations(judged: Mapping[str, Sequence[Judgement]], ratings: Iterable[Rating]) -> Calibrations:
    """A calibration for each judge, task and metric that has labels enough."""
    sheet = gather_ratings(ratings)
    entries: list[Calibration] = []
    most = 0
    for judgements in judged.values():
        last = {(one.judge, one.task, one.metric, one.case_id): one for one in judgements if one.value is not None}
        mapped = next((one.judge for one in last.values() if "|calibration:" in one.signature), None)
        if mapped is not None:
            raise UsageError(f"the judgements of {mapped} are calibrated already; calibrate from those it first made")
        by_metric = group_by(last.values(), lambda one: (one.judge, one.task, one.metric))
        for (judge, task, metric), scored in by_metric.items():
            rated = [one for one in scored if (one.case_id, metric) in sheet.scores]
            most = max(most, len(rated))
            if len(rated) >= FEWEST_LABELS:
                people = [fmean(sheet.scores[one.case_id, metric].values()) for one in rated]
                entries.append(_fit_entry(judge, task, metric, rated, people))
    if not entries:
        raise UsageError(f"a calibration needs {FEWEST_LABELS} rated cases on a metric; the most here are {most}")
    return Calibrations(entries=tuple(entries))


def _fit_entry(judge: str, task: Task, metric: str, rated: Sequence[Judgement], people: Sequence[float]) -> Calibration:
    items, places = np.unique([one.item for one in rated], return_inverse=True)
    # With hardly any items to hold out, cases are held out instead.
    groups = places if len(items) >= _FEWEST_GROUPS else np.arange(len(rated))
    values = np.array([one.value for one in rated], dtype=np.float64)
    labels = _Labels(values, np.array(people, dtype=np.float64), groups)
    method = _choose(labels)
    before = np.abs(labels.values - labels.people)
    after = _held_out_errors(labels)
    if method == "none" or not _is_beyond_chance(before - after, labels.groups):
        # What changes nothing neither gains nor loses, whatever the folds chose.
        method, after = "none", before
    return Calibration(
        judge=judge,
        task=task,
        metric=metric,
        method=method,
        shift=_shift(labels) if method == "shift" else 0.0,
        knots=rising_curve(labels.values, labels.people) if method == "isotonic" else (),
        labels=len(rated),
        items=len(items),
        error_before=float(before.mean()),
        error_after=float(after.mean()),
        gain=estimate(mean_of(before - after, groups, draw_items(int(groups.max()) + 1)), len(rated), "no labels"),
    )


def _choose(labels: _Labels) -> CalibrationMethod:
    """The simplest method that no more flexible one beats by its standard error on held-out folds."""
    chosen = _METHODS[0]
    best = np.abs(labels.values - labels.people)
    for method in _METHODS[1:]:
        errors = _held_out_errors(labels, method)
        if _is_beyond_chance(best - errors, labels.groups):
            chosen, best = method, errors
    return chosen


def _is_beyond_chance(gains: Floats, groups: Ints) -> bool:
    """True where the mean gain over groups is larger than its standard error."""
    _, place, counts = np.unique(groups, return_inverse=True, return_counts=True)
    means = sum_by(place, gains) / counts
    return len(means) > 1 and bool(means.mean() > means.std(ddof=1) / np.sqrt(len(means)))


def _held_out_errors(labels: _Labels, method: CalibrationMethod | None = None) -> Floats:
    """Each label's error when its fold had no part in the fit, nor in the choice where no method is given."""
    groups, place = np.unique(labels.groups, return_inverse=True)
    folds = np.random.default_rng(0).permutation(len(groups))[place] % min(_FOLDS, len(groups))
    errors = np.empty(len(place))
    for fold in np.unique(folds):
        held = folds == fold
        training = _Labels(*(one[~held] for one in labels))
        mapped = labels.values[held]
        if len(training.values):
            mapped = _mapped(method or _choose(training), training, mapped)
        errors[held] = np.abs(mapped - labels.people[held])
    return errors


def _mapped(method: CalibrationMethod, training: _Labels, values: Floats) -> Floats:
    if method == "none":
        return values
    if method == "shift":
        return np.clip(values + _shift(training), LOWEST, HIGHEST)
    places, heights = zip(*rising_curve(training.values, training.people), strict=True)
    return np.asarray(np.interp(values, places, heights))


def _shift(labels: _Labels) -> float:
    return float((labels.people - labels.values).mean())


def rising_curve(given: Floats, people: Floats) -> tuple[tuple[float, float], ...]:
    """The least-squares rising curve through people's means at each distinct value, by pooling adjacent violators."""
    values, place, counts = np.unique(given, return_inverse=True, return_counts=True)
    means = sum_by(place, people) / counts
    heights = isotonic_regression(means, weights=counts).x
    # Rounding may leave a step down of the last digit.
    rising = np.clip(np.maximum.accumulate(heights), LOWEST, HIGHEST)
    return tuple((float(value), float(height)) for value, height in zip(values, rising, strict=True))
