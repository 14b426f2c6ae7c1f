"""Charts as SVG that takes its colours from the page around it.

Vega draws with placeholder colours, one a role; each is then replaced by a CSS variable, so that one drawing is right
on a light screen, on a dark one and on paper.
"""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import altair as alt
import vl_convert

from triptych.agreement import Difference, ScatterPoint
from triptych.records import digest_of
from triptych.reports._contents import MetricScores

MOST_COLOURS = 6
"""Series that colours can distinguish; more are shown as a grid of tinted cells."""

_INK, _MUTED, _GRID, _PAPER = "#010101", "#020202", "#030303", "#040404"
_SERIES = [f"#0505{n:02x}" for n in range(1, MOST_COLOURS + 1)]
_SCORES = [f"#0606{n:02x}" for n in range(1, 6)]
_VARIABLES = {
    _INK: "ink",
    _MUTED: "muted",
    _GRID: "grid",
    _PAPER: "paper",
    **{colour: f"series-{n}" for n, colour in enumerate(_SERIES, 1)},
    **{colour: f"score-{n}" for n, colour in enumerate(_SCORES, 1)},
}
_FONT = "system-ui, sans-serif"
_WIDTH = 380
_ROW = 24

Row = dict[str, Any]
Position = TypeVar("Position", alt.X, alt.Y)


@dataclass(frozen=True, slots=True)
class Chart:
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
        if one.mean is not None
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
        if one.scored
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
        if one.effect is not None
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
    place = (
        alt.Y("series:N", title=None, sort=None),
        alt.X("metric:N", title=None, sort=None, axis=alt.Axis(orient="top", labelAngle=-30, grid=False)),
    )
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
        "font": _FONT,
        "background": None,
        "aria": False,
        "view": {"stroke": None},
        "axis": {**axis, "labelFontSize": 12, "titleFontSize": 12, "titleFontWeight": "normal", "labelLimit": 240},
        "axisY": {"labelColor": _INK, "grid": False, "ticks": False, "domain": False, "labelPadding": 8},
        "legend": {**legend, "labelFontSize": 12, "titleFontWeight": "normal", "columnPadding": 22},
        "header": {"labelColor": _INK, "labelFontSize": 12},
    }
    return Chart(_themed(vl_convert.vegalite_to_svg(spec), label), label)


def _themed(svg: str, label: str) -> str:
    """The SVG with roles for colours, hidden from screen readers, which are given the label and the table instead."""
    svg = re.sub(r'="(#0[0-9a-f]{5})"', lambda found: f'="var(--{_VARIABLES.get(found[1], "ink")})"', svg)
    # Ids are unique in a page; each drawing gets its own.
    prefix = f"c{digest_of([label, svg])}-"
    svg = re.sub(r'(id="|url\(#|href="#)', rf"\g<1>{prefix}", svg)
    return svg.replace("<svg ", '<svg aria-hidden="true" focusable="false" ', 1)
