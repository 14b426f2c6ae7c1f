"""Two systems compared on the same items: the difference, its interval, its p, and what unscored cases could change.

Differences are taken item by item. The interval is a percentile bootstrap over items; p comes from flipping the sign of
whole items, the permutation test for paired data (Fisher, The Design of Experiments, 1935, section 21), exact where
there are few. Over several metrics p is adjusted after Benjamini and Hochberg (1995). The pooled row asks whether one
side is better over all: a mean for each item over its metrics, and a bootstrap of items and, within them, of their
differences (hierarchical, after Davison and Hinkley, Bootstrap Methods and their Application, 1997, section 3.8).
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from scipy.stats import false_discovery_control, permutation_test

from triptych.agreement._results import ALL_METRICS, Difference, JudgedRun
from triptych.agreement._sampling import Floats, Ints, draw_items, interval_of, ratio, sum_by
from triptych.errors import UsageError
from triptych.records import Judgement, group_by

RESAMPLES = 10_000
LOWEST, HIGHEST = 1.0, 5.0
_CELLS_AT_ONCE = 4_000_000
# Over very many items, intervals are steady with fewer resamples.
_MOST_DRAWN = 20_000_000
_FEWEST_RESAMPLES = 1000
# With fewer, no set of signs is rarer than one in twenty.
_FEWEST_ITEMS = 6

Metric = tuple[str, str]
"""A task and the metric's own name."""
Key = tuple[str, str, str]
"""What is paired: task, metric, and the case or item."""
_Figures = dict[str, float | int | None]


class _Score(NamedTuple):
    """One side's score of one pair."""

    item: str
    value: float | None


class _Pairs:
    """What both sides have of some metrics, and as arrays what both have scored."""

    def __init__(self, first: Mapping[Key, _Score], second: Mapping[Key, _Score], metric: Metric | None) -> None:
        a, b = ({key: one for key, one in side.items() if metric in (None, key[:2])} for side in (first, second))
        self.only_first, self.only_second = len(a.keys() - b.keys()), len(b.keys() - a.keys())
        self.metrics = {key[:2] for key in a if key in b}
        both = [(one.item, one.value, b[key].value) for key, one in a.items() if key in b]
        self.shared = [(one, two) for _, one, two in both]
        scored = [one for one in both if None not in one]
        self.count = len(scored)
        self.first: Floats = np.array([one for _, one, _ in scored], dtype=np.float64)
        self.second: Floats = np.array([two for _, _, two in scored], dtype=np.float64)
        _, place, counts = np.unique([item for item, _, _ in scored], return_inverse=True, return_counts=True)
        self.place: Ints = place
        """The item of each pair."""
        self.counts: Ints = counts
        """Pairs by item."""

    def difference(self, metric: Metric, sides: Sequence[JudgedRun], found: _Figures) -> Difference:
        """The record of a comparison: what was paired, and the figures found."""
        bounds: _Figures = {}
        if self.count:
            # Each missing score at the end of the scale that hurts B most, and at the other.
            for name, low, high in (("worst", LOWEST, HIGHEST), ("best", HIGHEST, LOWEST)):
                ends = [(high if one is None else one, low if two is None else two) for one, two in self.shared]
                bounds[name] = sum(two - one for one, two in ends) / len(ends)
        return Difference.model_validate(
            {
                "task": metric[0],
                "metric": metric[1],
                "first": sides[0].name,
                "second": sides[1].name,
                "pairs": self.count,
                "items": len(self.counts),
                "unscored_first": sum(one is None for one, _ in self.shared),
                "unscored_second": sum(two is None for _, two in self.shared),
                **found,
                **bounds,
            }
        )


def compare_sides(
    first: JudgedRun, second: JudgedRun, *, resamples: int | None = None, seed: int = 0
) -> list[Difference]:
    """How B differs from A on each metric both were judged on; resamples are 10,000, fewer over very many items."""
    a, b = _scores(first, second)
    metrics = list(dict.fromkeys(key[:2] for key in a if any(key[:2] == other[:2] for other in b)))
    if not metrics:
        sides = [(side.name, ", ".join(sorted({j.metric for j in side.judgements}))) for side in (first, second)]
        judged = " and ".join(f"{name}: {named or 'nothing'}" for name, named in sides)
        raise UsageError(f"the two were not judged on any metric in common ({judged})")
    found = [_compare(metric, (first, second), _Pairs(a, b, metric), resamples, seed) for metric in metrics]
    if not any(difference.pairs or difference.unscored_first or difference.unscored_second for difference in found):
        raise UsageError(
            f"{first.name} and {second.name} have no case and no item in common; "
            "they must be about the same products (the same `item` or case ids)"
        )
    return adjust(found)


def pool_sides(
    first: JudgedRun, second: JudgedRun, *, resamples: int | None = None, seed: int = 0
) -> Difference | None:
    """How B differs from A over all tasks and metrics, item by item; None where they share fewer than two metrics."""
    pairs = _Pairs(*_scores(first, second), metric=None)
    if len(pairs.metrics) < 2 or not pairs.count:
        return None
    firsts, seconds = (sum_by(pairs.place, side) / pairs.counts for side in (pairs.first, pairs.second))
    found = _means(firsts, seconds)
    if len(pairs.counts) > 1:
        apart = [(pairs.second - pairs.first)[pairs.place == item] for item in range(len(pairs.counts))]
        low, high = interval_of(_resampled_twice(apart, resamples, seed))
        p = sign_flip_p(seconds - firsts, resamples or RESAMPLES, seed)
        found |= {"low": low, "high": high, "p": p, "p_adjusted": p, "needed": needed_items(seconds - firsts)}
    return pairs.difference(("all", ALL_METRICS), (first, second), found)


