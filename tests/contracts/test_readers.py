"""What every file format must do, and what no file, whatever is in it, may do."""

import gzip
import json
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import duckdb
import openpyxl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from triptych.catalog import (
    Kind,
    ReadOptions,
    Stream,
    Tables,
    read_any,
    read_cases,
    read_products,
    read_ratings,
    read_shortlists,
    synonyms,
)
from triptych.catalog.formats import BadRow, File, FileRow, read_rows
from triptych.errors import UsageError
from triptych.plugins import load, names_in

FOLDER = "triptych.catalog.formats"
FORMATS = names_in(FOLDER)
ROWS = [{"id": "p1", "title": "Dhunva, “Sprint”"}, {"id": "p2", "title": "Sonu\nPulse"}, {"id": "p3", "title": "क्या है"}]
READERS: dict[Kind, Callable[..., Stream[Any]]] = {
    "shortlists": read_shortlists,
    "products": read_products,
    "cases": read_cases,
    "ratings": read_ratings,
}


def write_rows(path: Path, name: str) -> None:
    """The rows above in the format of this name."""
    if name == "jsonl":
        path.write_text("".join(json.dumps(row) + "\n" for row in ROWS), encoding="utf-8")
    elif name == "json_document":
        path.write_text(json.dumps(ROWS, indent=2, ensure_ascii=False), encoding="utf-8")
    elif name == "csv_table":
        cells = [[row["id"], row["title"].replace('"', '""')] for row in ROWS]
        path.write_text("id,title\n" + "".join(f'{one},"{other}"\n' for one, other in cells), encoding="utf-8")
    elif name == "excel_table":
        book = openpyxl.Workbook()
        for line in [["id", "title"], *([row["id"], row["title"]] for row in ROWS)]:
            book.active.append(line)
        book.save(path)
    else:
        table = ", ".join(f"('{row['id']}', '{row['title']}')" for row in ROWS)
        duckdb.execute(f"COPY (FROM (VALUES {table}) AS t(id, title)) TO '{path}' (FORMAT parquet)")


@pytest.mark.parametrize("name", FORMATS)
def test_a_format_says_how_its_files_end(name: str) -> None:
    suffixes = load(FOLDER, name).SUFFIXES
    assert suffixes
    assert all(suffix.startswith(".") and suffix == suffix.lower() for suffix in suffixes)


def test_no_two_formats_share_an_ending() -> None:
    suffixes = [suffix for name in FORMATS for suffix in load(FOLDER, name).SUFFIXES]
    assert len(suffixes) == len(set(suffixes))


@pytest.mark.parametrize("name", FORMATS)
def test_rows_come_back_as_they_were(name: str, tmp_path: Path) -> None:
    for suffix in load(FOLDER, name).SUFFIXES:
        path = tmp_path / f"rows{suffix}"
        write_rows(path, name)
        rows = list(read_rows(File.at(path)))
        assert all(isinstance(row, FileRow) for row in rows)
        assert [row.content for row in rows if isinstance(row, FileRow)] == ROWS
        lines = [row.line for row in rows]
        assert lines == sorted(set(lines))


@pytest.mark.parametrize("name", [name for name in FORMATS if name != "parquet_table"])
def test_packed_files_read_like_others(name: str, tmp_path: Path) -> None:
    plain = tmp_path / f"rows{load(FOLDER, name).SUFFIXES[0]}"
    write_rows(plain, name)
    packed = tmp_path / f"{plain.name}.gz"
    packed.write_bytes(gzip.compress(plain.read_bytes()))
    assert list(read_rows(File.at(packed))) == list(read_rows(File.at(plain)))


@pytest.mark.parametrize("name", FORMATS)
def test_rows_come_one_at_a_time(name: str, tmp_path: Path) -> None:
    path = tmp_path / f"rows{load(FOLDER, name).SUFFIXES[0]}"
    write_rows(path, name)
    rows = read_rows(File.at(path))
    assert isinstance(rows, Iterator)
    first = next(rows)
    assert isinstance(first, FileRow)
    assert first.content == ROWS[0]


