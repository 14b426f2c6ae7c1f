"""What a store keeps and gives back, and what is asked of it: all that needs no database.

A metric is named without its task, and a digest of a case is that of KeptCase.
"""

import threading
from collections.abc import Mapping
from dataclasses import dataclass
from statistics import fmean
from typing import Literal, NamedTuple, Self

from triptych.records import Case, Judgement, Rating, Reply, Task

STOPPING = threading.Event()
"""Set when the process is to end and everybody who waits for a store is to give up."""


class KeptCase(NamedTuple):
    """A case as a run keeps it: a `write` run its outputs, a `judge` run its inputs."""

    run_id: str
    position: int
    """Its place in the run; cases and judgements come back in this order."""
    digest: str
    """Of what makes this case this case: the case itself when judged, its shortlist and writer when written."""
    case_id: str
    content: str
    """The case's `to_json`."""

    @classmethod
    def of(cls, run_id: str, position: int, digest: str, case: Case) -> Self:
        """A case on its way to the store."""
        return cls(run_id, position, digest, case.id, case.to_json())


class KeptJudgement(NamedTuple):
    """A judgement as a run keeps it. Its case is kept before it or with it."""

    run_id: str
    case_digest: str
    """Of the case that was judged: a case that changes later makes this judgement out of date."""
    judgement: Judgement
    is_final: bool = True
    """False where the judge could not be reached: kept and shown, but still missing for the next start."""


class KeptRating(NamedTuple):
    """What a person said of a case on a metric: a score, or why there is none."""

    case_id: str
    case_digest: str
    """Ids come again with other texts; empty for whatever case has the id."""
    metric: str
    rater: str
    score: float | None = None
    """1 to 5; None where the rater passed it over."""
    skipped: str | None = None
    """Why, in the rater's words."""

    @property
    def rating(self) -> Rating | None:
        """The same as others read it; None where there is no score."""
        if self.score is None:
            return None
        return Rating(case_id=self.case_id, metric=self.metric, rater=self.rater, score=self.score)


Row = KeptCase | Reply | KeptJudgement | KeptRating | Rating
"""Anything that a run saves as it goes."""


class JudgementKey(NamedTuple):
    """Which judgement a run has, or should have."""

    case_id: str
    case_digest: str
    metric: str
    judge: str
    signature: str
    """As in Judgement: another rubric version, prompt or sample count is another judgement."""


class RunTally(NamedTuple):
    """How much a run holds."""

    cases: int = 0
    scored: int = 0
    """Judgements with a final score."""
    unscored: int = 0
    """Judgements without one that another start leaves alone."""
    unreached: int = 0
    """Judgements that another start tries again, as a judge, or one of several, could not be reached."""

    @property
    def judgements(self) -> int:
        """All of them."""
        return self.scored + self.unscored + self.unreached


class ScoreSums(NamedTuple):
    """What the scores of one system on one metric add up to."""

    task: Task
    metric: str
    system: str
    """Who wrote the texts; empty where nobody said."""
    total: int
    scored: int
    """Those with a score."""
    value: float
    """Sum of their values."""
    items: int
    """Items they are about."""
    squares: float
    """Over items: the squared sum of values."""
    products: float
    """Over items: the sum of values times how many there are."""
    counts_squared: int
    """Over items: how many, squared."""
    counts: tuple[int, ...]
    """How many got 1, 2, 3, 4 and 5."""


CaseOrder = Literal["value", "words", "system", "case_id"]


@dataclass(frozen=True, slots=True)
class CaseQuery:
    """Which judged cases of a run, and in which order."""

    task: Task
    system: str | None = None
    """Only texts of this one."""
    words: str = ""
    """Only cases whose id contains this."""
    metric: str | None = None
    """The metric whose values count; None for the mean over all."""
    least: float | None = None
    """Only values from here …"""
    most: float | None = None
    """… to here."""
    is_unscored: bool = False
    """Only cases that lack a score."""
    order: CaseOrder = "value"
    """What comes first; cases without a value come last."""
    is_descending: bool = False
    """The highest first."""
    offset: int = 0
    limit: int = 50


class CaseFigures(NamedTuple):
    """A judged case in a list."""

    case_id: str
    system: str
    """Who wrote it; empty where nobody said."""
    words: int
    value: float | None
    """On the metric asked for, or the mean over all."""
    unscored: int
    """Judgements without a score."""
    values: Mapping[str, float]
    """By metric."""

    @property
    def mean(self) -> float | None:
        """Of the values."""
        return fmean(self.values.values()) if self.values else None


class CasePage(NamedTuple):
    """Some of the cases that a query finds."""

    total: int
    """How many there are in all."""
    cases: tuple[CaseFigures, ...]
    """In the order asked for."""


class JudgedCase(NamedTuple):
    """A case with all that was said of it."""

    case: Case
    digest: str
    judgements: tuple[Judgement, ...]
    """By metric and judge; empty in a `write` run."""


class JudgedName(NamedTuple):
    """A judged case by name."""

    task: Task
    case_id: str
    digest: str
    item: str
