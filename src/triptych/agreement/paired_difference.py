"""Two systems compared on the same items: the difference, its interval, its p, and what unscored cases could change.

Differences are taken item by item. The interval is a percentile bootstrap over items; p comes from flipping the sign of
whole items, the permutation test for paired data (Fisher, The Design of Experiments, 1935, section 21), exact where
there are few. Over several metrics p is adjusted after Benjamini and Hochberg (1995). The pooled row asks whether one
side is better over all: a mean for each item over its metrics, and a bootstrap of items and, within them, of their
differences (hierarchical, after Davison and Hinkley, Bootstrap Methods and their Application, 1997, section 3.8).
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from scipy.stats import false_discovery_control, permutation_test

from triptych.agreement._results import ALL_METRICS, Difference, Side
from triptych.agreement._sampling import Floats, draw_items, interval_of, ratio, sum_by
from triptych.errors import UsageError
from triptych.records import Judgement

RESAMPLES = 10_000
LOWEST, HIGHEST = 1.0, 5.0
_CELLS_AT_ONCE = 4_000_000
# Over very many items, intervals are steady with fewer resamples.
_MOST_DRAWN = 20_000_000
_FEWEST_RESAMPLES = 1000
# With fewer, no set of signs is rarer than one in twenty.
_FEWEST_ITEMS = 6

Pairing = Literal["case", "item"]
Key = tuple[str, str, str]
"""What is paired: task, metric, and the case or item."""


@dataclass(frozen=True, slots=True)
class _PairScore:
    """One side's score of one pair; None where it has none."""

    item: str
    value: float | None


_Pairs = Sequence[tuple[_PairScore, _PairScore]]
_Figures = dict[str, float | int | None]


def compare_sides(first: Side, second: Side, *, resamples: int | None = None, seed: int = 0) -> list[Difference]:
    """How B differs from A on each metric both were judged on; resamples are 10,000, fewer over very many items."""
    pairing = choose_pairing(first, second)
    entries = _entries(first, pairing), _entries(second, pairing)
    metrics = list(dict.fromkeys(key[:2] for key in entries[0] if any(key[:2] == other[:2] for other in entries[1])))
    if not metrics:
        judged = " and ".join(
            f"{side.name}: {', '.join(sorted({j.metric for j in side.judgements})) or 'nothing'}"
            for side in (first, second)
        )
        raise UsageError(f"the two were not judged on any metric in common ({judged})")
    found = [_compare(metric, (first, second), entries, resamples, seed) for metric in metrics]
    if not any(difference.pairs or difference.unscored_first or difference.unscored_second for difference in found):
        raise UsageError(
            f"{first.name} and {second.name} have no case and no item in common; "
            "they must be about the same products (the same `item` or case ids)"
        )
    return adjust(found)


def pool_sides(first: Side, second: Side, *, resamples: int | None = None, seed: int = 0) -> Difference | None:
    """How B differs from A over all tasks and metrics, item by item; None where they share fewer than two metrics."""
    pairing = choose_pairing(first, second)
    a, b = _entries(first, pairing), _entries(second, pairing)
    shared = [(a[key], b[key]) for key in a if key in b]
    scored = [(one, two) for one, two in shared if one.value is not None and two.value is not None]
    if len({key[:2] for key in a if key in b}) < 2 or not scored:
        return None
    values: dict[str, list[tuple[float, float]]] = {}
    for one, two in scored:
        values.setdefault(one.item, []).append((_or(one.value, 0), _or(two.value, 0)))
    firsts, seconds = (np.array([np.mean([pair[at] for pair in one]) for one in values.values()]) for at in (0, 1))
    found = _means(firsts, seconds)
    if len(values) > 1:
        apart = [np.array([two - one for one, two in pairs]) for pairs in values.values()]
        low, high = interval_of(_resampled_twice(apart, resamples, seed))
        p = sign_flip_p(seconds - firsts, resamples or RESAMPLES, seed)
        found |= {"low": low, "high": high, "p": p, "p_adjusted": p, "needed": needed_items(seconds - firsts)}
    return _difference(("all", ALL_METRICS), (first, second), shared, scored, found)


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


