"""The records: frozen, strict, exact, and clear about what is wrong."""

import copy
import datetime as dt
import json
import pickle
import re
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, ValidationError

from triptych import records
from triptych.records import (
    Aspect,
    Case,
    Column,
    Comparison,
    Evidence,
    Judgement,
    Money,
    Product,
    Rating,
    Record,
    Review,
    ReviewerCounts,
    Rubric,
    Run,
    Shortlist,
    Usage,
    count_words,
    digest_of,
    is_gap,
    item_of,
)

PRODUCT: dict[str, Any] = {
    "id": "p1",
    "title": "boAt Airdopes 141",
    "key_features": ["42 h playback"],
    "specifications": {"Driver": "8 mm"},
    "base_price": "4490",
    "final_price": "1299.00",
    "currency": "INR",
    "average_rating": 4.1,
    "rating_count": 120,
    "reviews": [{"id": "1", "text": "good bass", "stars": 5.0, "date": "2024-05-01"}],
}
COLUMN: dict[str, Any] = {"title": "x", "values": ["1", "2", "3", "4", "5"]}
COMPARISON: dict[str, Any] = {"attributes": list("abcde"), "columns": [COLUMN, COLUMN], "verdict": "Take x."}
JUDGEMENT: dict[str, Any] = {
    "case_id": "c",
    "item": "i",
    "task": "opinion",
    "metric": "fluency",
    "judge": "embedded",
    "signature": "embedded|…",
}
RUBRIC: dict[str, Any] = {
    "task": "opinion",
    "metric": "fluency",
    "definition": "How well it reads.",
    "anchors": {score: f"level {score}" for score in range(1, 6)},
    "steps": ["Read it."],
}


def _other(name: str) -> dict[str, Any]:
    return {**PRODUCT, "id": name}


def _all_records() -> list[type[Record]]:
    return [
        each
        for each in vars(records).values()
        if isinstance(each, type) and issubclass(each, Record) and each is not Record
    ]


@pytest.mark.parametrize("record", _all_records(), ids=lambda record: record.__name__)
def test_every_record_is_frozen_and_refuses_unknown_keys(record: type[BaseModel]) -> None:
    assert record.model_config["frozen"] is True
    assert record.model_config["extra"] == "forbid"
    with pytest.raises(ValidationError, match="Extra inputs are not permitted"):
        record.model_validate({"no_such_key": 1})


@pytest.mark.parametrize("field", list(Money.model_fields))
def test_a_record_cannot_be_changed(field: str) -> None:
    money = Money(amount=Decimal(5))
    with pytest.raises(ValidationError, match="frozen"):
        setattr(money, field, None)


@pytest.mark.parametrize("digits", ["1299", "1299.00", "0", "0.10", "24.990", "123456789012345678", "1E+3"])
def test_money_keeps_its_digits_through_json(digits: str) -> None:
    money = Money(amount=Decimal(digits), currency="INR")
    again = Money.model_validate_json(money.to_json())
    assert again == money
    assert str(again.amount) == format(Decimal(digits), "f")


@given(st.decimals(min_value=0, max_value=10**12, allow_nan=False, places=2))
def test_any_amount_survives_a_product_file(amount: Decimal) -> None:
    product = Product.model_validate({**PRODUCT, "base_price": amount, "final_price": None})
    again = Product.model_validate_json(product.to_json())
    assert again == product
    assert again.base_price is not None
    assert str(again.base_price.amount) == str(amount)


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"amount": "-1"}, "greater than or equal to 0"),
        ({"amount": "NaN"}, "finite"),
        ({"amount": "Infinity"}, "finite"),
        ({"amount": "9" * 19}, "no more than 18 digits"),
        ({"amount": "a"}, "valid decimal"),
        ({"amount": "1", "currency": "rupees"}, "currency\n  String should match"),
    ],
)
def test_money_says_what_is_wrong(fields: dict[str, str], said: str) -> None:
    with pytest.raises(ValidationError, match=re.escape(said)):
        Money.model_validate(fields)


