import datetime as dt
import tempfile
from decimal import Decimal
from pathlib import Path

import duckdb
import pytest

from triptych.catalog import read_products
from triptych.catalog.formats import BadRow, File, FileRow, _files, parquet_table
from triptych.catalog.formats.parquet_table import explain_error, open_database, quote_name, quote_path
from triptych.errors import UsageError


def write_parquet(path: Path, sql: str) -> None:
    name = str(path).replace("'", "''")
    duckdb.execute(f"COPY ({sql}) TO '{name}' (FORMAT parquet)")


def test_values_come_with_their_types(tmp_path: Path) -> None:
    path = tmp_path / "it's [1].parquet"
    write_parquet(
        path,
        "SELECT 7 AS id, 24.90::DECIMAL(9,2) AS price, ['a', 'b'] AS features, MAP {'Size': '5'} AS specs, "
        "DATE '2023-05-14' AS day, NULL AS nothing, {'x': 1} AS struct",
    )
    [row] = parquet_table.read_rows(File.at(path))
    assert row == FileRow(
        1,
        {
            "id": 7,
            "price": Decimal("24.90"),
            "features": ["a", "b"],
            "specs": {"Size": "5"},
            "day": dt.date(2023, 5, 14),
            "nothing": None,
            "struct": {"x": 1},
        },
    )


def test_products_with_nested_reviews(tmp_path: Path) -> None:
    path = tmp_path / "products.parquet"
    write_parquet(
        path,
        "SELECT 7.0::DOUBLE AS asin, 'A' AS name, 24.9::DOUBLE AS price, "
        "[{'text': 'Good', 'stars': 4}, {'text': 'Bad', 'stars': 1}] AS reviews",
    )
    [product] = read_products(path)
    assert product.id == "7"
    assert product.final_price is not None
    assert str(product.final_price.amount) == "24.9"
    assert [(review.text, review.stars) for review in product.reviews] == [("Good", 4.0), ("Bad", 1.0)]


def test_a_damaged_file(tmp_path: Path) -> None:
    path = tmp_path / "damaged.parquet"
    path.write_bytes(b"PAR1" + b"\x00" * 100 + b"PAR1")
    with pytest.raises(UsageError, match="cannot be read as Parquet"):
        list(parquet_table.read_rows(File.at(path)))


def test_a_row_that_is_too_long_is_told_and_the_others_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (_files, parquet_table):
        monkeypatch.setattr(module, "MOST_LINE_BYTES", 100)
    path = tmp_path / "a.parquet"
    write_parquet(path, "SELECT i AS id, repeat('ü', 30 * i) AS text, [repeat('x', 9 * i)] AS list FROM range(3) t(i)")
    rows = list(parquet_table.read_rows(File.at(path)))
    assert [type(row) for row in rows] == [FileRow, FileRow, BadRow]
    assert rows[2].line == 3


def test_rows_that_would_fill_the_memory_are_not_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parquet_table, "_MOST_BYTES_IN_DUCKDB", 1000)
    path = tmp_path / "a.parquet"
    write_parquet(path, "SELECT 1 AS id, repeat('x', 2000) AS title")
    with pytest.raises(UsageError, match="which would fill the memory"):
        list(parquet_table.read_rows(File.at(path)))


def test_a_database_is_closed_after_its_block_and_loads_nothing_from_the_network(tmp_path: Path) -> None:
    with open_database(str(tmp_path), 64) as connection:
        [[loads]] = connection.execute("SELECT current_setting('autoload_known_extensions')").fetchall()
        assert loads is False
    with pytest.raises(duckdb.ConnectionException):
        connection.execute("SELECT 1")


def test_no_folder_is_left_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_parquet(tmp_path / "a.parquet", "SELECT 1 AS id")
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    rows = parquet_table.read_rows(File.at(tmp_path / "a.parquet"))
    assert next(rows) and list((tmp_path / "temporary").iterdir())
    assert not list(rows)
    assert not list((tmp_path / "temporary").iterdir())


@pytest.mark.parametrize("name", ["it's.csv", "odd[1].csv", "a*b?.csv"])
def test_a_path_with_marks_of_patterns_is_that_file_alone(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("a\n1\n", encoding="utf-8")
    (tmp_path / "odd1.csv").write_text("a\n2\n", encoding="utf-8")
    with open_database(str(tmp_path), 64) as connection:
        rows = connection.execute(f"SELECT a FROM read_csv({quote_path(tmp_path / name)})").fetchall()
    assert rows == [(1,)]


def test_texts_and_names_are_quoted(tmp_path: Path) -> None:
    with open_database(str(tmp_path), 64) as connection:
        found = connection.execute("SELECT " + quote_path("it's") + " AS " + quote_name('a "b"'))
        assert ([column[0] for column in found.description], found.fetchall()) == (['a "b"'], [("it's",)])


def test_an_error_is_told_on_one_line(tmp_path: Path) -> None:
    with open_database(str(tmp_path), 64) as connection, pytest.raises(duckdb.Error) as caught:
        connection.execute("SELECT nothing\nFROM nowhere")
    assert "\n" not in explain_error(caught.value)
    assert "nowhere" in explain_error(caught.value)
