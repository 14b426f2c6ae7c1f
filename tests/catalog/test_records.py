"""Rows of every kind, and what is said of wrong ones."""

from collections.abc import Callable
from decimal import Decimal
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
)
from triptych.errors import UsageError
from triptych.records import Money, Rating

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
    assert read_any(path).kind == kind
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


def test_a_wrong_review_goes_and_its_product_stays(write_lines: WriteLines) -> None:
    reviews = [
        {"text": "ok", "stars": 7},
        {"text": 5},
        5,
        {"id": "a", "text": "one"},
        {"id": "a", "text": "two"},
        "good",
    ]
    stream = read_products(write_lines([{**PRODUCT, "reviews": reviews}]))
    [product] = stream
    assert [(review.id, review.text) for review in product.reviews] == [("a", "one"), ("6", "good")]
    assert [problem.field for problem in stream.report.problems] == [
        "reviews[0].stars",
        "reviews[1].text",
        "reviews[2]",
        "reviews[4].id",
    ]
    assert (stream.report.skipped, stream.report.reviews_skipped) == (0, 4)
    with pytest.raises(UsageError, match=r"reviews\[0\]\.stars"):
        list(read_products(write_lines([{**PRODUCT, "reviews": reviews}]), STRICT))


def test_reviews_are_cleaned_and_counted(write_lines: WriteLines) -> None:
    reviews: list[Any] = [
        "Good phone!",
        " good PHONE ",
        "",
        None,
        "<br>",
        {"text": "ok", "date": "soon", "helpful": "x"},
    ]
    stream = read_products(write_lines([{**PRODUCT, "reviews": [*reviews, {"text": "fine", "verified": "so-so"}]}]))
    [product] = stream
    assert [review.id for review in product.reviews] == ["1", "6", "7"]
    assert stream.report.cleaned == {
        "duplicate review": 1,
        "empty review": 3,
        "html": 1,
        "date": 1,
        "helpful_votes": 1,
        "verified": 1,
    }


def test_the_same_words_about_two_products_are_two_reviews(write_lines: WriteLines) -> None:
    rows = [{**PRODUCT, "reviews": ["good"]}, {"id": "p2", "title": "B", "reviews": ["good"]}]
    assert [len(product.reviews) for product in read_products(write_lines(rows))] == [1, 1]


def test_a_position_gives_way_to_an_id_the_shop_gave(write_lines: WriteLines) -> None:
    [product] = read_products(write_lines([{**PRODUCT, "reviews": ["one", {"id": "1", "text": "two"}]}]))
    assert [(review.id, review.text) for review in product.reviews] == [("1-2", "one"), ("1", "two")]


def test_a_shortlist_with_everything(write_lines: WriteLines) -> None:
    product = {
        "ASIN": 17,
        "name": "<b>Dhunva</b> Sprint",
        "description": ["Light.", "Strong."],
        "features": "Light; Strong",
        "specs": "Size: 50 ml",
        "mrp": "₹4,999",
        "price": 2499,
        "rating": "4.1 out of 5",
        "ratings": "1,834",
        "categories": ["Audio", "Earbuds"],
        "customers_say": "Good.",
        "reviews": [
            {"review_id": 5, "body": "Good &amp; loud", "rating": "★★★★", "headline": "Yes", "date": "14 May 2023"},
            "plain text",
        ],
    }
    path = write_lines([{"query": " gym  earbuds ", "recommendations": [product, {"id": "b", "title": "B"}]}])
    [shortlist] = read_shortlists(path)
    made = shortlist.products[0]
    assert shortlist.query == "gym earbuds"
    assert shortlist.id.startswith("item-")
    assert (made.id, made.title, made.description) == ("17", "Dhunva Sprint", "Light.\nStrong.")
    assert (made.key_features, made.specifications) == (("Light", "Strong"), {"Size": "50 ml"})
    assert made.base_price == Money(amount=Decimal(4999), currency="INR")
    assert made.final_price == Money(amount=Decimal(2499), currency="INR")
    assert (made.average_rating, made.rating_count, made.category) == (4.1, 1834, "Audio > Earbuds")
    assert [(review.id, review.text, review.stars) for review in made.reviews] == [
        ("5", "Good & loud", 4.0),
        ("2", "plain text", None),
    ]


@pytest.mark.parametrize("rating", [0, "0", "0.0", 0.0])
@pytest.mark.parametrize("count", [0, None, "0"])
def test_a_rating_of_0_from_nobody_is_none(write_lines: WriteLines, rating: Any, count: Any) -> None:
    [product] = read_products(write_lines([{**PRODUCT, "rating": rating, "rating_count": count}]))
    assert product.average_rating is None


def test_decimals_keep_their_digits(write_text: WriteText) -> None:
    [product] = read_products(write_text("p.jsonl", '{"id": 1, "title": "x", "price": 24.90, "currency": "usd"}'))
    assert str(product.final_price and product.final_price.amount) == "24.90"
    assert product.currency == "USD"
