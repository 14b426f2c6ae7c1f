"""What a report says, as records: every format shows the same."""

from typing import Literal

from triptych.agreement import Agreement, Difference
from triptych.audits import AuditReport
from triptych.records import Count, Judgement, Name, Record, Run, SourceKind, Task, Usage

Extreme = Literal["lowest", "highest"]


class RunFacts(Record):
    """One run, or one file of judgements."""

    name: str
    """As the user named it."""
    judges: tuple[str, ...]
    systems: tuple[str, ...]
    cases: Count
    judgements: Count
    scored: Count
    usage: Usage
    run: Run | None = None
    signatures: tuple[str, ...] = ()
    """What its judgements are signed with, one for each rubric and judge."""


class MetricScores(Record):
    """The scores of one metric, of one system where there are several."""

    run: str
    task: Task
    metric: str
    system: str | None = None
    """Who wrote the texts; None for all together."""
    total: Count
    scored: Count
    mean: float | None = None
    low: float | None = None
    high: float | None = None
    counts: tuple[Count, Count, Count, Count, Count] = (0, 0, 0, 0, 0)
    """How many got 1, 2, 3, 4 and 5."""
    usage: Usage = Usage()

    @property
    def name(self) -> str:
        """`comparison/clarity`."""
        return f"{self.task}/{self.metric}"


class Unscored(Record):
    """Judgements that have no score for the same reason."""

    run: str
    metric: str
    """With its task."""
    reason: str
    count: Count
    examples: tuple[str, ...] = ()


class MarkedSource(Record):
    """A source that judges pointed to, cut into what they pointed to and what is between."""

    product: str
    kind: SourceKind
    id: str
    parts: tuple[tuple[bool, str], ...]
    """Its text in order; True for what was pointed to."""


class CaseView(Record):
    """One case for people to look at."""

    case_id: Name
    run: str
    task: Task
    place: Extreme
    """Among the lowest or the highest."""
    mean: float
    """Mean of its values over metrics."""
    system: str | None = None
    query: str | None = None
    products: tuple[str, ...] = ()
    text: str | None = None
    """The text, where the cases were given."""
    remarks: tuple[Judgement, ...] = ()
    """What judges said of it, without evidence; the explanation also says why there is no score."""
    sources: tuple[MarkedSource, ...] = ()


class CaseRow(Record):
    """One case in the table of all."""

    case_id: Name
    run: str
    system: str | None = None
    words: Count
    values: tuple[float | None, ...]
    """One for each metric of the table."""
    mean: float | None = None


class CaseTable(Record):
    """All cases of one task."""

    task: Task
    metrics: tuple[str, ...]
    rows: tuple[CaseRow, ...]
    """The lowest first."""
    left_out: Count = 0
    """Cases there was no room for."""


class Contents(Record):
    """A whole report."""

    title: str
    version: str
    currency: str = ""
    """Of the costs."""
    runs: tuple[RunFacts, ...]
    """One, or two side by side."""
    standings: tuple[MetricScores, ...]
    """All systems together, by run and metric."""
    by_system: tuple[MetricScores, ...] = ()
    """The same for each system, where there are several."""
    unscored: tuple[Unscored, ...] = ()
    views: tuple[CaseView, ...] = ()
    """The lowest and the highest cases of each task."""
    tables: tuple[CaseTable, ...] = ()
    differences: tuple[Difference, ...] = ()
    """How the second run differs from the first."""
    agreement: Agreement | None = None
    audit: AuditReport | None = None
    notes: tuple[str, ...] = ()

    @property
    def usage(self) -> Usage:
        return sum((run.usage for run in self.runs), Usage())
