"""Every statistic of one set of scores against another, in all samples, and as a row of the outcome."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from triptych.agreement._results import AgreementRow, Kind, Level, Statistic
from triptych.agreement._sampling import NO_SYSTEM, Floats, Scores, average, estimate
from triptych.agreement.absolute_error import mean_absolute_error
from triptych.agreement.correlations import FEWEST_SYSTEMS, Correlation, by_system, correlations, within_items
from triptych.agreement.length_held import hold_length_pooled, hold_length_within_items
from triptych.agreement.like_length_pairs import count_pairs

LENGTH_HELD = "spearman_length_held"
LIKE_LENGTH = "like_length_pairs"
ABSOLUTE_ERROR = "absolute_error"

Quantity = tuple[str, Level]
"""A statistic and how cases were brought together for it."""


@dataclass(frozen=True, slots=True)
class SampledRow:
    """All statistics of one comparison in every sample."""

    quantities: Mapping[Quantity, Floats]
    """In the order they are shown."""
    counts: Mapping[Quantity, int]
    """What each rests on: items, cases, systems, pairs."""
    reasons: Mapping[Quantity, str]
    """Why each would have no value."""
    cases: int
    """Cases with both scores."""
    items: int
    """Items they are about."""
    undefined_items: int
    """Items in which a rank correlation is not defined."""

    def to_row(self, metric: str, who: str, kind: Kind) -> AgreementRow:
        """The row with values and intervals."""
        figures = []
        for quantity, sampled in self.quantities.items():
            found = estimate(sampled, self.counts[quantity], self.reasons[quantity])
            figures.append(Statistic(statistic=quantity[0], level=quantity[1], **found.model_dump()))
        return AgreementRow(
            metric=metric,
            who=who,
            kind=kind,
            cases=self.cases,
            items=self.items,
            undefined_items=self.undefined_items,
            figures=tuple(figures),
        )


def measure(scores: Scores, draws: Floats, kind: Kind) -> SampledRow:
    """Every statistic of some scores against people's."""
    found = _Gathering(scores, draws)
    found.add_correlations()
    found.add_length_held(kind)
    if kind != "baseline":
        error = mean_absolute_error(scores, draws)
        found.add(ABSOLUTE_ERROR, "pooled", error, len(scores), "no case has both scores")
    return found.finish()


def mean_row(rows: Sequence[SampledRow], weights: Sequence[float]) -> SampledRow:
    """The weighted mean of several rows, quantity by quantity; counts are added up."""
    first = rows[0]
    return SampledRow(
        {quantity: average([row.quantities[quantity] for row in rows], weights) for quantity in first.quantities},
        {quantity: sum(row.counts[quantity] for row in rows) for quantity in first.quantities},
        first.reasons,
        cases=sum(row.cases for row in rows),
        items=max(row.items for row in rows),
        undefined_items=sum(row.undefined_items for row in rows),
    )


class _Gathering:
    """Collects the statistics of one comparison."""

    def __init__(self, scores: Scores, draws: Floats) -> None:
        self._scores, self._draws = scores, draws
        self._quantities: dict[Quantity, Floats] = {}
        self._counts: dict[Quantity, int] = {}
        self._reasons: dict[Quantity, str] = {}
        self._undefined = 0

    def add(self, statistic: str, level: Level, sampled: Floats, count: int, reason: str) -> None:
        """Note one statistic."""
        self._quantities[statistic, level] = sampled
        self._counts[statistic, level] = count
        self._reasons[statistic, level] = reason

    def add_correlations(self) -> None:
        """All correlations at all levels."""
        scores, draws = self._scores, self._draws
        systems = len(np.unique(scores.systems[scores.systems != NO_SYSTEM]))
        few = f"{systems} named systems; {FEWEST_SYSTEMS} are needed"
        no_systems = few if systems < FEWEST_SYSTEMS else "systems' means are constant"
        for name, correlation in correlations().items():
            self._add_within_items(name, correlation)
            pooled = correlation.correlate_pooled(scores.values, scores.people, scores.items, draws)
            self.add(name, "pooled", pooled, len(scores), _constant(scores))
            self.add(name, "by_system", by_system(correlation, scores, draws), systems, no_systems)

    def _add_within_items(self, name: str, correlation: Correlation) -> None:
        scores, draws = self._scores, self._draws
        within = within_items(correlation, scores, scores.values, scores.people)
        count, undefined = len(within.values), int(np.isnan(within.values).sum())
        if name == "spearman":
            self._undefined = undefined
        no_items = "no item has two cases or more"
        self.add(name, "by_item", within.mean(draws, undefined_as_zero=True), count, no_items)
        reason = f"in every item one side is constant: {_constant(scores)}" if count else no_items
        self.add(name, "by_item_defined", within.mean(draws, undefined_as_zero=False), count - undefined, reason)

    def add_length_held(self, kind: Kind) -> None:
        """What is left once length is known."""
        known, draws = self._scores.with_words(), self._draws
        if not len(known):
            reason = "no word counts are known"
        elif kind == "baseline":
            reason = "this is the length itself"
        else:
            reason = "scores or ratings are constant, or follow from length alone"
        within = hold_length_within_items(known)
        defined = int((~np.isnan(within.values)).sum())
        # Counting an item that says nothing as 0 is the field's habit; a row of nothing else has no value at all.
        as_zero = within.mean(draws, undefined_as_zero=True) if defined else np.full(len(draws), np.nan)
        self.add(LENGTH_HELD, "by_item", as_zero, len(within.values), reason)
        self.add(LENGTH_HELD, "by_item_defined", within.mean(draws, undefined_as_zero=False), defined, reason)
        pooled = hold_length_pooled(known, draws) if len(known) else np.full(len(draws), np.nan)
        self.add(LENGTH_HELD, "pooled", pooled, len(known), reason)
        pairs = count_pairs(known)
        none = reason if not len(known) else "no two texts of like length lie half a point apart"
        self.add(LIKE_LENGTH, "pooled", pairs.share_right(draws), pairs.total, none)

    def finish(self) -> SampledRow:
        """All that was found."""
        items = len(np.unique(self._scores.items))
        return SampledRow(self._quantities, self._counts, self._reasons, len(self._scores), items, self._undefined)


def _constant(scores: Scores) -> str:
    if len(scores) < 2:
        return f"only {len(scores)} case"
    for name, values in (("scores", scores.values), ("ratings", scores.people)):
        if np.all(values == values[0]):
            return f"all {name} are {values[0]:g}"
    return "scores or ratings do not vary"
