"""Each chart shows its values and takes its colours from the page."""

import re

import pytest

from reported import ratings, run
from triptych.reports import make_contents
from triptych.reports._charts import MOST_COLOURS, Chart, draw_agreement, draw_differences, draw_means, draw_spread

CONTENTS = make_contents([run("before"), run("after", lift=0.4)], ratings=ratings())


def words_of(chart: Chart) -> set[str]:
    return set(re.findall(r"<text[^>]*>([^<]+)</text>", chart.svg))


def test_means_by_metric_and_run() -> None:
    assert {"clarity", "before", "after"} <= words_of(draw_means(CONTENTS.standings, "Means"))


def test_more_series_than_colours_become_a_grid_of_figures() -> None:
    first = CONTENTS.standings[0]
    systems = [first.model_copy(update={"system": f"system {number}"}) for number in range(MOST_COLOURS + 1)]
    few, many = (draw_means(shown, "Means") for shown in (CONTENTS.standings, systems))
    assert f"{CONTENTS.standings[0].mean:.1f}" in words_of(many) - words_of(few)


def test_shares_of_scores() -> None:
    assert {"score", "1", "5", "100%"} <= words_of(draw_spread(CONTENTS.standings, "Shares"))


def test_differences_and_agreement_by_metric() -> None:
    assert "comparison: clarity" in words_of(draw_differences(CONTENTS.differences, "B less A"))
    assert CONTENTS.agreement is not None
    assert {"people", "judge"} <= words_of(draw_agreement(CONTENTS.agreement.points, "People"))


@pytest.mark.parametrize("label", ["Shares", "Other shares"])
def test_colours_are_variables_and_ids_are_the_charts_own(label: str) -> None:
    chart = draw_spread(CONTENTS.standings, label)
    assert chart.label == label and "var(--score-5)" in chart.svg
    assert not re.search(r'(?:fill|stroke)="#', chart.svg)
    ids = set(re.findall(r'id="([^"]+)"', chart.svg))
    assert not ids & set(re.findall(r'id="([^"]+)"', draw_spread(CONTENTS.standings, label + "!").svg))