def test_a_currency_code_is_tidied() -> None:
    assert Money(amount=Decimal(1), currency=" inr ").currency == "INR"


def test_a_product_joins_its_currency_with_its_prices_and_splits_it_again() -> None:
    product = Product.model_validate(PRODUCT)
    assert product.base_price == Money(amount=Decimal("4490"), currency="INR")
    assert product.currency == "INR"
    written = json.loads(product.to_json())
    assert (written["base_price"], written["final_price"], written["currency"]) == ("4490", "1299.00", "INR")
    assert "description" not in written
    assert Product.model_validate(written) == product


def test_a_product_names_its_sources_in_order() -> None:
    product = Product.model_validate({**PRODUCT, "description": "Earbuds.", "opinion": "Fine.", "ugc_summary": "Ok."})
    assert [(source.kind, source.id, source.text) for source in product.sources()] == [
        ("title", "title", "boAt Airdopes 141"),
        ("description", "description", "Earbuds."),
        ("key_feature", "1", "42 h playback"),
        ("specification", "Driver", "8 mm"),
        ("price", "base_price", "4490"),
        ("price", "final_price", "1299.00"),
        ("rating", "average_rating", "4.1"),
        ("rating", "rating_count", "120"),
        ("ugc_summary", "ugc_summary", "Ok."),
        ("opinion", "opinion", "Fine."),
        ("review", "1", "good bass"),
    ]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"average_rating": 7.0}, "average_rating\n  Input should be less than or equal to 5"),
        ({"average_rating": "4.1"}, "average_rating\n  Input should be a valid number"),
        ({"rating_count": -1}, "rating_count"),
        ({"rating_count": True}, "rating_count"),
        ({"title": "  "}, "title\n  String should have at least 1 character"),
        ({"id": " p"}, "id\n  String should match pattern"),
        ({"id": "a\nb"}, "id\n  String should match pattern"),
        ({"reviews": [{"id": "1", "text": "a"}, {"id": "1", "text": "b"}]}, "two reviews have the id '1'"),
        (
            {"base_price": {"amount": "5", "currency": "USD"}},
            "base_price is in USD and final_price in INR; give both in one currency",
        ),
    ],
)
def test_a_product_says_what_is_wrong(change: dict[str, Any], said: str) -> None:
    with pytest.raises(ValidationError, match=re.escape(said)):
        Product.model_validate({**PRODUCT, **change})


@pytest.mark.parametrize(("count", "said"), [(0, "at least 1"), (7, "at most 6")])
def test_a_shortlist_has_one_to_six_products(count: int, said: str) -> None:
    with pytest.raises(ValidationError, match=said):
        Shortlist.model_validate({"query": "q", "products": [_other(f"p{number}") for number in range(count)]})


def test_a_shortlist_names_itself_by_its_content() -> None:
    products = [_other("a"), _other("b")]
    shortlist = Shortlist.model_validate({"query": "q", "products": products})
    assert shortlist.id == item_of("q", products) == item_of("q", shortlist.products)
    assert shortlist.id != Shortlist.model_validate({"query": "r", "products": products}).id
    assert Shortlist.model_validate_json(shortlist.to_json()) == shortlist


def test_a_shortlist_has_no_product_twice() -> None:
    with pytest.raises(ValidationError, match="two products have the id 'a'"):
        Shortlist.model_validate({"query": "q", "products": [_other("a"), _other("a")]})


def test_evidence_is_as_long_as_its_text_and_resolves_in_its_product() -> None:
    product = Product.model_validate(PRODUCT)
    fields = {"product_id": "p1", "source": "review", "source_id": "1", "start": 5, "end": 9, "text": "bass"}
    assert Evidence.model_validate(fields).resolves_in(product)
    assert not Evidence.model_validate({**fields, "text": "bugs"}).resolves_in(product)
    assert not Evidence.model_validate({**fields, "product_id": "p2"}).resolves_in(product)
    with pytest.raises(ValidationError, match="span 5–8 is not as long as its text"):
        Evidence.model_validate({**fields, "end": 8})


