from decimal import Decimal
from pathlib import Path

import pytest

from triptych.catalog.formats import BadRow, File, FileRow, jsonl
from triptych.errors import UsageError


@pytest.fixture
def lines(tmp_path: Path) -> Path:
    return tmp_path / "rows.jsonl"


def test_blank_lines_count_and_hold_nothing(lines: Path) -> None:
    lines.write_bytes(b'\xef\xbb\xbf{"a": 1}\r\n\r\n   \n{"b": 2}')
    assert list(jsonl.read_rows(File.at(lines))) == [FileRow(1, {"a": 1}), FileRow(4, {"b": 2})]


def test_numbers_keep_their_digits_and_nan_is_nothing(lines: Path) -> None:
    lines.write_text('{"price": 24.90, "rating": NaN, "count": 12}', encoding="utf-8")
    [row] = jsonl.read_rows(File.at(lines))
    assert isinstance(row, FileRow)
    assert row.content == {"price": Decimal("24.90"), "rating": None, "count": 12}
    assert str(row.content["price"]) == "24.90"


def test_tabs_inside_strings_are_forgiven(lines: Path) -> None:
    lines.write_text('{"a": "x\ty"}', encoding="utf-8")
    assert list(jsonl.read_rows(File.at(lines))) == [FileRow(1, {"a": "x\ty"})]


def test_wrong_lines_before_the_first_good_one_are_told(lines: Path) -> None:
    lines.write_text('oops\n{"a": 1}\nagain\n', encoding="utf-8")
    assert [(type(row), row.line) for row in jsonl.read_rows(File.at(lines))] == [
        (BadRow, 1),
        (FileRow, 2),
        (BadRow, 3),
    ]


def test_a_file_without_any_json_is_no_file_of_ours(lines: Path) -> None:
    lines.write_text("Dear all,\n\nplease find attached\n", encoding="utf-8")
    with pytest.raises(UsageError, match="is not JSON: line 1: expecting value at 'Dear all,'"):
        list(jsonl.read_rows(File.at(lines)))


def test_a_number_of_too_many_digits_is_told_in_plain_words(lines: Path) -> None:
    lines.write_text(f'{{"a": 1}}\n{{"price": 1{"0" * 5000}}}\n', encoding="utf-8")
    rows = list(jsonl.read_rows(File.at(lines)))
    assert rows[1] == BadRow(2, "not readable: a number in it has thousands of digits")
