"""Tables show what there is, leave out columns of no use, and mark what calls for attention."""

import pytest

from reported import audit, ratings, run
from triptych.audits import Finding
from triptych.records import Usage
from triptych.reports import audit_table, make_contents
from triptych.reports._tables import (
    agreement_table,
    audit_overview,
    cost,
    difference_table,
    duration,
    interval,
    key_figures,
    number,
    outcome,
    score_table,
    unscored_table,
)


def test_columns_follow_from_what_there_is() -> None:
    one, two = make_contents([run()]), make_contents([run("before"), run("after")])
    assert score_table(one.standings, "", "").columns[:3] == ("metric", "texts", "mean")
    assert score_table(one.by_system, "", "").columns[:3] == ("metric", "system", "texts")
    assert score_table(two.standings, "", "").columns[:3] == ("metric", "run", "texts")
    assert "cost" in score_table(one.standings, "", "").columns
    free = [scores.model_copy(update={"usage": Usage()}) for scores in one.standings]
    assert score_table(free, "", "").columns[-1] == "unscored"
    for table in (score_table(one.standings, "", ""), unscored_table(one.unscored, "")):
        assert {len(row) for row in table.rows} == {len(table.columns)}


def test_clear_differences_are_marked() -> None:
    contents = make_contents([run("before"), run("after", lift=1.0)])
    table = difference_table(contents.differences, "")
    assert table.marked == {n for n, one in enumerate(contents.differences) if one.is_clear}
    assert table.rows[0][-1] == contents.differences[0].sentence()


def test_people_and_the_word_count_are_beside_the_judge() -> None:
    found = make_contents([run()], ratings=ratings()).agreement
    assert found is not None
    assert {"scripted", "word count"} <= {row[1] for row in agreement_table(found, "").rows}


def test_an_audit_is_marked_where_it_fails() -> None:
    (result,) = audit().results
    table = audit_table(result, 0.5)
    assert table.marked == {0} and table.rows[0][table.columns.index("outcome")] == "moved"
    assert "unscored" not in table.columns and "unscored" in audit_table(result, 0.5, all_columns=True).columns
    assert len(audit_table(result, 0.5, only_worse=True).rows) == 1
    assert audit_overview(audit()).rows[0][-1] == "does not pass"


@pytest.mark.parametrize(
    ("shift", "wants", "unscored", "expected"),
    [
        (0.2, "stay", 0, "ok"),
        (0.7, "stay", 0, "moved"),
        (-0.2, "fall", 0, "missed"),
        (-0.7, "fall", 0, "ok"),
        (-0.7, "fall far", 0, "missed"),
        (-0.7, "fall", 9, "not measured"),
        (None, "stay", 0, "not measured"),
    ],
)
def test_outcomes(shift: float | None, wants: str, unscored: int, expected: str) -> None:
    fields = {"probe": "a", "metric": "b", "wants": wants, "pairs": 4, "unscored": unscored, "shift": shift}
    assert outcome(Finding.model_validate(fields), 0.5) == expected


def test_figures_in_words() -> None:
    assert (number(None), number(-0.001), number(3.14159)) == ("–", "0.00", "3.14")
    assert (interval(None, 2.0), interval(1.0, 2.0)) == ("–", "1.00 to 2.00")
    assert [duration(seconds) for seconds in (0.4, 720, 11_160)] == ["0.4 s", "12 min", "3.1 h"]
    assert cost(Usage(), "USD") == "–"
    assert dict(key_figures(make_contents([run()])))["metrics"] == "4"
