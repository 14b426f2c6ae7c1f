"""Tables in every format, joined in order."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import duckdb
import pytest

from tabled import EXPECTED, PRODUCTS, QUERIES, REVIEWS, WriteText, as_lines, as_packed, as_parquet, outline, problems
from triptych.catalog import ReadOptions, Tables, read_any, read_cases, read_products, read_shortlists
from triptych.errors import UsageError


@pytest.mark.parametrize("convert", [str, as_parquet, as_lines, as_packed])
def test_every_format_makes_the_same_shortlists(tables: Tables, convert: Callable[[str], str]) -> None:
    source = Tables(*((convert(paths[0]),) for paths in (tables.products, tables.reviews, tables.queries)))
    stream = read_shortlists(source)
    shortlists = list(stream)
    assert outline(shortlists) == EXPECTED
    assert shortlists[0].products[0].reviews[0].stars == 5
    assert [review.id for review in shortlists[0].products[0].reviews] == ["1", "2"]
    assert (stream.report.rows, stream.report.good, stream.report.problems) == (2, 2, [])


def test_files_of_several_formats_are_one_table(tables: Tables, write_text: WriteText, tmp_path: Path) -> None:
    write_text("more_1.csv", "Text;SKU;Stars\nFrom one;P1;2\n")
    write_text("more_2.csv", "sku,stars,text\nP1,3,From two\n")
    lines = write_text("more.jsonl", '{"asin": "P1", "body": "From lines"}\n')
    reviews = (str(tmp_path / "more_*.csv"), lines, as_parquet(tables.reviews[0]))
    [first, _] = read_shortlists(Tables(tables.products, reviews, tables.queries))
    assert [review.text for review in first.products[0].reviews] == [
        "From one",
        "From two",
        "From lines",
        "Good",
        "Fine",
    ]


def test_a_review_table_that_is_not_in_order_gives_its_good_rows(tables: Tables, write_text: WriteText) -> None:
    content = REVIEWS.encode() + b'P1,too,4,many\nP1\nP1,caf\xe9,4\nP1,"quoted ""fine"" one",3\n'
    stream = read_shortlists(Tables(tables.products, (write_text("broken.csv", content),), tables.queries))
    assert outline(list(stream))[0][2] == {"P1": ["Good", "Fine", 'quoted "fine" one'], "P2": ["Bad"]}
    assert problems(stream.report) == [("broken.csv", 6, ""), ("broken.csv", 7, ""), ("broken.csv", 8, "")]


def test_a_damaged_parquet_file(tables: Tables, write_text: WriteText) -> None:
    damaged = write_text("r.parquet", b"PAR1 no table PAR1")
    with pytest.raises(UsageError, match=r"r\.parquet cannot be read as Parquet"):
        list(read_shortlists(Tables(tables.products, (damaged,), tables.queries)))


def test_rows_keep_their_numbers_when_a_table_is_read_in_parallel(tmp_path: Path) -> None:
    count = 60_000
    filler = "x" * 600
    reviews = tmp_path / "r.csv"
    with reviews.open("w", encoding="utf-8") as file:
        file.write("sku,text,stars\n")
        for number in range(2, count):
            stars = "9" if number % 997 == 0 else "4"
            file.write(f"1,{number} {filler},{stars}\n")
    products = tmp_path / "p.csv"
    products.write_text("sku,title\n1,A\n", encoding="utf-8")
    stream = read_products(Tables((str(products),), (str(reviews),)))
    [product] = stream
    assert [problem.line for problem in stream.report.problems] == list(range(997, count, 997))
    numbers = [int(review.text.split()[0]) for review in product.reviews]
    assert numbers == sorted(numbers)


@pytest.mark.slow
def test_tables_larger_than_the_memory_they_may_use(tmp_path: Path) -> None:
    for name, sql in (
        ("p", "SELECT i AS sku, 'Product ' || i AS title FROM range(2000) t(i)"),
        ("r", "SELECT (i * 7919) % 2000 AS sku, i || repeat(' some words', 80) AS text FROM range(300000) t(i)"),
        ("q", "SELECT 'query ' || (i // 4) AS query, i AS sku FROM range(2000) t(i)"),
    ):
        duckdb.execute(f"COPY ({sql}) TO '{tmp_path}/{name}.parquet' (FORMAT parquet, ROW_GROUP_SIZE 10000)")
    source = Tables((f"{tmp_path}/p.parquet",), (f"{tmp_path}/r.parquet",), (f"{tmp_path}/q.parquet",))
    stream = read_shortlists(source, ReadOptions(table_memory_megabytes=200))
    counts = [len(product.reviews) for shortlist in stream for product in shortlist.products]
    assert counts == [150] * 2000


def test_a_mapping_names_columns_of_every_table(write_text: WriteText) -> None:
    source = Tables(
        (write_text("p.csv", "code,label,name\n1,Alpha,x\n2,Beta,y\n"),),
        (write_text("r.csv", "code,words,headline\n1,Good,Yes\n"),),
        (write_text("q.csv", "wish,code\nred,1\nred,2\n"),),
    )
    mapping = {
        "product.id": "code",
        "product_id": "code",
        "title": "label",
        "text": "words",
        "query": "wish",
        "date": "day",
    }
    stream = read_shortlists(source, ReadOptions(mapping=mapping))
    [shortlist] = stream
    assert [product.title for product in shortlist.products] == ["Alpha", "Beta"]
    assert [(review.text, review.title) for review in shortlist.products[0].reviews] == [("Good", "Yes")]
    assert list(stream.report.notes) == ["--map date=day: there is no 'day'"]
    assert list(stream.report.unknown_keys) == ["products: name"]


def test_without_queries_there_are_products(tables: Tables) -> None:
    source = Tables(tables.products, tables.reviews)
    assert read_any(source).kind == "products"
    assert [(one.id, len(one.reviews)) for one in read_products(source)] == [("P1", 2), ("P2", 1), ("P3", 0)]
    assert read_any(source).kind == "products"
    assert read_any(tables).kind == "shortlists"


def test_reviews_inside_products_are_read_unless_there_is_a_table(tables: Tables, write_text: WriteText) -> None:
    products = write_text("p.jsonl", '{"id": "P1", "title": "A", "reviews": ["inside"]}\n')
    [alone] = read_products(Tables((products,)))
    assert [review.text for review in alone.reviews] == ["inside"]
    stream = read_products(Tables((products,), tables.reviews))
    [joined] = stream
    assert [review.text for review in joined.reviews] == ["Good", "Fine"]
    assert "table of reviews" in next(iter(stream.report.notes))


@pytest.mark.parametrize("convert", [str, as_lines])
def test_wrong_reviews_are_told_with_file_and_row_once(
    tables: Tables, write_text: WriteText, convert: Callable[[str], str]
) -> None:
    reviews = write_text("r.csv", "asin,text,rating,date\nP1,Good,9,\n,Lost,3,\nP1,Fine,4,soon\nP1,fine!,4,\nP1,,5,\n")
    stream = read_shortlists(Tables(tables.products, (convert(reviews),), tables.queries))
    assert outline(list(stream))[0][2] == {"P1": ["Fine"], "P2": []}
    name = Path(convert(reviews)).name
    first = 2 if convert is str else 1
    assert sorted(problems(stream.report)) == [(name, first, "stars"), (name, first + 1, "product_id")]
    assert (stream.report.skipped, stream.report.reviews_skipped) == (0, 2)
    assert stream.report.cleaned == {"date": 1, "duplicate review": 1, "empty review": 1}


def test_wrong_products_spoil_the_shortlists_that_ask_for_them(tables: Tables, write_text: WriteText) -> None:
    products = write_text("p.csv", PRODUCTS + "P4,Delta,-5\nP1,Again,₹9\n,Nameless,1\nP5,Eps,-1\n")
    queries = write_text(
        "q.csv", QUERIES + "q3,wrong,P4,1\nq3,wrong,P1,2\nq4,nowhere,P8,1\nq4,nowhere,P1,2\nq5,one,P1,1\n"
    )
    stream = read_shortlists(Tables((products,), (), (queries,)))
    assert [one.id for one in stream] == ["q1", "q2"]
    assert problems(stream.report) == [
        ("p.csv", 7, "id"),
        ("p.csv", 6, "id"),
        ("q.csv", 6, "product_id"),
        ("q.csv", 8, "product_id"),
        ("q.csv", 10, "products"),
    ]
    messages = [problem.message for problem in stream.report.problems]
    assert "product 'P4' cannot be used (" in messages[2]
    assert "p.csv:5: final_price: '-5' is negative" in messages[2]
    assert "product 'P8' cannot be used (the products: no row has this id)" in messages[3]
    assert "there is 1 product; a comparison needs 2 to 6 products" in messages[4]


def test_reviews_of_a_product_that_is_not_there_stop_nobody_elses(tables: Tables, write_text: WriteText) -> None:
    queries = write_text("q.csv", "query,asin\nnowhere,P9\nnowhere,P1\nred,P2\nred,P1\n")
    stream = read_shortlists(Tables(tables.products, tables.reviews, (queries,)))
    assert [shortlist[1:] for shortlist in outline(list(stream))] == [("red", {"P2": ["Bad"], "P1": ["Good", "Fine"]})]
    assert problems(stream.report) == [("q.csv", 2, "product_id")]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"products": ()}, "tables need --products"),
        ({"products": ("nowhere.csv",)}, "nowhere.csv does not exist"),
        ({"queries": ()}, "shortlists need --queries"),
    ],
)
def test_tables_that_cannot_be_used(tables: Tables, changes: dict[str, Any], message: str) -> None:
    fields = {"products": tables.products, "reviews": tables.reviews, "queries": tables.queries}
    with pytest.raises(UsageError, match=message):
        read_shortlists(Tables(**(fields | changes)))
    with pytest.raises(UsageError, match="tables hold shortlists, not cases"):
        read_cases(tables)


def test_standard_input_is_one_table(write_text: WriteText) -> None:
    with pytest.raises(UsageError, match="can be read once"):
        read_any(Tables(("-",), ("-",)))


def test_a_query_of_one_product_will_do_where_nothing_is_compared(tables: Tables, write_text: WriteText) -> None:
    queries = write_text("q.csv", "query,products\nred one,P1\n")
    stream = read_shortlists(Tables(tables.products, (), (queries,)), ReadOptions(fewest_products=1))
    assert [shortlist[1:] for shortlist in outline(list(stream))] == [("red one", {"P1": []})]


@pytest.mark.parametrize("has_queries", [True, False])
@pytest.mark.parametrize("convert", [str, as_lines])
def test_reviews_of_unknown_products_are_counted_and_named(
    tables: Tables, write_text: WriteText, has_queries: bool, convert: Callable[[str], str]
) -> None:
    reviews = convert(write_text("r.csv", REVIEWS + "P9,Again,2\nX7,Odd,1\nP3,Fine,1\n"))
    stream = read_any(Tables(tables.products, (reviews,), tables.queries if has_queries else ()))
    assert len(list(stream)) == (2 if has_queries else 3)
    assert list(stream.report.notes) == [
        "3 reviews are of products that are not among the products, left out: 'P9', 'X7'"
    ]


def test_a_product_that_no_query_asks_for_is_not_unknown(tables: Tables, write_text: WriteText) -> None:
    queries = write_text("q.csv", "query,asin\nred,P2\nred,P1\n")
    stream = read_shortlists(Tables(tables.products, (write_text("r.csv", "asin,text\nP3,Fine\n"),), (queries,)))
    assert len(list(stream)) == 1
    assert not stream.report.notes


def test_a_line_of_excel_before_the_header_says_what_separates(tables: Tables, write_text: WriteText) -> None:
    reviews = write_text("r.csv", "sep=;\nasin;text;stars\nP1;Good, really;5\nP1;Bad;9\n")
    stream = read_products(Tables(tables.products, (reviews,)))
    assert [review.text for review in next(iter(stream)).reviews] == ["Good, really"]
    list(stream)
    assert problems(stream.report) == [("r.csv", 4, "stars")]


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
