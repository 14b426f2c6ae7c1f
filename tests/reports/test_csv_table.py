"""CSV is one flat table that keeps every figure."""

import csv
import io

import pytest

from reported import audit, ratings, run
from triptych.reports import Contents, JudgedRun, make_contents, write_audit, write_report


@pytest.fixture(scope="module")
def contents() -> Contents:
    return make_contents([run("first | run")], ratings=ratings(), audit=audit())


def test_csv_has_a_row_for_each_standing(contents: Contents) -> None:
    rows = list(csv.DictReader(io.StringIO(write_report(contents, "csv"))))
    assert len(rows) == len(contents.standings) + len(contents.by_system)
    first = rows[0]
    assert (first["run"], first["task"], first["metric"], first["system"]) == (
        "first | run",
        "explanation",
        "clarity",
        "",
    )
    assert int(first["score_3"]) == contents.standings[0].counts[2]


def test_audit_as_csv() -> None:
    rows = list(csv.DictReader(io.StringIO(write_audit(audit(), "csv"))))
    assert [row["outcome"] for row in rows] == ["moved", "ok"]


@pytest.mark.parametrize("name", ['=HYPERLINK("http://h")', "+cmd|' /C calc'!A0", "@SUM(A1)", "-1+2"])
def test_a_name_is_no_formula(name: str) -> None:
    given = run(name)
    judged = [one.model_copy(update={"system": name}) for one in given.judgements]
    (row, *_) = csv.DictReader(io.StringIO(write_report(make_contents([JudgedRun(name, judged, {})]), "csv")))
    assert row["run"] == f"'{name}"
