"""Excel workbooks: what a first sheet holds, and what is said where it cannot be read."""

import datetime as dt
import sys
from pathlib import Path

import openpyxl
import pytest

from triptych.catalog import Tables, read_products
from triptych.catalog.formats import File, FileRow, excel_table
from triptych.errors import MissingExtra, UsageError


def save(path: Path, *rows: list[object]) -> Path:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    book.save(path)
    return path


def test_cells_come_as_a_csv_file_would_have_them(tmp_path: Path) -> None:
    moment = dt.datetime(2024, 5, 2, 10, 30)
    path = save(
        tmp_path / "a.xlsx", [" id ", "day", "at", None], [7, dt.date(2024, 5, 2), moment, "x"], [None, "", None]
    )
    assert list(excel_table.read_rows(File.at(path))) == [
        FileRow(2, {"id": 7, "day": "2024-05-02", "at": "2024-05-02T10:30:00"})
    ]


def test_tables_may_be_workbooks(tmp_path: Path) -> None:
    products = save(tmp_path / "p.xlsx", ["sku", "name", "price"], [1, "Alpha", 99.5], [2, "Beta", "call for price"])
    reviews = save(tmp_path / "r.xlsx", ["sku", "review", "stars"], [1, "Good", 5], [1, "Bad", 2])
    found = list(read_products(Tables((str(products),), (str(reviews),))))
    assert [(one.id, one.title, len(one.reviews)) for one in found] == [("1", "Alpha", 2), ("2", "Beta", 0)]


def test_a_workbook_without_a_header_or_a_column_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="has no header"):
        list(excel_table.read_rows(File.at(save(tmp_path / "a.xlsx"))))
    products = save(tmp_path / "p.xlsx", ["code", "name"], ["x", "Alpha"])
    with pytest.raises(UsageError, match=r"p.xlsx has no column for id; its columns are code, name"):
        list(read_products(Tables((str(products),))))


def test_without_the_extra_it_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = save(tmp_path / "a.xlsx", ["id"], [1])
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    with pytest.raises(MissingExtra, match=r"save it as CSV; .*pip install 'triptych\[excel\]'"):
        list(excel_table.read_rows(File.at(path)))
