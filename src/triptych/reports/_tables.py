"""Tables that several formats show: columns and rows of text."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from triptych.agreement import Agreement, Difference, Estimate, show_number, show_p
from triptych.audits import AuditReport, AuditResult, Finding
from triptych.records import Usage
from triptych.reports._contents import Contents, MetricScores, Unscored

NONE = "–"


class Table(NamedTuple):
    """A caption, the names of the columns, and rows of cells; the first column names its row."""

    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    marked: frozenset[int] = frozenset()
    """Rows that call for attention."""


def score_table(standings: Sequence[MetricScores], caption: str, currency: str) -> Table:
    """Scores by metric, with run and system where there are several."""
    has_runs = len({one.run for one in standings}) > 1
    has_systems = any(one.system is not None for one in standings)
    has_calls = any(one.usage.calls for one in standings)
    has_time = any(one.usage.seconds for one in standings)
    columns = ("metric", *["run"] * has_runs, *["system"] * has_systems, "texts", "mean", "95 % interval")
    columns += ("1", "2", "3", "4", "5", "unscored", *["tokens", "cost"] * has_calls, *["seconds"] * has_time)
    rows = [
        (
            one.name,
            *[one.run] * has_runs,
            *[one.system or NONE] * has_systems,
            f"{one.total:,}",
            number(one.mean),
            interval(one.low, one.high),
            *(f"{count:,}" if count else "0" for count in one.counts),
            f"{one.total - one.scored:,}",
            *[f"{one.usage.tokens:,}", cost(one.usage, currency)] * has_calls,
            *[f"{one.usage.seconds:,.1f}"] * has_time,
        )
        for one in standings
    ]
    return Table(caption, columns, tuple(rows))


def unscored_table(unscored: Sequence[Unscored], caption: str) -> Table:
    has_runs = len({one.run for one in unscored}) > 1
    columns = ("metric", *["run"] * has_runs, "reason", "judgements", "for example")
    rows = [
        (one.metric, *[one.run] * has_runs, one.reason, f"{one.count:,}", ", ".join(one.examples)) for one in unscored
    ]
    return Table(caption, columns, tuple(rows))


def difference_table(differences: Sequence[Difference], caption: str) -> Table:
    """Two runs side by side; `worst, best` is how far unscored texts could move the difference."""
    columns = ("metric", "pairs", "A", "B", "B − A", "95 % interval", "p", "p adj.", "unscored", "worst, best")
    rows = [
        (
            one.name,
            f"{one.pairs:,}",
            number(one.mean_first),
            number(one.mean_second),
            number(one.effect, "+"),
            interval(one.low, one.high),
            NONE if one.p is None else show_p(one.p),
            NONE if one.p_adjusted is None else show_p(one.p_adjusted),
            f"{one.unscored_first:,}, {one.unscored_second:,}",
            interval(one.worst, one.best),
            one.sentence(),
        )
        for one in differences
    ]
    clear = frozenset(place for place, one in enumerate(differences) if one.is_clear)
    return Table(caption, (*columns, "in words"), tuple(rows), clear)


def agreement_table(found: Agreement, caption: str) -> Table:
    """Judges, the word count and people beside each other, metric by metric."""
    columns = ("metric", "who", "cases", "Spearman by item", "Kendall by item", "length held constant", "mean error")
    rows = [
        (
            row.metric,
            row.who,
            f"{row.cases:,}",
            estimate(row.figure("spearman", "by_item")),
            estimate(row.figure("kendall", "by_item")),
            estimate(row.figure("spearman_length_held", "by_item")),
            estimate(row.figure("absolute_error", "pooled")),
        )
        for row in found.rows
    ]
    return Table(caption, columns, tuple(rows))


def audit_overview(report: AuditReport) -> Table:
    columns = ("audit", "question", "texts judged", "rows", "failed", "outcome")
    rows = []
    for result in report.results:
        worse = sum(finding.fails(report.max_shift) for finding in result.findings)
        verdict = "not measured" if not result.pairs else "does not pass" if worse else "passes"
        figures = (f"{result.judged:,}", f"{len(result.findings):,}", f"{worse:,}")
        rows.append((result.audit, result.question, *figures, verdict))
    caption = f"Audits of {report.judge}; {report.max_shift:g} points are allowed"
    marked = frozenset(place for place, row in enumerate(rows) if row[-1] != "passes")
    return Table(caption, columns, tuple(rows), marked)


def audit_table(result: AuditResult, max_shift: float, *, only_worse: bool = False, all_columns: bool = False) -> Table:
    """The findings of one audit, or those alone that are not as they should be; columns of no use are left out."""
    findings = [one for one in result.findings if not only_worse or one.fails(max_shift)]
    has_control = all_columns or any(one.moved_anyway is not None for one in findings)
    has_gaps = all_columns or any(one.unscored for one in findings)
    lead = ("change", "metric", "pairs", "shift", "95 % interval", "moved a point")
    columns = (*lead, *["moved anyway"] * has_control, *["unscored"] * has_gaps, "outcome", "largest", "where")
    rows = [
        (
            one.probe,
            one.metric,
            f"{one.pairs:,}",
            number(one.shift),
            interval(one.low, one.high),
            f"{one.moved} of {one.pairs}",
            *[NONE if one.moved_anyway is None else f"{one.moved_anyway} of {one.pairs}"] * has_control,
            *[f"{one.unscored:,}"] * has_gaps,
            outcome(one, max_shift),
            number(one.worst),
            one.worst_at or NONE,
        )
        for one in findings
    ]
    marked = frozenset(place for place, one in enumerate(findings) if one.fails(max_shift))
    return Table(f"{result.audit}: {result.measure}", columns, tuple(rows), marked)


def outcome(finding: Finding, max_shift: float) -> str:
    """What a finding means: fine, moved, missed, or that there was nothing to compare."""
    if finding.is_unmeasured or finding.shift is None:
        return "not measured"
    if not finding.is_worse_than(max_shift):
        return "ok"
    return "moved" if finding.wants == "stay" else "missed"


def key_figures(contents: Contents) -> Iterator[tuple[str, str]]:
    """The figures at the top of a report."""
    scored, total = (sum(getattr(run, name) for run in contents.runs) for name in ("scored", "judgements"))
    usage = contents.usage
    yield "texts", f"{max(run.cases for run in contents.runs):,}"
    yield "judgements", f"{total:,}"
    yield "with a score", f"{scored / total:.1%}" if total else NONE
    yield "metrics", str(len({one.name for one in contents.standings}))
    yield "systems", str(len({name for run in contents.runs for name in run.systems}) or 1)
    if usage.calls:
        yield "model calls", f"{usage.calls:,}"
        yield "tokens", f"{usage.tokens:,}"
    if usage.cost is not None:
        yield "cost", cost(usage, contents.currency)
    if usage.seconds:
        yield "judging time", duration(usage.seconds)


def number(value: float | None, sign: str = "") -> str:
    """Two digits after the point, or a dash."""
    return NONE if value is None else show_number(value, sign)


def interval(low: float | None, high: float | None) -> str:
    """`3.91 to 4.20`, or a dash."""
    return NONE if low is None or high is None else f"{number(low)} to {number(high)}"


def estimate(found: Estimate | None) -> str:
    """`0.61 (0.50 to 0.70)`, or a dash."""
    if found is None or found.value is None:
        return NONE
    return number(found.value) + (f" ({interval(found.low, found.high)})" if found.low is not None else "")


def cost(usage: Usage, currency: str) -> str:
    """Money with its currency, or a dash where no price is known."""
    return f"{usage.cost:.4f} {currency}".strip() if usage.cost is not None else NONE


def duration(seconds: float) -> str:
    """`0.4 s`, `12 min`, `3.1 h`."""
    if seconds < 90:
        return f"{seconds:.1f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
