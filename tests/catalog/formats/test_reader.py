"""The format a file is in, and files that are in none."""

import json
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

from triptych.catalog import (
    read_shortlists,
)
from triptych.errors import UsageError

PRODUCT: dict[str, Any] = {"id": "p1", "title": "Dhunva Sprint"}

SHORTLIST: dict[str, Any] = {"id": "s1", "query": "earbuds", "products": [PRODUCT, {"id": "p2", "title": "Sonu"}]}

WriteLines = Callable[..., str]

WriteText = Callable[[str, str | bytes], str]


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
