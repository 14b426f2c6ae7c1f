from pathlib import Path

import pytest

from triptych.catalog.formats import BadRow, File, FileRow, _files, csv_table
from triptych.errors import UsageError


@pytest.fixture
def table(tmp_path: Path) -> Path:
    return tmp_path / "rows.csv"


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_what_separates_is_found_out(table: Path, delimiter: str) -> None:
    table.write_text(f'id{delimiter}"ti,t;l|e"\n1{delimiter}\n', encoding="utf-8")
    assert list(csv_table.read_rows(File.at(table))) == [FileRow(2, {"id": "1", "ti,t;l|e": None})]


def test_rows_are_numbered_as_a_spreadsheet_does(table: Path) -> None:
    table.write_text('id,title\n1,"two\nlines"\n\n3,x\n', encoding="utf-8")
    rows = list(csv_table.read_rows(File.at(table)))
    assert rows == [FileRow(2, {"id": "1", "title": "two\nlines"}), FileRow(4, {"id": "3", "title": "x"})]


def test_rows_that_do_not_fit_are_told(table: Path) -> None:
    table.write_bytes(b"id,title\n1\n2,b,c\n3,\xe9t\xe9\n4,ok\n")
    rows = list(csv_table.read_rows(File.at(table)))
    assert [row.message for row in rows if isinstance(row, BadRow)] == [
        "has 1 value for 2 columns; put values with commas or breaks in quotes",
        "has 3 values for 2 columns; put values with commas or breaks in quotes",
        "byte 0xe9 is not UTF-8; save the file as UTF-8",
    ]
    assert rows[-1] == FileRow(5, {"id": "4", "title": "ok"})


def test_a_line_that_is_too_long_is_told(table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_files, "MOST_LINE_BYTES", 50)
    table.write_text(f"id,title\n1,{'x' * 500}\n2,b\n", encoding="utf-8")
    rows = list(csv_table.read_rows(File.at(table)))
    assert [type(row) for row in rows] == [BadRow, FileRow]


def test_a_review_may_be_longer_than_python_expects(table: Path) -> None:
    table.write_text(f"id,text\n1,{'x' * 200_000}\n", encoding="utf-8")
    [row] = csv_table.read_rows(File.at(table))
    assert isinstance(row, FileRow)
    assert len(row.content["text"]) == 200_000


def test_a_column_name_that_comes_again_is_numbered(table: Path) -> None:
    table.write_text("id,price,price\n1,2,3\n", encoding="utf-8")
    assert list(csv_table.read_rows(File.at(table))) == [FileRow(2, {"id": "1", "price": "2", "price (2)": "3"})]


def test_a_quote_that_never_ends_spoils_what_follows_and_says_so(table: Path) -> None:
    table.write_text('id,title\n1,a\n2,"open\n3,c\n', encoding="utf-8")
    rows = list(csv_table.read_rows(File.at(table)))
    assert rows[0] == FileRow(2, {"id": "1", "title": "a"})
    assert rows[1:] == [
        BadRow(3, "not a row of a table: a quote in it is never closed; what follows was taken for its text")
    ]


def test_a_table_needs_a_header(table: Path) -> None:
    table.write_text(" , \n1,2\n", encoding="utf-8")
    with pytest.raises(UsageError, match="no header"):
        list(csv_table.read_rows(File.at(table)))


def test_a_record_of_many_lines_has_the_limit_of_one(table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_files, "MOST_LINE_BYTES", 50)
    monkeypatch.setattr(csv_table, "MOST_LINE_BYTES", 50)
    lines = ["id,title", '1,"open', *['x","y'] * 30, '2,"closed"', "3,ok"]
    table.write_text("\n".join(lines) + "\n", encoding="utf-8")
    rows = list(csv_table.read_rows(File.at(table)))
    assert isinstance(rows[0], BadRow)
    assert "longer than" in rows[0].message and "quote" in rows[0].message
    assert rows[-1] == FileRow(rows[-1].line, {"id": "3", "title": "ok"})


def test_many_columns_are_named_in_linear_time(table: Path) -> None:
    names = [f"c{number % 40_000}" for number in range(80_000)]
    table.write_text(f"{','.join(names)}\n{'x,' * 79_999}x\n", encoding="utf-8")
    [row] = csv_table.read_rows(File.at(table))
    assert isinstance(row, FileRow)
    assert len(row.content) == 80_000
    assert list(row.content)[-1] == "c39999 (2)"


@pytest.mark.parametrize("line", ["sep=;", '"sep=;"', "SEP=;", "sep=;\r"])
def test_excel_may_say_what_separates(tmp_path: Path, line: str) -> None:
    path = tmp_path / "excel.csv"
    path.write_text(f"{line}\nid;title, short\n1;A, b\n", encoding="utf-8")
    assert list(csv_table.read_rows(File.at(path))) == [FileRow(3, {"id": "1", "title, short": "A, b"})]
