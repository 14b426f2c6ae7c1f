"""Rows of every kind, and what is said of wrong ones."""

from collections.abc import Callable
from typing import Any

import pytest

from triptych.catalog import (
    ReadOptions,
    Report,
    read_any,
    read_cases,
    read_products,
    read_ratings,
    read_shortlists,
    sniff,
)
from triptych.errors import UsageError
from triptych.records import Rating

PRODUCT: dict[str, Any] = {"id": "p1", "title": "Dhunva Sprint"}

SHORTLIST: dict[str, Any] = {"id": "s1", "query": "earbuds", "products": [PRODUCT, {"id": "p2", "title": "Sonu"}]}

CASE: dict[str, Any] = {"id": "c1", "task": "opinion", "products": [PRODUCT], "text": "Buyers like it."}

RATING: dict[str, Any] = {"case_id": "c1", "metric": "fluency", "rater": "ann", "score": 4}

STRICT = ReadOptions(strict=True)

WriteLines = Callable[..., str]

WriteText = Callable[[str, str | bytes], str]


def problems_of(report: Report) -> list[tuple[int | None, str]]:
    return [(problem.line, problem.field) for problem in report.problems]


@pytest.mark.parametrize(
    ("changes", "field", "message"),
    [
        ({"query": None}, "query", "missing"),
        ({"query": " <br> "}, "query", "missing or empty"),
        ({"query": 5}, "query", "a number; text is needed"),
        ({"products": None}, "products", "missing"),
        ({"products": "p1"}, "products", "is text"),
        ({"products": [PRODUCT]}, "products", "there is 1 product; a comparison needs 2 to 6 products"),
        ({"products": [{"id": n, "title": "x"} for n in range(9)]}, "products", "there are 9 products"),
        ({"products": [PRODUCT, PRODUCT]}, "", "two products have the id 'p1'"),
        ({"products": [PRODUCT, 5]}, "products[1]", "a product is an object"),
        ({"products": [PRODUCT, {"id": "p2"}]}, "products[1].title", "missing"),
        ({"products": [PRODUCT, {"title": "x"}]}, "products[1].id", "missing"),
        ({"products": [PRODUCT, {"id": [1], "title": "x"}]}, "products[1].id", "a list"),
        ({"products": [PRODUCT, {"id": "p2", "title": {}}]}, "products[1].title", "an object"),
        ({"products": [PRODUCT, {"id": "p2", "title": "x", "price": -5}]}, "products[1].final_price", "negative"),
        ({"products": [PRODUCT, {"id": "p2", "title": "x", "rating": 7}]}, "products[1].average_rating", "1 to 5"),
        (
            {"products": [PRODUCT, {"id": "p2", "title": "x", "rating": 0, "ratings": 3}]},
            "products[1].average_rating",
            "0",
        ),
        ({"products": [PRODUCT, {"id": "p2", "title": "x", "reviews": 12}]}, "products[1].reviews", "--map reviews="),
        (
            {"products": [PRODUCT, {"id": "p2", "title": "x", "mrp": "₹5", "price": "$4"}]},
            "products[1]",
            "one currency",
        ),
        ({"id": "a\nb"}, "id", "cannot be an id"),
    ],
)
def test_wrong_shortlists(write_lines: WriteLines, changes: dict[str, Any], field: str, message: str) -> None:
    path = write_lines([SHORTLIST, {**SHORTLIST, "id": "s2", **changes}, {**SHORTLIST, "id": "s3"}])
    stream = read_shortlists(path)
    assert [shortlist.id for shortlist in stream] == ["s1", "s3"]
    [problem] = stream.report.problems
    assert (problem.file, problem.line, problem.field) == (path, 2, field)
    assert message in problem.message
    assert (stream.report.rows, stream.report.good, stream.report.skipped) == (3, 2, 1)
    with pytest.raises(UsageError, match=r"rows\.jsonl:2"):
        list(read_shortlists(path, STRICT))


@pytest.mark.parametrize(
    ("changes", "field", "message"),
    [
        ({"task": "summary"}, "task", "'summary' is unknown; a task is one of opinion, explanation, comparison"),
        ({"task": None}, "task", "missing"),
        ({"task": ["opinion"]}, "task", "unknown"),
        ({"text": None}, "text", "missing"),
        ({"text": 5}, "text", "a number"),
        ({"task": "comparison", "query": "x"}, "", "needs 2 to 6 products"),
        ({"task": "explanation"}, "", "needs a query"),
        ({"products": [PRODUCT, {"id": "p2", "title": "x"}]}, "", "about one product"),
        ({"claims": [{"text": "a", "start": 0, "end": 1, "kind": "sung"}]}, "claims[0].kind", "'sung' is none of"),
        ({"claims": [{"start": 0, "end": 1, "kind": "stated"}]}, "claims[0].text", "is missing"),
        ({"claims": {"text": "a"}}, "claims", "a list is needed"),
        ({"writing": {"writer": 5}}, "writing.writer", "text is needed"),
    ],
)
def test_wrong_cases(write_lines: WriteLines, changes: dict[str, Any], field: str, message: str) -> None:
    stream = read_cases(write_lines([{**CASE, "id": "c2", **changes}, CASE]))
    assert [case.id for case in stream] == ["c1"]
    [problem] = stream.report.problems
    assert (problem.line, problem.field) == (1, field)
    assert message in problem.message


