"""The lowest and the highest cases, and the evidence marked in their sources."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reported import cases, judgements, run
from triptych.records import Evidence
from triptych.reports._contents import CaseView
from triptych.reports._views import merge, view_extremes

Spans = st.lists(st.tuples(st.integers(0, 50), st.integers(1, 20)).map(lambda pair: (pair[0], sum(pair))), max_size=12)


@pytest.fixture(scope="module")
def views() -> list[CaseView]:
    given = run()
    return list(view_extremes(given.name, given.judgements, given.cases))


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


def test_evidence_is_marked_where_it_stands(views: list[CaseView]) -> None:
    (source,) = views[0].sources
    case = next(case for case in cases() if case.id == views[0].case_id)
    text = case.products[0].reviews[0].text
    assert [words for is_marked, words in source.parts if is_marked] == [text[6:20]]
    assert "".join(words for _, words in source.parts).rstrip("…") == text[: 20 + 200]
    assert source.product == "Dhunva Sprint X1"


def test_evidence_that_does_not_fit_is_shown_alone() -> None:
    wrong = Evidence(product_id="earbuds-sprint", source="review", source_id="r1", start=0, end=4, text="Nope")
    given = [one.model_copy(update={"evidence": (wrong,)}) for one in judgements()]
    view = next(view_extremes("run", given, {case.id: case for case in cases()}))
    assert view.sources[0].parts == ((True, "Nope"),)


def test_without_the_case_there_is_no_text_but_the_reasons_stay() -> None:
    given = run(with_cases=False)
    view = next(view_extremes(given.name, given.judgements, given.cases))
    assert view.text is None and view.products == ()
    assert view.remarks[0].explanation.startswith("No score: several scores")
    assert view.sources[0].product == "earbuds-sprint"


def test_the_score_line_is_not_repeated(views: list[CaseView]) -> None:
    assert all("<score>" not in remark.explanation for view in views for remark in view.remarks)


@given(Spans)
def test_merged_spans_cover_the_same_places_without_overlap(spans: list[tuple[int, int]]) -> None:
    merged = merge(spans)
    covered = {place for start, end in spans for place in range(start, end)}
    assert {place for start, end in merged for place in range(start, end)} == covered
    assert all(one[1] < two[0] for one, two in pairwise(merged))
