"""Rows on their way into a join, and those that cannot go."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import duckdb
import pytest

from tabled import EXPECTED, QUERIES, REVIEWS, WriteText, as_parquet, outline, problems
from triptych.catalog import ReadOptions, Tables, read_products, read_shortlists
from triptych.errors import UsageError


@pytest.mark.parametrize("ids", ['"P1,P2"', '"P1; P2"', "P1|P2", '"[""P1"", ""P2""]"', "\"['P1', 'P2']\"", '"P1\nP2"'])
def test_a_query_may_have_a_list_of_products(tables: Tables, write_text: WriteText, ids: str) -> None:
    queries = write_text("wide.csv", f"id,search term,product_ids\nq1,cheap one,{ids}\nq2,cheap one,{ids}\n")
    stream = read_shortlists(Tables(tables.products, tables.reviews, (queries,)))
    assert [(one.id, [product.id for product in one.products]) for one in stream] == [
        ("q1", ["P1", "P2"]),
        ("q2", ["P1", "P2"]),
    ]


def test_lists_of_products_in_json_and_parquet(tables: Tables, write_text: WriteText, tmp_path: Path) -> None:
    lines = write_text("wide.jsonl", '{"query": "a", "products": ["P1", "P2"]}\n')
    parquet = tmp_path / "wide.parquet"
    duckdb.execute(f"COPY (SELECT 'b' AS query, ['P3', 'P2'] AS asins) TO '{parquet}' (FORMAT parquet)")
    stream = read_shortlists(Tables(tables.products, (), (lines, str(parquet))))
    assert [(one.query, [product.id for product in one.products]) for one in stream] == [
        ("a", ["P1", "P2"]),
        ("b", ["P3", "P2"]),
    ]


def test_without_an_id_the_words_of_the_query_make_the_shortlist(tables: Tables, write_text: WriteText) -> None:
    queries = write_text("q.csv", "query,asin\nred,P1\nblue,P3\n red ,P2\nblue,P2\n")
    stream = read_shortlists(Tables(tables.products, (), (queries,)))
    assert [(one.query, [product.id for product in one.products]) for one in stream] == [
        ("red", ["P1", "P2"]),
        ("blue", ["P3", "P2"]),
    ]


@pytest.mark.parametrize(
    ("row", "field"),
    [
        ("q9,,P1,1", "query"),
        ("q9,<br>,P1,1", "query"),
        ("q9,x,,1", "product_id"),
        ("q9,x,P1,first", "rank"),
        ("q9,x", ""),
        ("q9,x,\x07P\x07,1", "product_id"),
    ],
)
def test_wrong_queries(tables: Tables, write_text: WriteText, row: str, field: str) -> None:
    queries = write_text("q.csv", QUERIES + row + "\n")
    stream = read_shortlists(Tables(tables.products, tables.reviews, (queries,)))
    assert outline(list(stream)) == EXPECTED
    assert problems(stream.report) == [("q.csv", 6, field)]
    with pytest.raises(UsageError, match=r"q\.csv:6"):
        list(read_shortlists(Tables(tables.products, (), (queries,)), ReadOptions(strict=True)))


@pytest.mark.parametrize("convert", [str, as_parquet])
def test_a_review_table_without_the_columns_it_needs(
    tables: Tables, write_text: WriteText, convert: Callable[[str], str]
) -> None:
    reviews = convert(write_text("r.csv", "code,text\n1,Good\n"))
    with pytest.raises(
        UsageError, match=r"has no column for product_id; its columns are code, text.*--map product_id="
    ):
        list(read_shortlists(Tables(tables.products, (reviews,), tables.queries)))


@pytest.mark.parametrize("wrong", ["products", "queries"])
def test_a_table_without_the_column_that_joins_it(wrong: str, tables: Tables, write_text: WriteText) -> None:
    odd = write_text("odd.csv", "foo,bar\n1,2\n")
    field = {"products": "id", "queries": "query"}[wrong]
    with pytest.raises(
        UsageError, match=rf"odd.csv has no column for {field}; its columns are foo, bar.*--map {field}="
    ):
        list(read_shortlists(replace(tables, **{wrong: (odd,)})))


def test_a_row_of_50_megabytes_is_passed_over(tables: Tables, write_text: WriteText) -> None:
    content = REVIEWS + f"P1,{'x ' * 25_000_000},4\nP1,After,3\n"
    stream = read_shortlists(Tables(tables.products, (write_text("large.csv", content),), tables.queries))
    assert outline(list(stream))[0][2]["P1"] == ["Good", "Fine", "After"]
    assert problems(stream.report) == [("large.csv", 6, "")]


def test_a_review_with_a_quote_that_never_ends_is_told(write_text: WriteText) -> None:
    products = write_text("p.csv", "id,title\nP1,Alpha\n")
    reviews = write_text("r.csv", 'product_id,text\nP1,fine\nP1,"never closed\nP1,lost\n')
    stream = read_products(Tables((products,), (reviews,)))
    assert [[review.text for review in product.reviews] for product in stream] == [["fine"]]
    assert [(problem.line, "never closed" in problem.message) for problem in stream.report.problems] == [(3, True)]


def test_ids_that_a_column_with_gaps_made_floats_still_meet(tables: Tables, tmp_path: Path) -> None:
    products, reviews, queries = (tmp_path / f"{name}.parquet" for name in ("p", "r", "q"))
    for path, sql in (
        (products, "SELECT * FROM (VALUES (1, 'A'), (2, 'B')) AS t(sku, title)"),
        (reviews, "SELECT * FROM (VALUES (1.0::DOUBLE, 'Good', 4.0::DOUBLE, 7.0::DOUBLE)) AS t(sku, text, stars, id)"),
        (queries, "SELECT * FROM (VALUES ('x', 1.0::DOUBLE), ('x', 2.0::DOUBLE)) AS t(query, sku)"),
    ):
        duckdb.execute(f"COPY ({sql}) TO '{path}' (FORMAT parquet)")
    [shortlist] = read_shortlists(Tables((str(products),), (str(reviews),), (str(queries),)))
    assert [(review.id, review.stars) for review in shortlist.products[0].reviews] == [("7", 4.0)]