def test_a_case_keeps_its_text_to_the_character(write_lines: WriteLines) -> None:
    text = " | a |\n|--|\n<b>&amp;\u200b</b>  "
    [case] = read_cases(write_lines([{**CASE, "text": text + "\x00"}]))
    assert case.text == text


def test_a_case_may_have_its_product_alone(write_lines: WriteLines) -> None:
    [case] = read_cases(write_lines([{"task": "Opinion", "product": PRODUCT, "output": "Good."}]))
    assert (case.products[0].id, case.text, case.task) == ("p1", "Good.", "opinion")


def test_unknown_keys_deep_in_a_case_are_ignored_and_named(write_lines: WriteLines) -> None:
    claims = [{"text": "B", "start": 0, "end": 1, "kind": "stated", "mood": "glad"}] * 2
    stream = read_cases(write_lines([{**CASE, "claims": claims, "colour": 1}]))
    [case] = stream
    assert len(case.claims) == 2
    assert list(stream.report.unknown_keys) == ["colour", "claims[].mood"]


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"score": 7}, "score"),
        ({"score": None}, "score"),
        ({"metric": 5}, "metric"),
        ({"metric": "!"}, "metric"),
        ({"rater": None}, "rater"),
        ({"case_id": {}}, "case_id"),
    ],
)
def test_wrong_ratings(write_lines: WriteLines, changes: dict[str, Any], field: str) -> None:
    stream = read_ratings(write_lines([{**RATING, "rater": "bob", **changes}, RATING]))
    assert [rating.rater for rating in stream] == ["ann"]
    assert problems_of(stream.report) == [(1, field)]


def test_ratings_from_csv(write_text: WriteText) -> None:
    content = (
        "Case ID,Metric,Annotator,Score\nc1,Aspect Coverage,ann,4\nc1,comparison/clarity,ann,4.5\nc1,clarity,bob,6\n"
    )
    stream = read_ratings(write_text("ratings.csv", content))
    assert [(rating.metric, rating.score) for rating in stream] == [("aspect_coverage", 4.0), ("clarity", 4.5)]
    assert problems_of(stream.report) == [(4, "score")]


@pytest.mark.parametrize(
    ("row", "kind"),
    [
        (SHORTLIST, "shortlists"),
        (PRODUCT, "products"),
        (CASE, "cases"),
        (RATING, "ratings"),
        ({"query": "x", "products": [], "text": "t"}, "shortlists"),
        ({"sku": 1, "name": "x", "rating": 4}, "products"),
    ],
)
def test_files_are_told_apart_by_their_keys(write_lines: WriteLines, row: dict[str, Any], kind: str) -> None:
    path = write_lines([["not an object"], row])
    assert sniff(path) == kind
    assert read_any(path).kind == kind


def test_a_file_of_nothing_we_know(write_lines: WriteLines) -> None:
    with pytest.raises(UsageError, match="holds nothing we know; its rows have the keys 'a', 'b'"):
        read_any(write_lines([{"a": 1, "b": 2}]))


def test_a_mapped_key_that_no_row_has_is_said(write_lines: WriteLines) -> None:
    stream = read_products(write_lines([PRODUCT]), ReadOptions(mapping={"title": "produkt_name"}))
    assert [product.title for product in stream] == ["Dhunva Sprint"]
    assert list(stream.report.notes) == ["--map title=produkt_name: there is no 'produkt_name'"]


def test_ratings_may_have_one_column_a_rater(write_text: Callable[[str, str], str]) -> None:
    path = write_text("r.csv", "case_id,metric,ann,ben,note\nc1,fluency,5,4,fine\nc2,fluency,,3,\nc3,fluency,2,7,\n")
    stream = read_any(path)
    found = [(one.case_id, one.rater, one.score) for one in stream if isinstance(one, Rating)]
    assert found == [("c1", "ann", 5), ("c1", "ben", 4), ("c2", "ben", 3), ("c3", "ann", 2)]
    assert (stream.kind, list(stream.report.unknown_keys)) == ("ratings", ["note"])
    assert "7" in stream.report.problems[0].message


def test_a_table_of_products_with_dimensions_is_no_table_of_ratings(write_text: Callable[[str, str], str]) -> None:
    assert read_any(write_text("p.csv", "id,title,dimension\np1,Alpha,10 cm\n")).kind == "products"


def test_words_instead_of_a_price_lose_the_price_and_not_the_product(write_lines: WriteLines) -> None:
    stream = read_products(write_lines([{**PRODUCT, "price": "Call for price", "mrp": "₹100"}]))
    [product] = stream
    assert (product.final_price, str(product.base_price and product.base_price.amount)) == (None, "100")
    assert stream.report.cleaned == {"price": 1}


@pytest.mark.parametrize("text", ["null", "N/A", "none", " - ", "NaN"])
def test_a_review_that_says_there_is_none_is_none(write_lines: WriteLines, text: str) -> None:
    stream = read_products(write_lines([{**PRODUCT, "reviews": [text, "Good."]}]))
    [product] = stream
    assert [review.text for review in product.reviews] == ["Good."]
    assert stream.report.cleaned == {"empty review": 1}
