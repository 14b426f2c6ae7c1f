from decimal import Decimal
from typing import Any

import pytest
from pydantic_core import ErrorDetails

from triptych.catalog import Report, RowProblem, explain, path_of
from triptych.catalog._cells import read_stars, show
from triptych.catalog._report import Draft
from triptych.errors import UsageError
from triptych.records import Product, Rating, Shortlist

PROBLEM = RowProblem("a.jsonl", 12, "products[1].final_price", "'-5' is negative")


def test_a_problem_names_file_line_and_field() -> None:
    assert str(PROBLEM) == "a.jsonl:12: products[1].final_price: '-5' is negative"
    assert str(RowProblem("a.parquet", None, "", "is damaged")) == "a.parquet: is damaged"


def test_a_strict_report_raises_the_first_problem() -> None:
    with pytest.raises(UsageError, match=r"a\.jsonl:12"):
        Report(is_strict=True).skip_row([PROBLEM])
    with pytest.raises(UsageError, match=r"a\.jsonl:12"):
        Report(is_strict=True).skip_review(PROBLEM)


def test_all_problems_are_counted_and_some_are_kept() -> None:
    report = Report(most_problems=3)
    for _ in range(5):
        report.skip_row([PROBLEM])
    assert (report.skipped, report.problem_count, len(report.problems)) == (5, 5, 3)


@pytest.mark.parametrize(
    "value", ["x" * 10_000, 10**4000, Decimal("1." + "3" * 5000), list(range(1000)), {"a": {"b": {}}}]
)
def test_values_are_shown_short(value: Any) -> None:
    assert 0 < len(show(value)) < 100


def test_values_are_shown_so_that_they_can_be_printed() -> None:
    assert show("a\nb\ud800") == "'a\\nb\\ud800'"
    assert show(Decimal("24.90")) == "24.90"


def draft() -> Draft:
    return Draft("rows.jsonl", 3, Report())


def test_a_path_is_written_as_one_would_say_it() -> None:
    assert path_of(("products", 1, "final_price")) == "products[1].final_price"
    assert path_of((0, "text"), "claims") == "claims[0].text"


@pytest.mark.parametrize(
    ("kind", "value", "context", "message"),
    [
        ("missing", None, {}, "is missing"),
        ("float_type", "x", {}, "'x' is text; a number is needed"),
        ("too_short", [], {"min_length": 2, "actual_length": 0}, "has 0 entries; at least 2 are needed"),
        ("literal_error", "b", {"expected": "'a' or 'c'"}, "'b' is none of 'a' or 'c'"),
        ("less_than_equal", 6, {"le": 5}, "6 must be at most 5"),
        ("string_too_short", "", {}, "is empty"),
        ("value_error", 1, {}, "ids differ"),
    ],
)
def test_refusals_are_explained(kind: str, value: Any, context: dict[str, Any], message: str) -> None:
    error = ErrorDetails(type=kind, loc=(), msg="Value error, ids differ", input=value, ctx=context)
    assert explain(error) == message


def test_a_wrong_cell_is_remembered_with_its_place_and_no_record_is_made() -> None:
    row = draft()
    assert row.read("score", read_stars, 9) is None
    assert str(row.problems[0]) == "rows.jsonl:3: score: 9 is not a rating; ratings go from 1 to 5"
    assert row.record(Rating, {"case_id": "c", "metric": "clarity", "rater": "ann", "score": 4.0}) is None


def test_an_unknown_key_is_named_and_the_record_made_without_it() -> None:
    row = draft()
    made = row.record(Product, {"id": "p", "title": "T", "colour": "red"})
    assert made == Product(id="p", title="T")
    assert (row.problems, list(row.report.unknown_keys)) == ([], ["colour"])


def test_a_list_is_not_called_too_short_for_a_wrong_entry() -> None:
    row = draft()
    assert row.record(Shortlist, {"id": "s", "query": "q", "products": [{"id": "p"}]}) is None
    assert "products[0].title" in [problem.field for problem in row.problems]
