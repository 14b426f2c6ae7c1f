"""A report or an audit as one HTML page: nothing outside it is needed, not even a script to read it.

It keeps to the reader's choice of light or dark, prints, and can be walked with a keyboard or a screen reader. Charts
are SVG that takes its colours from the page: Vega draws with placeholder colours, one a role, and each is then replaced
by a CSS variable, so that one drawing is right on a light screen, on a dark one and on paper.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from html import escape
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import altair as alt
import vl_convert
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from triptych.agreement import Agreement, Difference, ScatterPoint
from triptych.audits import AuditReport
from triptych.errors import UsageError
from triptych.records import TASKS, digest_of, group_by
from triptych.reports import _tables as tables
from triptych.reports._contents import CaseView, Contents, MetricScores
from triptych.texts import read_comparison, write_html

MOST_COLOURS = 6
"""Series that colours can distinguish; more are shown as a grid of tinted cells."""

_INK, _MUTED, _GRID, _PAPER = "#010101", "#020202", "#030303", "#040404"
_SERIES = [f"#0505{n:02x}" for n in range(1, MOST_COLOURS + 1)]
_SCORES = [f"#0606{n:02x}" for n in range(1, 6)]
_VARIABLES = {_INK: "ink", _MUTED: "muted", _GRID: "grid", _PAPER: "paper"}
_VARIABLES |= {colour: f"series-{n}" for n, colour in enumerate(_SERIES, 1)}
_VARIABLES |= {colour: f"score-{n}" for n, colour in enumerate(_SCORES, 1)}
_WIDTH = 380
_ROW = 24

Row = dict[str, Any]
Position = TypeVar("Position", alt.X, alt.Y)


class Chart(NamedTuple):
    """A drawing and what it shows, in words."""

    svg: str
    label: str
    """For those who do not see it."""


def draw_means(standings: Sequence[MetricScores], label: str) -> Chart:
    """Means with their intervals, a row for each metric and in it a mark for each system or run."""
    rows = [
        {"metric": spoken(one.metric), "series": one.system or one.run}
        | {"mean": one.mean, "low": one.low, "high": one.high}
        for one in standings
    ]
    names = list(dict.fromkeys(one.system or one.run for one in standings))
    if len(names) > MOST_COLOURS:
        return _draw_grid(rows, label)
    offset = alt.YOffset("series:N", sort=names)
    colour = alt.Color(
        "series:N",
        sort=names,
        scale=alt.Scale(domain=names, range=_SERIES[: len(names)]),
        legend=alt.Legend(title=None, orient="top", symbolType="circle") if len(names) > 1 else None,
    )
    drawn = _intervals(rows, _scale(alt.X, "low"), _scale(alt.X, "mean"), offset, colour)
    height = max(_ROW, 11 * len(names)) * len({row["metric"] for row in rows})
    return _render(drawn.properties(width=_WIDTH, height=height), label)


def draw_spread(standings: Sequence[MetricScores], label: str) -> Chart:
    """How many of each metric's texts got 1, 2, 3, 4 and 5, as shares; a bar for each run."""
    rows = [
        {"metric": spoken(one.metric), "run": one.run, "score": str(score), "share": count / one.scored}
        for one in standings
        for score, count in enumerate(one.counts, 1)
        if count
    ]
    runs = list(dict.fromkeys(one.run for one in standings))
    metrics = len({row["metric"] for row in rows})
    bars = (
        alt.Chart(alt.InlineData(rows))
        .mark_bar(height=15 if len(runs) == 1 else 9)
        .encode(
            alt.Y("metric:N", title=None, sort=None),
            alt.YOffset("run:N", sort=runs),
            alt.X("share:Q", title=None, stack="zero", axis=alt.Axis(format="%", values=[0, 0.25, 0.5, 0.75, 1])),
            alt.Color(
                "score:N",
                scale=alt.Scale(domain=list("12345"), range=_SCORES),
                legend=alt.Legend(title="score", orient="top", titleOrient="left", symbolType="square"),
            ),
            alt.Order("score:N"),
        )
    )
    return _render(bars.properties(width=_WIDTH, height=_ROW * metrics), label)


def draw_differences(differences: Sequence[Difference], label: str) -> Chart:
    """How the second run differs from the first, a row for each metric."""
    rows = [
        {"metric": f"{one.task}: {spoken(one.metric)}", "effect": one.effect, "low": one.low, "high": one.high}
        for one in differences
    ]
    ends = [value for one in differences for value in (one.low, one.high, one.effect) if value is not None]
    reach = max([0.5, *map(abs, ends)])
    x = alt.X(
        "effect:Q", title=None, scale=alt.Scale(domain=[-reach, reach]), axis=alt.Axis(format="+.1f", tickCount=5)
    )
    zero = alt.Chart(alt.InlineData([{"zero": 0}])).mark_rule(color=_MUTED, strokeDash=[4, 3]).encode(alt.X("zero:Q"))
    drawn = _intervals(rows, alt.X("low:Q"), x, alt.ColorValue(_SERIES[0]))
    return _render((zero + drawn).properties(width=_WIDTH, height=_ROW * len(rows)), label)


