"""The results as records: how judges agree with people, and how two systems differ."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from triptych.records import Case, Count, Judgement, Record, Run

Level = Literal["by_item", "by_item_defined", "pooled", "by_system"]
"""Within each item over systems, then averaged (undefined as 0; undefined left out); over all cases; over systems."""

Kind = Literal["judge", "baseline", "people"]
"""Whose scores they are."""

ALL_METRICS = "all metrics"
WORD_COUNT = "word count"
LEAVE_ONE_OUT = "people, one vs rest"
PAIRWISE = "people, in pairs"
SIGNIFICANCE = 0.05


class Estimate(Record):
    """A statistic and its 95 % interval, or why it has no value."""

    value: float | None = None
    low: float | None = None
    """Where its interval begins; None where too few resamples have a value."""
    high: float | None = None
    count: Count
    """How many items, cases, systems or pairs it rests on."""
    reason: str | None = None


class Statistic(Estimate):
    """One statistic of one row."""

    statistic: str
    """`spearman`, `kendall`, `pearson`, `spearman_length_held`, `like_length_pairs`, `absolute_error`."""
    level: Level


class AgreementRow(Record):
    """How one judge, the word count or the people themselves agree with people on one metric."""

    metric: str
    """The metric, or `all metrics` for their mean."""
    who: str
    """The judge's name, `word count`, or which comparison of people."""
    kind: Kind
    cases: Count
    """Cases with a score and a rating."""
    items: Count
    undefined_items: Count
    """Items with two cases or more in which either side gave all the same score."""
    figures: tuple[Statistic, ...]

    def figure(self, statistic: str, level: Level) -> Statistic | None:
        """One statistic of the row, where it was asked for."""
        return next((f for f in self.figures if f.statistic == statistic and f.level == level), None)


class Alpha(Record):
    """Krippendorff's alpha of the people on one metric."""

    metric: str
    raters: Count
    alpha: Estimate
    """1 is perfect agreement, 0 what chance gives, below 0 systematic disagreement."""


class ScatterPoint(Record):
    """One case's two scores, for a scatter plot."""

    case_id: str
    metric: str
    judge: str
    value: float
    people: float
    """The mean of the ratings."""


class Matching(Record):
    """What was held against what, for one judge, and what was left over."""

    judge: str
    judgements: Count
    matched: Count
    """Case and metric pairs with a score and a rating."""
    cases: Count
    unscored: dict[str, int]
    """Rated pairs the judge left without a score, by its reason."""
    not_judged_cases: Count
    """Rated pairs whose case has no judgement at all."""
    not_judged_metrics: Count
    """Rated pairs whose case was judged, but not on that metric."""
    not_rated_cases: Count
    """Judgements of cases nobody rated."""
    not_rated_metrics: Count
    """Judgements of rated cases on metrics nobody rated."""
    examples: tuple[str, ...] = ()
    """A few that did not match, as `case metric`."""


class Agreement(Record):
    """The whole comparison."""

    ratings: Count
    raters: Count
    rated: Count
    """Case and metric pairs they are for."""
    matching: tuple[Matching, ...]
    """For each judge, what matched and what did not."""
    rows: tuple[AgreementRow, ...]
    """By metric: judges, the word count, people; then their means over metrics."""
    alphas: tuple[Alpha, ...]
    points: tuple[ScatterPoint, ...] = ()
    notes: tuple[str, ...] = ()
    """What one should know: duplicates, missing word counts, uneven coverage."""


@dataclass(frozen=True, slots=True)
class JudgedRun:
    """Judgements under one name, with what is known about them."""

    name: str
    judgements: Sequence[Judgement]
    cases: Mapping[str, Case] = field(default_factory=dict)
    """By id, as far as they are known."""
    run: Run | None = None
    """The run in the store."""


class Difference(Record):
    """How two systems differ on one metric."""

    task: str
    metric: str
    first: str
    second: str
    pairs: Count
    """Pairs that both sides scored."""
    items: Count
    """Items they are about: what is resampled."""
    mean_first: float | None = None
    mean_second: float | None = None
    effect: float | None = None
    """B less A, over the pairs."""
    low: float | None = None
    high: float | None = None
    p: float | None = None
    """How often chance alone gives a difference as large."""
    p_adjusted: float | None = None
    """p, adjusted for the number of metrics compared."""
    unscored_first: Count = 0
    """Pairs A has no score for."""
    unscored_second: Count = 0
    """Pairs B has no score for."""
    worst: float | None = None
    """The effect if every missing score spoke against B."""
    best: float | None = None
    """The effect if every missing score spoke for B."""
    only_first: Count = 0
    """Cases or items that B does not have at all."""
    only_second: Count = 0
    """Cases or items that A does not have at all."""
    needed: Count | None = None
    """Items it takes to show a difference as large as this one, four times in five; None where there is none."""

    @property
    def name(self) -> str:
        """`comparison/clarity`, or `all metrics` for the pooled row."""
        return self.metric if self.metric == ALL_METRICS else f"{self.task}/{self.metric}"

    @property
    def least_p(self) -> float:
        """The smallest p that so few items can give: all signs alike, in both directions."""
        return float(min(1.0, 2.0 ** (1 - self.items)))

    @property
    def is_clear(self) -> bool:
        """True where interval and adjusted p agree that there is a difference."""
        if self.low is None or self.high is None or self.p_adjusted is None:
            return False
        return (self.low > 0 or self.high < 0) and self.p_adjusted < SIGNIFICANCE

    @property
    def hangs_on_unscored(self) -> bool:
        """True where missing scores alone could turn the difference around."""
        if self.effect is None or self.worst is None or self.best is None:
            return False
        return (self.worst <= 0) if self.effect > 0 else (self.best >= 0)

    def sentence(self, *, with_task: bool = False) -> str:
        """The outcome in words; with the task where a metric of one name has several."""
        metric = self.name if with_task else self.metric
        if self.effect is None:
            return f"Nothing can be said on {metric}: no pair was scored on both sides."
        figures = show_number(self.effect, "+")
        if self.low is None or self.high is None or self.p is None:
            return f"Too few items to tell on {metric}: {figures} from {self.items} item{'s'[: self.items > 1]}."
        if self.least_p >= SIGNIFICANCE:
            advice = f"; you need about {self.needed}" if self.needed else ""
            few = f"{self.items} items cannot show a difference below p {show_p(self.least_p)}{advice}"
            return f"Too few items to tell on {metric}: {figures}; {few}."
        figures += f" [{show_number(self.low)}, {show_number(self.high)}], p {show_p(self.p)}"
        if not self.is_clear:
            if self.p < SIGNIFICANCE <= (self.p_adjusted or 0):
                figures += f" ({show_p(self.p_adjusted or 0)} adjusted for the number of metrics)"
            return f"No clear difference on {metric}: {figures}."
        better = self.second if self.effect > 0 else self.first
        words = f"{better} is better on {metric}: {figures}"
        if self.unscored_first + self.unscored_second == 0:
            return f"{words}."
        doubt = "could turn this around" if self.hangs_on_unscored else "cannot turn this around"
        return f"{words}; the {self.unscored_first + self.unscored_second} unscored {doubt}."


def show_number(value: float, sign: str = "") -> str:
    """Two digits after the point; what rounds to nothing has no minus."""
    return format(round(value, 2) + 0.0, f"{sign}.2f")


def show_p(p: float) -> str:
    """`0.03`, `0.004`, `< 0.001`."""
    return "< 0.001" if p < 0.001 else f"{p:.3f}" if p < 0.01 else f"{p:.2f}"
