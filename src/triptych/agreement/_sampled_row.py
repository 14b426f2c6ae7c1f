"""Every statistic of one set of scores against another, in all samples: a judge's, or one person's as the ceiling."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

import numpy as np

from triptych.agreement import correlations
from triptych.agreement._results import AgreementRow, Kind, Level, Statistic
from triptych.agreement._sampling import NO_SYSTEM, Floats, Scores, average, estimate, mean_of

LENGTH_HELD = "spearman_length_held"
LIKE_LENGTH = "like_length_pairs"
ABSOLUTE_ERROR = "absolute_error"
MOST_RATERS = 20
"""With more raters, only those who rated most are used."""
_MOST_PAIRED = 10

Quantity = tuple[str, Level]
"""A statistic and how cases were brought together for it."""


@dataclass(frozen=True, slots=True)
class Sampled:
    """One statistic in every sample."""

    values: Floats
    count: int
    """What it rests on: items, cases, systems, pairs."""
    reason: str
    """Why it would have no value."""


class SampledRow(NamedTuple):
    """All statistics of one comparison in every sample."""

    quantities: Mapping[Quantity, Sampled]
    """In the order they are shown."""
    cases: int
    items: int
    undefined_items: int
    """Items in which a rank correlation is not defined."""

    def to_row(self, metric: str, who: str, kind: Kind) -> AgreementRow:
        """The row with values and intervals."""
        found = {key: estimate(one.values, one.count, one.reason) for key, one in self.quantities.items()}
        figures = [Statistic(statistic=name, level=level, **one.model_dump()) for (name, level), one in found.items()]
        counts = {"cases": self.cases, "items": self.items, "undefined_items": self.undefined_items}
        return AgreementRow(metric=metric, who=who, kind=kind, figures=tuple(figures), **counts)


def measure(scores: Scores, draws: Floats, kind: Kind) -> SampledRow:
    """Every statistic of some scores against people's."""
    found = dict([*_correlated(scores, draws), *_length_held(scores.with_words(), draws, kind)])
    if kind != "baseline":
        error = mean_of(np.abs(scores.values - scores.people), scores.items, draws)
        found[ABSOLUTE_ERROR, "pooled"] = Sampled(error, len(scores), "no case has both scores")
    undefined = found["spearman", "by_item"].count - found["spearman", "by_item_defined"].count
    return SampledRow(found, len(scores), len(np.unique(scores.items)), undefined)


def mean_row(rows: list[SampledRow], weights: Sequence[float], count: Callable[[list[int]], int] = sum) -> SampledRow:
    """The weighted mean of several rows, quantity by quantity; counts are added up, or what `count` makes of them."""
    quantities: dict[Quantity, Sampled] = {}
    for quantity, first in rows[0].quantities.items():
        given = [row.quantities[quantity] for row in rows]
        values = average([one.values for one in given], weights)
        quantities[quantity] = Sampled(values, count([one.count for one in given]), first.reason)
    cases, undefined = count([row.cases for row in rows]), count([row.undefined_items for row in rows])
    return SampledRow(quantities, cases, max(row.items for row in rows), undefined)


def _correlated(scores: Scores, draws: Floats) -> Iterator[tuple[Quantity, Sampled]]:
    """All correlations at all levels."""
    systems = len(np.unique(scores.systems[scores.systems != NO_SYSTEM]))
    few = f"{systems} named systems; {correlations.FEWEST_SYSTEMS} are needed"
    no_systems = few if systems < correlations.FEWEST_SYSTEMS else "systems' means are constant"
    constant = _constant(scores)
    for name, correlation in correlations.CORRELATIONS.items():
        within = correlations.within_items(correlation, scores, scores.values, scores.people)
        none = "no item has two cases or more"
        yield (name, "by_item"), Sampled(within.mean(draws, undefined_as_zero=True), len(within.values), none)
        reason = f"in every item one side is constant: {constant}" if len(within.values) else none
        defined = within.mean(draws, undefined_as_zero=False)
        yield (name, "by_item_defined"), Sampled(defined, within.defined, reason)
        pooled = correlation.pooled(scores.values, scores.people, scores.items, draws)
        yield (name, "pooled"), Sampled(pooled, len(scores), constant)
        yield (name, "by_system"), Sampled(correlations.by_system(correlation, scores, draws), systems, no_systems)