def draw_agreement(points: Sequence[ScatterPoint], label: str) -> Chart:
    """People's means against the judge's values, a small picture for each metric; larger dots are more cases."""
    counted = Counter((spoken(one.metric), round(one.people * 4) / 4, round(one.value * 4) / 4) for one in points)
    rows = [{"metric": m, "people": x, "judge": y, "cases": count} for (m, x, y), count in counted.items()]
    metrics = {row["metric"] for row in rows}
    rows += [{"metric": metric, "people": end, "judge": end, "cases": 0} for metric in metrics for end in (1, 5)]
    x, y = _scale(alt.X, "people", "people"), _scale(alt.Y, "judge", "judge")
    line = alt.Chart().transform_filter("datum.cases == 0").mark_line(color=_MUTED, strokeDash=[4, 3]).encode(x, y)
    dots = (
        alt.Chart()
        .transform_filter("datum.cases > 0")
        .mark_circle(color=_SERIES[0], opacity=0.6)
        .encode(x, y, alt.Size("cases:Q", scale=alt.Scale(range=[12, 260]), legend=None))
    )
    panel = alt.layer(line, dots).properties(width=150, height=150)
    return _render(panel.facet(alt.Facet("metric:N", title=None), columns=5, data=alt.InlineData(rows)), label)


def spoken(name: str) -> str:
    """`aspect_coverage` as people say it."""
    return name.replace("_", " ")


def _draw_grid(rows: Sequence[Row], label: str) -> Chart:
    """Means of many series as tinted cells."""
    tinted = [{**row, "tint": str(round(row["mean"])), "text": f"{row['mean']:.1f}"} for row in rows]
    above = alt.Axis(orient="top", labelAngle=-30, grid=False)
    place = alt.Y("series:N", title=None, sort=None), alt.X("metric:N", title=None, sort=None, axis=above)
    colour = alt.Color("tint:N", scale=alt.Scale(domain=list("12345"), range=_SCORES), legend=None)
    base = alt.Chart(alt.InlineData(tinted))
    cells = base.mark_rect(stroke=_PAPER, strokeWidth=2).encode(*place, colour)
    figures = base.mark_text(color=_INK, fontSize=12).encode(*place, alt.Text("text:N"))
    return _render((cells + figures).properties(width=alt.Step(74), height=alt.Step(_ROW)), label)


def _intervals(rows: Sequence[Row], low: alt.X, middle: alt.X, *more: Any) -> Any:
    """A row for each metric: a line from `low` to high and a dot between."""
    base, y = alt.Chart(alt.InlineData(rows)), alt.Y("metric:N", title=None, sort=None)
    lines = base.mark_rule(strokeWidth=2).encode(y, low, alt.X2("high:Q"), *more)
    return lines + base.mark_circle(size=70, opacity=1).encode(y, middle, *more)


def _scale(channel: Callable[..., Position], field: str, title: str | None = None) -> Position:
    """Where a mark stands from 1 to 5."""
    axis = alt.Axis(values=[1, 2, 3, 4, 5], format="d")
    return channel(f"{field}:Q", title=title, scale=alt.Scale(domain=[0.8, 5.2]), axis=axis)


def _render(chart: alt.TopLevelMixin, label: str) -> Chart:
    spec = chart.to_dict()
    axis = {"labelColor": _MUTED, "titleColor": _MUTED, "gridColor": _GRID, "domainColor": _GRID, "tickColor": _GRID}
    legend = {"labelColor": _INK, "titleColor": _MUTED}
    # Room for labels that a reader's own font makes wider than Vega reckons.
    spec["padding"] = {"left": 34, "right": 14, "top": 4, "bottom": 4}
    spec["config"] = {
        "font": "system-ui, sans-serif",
        "background": None,
        "aria": False,
        "view": {"stroke": None},
        "axis": {**axis, "labelFontSize": 12, "titleFontSize": 12, "titleFontWeight": "normal", "labelLimit": 240},
        "axisY": {"labelColor": _INK, "grid": False, "ticks": False, "domain": False, "labelPadding": 8},
        "legend": {**legend, "labelFontSize": 12, "titleFontWeight": "normal", "columnPadding": 22},
        "header": {"labelColor": _INK, "labelFontSize": 12},
    }
    svg = vl_convert.vegalite_to_svg(spec)
    svg = re.sub(r'="(#0[0-9a-f]{5})"', lambda found: f'="var(--{_VARIABLES.get(found[1], "ink")})"', svg)
    # Ids are unique in a page; each drawing gets its own.
    prefix = f"c{digest_of([label, svg])}-"
    svg = re.sub(r'(id="|url\(#|href="#)', rf"\g<1>{prefix}", svg)
    # Screen readers are given the label and the table instead.
    return Chart(svg.replace("<svg ", '<svg aria-hidden="true" focusable="false" ', 1), label)


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
        loader=FileSystemLoader(Path(__file__).parent / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals["t"] = tables
    environment.filters |= {"shown": _shown, "tint": _tint, "numeric": _numeric, "spoken": spoken}
    environment.filters |= {"sentence": _sentence, "minute": "{:%Y-%m-%d %H:%M} UTC".format}
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