def test_reviewer_counts_are_written_with_the_word_for() -> None:
    counts = ReviewerCounts.model_validate({"for": 3, "against": 1})
    assert counts.total == 4
    assert json.loads(Aspect(name="battery", sentiment="positive", reviewers=counts).to_json())["reviewers"]["for"] == 3


@pytest.mark.parametrize(
    "text", ["", "NA", "N/A", "n/a", "n.a.", "-", "--", "—", " – ", "None", "nil", "NaN", "(none)", "Not available"]
)
def test_a_gap_is_told_however_it_is_written(text: str) -> None:
    assert is_gap(text)


@pytest.mark.parametrize("text", ["0", "no", "nap", "n", "N/A yet", "a-b", "nonetheless", "available"])
def test_a_value_is_no_gap(text: str) -> None:
    assert not is_gap(text)


def test_a_column_keeps_no_value_that_says_there_is_none() -> None:
    column = Column.model_validate(
        {**COLUMN, "values": ["NA", None, " - ", "4", "None"], "pros": ["good", "N/A"], "cons": ["none"]}
    )
    assert (column.values, column.pros, column.cons) == ((None, None, None, "4", None), ("good",), ())


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"attributes": list("abcd")}, "at least 5 items"),
        ({"attributes": list("abcdA")}, "the attribute 'a' is there twice; the five are different"),
        ({"columns": [COLUMN]}, "at least 2 items"),
        ({"columns": [{**COLUMN, "values": ["1"]}, COLUMN]}, "columns.0.values"),
        ({"columns": [{**COLUMN, "title": "a\nb"}, COLUMN]}, "columns.0.title"),
        ({"verdict": "two\nlines"}, "verdict"),
        ({"verdict": " "}, "verdict"),
    ],
)
def test_a_comparison_says_what_is_wrong(change: dict[str, Any], said: str) -> None:
    with pytest.raises(ValidationError, match=re.escape(said)):
        Comparison.model_validate({**COMPARISON, **change})


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"task": "comparison", "query": "q", "products": [PRODUCT]}, "a comparison needs 2 to 6 products, this has 1"),
        ({"task": "opinion", "products": [_other("a"), _other("b")]}, "an opinion is about one product, this has 2"),
        ({"task": "explanation", "query": " ", "products": [PRODUCT]}, "a case of task explanation needs a query"),
        ({"task": "review", "products": [PRODUCT]}, "task\n  Input should be 'opinion', 'explanation' or 'comparison'"),
        ({"task": "opinion", "products": []}, "at least 1 item"),
    ],
)
def test_a_case_says_what_its_task_needs(fields: dict[str, Any], said: str) -> None:
    with pytest.raises(ValidationError, match=re.escape(said)):
        Case.model_validate({"text": "t", **fields})


def test_a_case_names_itself_and_its_item() -> None:
    fields = {"task": "opinion", "products": [PRODUCT], "text": "Good."}
    case = Case.model_validate(fields)
    assert case.item == item_of(None, [PRODUCT])
    assert case.id != Case.model_validate({**fields, "text": "Bad."}).id
    assert case.item == Case.model_validate({**fields, "text": "Bad."}).item
    assert Case.model_validate_json(case.to_json()) == case


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"template": "x"}, "give either `template` or `definition`, `anchors` and `steps`, not both"),
        ({"steps": []}, "lacks steps (or a `template`)"),
        ({"anchors": {1: "a"}}, "anchors are for 1, 2, 3, 4 and 5; these are for [1]"),
        ({"inputs": ["reviews"]}, "inputs are a leading part of products, facts, reviews"),
        ({"metric": "Fluency"}, "metric\n  String should match"),
        ({"version": 0}, "version"),
    ],
)
def test_a_rubric_says_what_is_wrong(change: dict[str, Any], said: str) -> None:
    with pytest.raises(ValidationError, match=re.escape(said)):
        Rubric.model_validate({**RUBRIC, **change})


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({}, "either a score or a failure"),
        ({"score": 4, "value": 4.0, "failure": "x"}, "either a score or a failure"),
        ({"score": 4}, "score and value are given together"),
        ({"score": 0, "value": 1.0}, "score"),
        ({"score": 4.0, "value": 4.0}, "score"),
        ({"score": 4, "value": float("nan")}, "value"),
        ({"score": 4, "value": 5.5}, "value"),
    ],
)
def test_a_judgement_is_a_score_or_a_reason(change: dict[str, Any], said: str) -> None:
    with pytest.raises(ValidationError, match=said):
        Judgement.model_validate({**JUDGEMENT, **change})


