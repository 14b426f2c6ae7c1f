"""Tables in every format, joined in order."""

from collections.abc import Callable
from pathlib import Path

import duckdb
import pytest

from tabled import EXPECTED, REVIEWS, WriteText, as_lines, as_packed, as_parquet, outline, problems
from triptych.catalog import ReadOptions, Tables, read_products, read_shortlists
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
    with pytest.raises(UsageError, match="the tables cannot be joined"):
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
