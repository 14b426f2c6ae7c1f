"""Reports: what judgements, ratings and audits come to, as one HTML page, Markdown, CSV or JSON."""

from triptych.agreement import JudgedRun
from triptych.reports._contents import Contents, MetricScores
from triptych.reports._formats import FORMATS, format_of, write_audit, write_report
from triptych.reports._gathering import compare_means, make_contents
from triptych.reports._tables import audit_table, difference_table

__all__ = [
    "FORMATS",
    "Contents",
    "JudgedRun",
    "MetricScores",
    "audit_table",
    "compare_means",
    "difference_table",
    "format_of",
    "make_contents",
    "write_audit",
    "write_report",
]