@pytest.mark.parametrize("change", [{"score": 4, "value": 3.7}, {"failure": "no score tag"}])
def test_a_judgement_survives_json_and_shows_what_is_none(change: dict[str, Any]) -> None:
    judgement = Judgement.model_validate({**JUDGEMENT, **change})
    assert Judgement.model_validate_json(judgement.to_json()) == judgement
    assert set(json.loads(judgement.to_json())) == set(Judgement.model_fields)


def test_usage_adds_up_and_knows_no_cost_where_none_is_known() -> None:
    one, two = Usage(calls=1, prompt_tokens=10, seconds=0.5), Usage(calls=2, cost=Decimal("0.10"))
    assert (one + two).model_dump(exclude_defaults=True) == {
        "calls": 3,
        "prompt_tokens": 10,
        "cost": Decimal("0.10"),
        "seconds": 0.5,
    }
    assert (one + one).cost is None


@pytest.mark.parametrize("score", [0.0, 5.5, "4"])
def test_a_rating_is_one_to_five(score: Any) -> None:
    with pytest.raises(ValidationError, match="score"):
        Rating.model_validate({"case_id": "c", "metric": "fluency", "rater": "r", "score": score})


def test_a_run_survives_json() -> None:
    run = Run(id="r", command="judge", source="cases.jsonl", started=dt.datetime(2025, 1, 2, tzinfo=dt.UTC))
    assert Run.model_validate_json(run.to_json()) == run


def test_a_digest_depends_on_the_content_alone() -> None:
    review = Review(id="1", text="good")
    assert review.digest() == Review(id="1", text="good", stars=None).digest()
    assert review.digest() != Review(id="1", text="bad").digest()
    assert re.fullmatch(r"[0-9a-f]{16}", review.digest())


def test_names_made_from_content_stay_what_they_were() -> None:
    # Stores hold these: another way to write the content down would make every kept case a new one.
    assert item_of("q", ["a", "é"]) == "item-42b2fc7c02f020d8"
    assert digest_of({"b": [1, 2.5, None], "a": "é"}) == "84afbf1d4853005f"


def test_a_product_passes_from_one_process_to_another() -> None:
    product = Product.model_validate(PRODUCT)
    passed = pickle.loads(pickle.dumps(product))
    assert passed == product
    assert passed.model_fields_set == product.model_fields_set
    assert [*map(type, passed.reviews)] == [Review]
    assert passed.reviews[0].model_fields_set == {"id", "text", "stars", "date"}
    assert passed.to_json() == product.to_json()
    assert copy.deepcopy(product) == product
    assert pickle.loads(pickle.dumps(Product(id="p", title="no reviews"))).reviews == ()


@pytest.mark.parametrize(("text", "words"), [("", 0), ("one", 1), (" a  b\nc ", 3), ("don't - stop", 3)])
def test_a_word_is_what_split_yields(text: str, words: int) -> None:
    assert count_words(text) == words


@pytest.mark.parametrize(
    "name", ["a\x1b[2Jb", "a\u202eb", "a\u200bb", "a\x00b", "a\x9bb", "\ufeffa", "a\u2066b", "a\u2028b"]
)
def test_names_hold_nothing_that_is_not_seen(name: str) -> None:
    with pytest.raises(ValidationError):
        Review(id=name, text="Fine.")


@pytest.mark.parametrize("name", ["नमस्ते क्‍ष", "👩‍🔧", "a b", "é-1/2"])
def test_names_may_be_in_any_script(name: str) -> None:
    assert Review(id=name, text="Fine.").id == name
