import gzip
import io
from pathlib import Path
from typing import Any

import pytest

from triptych.catalog.formats import File, find_files, read_rows
from triptych.catalog.formats._files import MOST_LINE_BYTES, read_lines
from triptych.errors import UsageError


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


def test_a_line_of_50_megabytes_is_passed_over() -> None:
    assert MOST_LINE_BYTES < 50_000_000
    assert list(read_lines(io.BufferedReader(_Zeros(50_000_000)))) == [None, b"last"]


def test_a_file_without_a_name() -> None:
    with pytest.raises(UsageError, match="no name"):
        File.at("").check()


def test_an_empty_standard_input_is_empty() -> None:
    with pytest.raises(UsageError, match="standard input is empty"):
        list(read_rows(File("-", io.BufferedReader(io.BytesIO()))))
