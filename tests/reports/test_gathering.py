"""From judgements to what a report says: means, spread, gaps, extremes, two runs, people."""

import pytest

from reported import audit, judgements, ratings, run
from triptych.errors import UsageError
from triptych.reports import Contents, JudgedRun, make_contents


@pytest.fixture(scope="module")
def contents() -> Contents:
    return make_contents([run()], ratings=ratings(), audit=audit())


def test_standings_by_metric_and_system(contents: Contents) -> None:
    clarity = next(one for one in contents.standings if one.name == "comparison/clarity")
    assert (clarity.total, clarity.scored, sum(clarity.counts)) == (4, 4, 4)
    values = [one.value for one in judgements() if (one.task, one.metric) == ("comparison", "clarity")]
    assert clarity.mean == pytest.approx(sum(v for v in values if v) / 4)
    assert clarity.low is not None and clarity.mean is not None and clarity.low < clarity.mean
    assert {one.system for one in contents.by_system} == {"plain", "<b>bold</b>"}
    assert sum(one.total for one in contents.by_system) == sum(one.total for one in contents.standings) == 16


def test_tasks_come_in_their_order(contents: Contents) -> None:
    assert list(dict.fromkeys(one.task for one in contents.standings)) == ["explanation", "comparison"]


def test_what_is_unscored_is_told_and_not_averaged(contents: Contents) -> None:
    (gap,) = contents.unscored
    assert (gap.metric, gap.reason, gap.count) == ("explanation/clarity", "several scores", 1)
    assert gap.examples == ("earbuds-sprint/explanation@0",)
    clarity = next(one for one in contents.standings if one.name == "explanation/clarity")
    assert (clarity.total, clarity.scored) == (4, 3)


def test_usage_is_added_up(contents: Contents) -> None:
    assert (contents.usage.calls, contents.usage.prompt_tokens, contents.usage.seconds) == (16, 1600, 8.0)


def test_one_system_needs_no_table_of_systems() -> None:
    given = run()
    own = [one for one in given.judgements if one.system == "plain"]
    assert make_contents([JudgedRun("one", own)]).by_system == ()


def test_the_table_has_the_lowest_first_and_a_gap_as_a_gap(contents: Contents) -> None:
    explanations, comparisons = contents.tables
    assert explanations.metrics == ("clarity", "faithfulness")
    assert explanations.rows[0].values == (None, 1.5)
    means = [row.mean or 0 for row in comparisons.rows]
    assert means == sorted(means)


def test_two_runs_are_compared() -> None:
    contents = make_contents([run("before"), run("after", lift=0.5)])
    assert [facts.name for facts in contents.runs] == ["before", "after"]
    effects = {one.metric: one.effect for one in contents.differences if one.task == "explanation"}
    assert effects["faithfulness"] == pytest.approx(0.5)
    assert contents.notes == ()


def test_two_runs_that_share_nothing_stand_side_by_side_with_a_note() -> None:
    given = run("one")
    first = JudgedRun("one", [one for one in given.judgements if one.metric == "clarity"])
    second = JudgedRun("two", [one for one in given.judgements if one.metric == "faithfulness"])
    contents = make_contents([first, second])
    assert contents.differences == ()
    assert "cannot be compared" in contents.notes[0]


def test_people_are_held_against_the_judge(contents: Contents) -> None:
    assert contents.agreement is not None
    assert {row.who for row in contents.agreement.rows if row.kind == "judge"} == {"scripted"}
    assert contents.agreement.points


def test_nothing_to_report_is_one_sentence() -> None:
    with pytest.raises(UsageError, match="no judgements"):
        make_contents([JudgedRun("empty", [])])
