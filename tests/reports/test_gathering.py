"""From judgements to what a report says: means, spread, gaps, extremes, two runs, people."""

from statistics import fmean, stdev

import pytest
from hypothesis import strategies as st

from reported import audit, cases, judgements, ratings, run
from scored import judgement
from triptych.errors import UsageError
from triptych.records import Evidence
from triptych.reports import Contents, JudgedRun, make_contents, write_report
from triptych.reports._contents import CaseView
from triptych.reports._gathering import view_extremes

Spans = st.lists(st.tuples(st.integers(0, 50), st.integers(1, 20)).map(lambda pair: (pair[0], sum(pair))), max_size=12)


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


def test_two_runs_are_side_by_side_metric_by_metric() -> None:
    standings = make_contents([run("before"), run("after")]).standings
    assert [(one.name, one.run) for one in standings[:4]] == [
        ("explanation/clarity", "before"),
        ("explanation/clarity", "after"),
        ("explanation/faithfulness", "before"),
        ("explanation/faithfulness", "after"),
    ]


def test_tasks_come_in_their_order(contents: Contents) -> None:
    assert list(dict.fromkeys(one.task for one in contents.standings)) == ["explanation", "comparison"]


def test_what_is_unscored_is_listed_and_not_averaged(contents: Contents) -> None:
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
    [over_all] = contents.notes
    assert over_all.startswith("Over all: ") and "all metrics: +0.50" in over_all


def test_two_runs_that_share_nothing_are_shown_with_a_note() -> None:
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


@pytest.fixture(scope="module")
def views() -> list[CaseView]:
    made = run()
    return list(view_extremes(made.name, made.judgements, made.cases))


def test_each_case_is_shown_once_by_its_mean(views: list[CaseView]) -> None:
    assert len({view.case_id for view in views}) == len(views) == 8
    lowest = [view.mean for view in views if view.task == "explanation"]
    assert lowest == sorted(lowest)
    assert views[0].mean == 1.5


def test_many_cases_have_a_top_and_a_bottom() -> None:
    many = [
        one.model_copy(update={"case_id": f"{one.case_id}{n}", "value": 1 + n * 0.3, "score": round(1 + n * 0.3)})
        for n in range(10)
        for one in judgements()
        if one.case_id == "earbuds/comparison@0"
    ]
    shown = list(view_extremes("run", many, {}))
    assert [view.place for view in shown] == ["lowest"] * 4 + ["highest"] * 2
    assert shown[4].mean > shown[5].mean > shown[3].mean


def test_evidence_is_marked_in_its_place(views: list[CaseView]) -> None:
    (source,) = views[0].sources
    case = next(case for case in cases() if case.id == views[0].case_id)
    text = case.products[0].reviews[0].text
    assert [words for is_marked, words in source.parts if is_marked] == [text[6:20]]
    assert "".join(words for _, words in source.parts).removesuffix(" …") == text[: 20 + 200]
    assert source.product == "Dhunva Sprint X1"


def test_evidence_that_does_not_fit_is_shown_alone() -> None:
    wrong = Evidence(product_id="earbuds-sprint", source="review", source_id="r1", start=0, end=4, text="Nope")
    made = [one.model_copy(update={"evidence": (wrong,)}) for one in judgements()]
    view = next(view_extremes("run", made, {case.id: case for case in cases()}))
    assert view.sources[0].parts == ((True, "Nope"),)


def test_without_the_case_there_is_no_text_but_the_reasons_stay() -> None:
    made = run(with_cases=False)
    view = next(view_extremes(made.name, made.judgements, made.cases))
    assert view.text is None and view.products == ()
    assert view.remarks[0].explanation.startswith("No score: several scores")
    assert view.sources[0].product == "earbuds-sprint"


def test_the_score_line_is_not_repeated(views: list[CaseView]) -> None:
    assert all("<score>" not in remark.explanation for view in views for remark in view.remarks)
