"""From judgements to what a report says: means, spread, gaps, extremes, two runs, people."""

from statistics import fmean, stdev

import pytest

from reported import audit, judgements, ratings, run
from scored import judgement
from triptych.errors import UsageError
from triptych.reports import Contents, JudgedRun, make_contents, write_report


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


def test_texts_about_one_item_count_as_one() -> None:
    """Four systems that write the same say no more about the mean than one of them."""
    values = [2.0, 3.5, 3.0, 4.5, 4.0, 2.5]
    alone = [judgement(f"{item}/a", value) for item, value in enumerate(values)]
    copies = [judgement(f"{item}/{system}", value) for item, value in enumerate(values) for system in "abcd"]
    (one,), (four,) = (make_contents([JudgedRun("run", given)]).standings for given in (alone, copies))
    assert (four.mean, four.low, four.high) == pytest.approx((one.mean, one.low, one.high))
    error = stdev(values) / len(values) ** 0.5
    assert one.low == pytest.approx(fmean(values) - 2.5706 * error, abs=0.001)
    (only,) = make_contents([JudgedRun("run", copies[:4])]).standings
    assert (only.mean, only.low, only.high) == (2.0, None, None)


def test_several_judges_of_one_run_are_pointed_out() -> None:
    given = [judgement("x/a", 3.0), judgement("x/a", 4.0, judge="gpt")]
    contents = make_contents([JudgedRun("run", given)])
    assert contents.notes == ("run: scores of embedded and gpt are taken together; means are over all of them.",)
    assert "3.00** (embedded):" in write_report(contents, "md")
    assert '<span class="muted">gpt</span></dt>' in write_report(contents, "html")


def test_two_runs_stand_beside_each_other_metric_by_metric() -> None:
    standings = make_contents([run("before"), run("after")]).standings
    assert [(one.name, one.run) for one in standings[:4]] == [
        ("explanation/clarity", "before"),
        ("explanation/clarity", "after"),
        ("explanation/faithfulness", "before"),
        ("explanation/faithfulness", "after"),
    ]


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
