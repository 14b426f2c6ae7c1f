"""What a comparison of judges with people comes to, as records."""

from typing import Literal

from triptych.records import Count, Record

Level = Literal["by_item", "by_item_defined", "pooled", "by_system"]
"""Within each item over systems, then averaged (undefined as 0; undefined left out); over all cases; over systems."""

Kind = Literal["judge", "baseline", "people"]
"""Whose scores they are."""

ALL_METRICS = "all metrics"
WORD_COUNT = "word count"
LEAVE_ONE_OUT = "people, one vs rest"
PAIRWISE = "people, in pairs"


class Estimate(Record):
    """A statistic and its 95 % interval, or why it has no value."""

    value: float | None = None
    """The statistic."""
    low: float | None = None
    """Where its interval begins; None where resamples could not tell."""
    high: float | None = None
    """Where it ends."""
    count: Count
    """How many items, cases, systems or pairs it rests on."""
    reason: str | None = None
    """Why there is no value."""


class Figure(Estimate):
    """One statistic of one row."""

    statistic: str
    """`spearman`, `kendall`, `pearson`, `spearman_length_held`, `like_length_pairs`, `absolute_error`."""
    level: Level
    """How cases were brought together."""


class AgreementRow(Record):
    """How one judge, the word count or the people themselves agree with people on one metric."""

    metric: str
    """The metric, or `all metrics` for their mean."""
    who: str
    """The judge's name, `word count`, or which comparison of people."""
    kind: Kind
    """Whose scores they are."""
    cases: Count
    """Cases with a score and a rating."""
    items: Count
    """Items they are about."""
    undefined_items: Count
    """Items with two cases or more in which either side gave all the same score."""
    figures: tuple[Figure, ...]
    """Every statistic."""

    def figure(self, statistic: str, level: Level) -> Figure | None:
        """One statistic of the row, where it was asked for."""
        return next((f for f in self.figures if f.statistic == statistic and f.level == level), None)


class Alpha(Record):
    """Krippendorff's alpha of the people on one metric."""

    metric: str
    """The metric."""
    raters: Count
    """How many rated."""
    alpha: Estimate
    """1 is perfect agreement, 0 what chance gives, below 0 systematic disagreement."""


class Point(Record):
    """One case's two scores, for a scatter plot."""

    case_id: str
    """The case."""
    metric: str
    """The metric."""
    judge: str
    """The judge."""
    value: float
    """What the judge said."""
    people: float
    """The mean of the ratings."""


class Matching(Record):
    """What was held against what, for one judge, and what was left over."""

    judge: str
    """The judge."""
    judgements: Count
    """Judgements read."""
    matched: Count
    """Case and metric pairs with a score and a rating."""
    cases: Count
    """Cases among them."""
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
    """Ratings read."""
    raters: Count
    """People who gave them."""
    rated: Count
    """Case and metric pairs they are for."""
    matching: tuple[Matching, ...]
    """For each judge, what matched and what did not."""
    rows: tuple[AgreementRow, ...]
    """By metric: judges, the word count, people; then their means over metrics."""
    alphas: tuple[Alpha, ...]
    """By metric."""
    points: tuple[Point, ...] = ()
    """What a scatter plot shows."""
    notes: tuple[str, ...] = ()
    """What one should know: duplicates, missing word counts, uneven coverage."""

    @property
    def metrics(self) -> tuple[str, ...]:
        """The metrics, in order, without the mean over them."""
        return tuple(dict.fromkeys(row.metric for row in self.rows if row.metric != ALL_METRICS))
