import gzip
import io
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from triptych.catalog import (
    read_shortlists,
)
from triptych.catalog.formats import File, find_files, read_rows
from triptych.catalog.formats._files import MOST_LINE_BYTES, read_lines
from triptych.errors import UsageError

PRODUCT: dict[str, Any] = {"id": "p1", "title": "Dhunva Sprint"}

SHORTLIST: dict[str, Any] = {"id": "s1", "query": "earbuds", "products": [PRODUCT, {"id": "p2", "title": "Sonu"}]}

WriteLines = Callable[..., str]

WriteText = Callable[[str, str | bytes], str]


@pytest.mark.parametrize(
    ("path", "suffix"), [("a.JSONL", ".jsonl"), ("b/a.csv.gz", ".csv"), ("a.gz", ""), ("a", ""), ("a.b.json", ".json")]
)
def test_suffixes(path: str, suffix: str) -> None:
    assert File.at(path).suffix == suffix


def test_patterns_find_files_in_order_and_once(tmp_path: Path) -> None:
    for name in ("b.csv", "a.csv", "c.txt", "odd[1].csv"):
        (tmp_path / name).write_text("x", encoding="utf-8")
    (tmp_path / "folder.csv").mkdir()
    found = find_files((str(tmp_path / "*.csv"), str(tmp_path / "a.csv"), str(tmp_path / "odd[1].csv")))
    assert [Path(file.path).name for file in found] == ["a.csv", "b.csv", "odd[1].csv"]


def test_patterns_work_from_where_one_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "deep" / "er").mkdir(parents=True)
    (tmp_path / "deep" / "er" / "a.csv").write_text("x", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert [file.path for file in find_files(("deep/**/*.csv",))] == [str(Path("deep/er/a.csv"))]


@pytest.mark.parametrize(
    "pattern", ["nowhere/*.csv", "nowhere.csv", "**a", "https://example.org/a.csv", "a\0b", "long" * 2000]
)
def test_patterns_that_find_nothing(pattern: str) -> None:
    with pytest.raises(UsageError, match="does not exist, and no file is named like it"):
        find_files((pattern,))


def test_a_file_that_ends_in_the_middle(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl.gz"
    path.write_bytes(gzip.compress(b'{"a": 1}\n' * 10_000)[:-20])
    with pytest.raises(UsageError, match="cannot be read"), File.at(path).opened() as stream:
        list(read_lines(stream))


class _Zeros(io.RawIOBase):
    """A line of so many zeros, then an end, then one more line; never all there at once."""

    def __init__(self, zeros: int) -> None:
        self._left = zeros
        self._tail = b"\nlast\n"

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any, /) -> int:
        if not self._left:
            part, self._tail = self._tail[: len(buffer)], self._tail[len(buffer) :]
        else:
            part = b"0" * min(self._left, len(buffer))
            self._left -= len(part)
        buffer[: len(part)] = part
        return len(part)


def test_a_line_of_80_megabytes_is_passed_over() -> None:
    assert MOST_LINE_BYTES < 80_000_000
    assert list(read_lines(io.BufferedReader(_Zeros(80_000_000)))) == [None, b"last"]


def test_a_file_without_a_name() -> None:
    with pytest.raises(UsageError, match="no name"):
        File.at("").check()


def test_an_empty_standard_input_is_empty() -> None:
    with pytest.raises(UsageError, match="standard input is empty"):
        list(read_rows(File("-", io.BufferedReader(io.BytesIO()))))


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.jsonl", "hello\nthere\n", "is not JSON: line 1: expecting value"),
        ("a.json", "hello", "is not JSON: line 1"),
        ("a.jsonl", "", "is empty"),
        ("a.jsonl", "\n \n", "has no rows"),
        ("a.json", "[]", "has no rows"),
        ("a.csv", "id,title\n", "has no rows"),
        ("a.csv", "\n\n", "has no header"),
        ("a.csv", b"\xff\x00\xfa", "not a table of UTF-8 text"),
        ("a.docx", "x", "unknown ending '.docx'; known: .csv"),
        ("noending", "x", "unknown ending ''"),
        ("a.parquet", "x", "cannot be read as Parquet"),
        ("a.jsonl.gz", b"\x1f\x8b\x08broken", "cannot be read"),
        ("a.jsonl", '{"id": 1}'.encode("utf-16"), "UTF-16"),
        ("a.jsonl", "[1]\n", "no usable shortlists: its only row is wrong"),
        ("a.jsonl", '{"id": 1}\n{"id": 2}\n', "no usable shortlists: all its 2 rows are wrong; the first problem"),
    ],
)
def test_files_that_cannot_be_used(write_text: WriteText, name: str, content: str | bytes, message: str) -> None:
    with pytest.raises(UsageError, match=message) as caught:
        list(read_shortlists(write_text(name, content)))
    assert "\n" not in str(caught.value)


def test_bytes_that_are_not_utf8_spoil_one_line(write_text: WriteText) -> None:
    good = json.dumps(SHORTLIST).encode()
    stream = read_shortlists(write_text("a.jsonl", good + b'\n{"id": "\xff"}\nnot json\n"text"\n'))
    assert len(list(stream)) == 1
    assert [(problem.line, problem.message) for problem in stream.report.problems] == [
        (2, "byte 9 (0xff) is not UTF-8; save the file as UTF-8"),
        (3, "not JSON: expecting value at 'not json' (character 1)"),
        (4, "'text' is text; a row is an object"),
    ]


def test_reading_lines_does_not_load_duckdb(write_lines: WriteLines) -> None:
    code = (
        "import sys; from triptych.catalog import read_any; list(read_any(sys.argv[1])); print('duckdb' in sys.modules)"
    )
    command = [sys.executable, "-c", code, write_lines([SHORTLIST])]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == "False\n"
