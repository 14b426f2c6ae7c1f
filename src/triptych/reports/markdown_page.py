"""A report or an audit as Markdown, for pull requests and wikis."""

from collections.abc import Iterator

from triptych.audits import AuditReport
from triptych.reports import _tables as tables
from triptych.reports._contents import CaseView, Contents
from triptych.texts import for_markdown

_MOST_FLAGGED = 10


def write_report(contents: Contents) -> str:
    """The report's tables and the lowest cases."""
    return "\n".join(_report(contents))


def write_audit(report: AuditReport) -> str:
    return "\n".join(_audit(report, level=1))


def _report(contents: Contents) -> Iterator[str]:
    yield f"# {_line(contents.title)}\n"
    yield ", ".join(f"{name} {figure}" for name, figure in tables.key_figures(contents)) + ".\n"
    yield from (f"Note: {_line(note)}\n" for note in contents.notes)
    yield from _table("Scores", tables.score_table(contents.standings, "", contents.currency))
    if contents.by_system:
        yield from _table("Scores by system", tables.score_table(contents.by_system, "", contents.currency))
    if contents.differences:
        first, second = contents.runs[0].name, contents.runs[1].name
        yield from _table(f"{first} (A) and {second} (B)", tables.difference_table(contents.differences, ""))
    if contents.unscored:
        yield from _table("Unscored, and why", tables.unscored_table(contents.unscored, ""))
    if contents.agreement:
        yield from _table("Agreement with people", tables.agreement_table(contents.agreement, ""))
    if contents.audit:
        yield from _audit(contents.audit, level=2)
    yield "## Lowest and highest texts\n"
    for view in contents.views:
        yield from _view(view)


def _audit(report: AuditReport, level: int) -> Iterator[str]:
    yield f"{'#' * level} Audit of {_line(report.judge)}\n"
    failures = report.failures
    yield f"{'Does not pass' if failures else 'Passes'} at a shift of {report.max_shift:g}.\n"
    yield from (f"- {_line(failure)}" for failure in failures)
    yield ""
    yield from _rows(tables.audit_overview(report))
    for result in report.results:
        yield f"\n{'#' * (level + 1)} {result.audit.capitalize()}: {result.question}\n"
        yield from (f"{_line(note)}.\n" for note in result.notes)
        yield from _rows(tables.audit_table(result, report.max_shift))
        for flagged in result.flagged[:_MOST_FLAGGED]:
            yield f"- {_line(flagged.case_id)}, {flagged.metric}: {_line(flagged.what)}"
        if len(result.flagged) > _MOST_FLAGGED:
            yield f"- and {len(result.flagged) - _MOST_FLAGGED} more"


def _view(view: CaseView) -> Iterator[str]:
    system = f", {_line(view.system)}" if view.system else ""
    yield f"### {view.place.capitalize()}: {_line(view.case_id)} ({view.task}{system}), mean {view.mean:.2f}\n"
    if view.text is not None:
        yield "\n".join(f"> {for_markdown(line)}" for line in view.text.strip().splitlines()) + "\n"
    is_alone = len({remark.judge for remark in view.remarks}) == 1
    for remark in view.remarks:
        score = "unscored" if remark.value is None else f"{remark.value:.2f}"
        judge = "" if is_alone else f" ({_line(remark.judge)})"
        yield f"- **{remark.metric} {score}**{judge}: {_line(remark.explanation)}"
    yield ""


def _table(heading: str, table: tables.Table) -> Iterator[str]:
    yield f"## {_line(heading)}\n"
    yield from _rows(table)


def _rows(table: tables.Table) -> Iterator[str]:
    yield f"| {' | '.join(table.columns)} |"
    yield "|" + " --- |" * len(table.columns)
    for row in table.rows:
        yield f"| {' | '.join(_line(cell).replace('|', chr(92) + '|') for cell in row)} |"
    yield ""


def _line(text: str) -> str:
    return for_markdown(" ".join(text.split()))
