"""What many judgements come to, metric by metric, read once and held in little."""

import math
from collections import Counter
from dataclasses import dataclass, field
from statistics import NormalDist

from triptych.records import Judgement, Usage

# Cases that are named at most, of the lowest as of the doubtful.
_NAMED = 5
# Of a reason that a judge gives without a kind.
_LONGEST_REASON = 60
_Z = NormalDist().inv_cdf(0.975)


@dataclass(slots=True)
class MetricSummary:
    """One metric of one task."""

    name: str
    """`comparison/faithfulness`."""
    scored: int = 0
    mean: float = 0.0
    reasons: Counter[str] = field(default_factory=Counter)
    """Why others have none."""
    usage: Usage = field(default_factory=Usage)
    """What all of them took."""
    methods: Counter[str] = field(default_factory=Counter)
    """How the values came about."""
    lowest: list[tuple[float, str]] = field(default_factory=list)
    """The values and cases at the bottom, lowest first."""
    items: dict[int, tuple[float, int]] = field(default_factory=dict)
    """The sum of values and how many there are, by the item's hash."""

    @property
    def total(self) -> int:
        """All judgements."""
        return self.scored + self.reasons.total()

    @property
    def interval(self) -> tuple[float, float] | None:
        """The mean's 95 % interval; texts about one item are alike and count as one (Liang and Zeger, 1986).

        None for fewer than two items.
        """
        offs = [total - count * self.mean for total, count in self.items.values()]
        return mean_interval(self.mean, self.scored, len(offs), math.fsum(off**2 for off in offs))

    def add(self, judgement: Judgement) -> None:
        """Count one judgement."""
        self.usage += judgement.usage
        if judgement.value is None:
            self.reasons[(judgement.reason or "")[:_LONGEST_REASON]] += 1
            return
        self.scored += 1
        self.methods[judgement.method or ""] += 1
        # Welford's way: exact enough in one pass.
        self.mean += (judgement.value - self.mean) / self.scored
        total, count = self.items.get(hash(judgement.item), (0.0, 0))
        self.items[hash(judgement.item)] = total + judgement.value, count + 1
        entry = judgement.value, judgement.case_id
        if len(self.lowest) < _NAMED or entry < self.lowest[-1]:
            self.lowest = sorted([*self.lowest, entry])[:_NAMED]


@dataclass(slots=True)
class Summary:
    """A whole run."""

    metrics: dict[str, MetricSummary] = field(default_factory=dict)
    settled: Counter[str] = field(default_factory=Counter)
    """Which judge of a cascade settled how many."""
    uncertain: int = 0
    """Scores without a certainty."""
    doubted: int = 0
    """Scores of replies that may have obeyed the case."""
    doubtful: list[str] = field(default_factory=list)
    """The first few of them."""
    examples: dict[str, Judgement] = field(default_factory=dict)
    """The first judgement without a score for each kind of reason."""
    juries: int = 0
    """Judgements to which two or more members of a jury gave a score."""
    apart: float = 0.0
    """How far these members are apart, in all."""
    widest: tuple[float, str] = (-1.0, "")
    """How far they are apart at most, and where."""

    @property
    def total(self) -> int:
        """All judgements."""
        return sum(metric.total for metric in self.metrics.values())

    @property
    def scored(self) -> int:
        """Those with a score."""
        return sum(metric.scored for metric in self.metrics.values())

    def add(self, judgement: Judgement) -> None:
        """Count one judgement."""
        name = f"{judgement.task}/{judgement.metric}"
        place = f"{judgement.case_id} on {name}"
        self.metrics.setdefault(name, MetricSummary(name)).add(judgement)
        self.uncertain += judgement.score is not None and judgement.certainty is None
        if judgement.doubts:
            self.doubted += 1
            if len(self.doubtful) < _NAMED:
                self.doubtful.append(place)
        if judgement.failure is not None:
            self.examples.setdefault((judgement.reason or "")[:_LONGEST_REASON], judgement)
        if judgement.settled_by is not None:
            self.settled[judgement.settled_by] += 1
        if judgement.apart is not None:
            self.juries += 1
            self.apart += judgement.apart
            self.widest = max(self.widest, (judgement.apart, place), key=lambda one: one[0])


def mean_interval(mean: float, scored: int, items: int, squares: float) -> tuple[float, float] | None:
    """A mean's 95 % interval; `squares` sums up how far each item is off it. None for fewer than two items."""
    if items < 2:
        return None
    reach = student_quantile(items - 1) * math.sqrt(items / (items - 1) * squares) / scored
    return max(1.0, mean - reach), min(5.0, mean + reach)


def student_quantile(freedom: int) -> float:
    """The 97.5 % quantile of Student's t (Cornish-Fisher expansion, Abramowitz & Stegun 26.7.5)."""
    if freedom == 1:
        return 12.706
    if freedom == 2:
        return 4.303
    z = _Z
    terms = (
        (z**3 + z) / (4 * freedom),
        (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2),
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3),
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * freedom**4),
    )
    return z + sum(terms)
