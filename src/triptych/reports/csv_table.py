"""A report or an audit as CSV: one flat table, a figure a cell, for spreadsheets and pipelines."""

import csv
import io
from collections.abc import Iterable, Sequence

from triptych.audits import AuditReport
from triptych.reports._contents import Contents, MetricScores
from triptych.reports._tables import outcome
from triptych.texts import for_csv

_SCORES = ("score_1", "score_2", "score_3", "score_4", "score_5")
_SPENT = ("calls", "prompt_tokens", "completion_tokens", "cost", "seconds")
_ABOUT = ("run", "task", "metric", "system", "total", "scored", "mean", "low", "high")
_SHIFT = ("shift", "low", "high", "worst", "worst_at", "moved", "moved_anyway")
_FINDING = ("probe", "metric", "wants", "pairs", "unscored", *_SHIFT)


def write_report(contents: Contents) -> str:
    """A row for each run, metric and system; an empty system means all of them together."""
    return _table((*_ABOUT, *_SCORES, *_SPENT), [_standing(one) for one in (*contents.standings, *contents.by_system)])


def write_audit(report: AuditReport) -> str:
    rows = [
        (result.audit, *(getattr(finding, name) for name in _FINDING), outcome(finding, report.max_shift))
        for result in report.results
        for finding in result.findings
    ]
    return _table(("audit", *_FINDING, "outcome"), rows)


def _standing(one: MetricScores) -> Sequence[object]:
    usage = one.usage
    spent = (usage.calls, usage.prompt_tokens, usage.completion_tokens, usage.cost, round(usage.seconds, 3))
    return (*(getattr(one, name) for name in _ABOUT), *one.counts, *spent)


def _table(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([for_csv(cell) for cell in row] for row in rows)
    return file.getvalue()
