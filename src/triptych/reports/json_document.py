"""A report or an audit as JSON: everything that it says."""

from triptych.audits import AuditReport
from triptych.reports._contents import Contents


def write_report(contents: Contents) -> str:
    return contents.to_json() + "\n"


def write_audit(report: AuditReport) -> str:
    """The audit as one JSON document; `triptych report --audit` reads it back."""
    return report.to_json() + "\n"
