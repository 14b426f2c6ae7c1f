"""What audits come to, as records: rows of one table, cases to look at, and whether the judge passed."""

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field

from triptych.records import Count, Name, Record

ALL_METRICS = "all metrics"
MOVED = 1.0
"""How far a score has to move to count as moved: a whole point of the scale."""

Wants = Literal["stay", "fall", "fall far"]
"""What a good judge's score does: stay as it was, fall because the text was damaged, or fall twice as far because the
damage is severe."""


class Finding(Record):
    """What one kind of change did to the scores of one metric. Above 0 is the direction that is bad."""

    probe: str
    """What was changed: `fake system text`, `twice as long`, `sentences shuffled` …"""
    metric: str
    """`comparison/faithfulness`, or `all metrics`."""
    wants: Wants = "stay"
    """What a good judge does."""
    pairs: Count
    """Pairs of scores that were compared."""
    unscored: Count = 0
    """Pairs that lack a score on either side."""
    shift: float | None = None
    """Mean shift in points of the scale; None without pairs."""
    low: float | None = None
    """Where its 95 % interval begins; None for fewer than two cases."""
    high: float | None = None
    """Where it ends."""
    worst: float | None = None
    """The largest shift of one pair."""
    worst_at: str | None = None
    """Where that was."""
    moved: Count = 0
    """Pairs that moved a whole point or more: the way that is bad, or down where they had to fall."""
    moved_anyway: Count | None = None
    """Pairs that moved as far for a harmless change, where there was one."""

    def is_worse_than(self, max_shift: float) -> bool:
        """True where the score moved more than it may or, where it has to fall, fell less than that."""
        return self.shift is not None and self.shift > self.limit(max_shift)

    @property
    def is_unmeasured(self) -> bool:
        """True where most of the pairs lack a score: a judge that was silenced has not withstood anything."""
        return self.unscored > self.pairs

    def fails(self, max_shift: float) -> bool:
        """True where the row speaks against the judge."""
        return self.is_unmeasured or self.is_worse_than(max_shift)

    def limit(self, max_shift: float) -> float:
        """The highest shift that is not bad."""
        return max_shift if self.wants == "stay" else -max_shift * (2 if self.wants == "fall far" else 1)


class Flagged(Record):
    """A case that people should look at."""

    case_id: Name
    """The case."""
    metric: str
    """On which metric."""
    what: str
    """What happened, in a sentence."""


class AuditResult(Record):
    """One audit of one judge."""

    audit: str
    """`injection`, `order` …"""
    question: str
    """What it asks of the judge."""
    measure: str
    """What a shift means in it."""
    judged: Count
    """Texts that were judged for it."""
    findings: tuple[Finding, ...] = ()
    """The rows of its table."""
    flagged: tuple[Flagged, ...] = ()
    """What people should look at, the worst first."""
    notes: tuple[str, ...] = ()
    """What one should know."""

    @property
    def pairs(self) -> int:
        """Comparisons that both sides of were scored."""
        return sum(finding.pairs for finding in self.findings)


class AuditReport(Record):
    """All that was audited of one judge."""

    judge: str
    """Who was audited."""
    version: str
    """Of Triptych."""
    cases: Count
    """Cases that audits started from."""
    max_shift: Annotated[float, Field(gt=0, le=4)]
    """How far a score may move."""
    results: tuple[AuditResult, ...]
    """One for each audit."""

    @property
    def failures(self) -> tuple[str, ...]:
        """Why the judge does not pass, a sentence each; none where it does."""
        return tuple(self._failures())

    def _failures(self) -> Iterator[str]:
        for result in self.results:
            if not result.pairs:
                yield f"{result.audit}: nothing could be measured; {result.notes[0] if result.notes else 'no scores'}"
                continue
            for finding in result.findings:
                if finding.fails(self.max_shift):
                    yield f"{result.audit}, {finding.probe}: {finding.metric} {self._complaint(finding)}"

    def _complaint(self, finding: Finding) -> str:
        if finding.is_unmeasured:
            return f"could not be compared in {finding.unscored} of {finding.pairs + finding.unscored} pairs"
        if finding.wants == "stay":
            return f"moved {finding.shift:.2f}, more than {self.max_shift:g}"
        least = -finding.limit(self.max_shift)
        return f"moved {finding.shift:+.2f} and had to fall by at least {least:g}"
