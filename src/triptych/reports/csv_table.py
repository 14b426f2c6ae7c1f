"""A report or an audit as CSV: one flat table, a figure a cell, for spreadsheets and pipelines."""

import csv
import io
from collections.abc import Iterable, Sequence

from triptych.audits import AuditReport
from triptych.reports._contents import Contents
from triptych.reports._tables import outcome
from triptych.texts import for_csv

_SPENT = ("calls", "prompt_tokens", "completion_tokens", "cost", "seconds")
_ABOUT = ("run", "task", "metric", "system", "total", "scored", "mean", "low", "high")
_SHIFT = ("shift", "low", "high", "worst", "worst_at", "moved", "moved_anyway")
_FINDING = ("probe", "metric", "wants", "pairs", "unscored", *_SHIFT)


def write_report(contents: Contents) -> str:
    """A row for each run, metric and system; an empty system means all of them together."""
    rows = []
    for one in (*contents.standings, *contents.by_system):
        spent = one.usage.model_copy(update={"seconds": round(one.usage.seconds, 3)})
        rows.append((*(getattr(one, name) for name in _ABOUT), *one.counts, *(getattr(spent, name) for name in _SPENT)))
    return _table((*_ABOUT, *(f"score_{n}" for n in range(1, 6)), *_SPENT), rows)


def write_audit(report: AuditReport) -> str:
    found = [(result.audit, one) for result in report.results for one in result.findings]
    rows = [(name, *(getattr(one, key) for key in _FINDING), outcome(one, report.max_shift)) for name, one in found]
    return _table(("audit", *_FINDING, "outcome"), rows)


def _table(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([for_csv(cell) for cell in row] for row in rows)
    return file.getvalue()