def _length_held(known: Scores, draws: Floats, kind: Kind) -> Iterator[tuple[Quantity, Sampled]]:
    """What is left once length is known, over the cases whose length is."""
    if not len(known):
        reason = "no word counts are known"
    elif kind == "baseline":
        reason = "this is the length itself"
    else:
        reason = "scores or ratings are constant, or follow from length alone"
    nothing = np.full(len(draws), np.nan)
    within = correlations.hold_length_within_items(known)
    # Counting an item that says nothing as 0 is the field's habit; a row of nothing else has no value at all.
    as_zero = within.mean(draws, undefined_as_zero=True) if within.defined else nothing
    yield (LENGTH_HELD, "by_item"), Sampled(as_zero, len(within.values), reason)
    defined = within.mean(draws, undefined_as_zero=False)
    yield (LENGTH_HELD, "by_item_defined"), Sampled(defined, within.defined, reason)
    pooled = correlations.hold_length_pooled(known, draws) if len(known) else nothing
    yield (LENGTH_HELD, "pooled"), Sampled(pooled, len(known), reason)
    share, pairs = correlations.share_right(known, draws)
    none = "no two texts of like length lie half a point apart" if len(known) else reason
    yield (LIKE_LENGTH, "pooled"), Sampled(share, pairs, none)


def _constant(scores: Scores) -> str:
    if len(scores) < 2:
        return f"only {len(scores)} case"
    for name, values in (("scores", scores.values), ("ratings", scores.people)):
        if np.all(values == values[0]):
            return f"all {name} are {values[0]:g}"
    return "scores or ratings do not vary"


def leave_one_out(cases: Scores, ratings: Floats, draws: Floats) -> SampledRow | None:
    """Each rater against the mean of the others, averaged over raters by how much they rated; None for one rater."""
    rows = []
    for rater in _busiest(ratings, MOST_RATERS):
        own, others = ratings[:, rater], np.delete(ratings, rater, axis=1)
        counts = (~np.isnan(others)).sum(axis=1)
        means = np.nansum(others, axis=1) / np.maximum(counts, 1)
        rows.append(_measure_between(cases, own, np.where(counts > 0, means, np.nan), draws))
    return _mean(rows)


def pair_by_pair(cases: Scores, ratings: Floats, draws: Floats) -> SampledRow | None:
    """Each two raters against each other, averaged over pairs by how much they share; None for one rater."""
    pairs = combinations(_busiest(ratings, _MOST_PAIRED), 2)
    rows = [_measure_between(cases, ratings[:, first], ratings[:, second], draws) for first, second in pairs]
    return _mean(rows)


def _measure_between(cases: Scores, tested: Floats, against: Floats, draws: Floats) -> SampledRow | None:
    both = ~np.isnan(tested) & ~np.isnan(against)
    if both.sum() < 2:
        return None
    return measure(Scores(tested, against, cases.words, cases.items, cases.systems).only(both), draws, "people")


def _busiest(ratings: Floats, most: int) -> list[int]:
    counts = (~np.isnan(ratings)).sum(axis=0)
    order = np.argsort(-counts, kind="stable")[:most]
    return sorted(int(rater) for rater in order if counts[rater])


def _mean(rows: Sequence[SampledRow | None]) -> SampledRow | None:
    """Their mean; the same cases are in many of them, so counts are not added up."""
    measured = [row for row in rows if row]
    return mean_row(measured, [row.cases for row in measured], count=max) if measured else None
