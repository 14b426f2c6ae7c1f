"""LOOK: what a store holds of runs, for the web page and its API: scores with intervals, and how two runs differ."""

from typing import NamedTuple

from triptych.agreement import Difference, JudgedRun
from triptych.judges import mean_interval
from triptych.records import Judgement, Record, Task, group_by
from triptych.reports import MetricScores, compare_means
from triptych.stores import Store

MOST_CHANGES = 100
"""How many changed scores a comparison names."""
_RESAMPLES = 1000
"""Enough for a page that somebody waits for; `triptych compare` takes more."""


def score_run(store: Store, run_id: str) -> tuple[MetricScores, ...]:
    """The scores of a run by task, metric and system; an empty system is nobody's in particular."""
    scores = []
    for sums in store.score_sums(run_id):
        mean = sums.value / sums.scored if sums.scored else 0.0
        squares = max(0.0, sums.squares - 2 * mean * sums.products + mean**2 * sums.counts_squared)
        low, high = mean_interval(mean, sums.scored, sums.items, squares) or (None, None)
        same = {name: getattr(sums, name) for name in ("task", "metric", "system", "total", "scored", "counts")}
        scores.append(MetricScores(run=run_id, mean=mean if sums.scored else None, low=low, high=high, **same))
    return tuple(scores)


class Change(Record):
    """A score that is not what it was."""

    task: Task
    metric: str
    case_id: str
    system: str | None
    """Who wrote the text, in the first run."""
    first: float | None
    """The value in the first run."""
    second: float | None
    """The value in the second."""

    @property
    def size(self) -> float:
        """How far the value moved; a score that came or went is named after those that moved a point."""
        return 1.0 if self.first is None or self.second is None else abs(self.second - self.first)


class Moves(Record):
    """How the whole scores of one metric moved."""

    task: Task
    metric: str
    up: int
    same: int
    down: int


class RunComparison(NamedTuple):
    """Two runs, the second held against the first."""

    shared: int
    """Cases that both have."""
    reworded: int
    """Of those, cases that are not the same: another text, other sources."""
    only_first: int
    only_second: int
    moves: tuple[Moves, ...]
    """By metric, over shared cases."""
    changes: tuple[Change, ...]
    """The largest, at most a hundred."""
    differences: tuple[Difference, ...] = ()
    """Of the means, tested."""
    note: str = ""
    """The outcome over all metrics, or why there is none."""


def compare_runs(store: Store, first: str, second: str) -> RunComparison:
    """How the second run differs from the first."""
    digests = [{name.case_id: name.digest for name in store.judged_names(run)} for run in (first, second)]
    shared = digests[0].keys() & digests[1].keys()
    sides = [JudgedRun(name, store.scores(run)) for name, run in (("A", first), ("B", second))]
    old, new = ({(one.task, one.metric, one.case_id): one for one in side.judgements} for side in sides)
    both = [(old[place], new[place]) for place in old if place in new]
    changes = [
        Change(task=a.task, metric=a.metric, case_id=a.case_id, system=a.system, first=a.value, second=b.value)
        for a, b in both
        if a.score != b.score
    ]
    differences, note = compare_means(sides[0], sides[1], _RESAMPLES)
    return RunComparison(
        shared=len(shared),
        reworded=sum(digests[0][name] != digests[1][name] for name in shared),
        only_first=len(digests[0]) - len(shared),
        only_second=len(digests[1]) - len(shared),
        moves=_moves(both),
        changes=tuple(sorted(changes, key=lambda one: (-one.size, one.case_id, one.metric))[:MOST_CHANGES]),
        differences=differences,
        note=note,
    )


def _moves(both: list[tuple[Judgement, Judgement]]) -> tuple[Moves, ...]:
    moved = [(a.task, a.metric, b.score - a.score) for a, b in both if a.score is not None and b.score is not None]
    ways = {key: [by for *_, by in some] for key, some in group_by(moved, lambda one: one[:2]).items()}
    return tuple(
        Moves(task=task, metric=metric, up=sum(n > 0 for n in by), same=by.count(0), down=sum(n < 0 for n in by))
        for (task, metric), by in sorted(ways.items())
    )
