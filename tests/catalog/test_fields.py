from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st

from triptych.catalog._fields import SYNONYMS, Matcher, Shape, plain_name, read_mapping
from triptych.catalog._report import Report
from triptych.errors import UsageError


@pytest.mark.parametrize("shape", SYNONYMS)
def test_no_name_stands_for_two_fields(shape: Shape) -> None:
    names = list(chain.from_iterable([field, *others.split()] for field, others in SYNONYMS[shape].items()))
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


@given(st.dictionaries(st.text(), st.integers()), st.sampled_from(sorted(SYNONYMS)))
def test_any_keys_will_do(row: dict[str, int], shape: Shape) -> None:
    fields = Matcher(shape, {}, Report()).fields_of(row)
    assert set(fields) <= set(SYNONYMS[shape])


def test_another_name_of_a_field_may_be_mapped_and_every_field_taken_from_nowhere() -> None:
    mapping = read_mapping(["price=", "product.name=label"])
    assert mapping == {"product.final_price": "", "product.title": "label"}
    row = {"price": "1", "label": "A", "mrp": "2"}
    assert Matcher("product", mapping, Report()).fields_of(row) == {"title": "A", "base_price": "2"}
    for shape, fields in SYNONYMS.items():
        for field in fields:
            found = Matcher(shape, read_mapping([f"{shape}.{field}="]), Report()).fields_of({field: "x", "odd": 1})
            assert field not in found
