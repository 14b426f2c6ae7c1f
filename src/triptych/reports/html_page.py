"""A report or an audit as one HTML page: nothing outside it is needed, not even a script to read it.

It keeps to the reader's choice of light or dark, prints, and can be walked with a keyboard or a screen reader.
"""

import re
from collections.abc import Iterator
from functools import cache
from html import escape
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from triptych.agreement import Agreement
from triptych.audits import AuditReport
from triptych.errors import UsageError
from triptych.records import TASKS, group_by
from triptych.reports import _tables as tables
from triptych.reports._charts import Chart, draw_agreement, draw_differences, draw_means, draw_spread, spoken
from triptych.reports._contents import CaseView, Contents, MetricScores
from triptych.texts import read_comparison, write_html

_TEMPLATES = Path(__file__).parent / "templates"
_NUMBER = re.compile(r"[<>+−–-]?\s?[\d.,]+(?:\s?%| of [\d,]+| to [+−-]?[\d.]+| s)?")


def write_report(contents: Contents) -> str:
    template = _environment().get_template("report.html.j2")
    return template.render(
        contents=contents,
        tasks=[task for task in TASKS if any(one.task == task for one in contents.standings)],
        means={task: _means(contents, task) for task in TASKS},
        spreads={task: _spread(contents, task) for task in TASKS},
        difference_chart=_difference_chart(contents),
        agreement_charts=list(_agreement_charts(contents.agreement)) if contents.agreement else [],
    )


def write_audit(report: AuditReport) -> str:
    return _environment().get_template("audit.html.j2").render(audit=report)


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(_TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals["t"] = tables
    environment.filters |= {
        "shown": _shown,
        "tint": _tint,
        "numeric": _numeric,
        "spoken": spoken,
        "sentence": _sentence,
        "minute": "{:%Y-%m-%d %H:%M} UTC".format,
    }
    return environment


def _means(contents: Contents, task: str) -> Chart | None:
    """Means by system where there are several, by run where there are two."""
    standings = contents.standings if len(contents.runs) > 1 else contents.by_system or contents.standings
    shown = [one for one in standings if one.task == task and one.mean is not None]
    if not shown:
        return None
    best, worst = max(shown, key=lambda one: one.mean or 0), min(shown, key=lambda one: one.mean or 0)
    label = (
        f"Means of {task} metrics with 95 % intervals on the scale from 1 to 5. Highest: {_whose(best)} "
        f"{best.mean:.2f}; lowest: {_whose(worst)} {worst.mean:.2f}. The table below has all figures."
    )
    return draw_means(shown, label)


def _whose(one: MetricScores) -> str:
    return f"{spoken(one.metric)} of {one.system}" if one.system else spoken(one.metric)


def _spread(contents: Contents, task: str) -> Chart | None:
    """How scores are spread."""
    shown = [one for one in contents.standings if one.task == task and one.scored]
    if not shown:
        return None
    shares = [f"{spoken(one.metric)} {one.counts[4] / one.scored:.0%}" for one in shown]
    return draw_spread(shown, f"Shares of the scores 1 to 5 of {task} texts. Share of fives: {', '.join(shares)}.")


def _difference_chart(contents: Contents) -> Chart | None:
    shown = [one for one in contents.differences if one.effect is not None]
    if not shown:
        return None
    sentences = " ".join(one.sentence(with_task=True) for one in shown)
    return draw_differences(shown, f"B less A on each metric with 95 % intervals. {spoken(sentences)}")


def _agreement_charts(found: Agreement) -> Iterator[tuple[str, Chart]]:
    """People against the judge, judge by judge."""
    for judge, points in group_by(found.points, lambda point: point.judge).items():
        pooled = [(row.metric, row.figure("spearman", "pooled")) for row in found.rows if row.who == judge]
        shown = [f"{spoken(metric)} {tables.number(figure.value)}" for metric, figure in pooled if figure]
        label = f"Scores of {judge} against the mean of people's ratings. Spearman over all texts: {', '.join(shown)}."
        yield judge, draw_agreement(points, label)


def _shown(view: CaseView) -> Markup:
    """The text of a case: a comparison as a table, anything else as paragraphs."""
    if view.text is None:
        return Markup()
    if view.task == "comparison":
        try:
            return Markup(write_html(read_comparison(view.text)))
        except UsageError:
            return Markup(f"<pre>{escape(view.text)}</pre>")
    return Markup("".join(f"<p>{escape(part)}</p>" for part in view.text.split("\n\n") if part.strip()))


def _tint(value: float | None) -> str:
    """The class of a score's colour."""
    return "none" if value is None else f"s{min(5, max(1, int(value + 0.5)))}"


def _numeric(table: tables.Table) -> frozenset[int]:
    """The columns that hold numbers."""
    return frozenset(
        place
        for place in range(1, len(table.columns))
        if all(row[place] == tables.NONE or _NUMBER.fullmatch(row[place]) for row in table.rows)
    )


def _sentence(words: str) -> str:
    """The words with a large letter first and a full stop."""
    return f"{words[:1].upper()}{words[1:].rstrip('.')}."