def choose_pairing(first: Side, second: Side) -> Pairing:
    """By case where both sides have the same cases, as two runs over one file do; else by item."""
    cases = [{judgement.case_id for judgement in side.judgements} for side in (first, second)]
    return "case" if cases[0] & cases[1] else "item"


def _entries(side: Side, pairing: Pairing) -> dict[Key, _PairScore]:
    """One side's scores; several judgements of one pair (samples of a system, judges) become their mean."""
    given: dict[Key, list[Judgement]] = {}
    for judgement in side.judgements:
        what = judgement.case_id if pairing == "case" else judgement.item
        given.setdefault((judgement.task, judgement.metric, what), []).append(judgement)
    entries: dict[Key, _PairScore] = {}
    for key, judgements in given.items():
        values = [judgement.value for judgement in judgements if judgement.value is not None]
        entries[key] = _PairScore(judgements[0].item, sum(values) / len(values) if values else None)
    return entries


def _compare(
    metric: tuple[str, str],
    sides: tuple[Side, Side],
    entries: tuple[Mapping[Key, _PairScore], Mapping[Key, _PairScore]],
    resamples: int | None,
    seed: int,
) -> Difference:
    a, b = ({key[2]: entry for key, entry in one.items() if key[:2] == metric} for one in entries)
    shared = [(a[name], b[name]) for name in a if name in b]
    scored = [(one, two) for one, two in shared if one.value is not None and two.value is not None]
    found: _Figures = {"only_first": len(a.keys() - b.keys()), "only_second": len(b.keys() - a.keys())}
    if scored:
        found |= _effect(scored, resamples, seed)
    return _difference(metric, sides, shared, scored, found)


def _difference(
    metric: tuple[str, str], sides: tuple[Side, Side], shared: _Pairs, scored: _Pairs, found: _Figures
) -> Difference:
    """The record of a comparison: what was paired, and the figures found."""
    return Difference.model_validate(
        {
            "task": metric[0],
            "metric": metric[1],
            "first": sides[0].name,
            "second": sides[1].name,
            "pairs": len(scored),
            "items": len({one.item for one, _ in scored}),
            "unscored_first": sum(one.value is None for one, _ in shared),
            "unscored_second": sum(two.value is None for _, two in shared),
            **found,
            **(_bounds(shared) if scored else {}),
        }
    )


def _means(firsts: Floats, seconds: Floats) -> _Figures:
    effect = float((seconds - firsts).mean())
    return {"mean_first": float(firsts.mean()), "mean_second": float(seconds.mean()), "effect": effect}


def _effect(scored: _Pairs, asked: int | None, seed: int) -> _Figures:
    firsts = np.array([one.value for one, _ in scored], dtype=np.float64)
    seconds = np.array([two.value for _, two in scored], dtype=np.float64)
    _, place, counts = np.unique([one.item for one, _ in scored], return_inverse=True, return_counts=True)
    sums = sum_by(place, seconds - firsts)
    found = _means(firsts, seconds)
    if len(sums) < 2:
        return found
    resamples = asked or min(RESAMPLES, max(_FEWEST_RESAMPLES, _MOST_DRAWN // len(sums)))
    sampled = _resampled(sums, counts.astype(np.float64), resamples, seed)
    low, high = interval_of(sampled)
    p = sign_flip_p(sums, resamples, seed)
    return found | {"low": low, "high": high, "p": p, "needed": needed_items(sums / counts)}


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


def _bounds(shared: _Pairs) -> _Figures:
    """The effect with each missing score at the end of the scale that hurts B most, and at the other."""
    worst = [_or(two.value, LOWEST) - _or(one.value, HIGHEST) for one, two in shared]
    best = [_or(two.value, HIGHEST) - _or(one.value, LOWEST) for one, two in shared]
    return {"worst": sum(worst) / len(worst), "best": sum(best) / len(best)}


def _or(value: float | None, otherwise: float) -> float:
    return otherwise if value is None else value


def adjust(found: Iterable[Difference]) -> list[Difference]:
    """The differences with their p adjusted for how many there are."""
    differences = list(found)
    places = [place for place, difference in enumerate(differences) if difference.p is not None]
    if places:
        adjusted = false_discovery_control([differences[place].p for place in places])
        for place, p in zip(places, adjusted, strict=True):
            differences[place] = differences[place].model_copy(update={"p_adjusted": float(p)})
    return differences
