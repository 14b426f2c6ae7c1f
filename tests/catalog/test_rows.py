from decimal import Decimal
from itertools import chain
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic_core import ErrorDetails

from triptych.catalog import ReadOptions, Report, RowProblem, explain, path_of
from triptych.catalog._cells import read_stars, show
from triptych.catalog._rows import Draft, Matcher, Shape, plain_name, read_mapping, synonyms
from triptych.errors import UsageError
from triptych.records import Product, Rating, Shortlist

PROBLEM = RowProblem("a.jsonl", 12, "products[1].final_price", "'-5' is negative")


def test_a_problem_names_file_line_and_field() -> None:
    assert str(PROBLEM) == "a.jsonl:12: products[1].final_price: '-5' is negative"
    assert str(RowProblem("a.parquet", None, "", "is damaged")) == "a.parquet: is damaged"


def test_a_strict_report_raises_the_first_problem() -> None:
    with pytest.raises(UsageError, match=r"a\.jsonl:12"):
        Report(ReadOptions(strict=True)).skip_row([PROBLEM])
    with pytest.raises(UsageError, match=r"a\.jsonl:12"):
        Report(ReadOptions(strict=True)).skip_review(PROBLEM)


def test_all_problems_are_counted_and_some_are_kept() -> None:
    report = Report(ReadOptions(most_problems=3))
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
    assert path_of(("claims", 0, "text")) == "claims[0].text"


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


@pytest.mark.parametrize("shape", synonyms())
def test_no_name_stands_for_two_fields(shape: Shape) -> None:
    names = list(chain.from_iterable([field, *others.split()] for field, others in synonyms()[shape].items()))
    plain = [plain_name(name) for name in names]
    assert sorted(plain) == sorted(set(plain))


@pytest.mark.parametrize("key", ["Final Price", "final-price", "finalPrice", "FINAL_PRICE", " final.price "])
def test_case_and_separators_do_not_count(key: str) -> None:
    assert Matcher("product", {}, Report()).fields_of({key: 5}) == {"final_price": 5}


@pytest.mark.parametrize(
    ("shape", "key", "field"),
    [
        ("product", "asin", "id"),
        ("product", "sku", "id"),
        ("product", "name", "title"),
        ("product", "mrp", "base_price"),
        ("product", "list_price", "base_price"),
        ("product", "price", "final_price"),
        ("product", "selling_price", "final_price"),
        ("product", "rating", "average_rating"),
        ("review", "asin", "product_id"),
        ("review", "review_text", "text"),
        ("review", "body", "text"),
        ("review", "rating", "stars"),
        ("query", "asin", "product_id"),
        ("rating", "annotator", "rater"),
    ],
)
def test_the_names_shops_use(shape: Shape, key: str, field: str) -> None:
    assert Matcher(shape, {}, Report()).fields_of({key: "x"}) == {field: "x"}


def test_unknown_keys_are_named_once() -> None:
    report = Report()
    matcher = Matcher("product", {}, report, "products[].")
    for _ in range(3):
        assert matcher.fields_of({"id": "a", "colour": "red"}) == {"id": "a"}
    assert list(report.unknown_keys) == ["products[].colour"]


def test_of_two_keys_for_one_field_the_stated_one_wins_and_that_is_said() -> None:
    report = Report()
    matcher = Matcher("product", {}, report)
    assert matcher.fields_of({"price": 10, "final_price": 9}) == {"final_price": 9}
    assert matcher.fields_of({"price": 10, "final_price": None}) == {"final_price": 10}
    assert matcher.fields_of({"price": None, "final_price": ""}) == {"final_price": None}
    assert list(report.notes) == ["final_price is taken from 'final_price'; 'price' only where it is empty"]


def test_our_own_spelling_wins_over_another() -> None:
    assert Matcher("product", {}, Report()).fields_of({"Title": "a", "title": "b"}) == {"title": "b"}


def test_a_mapping_wins_over_every_name() -> None:
    report = Report()
    matcher = Matcher("product", {"title": "product_name"}, report)
    assert matcher.fields_of({"title": "short", "Product Name": "long"}) == {"title": "long"}
    assert list(report.unknown_keys) == ["title"]
    assert matcher.mapped_seen == {"productname"}


def test_a_mapping_of_one_shape_leaves_the_others() -> None:
    mapping = read_mapping(["review.title=headline", "title=name"])
    assert Matcher("review", mapping, Report()).fields_of({"headline": "h", "name": "n"}) == {"title": "h"}
    assert Matcher("product", mapping, Report()).fields_of({"headline": "h", "name": "n"}) == {"title": "n"}


def test_a_mapping_to_nothing_leaves_the_field_out() -> None:
    assert Matcher("product", read_mapping(["reviews="]), Report()).fields_of({"reviews": 1834}) == {}


def test_a_mapped_key_that_is_not_there_leaves_the_usual_names() -> None:
    assert Matcher("product", {"title": "nowhere"}, Report()).fields_of({"name": "n"}) == {"title": "n"}


@pytest.mark.parametrize(
    ("pair", "message"), [("title", "no '='"), ("titel=x", "unknown field 'titel'"), ("shop.title=x", "unknown field")]
)
def test_wrong_mappings(pair: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        read_mapping([pair])


@given(st.dictionaries(st.text(), st.integers()), st.sampled_from(sorted(synonyms())))
def test_any_keys_will_do(row: dict[str, int], shape: Shape) -> None:
    fields = Matcher(shape, {}, Report()).fields_of(row)
    assert set(fields) <= set(synonyms()[shape])


def test_another_name_of_a_field_may_be_mapped_and_every_field_taken_from_nowhere() -> None:
    mapping = read_mapping(["price=", "product.name=label"])
    assert mapping == {"product.final_price": "", "product.title": "label"}
    row = {"price": "1", "label": "A", "mrp": "2"}
    assert Matcher("product", mapping, Report()).fields_of(row) == {"title": "A", "base_price": "2"}
    for shape, fields in synonyms().items():
        for field in fields:
            found = Matcher(shape, read_mapping([f"{shape}.{field}="]), Report()).fields_of({field: "x", "odd": 1})
            assert field not in found