def read_all(name: str, content: bytes) -> None:
    """Read some bytes as a format; only our own error may escape, in one sentence."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"rows{load(FOLDER, name).SUFFIXES[0]}"
        path.write_bytes(content)
        try:
            rows = list(read_rows(File.at(path)))
        except UsageError as error:
            assert "\n" not in str(error)
        else:
            assert all(isinstance(row, (FileRow, BadRow)) for row in rows)


@pytest.mark.parametrize("name", FORMATS)
@given(content=st.binary(max_size=300))
@settings(max_examples=30, deadline=None)
def test_no_bytes_raise_anything_but_our_error(name: str, content: bytes) -> None:
    read_all(name, content)


GOOD_ROW = '{"id": "a", "title": "b"}'
JSON_LIKE = st.lists(
    st.text(alphabet='{}[]",:\\ \n01eE-.tfn', max_size=30) | st.sampled_from([GOOD_ROW, "\n"]), max_size=8
)
CSV_LIKE = st.lists(
    st.text(alphabet='",;|\t\n\r\x00ab', max_size=30) | st.sampled_from(["id,title\n", "a,b\n"]), max_size=8
)


@pytest.mark.parametrize("name", ["jsonl", "json_document"])
@given(pieces=JSON_LIKE)
@settings(deadline=None)
def test_nothing_like_json_raises_anything_but_our_error(name: str, pieces: list[str]) -> None:
    read_all(name, "".join(pieces).encode())


@given(pieces=CSV_LIKE)
@settings(deadline=None)
def test_nothing_like_csv_raises_anything_but_our_error(pieces: list[str]) -> None:
    read_all("csv_table", "".join(pieces).encode())


def test_json_nested_beyond_reason_is_a_bad_row(tmp_path: Path) -> None:
    path = tmp_path / "deep.jsonl"
    path.write_text(GOOD_ROW + "\n" + "[" * 100_000 + "\n" + '{"a": 1e99999999999999999999}\n', encoding="utf-8")
    assert [type(row) for row in read_rows(File.at(path))] == [FileRow, BadRow, BadRow]


# --- Records -------------------------------------------------------------------------------------------------------

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12) | st.sampled_from(["4/5", "₹1,299"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
FIELDS = st.sampled_from(
    sorted({field for fields in synonyms().values() for field in fields} | {"mrp", "price", "specs"})
)
OBJECTS = st.dictionaries(FIELDS, VALUES, max_size=12)
PRODUCTS = OBJECTS.map(lambda fields: {"id": "a", "title": "b"} | fields)
ROWS_OF_ANYTHING = st.lists(
    VALUES
    | OBJECTS
    | st.lists(PRODUCTS, max_size=3).map(lambda products: {"query": "q", "products": products})
    | st.tuples(PRODUCTS, OBJECTS).map(lambda two: {"task": "opinion", "text": "t", "products": [two[0]]} | two[1]),
    min_size=1,
    max_size=4,
)


@pytest.mark.parametrize("kind", READERS)
@given(rows=ROWS_OF_ANYTHING)
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_no_json_value_raises_anything_but_our_error(kind: Kind, rows: list[Any]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "rows.jsonl"
        path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
        for read in (READERS[kind], read_any):
            try:
                stream = read(path)
                records = list(stream)
            except UsageError as error:
                assert "\n" not in str(error)
                continue
            report = stream.report
            assert (report.rows, report.good) == (len(rows), len(records))
            assert report.good + report.skipped == report.rows
            for problem in report.problems:
                assert str(problem).isprintable()
                assert len(problem.message) < 500


CELLS = st.text(alphabet=st.characters(codec="utf-8"), max_size=10) | st.sampled_from(
    ["p1", "p2", "4", "", "a,b", "[1]"]
)
HEADERS = {
    "products": ["product_id", "title", "price", "rating", "specs"],
    "reviews": ["product_id", "text", "stars", "date", "review_id"],
    "queries": ["query", "product_id", "query_id", "rank"],
}


def quoted(cell: str) -> str:
    return '"' + cell.replace('"', '""') + '"'


@given(
    tables=st.fixed_dictionaries({name: st.lists(st.lists(CELLS, max_size=6), max_size=5) for name in HEADERS}),
    tail=st.text(alphabet='",\n\rab', max_size=8),
)
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_no_tables_raise_anything_but_our_error(tables: dict[str, list[list[str]]], tail: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        paths: dict[str, tuple[str, ...]] = {}
        for name, rows in tables.items():
            lines = [HEADERS[name], *([cell or "p1" for cell in row] for row in rows)]
            text = "\n".join(",".join(map(quoted, row)) for row in lines) + "\n" + tail
            path = Path(folder) / f"{name}.csv"
            path.write_text(text, encoding="utf-8", newline="")
            paths[name] = (str(path),)
        for source in (Tables(**paths), Tables(paths["products"], paths["reviews"])):
            try:
                list(read_any(source, ReadOptions(table_memory_megabytes=256)))
            except UsageError as error:
                assert "\n" not in str(error)
                assert "cannot be joined" not in str(error)