def _resampled_twice(apart: Sequence[Floats], asked: int | None, seed: int) -> Floats:
    """The mean over items of their mean difference, in resamples of items and of the differences within each."""
    sizes = np.array([len(one) for one in apart])
    padded = np.zeros((len(apart), sizes.max()))
    for place, one in enumerate(apart):
        padded[place, : len(one)] = one
    resamples = asked or min(RESAMPLES, max(_FEWEST_RESAMPLES, _MOST_DRAWN // padded.size))
    step = _at_once(padded.size)
    random = np.random.default_rng(seed)
    parts = []
    for done in range(0, resamples, step):
        items = random.integers(len(apart), size=(min(step, resamples - done), len(apart)))
        drawn = (random.random((*items.shape, padded.shape[1])) * sizes[items][..., None]).astype(np.int64)
        is_used = np.arange(padded.shape[1]) < sizes[items][..., None]
        sums = np.where(is_used, padded[items[..., None], drawn], 0.0).sum(axis=2)
        parts.append((sums / sizes[items]).mean(axis=1))
    return np.concatenate(parts)


def needed_items(apart: Floats) -> int | None:
    """Items it takes to find their mean difference at p 0.05 in four of five samples; None where there is none."""
    effect = float(apart.mean())
    if len(apart) < 2 or abs(effect) < 1e-9:
        return None
    # Normal approximation of the power of a paired test: (1.96 + 0.84) squared.
    spread = float(apart.std(ddof=1)) / effect
    return max(_FEWEST_ITEMS, math.ceil(7.85 * spread**2))


def _scores(first: JudgedRun, second: JudgedRun) -> tuple[dict[Key, _Score], dict[Key, _Score]]:
    """Both sides' scores; several judgements of one pair (samples of a system, judges) become their mean."""
    # Pairs are cases where both sides have the same ones, as two runs over one file do; else items.
    cases = [{judgement.case_id for judgement in side.judgements} for side in (first, second)]
    what = "case_id" if cases[0] & cases[1] else "item"

    def of(side: JudgedRun) -> dict[Key, _Score]:
        given = group_by(side.judgements, lambda one: (one.task, one.metric, getattr(one, what)))
        return {key: _Score(judged[0].item, _mean(judged)) for key, judged in given.items()}

    return of(first), of(second)


def _mean(judgements: Sequence[Judgement]) -> float | None:
    values = [one.value for one in judgements if one.value is not None]
    return sum(values) / len(values) if values else None


def _compare(metric: Metric, sides: Sequence[JudgedRun], pairs: _Pairs, asked: int | None, seed: int) -> Difference:
    found: _Figures = {"only_first": pairs.only_first, "only_second": pairs.only_second}
    if pairs.count:
        found |= _means(pairs.first, pairs.second)
    if len(pairs.counts) > 1:
        sums = sum_by(pairs.place, pairs.second - pairs.first)
        resamples = asked or min(RESAMPLES, max(_FEWEST_RESAMPLES, _MOST_DRAWN // len(sums)))
        low, high = interval_of(_resampled(sums, pairs.counts.astype(np.float64), resamples, seed))
        p = sign_flip_p(sums, resamples, seed)
        found |= {"low": low, "high": high, "p": p, "needed": needed_items(sums / pairs.counts)}
    return pairs.difference(metric, sides, found)


def _means(firsts: Floats, seconds: Floats) -> _Figures:
    effect = float((seconds - firsts).mean())
    return {"mean_first": float(firsts.mean()), "mean_second": float(seconds.mean()), "effect": effect}


def _resampled(sums: Floats, counts: Floats, resamples: int, seed: int) -> Floats:
    """The mean difference in every resample of items, some at a time so that many items fit in memory."""
    step = _at_once(len(sums))
    parts = []
    for part, done in enumerate(range(0, resamples, step)):
        draws = draw_items(len(sums), min(step, resamples - done), seed=seed + part)[1:]
        parts.append(ratio(draws @ sums, draws @ counts))
    return np.concatenate(parts)


def _at_once(items: int) -> int:
    return max(1, _CELLS_AT_ONCE // items)


def sign_flip_p(sums: Floats, resamples: int = RESAMPLES, seed: int = 0) -> float:
    """The two-sided p of a sum over items whose signs chance alone decides."""
    if not sums.any():
        return 1.0
    found = permutation_test(
        (sums,),
        lambda flipped, axis: flipped.sum(axis=axis),
        permutation_type="samples",
        vectorized=True,
        n_resamples=resamples,
        batch=_at_once(len(sums)),
        rng=np.random.default_rng(seed),
    )
    return float(found.pvalue)


def adjust(found: Iterable[Difference]) -> list[Difference]:
    """The differences with their p adjusted for how many there are."""
    differences = list(found)
    places = [place for place, difference in enumerate(differences) if difference.p is not None]
    if places:
        adjusted = false_discovery_control([differences[place].p for place in places])
        for place, p in zip(places, adjusted, strict=True):
            differences[place] = differences[place].model_copy(update={"p_adjusted": float(p)})
    return differences
