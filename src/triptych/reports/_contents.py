"""What a report says, as records: every format shows the same."""

from typing import Literal

from pydantic import Field

from triptych.agreement import Agreement, Difference
from triptych.audits import AuditReport
from triptych.records import Count, Name, Record, SourceKind, Task, Usage, WholeScore

Extreme = Literal["lowest", "highest"]


class RunFacts(Record):
    """One run, or one file of judgements."""

    name: str
    """As the user named it."""
    source: str | None = None
    """The file that was judged."""
    judges: tuple[str, ...]
    """Who judged."""
    systems: tuple[str, ...]
    """Who wrote the texts."""
    cases: Count
    """Texts that were judged."""
    judgements: Count
    """All of them."""
    scored: Count
    """Those with a score."""
    usage: Usage
    """What they took."""
    started: str | None = None
    """First start, in UTC."""
    finished: str | None = None
    """Last end, in UTC."""
    status: str | None = None
    """How far it got."""
    options: dict[str, str] = Field(default_factory=dict)
    """What else makes it this run."""
    signatures: tuple[str, ...] = ()
    """What its judgements are signed with, one for each rubric and judge."""


class MetricScores(Record):
    """The scores of one metric, of one system where there are several."""

    run: str
    """The run's name."""
    task: Task
    """The kind of text."""
    metric: str
    """Without the task."""
    system: str | None = None
    """Who wrote the texts; None for all together."""
    total: Count
    """Judgements."""
    scored: Count
    """Those with a score."""
    mean: float | None = None
    """Mean of their values."""
    low: float | None = None
    """Where its 95 % interval begins."""
    high: float | None = None
    """Where it ends."""
    counts: tuple[Count, Count, Count, Count, Count] = (0, 0, 0, 0, 0)
    """How many got 1, 2, 3, 4 and 5."""
    usage: Usage = Usage()
    """What they took."""

    @property
    def name(self) -> str:
        """`comparison/clarity`."""
        return f"{self.task}/{self.metric}"


class Unscored(Record):
    """Judgements that have no score for the same reason."""

    run: str
    """The run's name."""
    metric: str
    """With its task."""
    reason: str
    """Why."""
    count: Count
    """How many."""
    examples: tuple[str, ...] = ()
    """A few of the cases."""


class Remark(Record):
    """What a judge said of a case on one metric."""

    metric: str
    """Without the task."""
    judge: str
    """Who said it."""
    score: WholeScore | None = None
    """1 to 5."""
    value: float | None = None
    """Before rounding."""
    explanation: str
    """Its reasons, or why there is no score."""


class MarkedSource(Record):
    """A source that judges pointed to, cut into what they pointed to and what is between."""

    product: str
    """The product's short name."""
    kind: SourceKind
    """What it is."""
    id: str
    """Which one."""
    parts: tuple[tuple[bool, str], ...]
    """Its text in order; True for what was pointed to."""


class CaseView(Record):
    """One case for people to look at."""

    case_id: Name
    """The case."""
    run: str
    """The run's name."""
    task: Task
    """The kind of text."""
    place: Extreme
    """Among the lowest or the highest."""
    mean: float
    """Mean of its values over metrics."""
    system: str | None = None
    """Who wrote it."""
    query: str | None = None
    """The shopper's words."""
    products: tuple[str, ...] = ()
    """Short names."""
    text: str | None = None
    """The text, where the cases were given."""
    remarks: tuple[Remark, ...] = ()
    """What judges said, the lowest score first."""
    sources: tuple[MarkedSource, ...] = ()
    """What they pointed to."""


class CaseRow(Record):
    """One case in the table of all."""

    case_id: Name
    """The case."""
    run: str
    """The run's name."""
    system: str | None = None
    """Who wrote it."""
    words: Count
    """Words of its text."""
    values: tuple[float | None, ...]
    """One for each metric of the table."""
    mean: float | None = None
    """Of those there are."""


class CaseTable(Record):
    """All cases of one task."""

    task: Task
    """The task."""
    metrics: tuple[str, ...]
    """Its columns."""
    rows: tuple[CaseRow, ...]
    """The lowest first."""
    left_out: Count = 0
    """Cases there was no room for."""


class Contents(Record):
    """A whole report."""

    title: str
    """What it is about."""
    version: str
    """Of Triptych."""
    currency: str = ""
    """Of the costs."""
    runs: tuple[RunFacts, ...]
    """One, or two side by side."""
    standings: tuple[MetricScores, ...]
    """All systems together, by run and metric."""
    by_system: tuple[MetricScores, ...] = ()
    """The same for each system, where there are several."""
    unscored: tuple[Unscored, ...] = ()
    """What has no score, and why."""
    views: tuple[CaseView, ...] = ()
    """The lowest and the highest cases of each task."""
    tables: tuple[CaseTable, ...] = ()
    """All cases by task."""
    differences: tuple[Difference, ...] = ()
    """How the second run differs from the first."""
    agreement: Agreement | None = None
    """How the judges agree with people."""
    audit: AuditReport | None = None
    """How the judge did in audits."""
    notes: tuple[str, ...] = ()
    """What one should know."""

    @property
    def usage(self) -> Usage:
        """What all of it took."""
        return sum((run.usage for run in self.runs), Usage())
