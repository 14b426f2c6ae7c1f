"""Reports: what judgements, ratings and audits come to, as one HTML page, Markdown, CSV or JSON."""

from importlib import import_module
from pathlib import PurePath
from types import ModuleType

from triptych.agreement import JudgedRun
from triptych.audits import AuditReport
from triptych.errors import MissingExtra, unknown_name
from triptych.reports._contents import Contents, MetricScores
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

_MODULES = {"html": "html_page", "md": "markdown_page", "csv": "csv_table"}
FORMATS: tuple[str, ...] = (*_MODULES, "json")
"""By the names users type: the endings of their files."""


def write_report(contents: Contents, to: str) -> str:
    """The report in a format; JSON is everything that it says."""
    return contents.to_json() + "\n" if to == "json" else str(_format(to).write_report(contents))


def write_audit(report: AuditReport, to: str) -> str:
    """The audit in a format; `triptych report --audit` reads JSON back."""
    return report.to_json() + "\n" if to == "json" else str(_format(to).write_audit(report))


def format_of(path: str | None, said: str | None) -> str | None:
    """The format that was said, else the one a file's ending speaks for, else None."""
    if said is not None:
        if said not in FORMATS:
            raise unknown_name("format", said, FORMATS)
        return said
    ending = PurePath(path or "").suffix.removeprefix(".").lower()
    ending = {"htm": "html", "markdown": "md"}.get(ending, ending)
    return ending if ending in FORMATS else None


def _format(name: str) -> ModuleType:
    if name not in FORMATS:
        raise unknown_name("format", name, FORMATS)
    try:
        return import_module(f"triptych.reports.{_MODULES[name]}")
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] in ("altair", "jinja2", "vl_convert"):
            raise MissingExtra("a page in HTML (--format md, csv and json do without it)", "report") from None
        raise
