"""What a record refuses, in words a user can act on."""

from typing import Any

import pytest
from pydantic_core import ErrorDetails

from triptych.catalog import Report, explain, path_of
from triptych.catalog._draft import Draft
from triptych.catalog.values._cells import read_stars
from triptych.records import Product, Rating, Shortlist


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
