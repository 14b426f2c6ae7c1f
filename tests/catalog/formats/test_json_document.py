import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from triptych.catalog.formats import BadRow, File, FileRow, _files, json_document
from triptych.errors import UsageError


def contents(path: Path) -> list[tuple[int, Any]]:
    rows = json_document.read_rows(File.at(path))
    return [(row.line, row.content if isinstance(row, FileRow) else row.message) for row in rows]


@pytest.fixture
def document(tmp_path: Path) -> Path:
    return tmp_path / "document.json"


def test_one_object_on_many_lines(document: Path) -> None:
    document.write_text('\n{\n "a": 1\n}\n', encoding="utf-8")
    assert contents(document) == [(2, {"a": 1})]


def test_a_list_says_where_each_element_begins(document: Path) -> None:
    document.write_text('[\n {"a": [1, {"b": "]},\\""}]},\n\n {"c": 2}, {"d": 3}\n]\n', encoding="utf-8")
    assert contents(document) == [(2, {"a": [1, {"b": ']},"'}]}), (4, {"c": 2}), (4, {"d": 3})]


def test_objects_one_after_another(document: Path) -> None:
    document.write_text('{\n"a": 1}\n{\n"b": 2}', encoding="utf-8")
    assert contents(document) == [(1, {"a": 1}), (3, {"b": 2})]


def test_one_bad_element_spoils_no_other(document: Path) -> None:
    document.write_bytes(b'[{"a": 1},\n{"a" 1},\n{"b": "\xff"},\n{"c": 3}]')
    rows = list(json_document.read_rows(File.at(document)))
    assert [type(row) for row in rows] == [FileRow, BadRow, BadRow, FileRow]
    assert [row.line for row in rows] == [1, 2, 3, 4]


def test_a_list_that_was_cut_off_is_told(document: Path) -> None:
    document.write_text('[{"a": 1},\n', encoding="utf-8")
    assert contents(document)[-1] == (2, "the file ends before its list does; it may have been cut off")
    document.write_text('[{"a": 1},\n{"b": "hal', encoding="utf-8")
    rows = contents(document)
    assert rows[0] == (1, {"a": 1})
    assert "not JSON" in rows[1][1]


def test_what_is_not_json_at_all(document: Path) -> None:
    document.write_text("{hello", encoding="utf-8")
    with pytest.raises(UsageError, match="is not JSON: line 1"):
        contents(document)


def test_an_element_that_is_too_long_is_dropped_while_it_is_read(
    document: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_files, "MOST_LINE_BYTES", 100)
    monkeypatch.setattr(json_document, "_CHUNK", 64)
    document.write_text(json.dumps([{"a": 1}, {"b": "x\n" * 500}, {"c": 3}], indent=1), encoding="utf-8")
    rows = list(json_document.read_rows(File.at(document)))
    assert [type(row) for row in rows] == [FileRow, BadRow, FileRow]


JSON_VALUES = st.recursive(
    st.booleans() | st.integers() | st.text(alphabet='ab"\\[]{},\n\u2028é', max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(alphabet='a"\\{}', max_size=3), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(
    st.lists(st.dictionaries(st.text(max_size=3), JSON_VALUES, max_size=3), max_size=5),
    st.integers(1, 9),
    st.booleans(),
)
def test_any_list_comes_back_however_it_is_cut_into_chunks(rows: list[Any], chunk: int, is_pretty: bool) -> None:
    text = json.dumps(rows, indent=1 if is_pretty else None, ensure_ascii=False).encode()
    splitter = json_document._Splitter(_Chunks(text, chunk).read)
    elements = [json.loads(element) for _, element in splitter.elements() if element is not None]
    assert elements == rows
    assert not splitter.is_in_list


class _Chunks:
    """A stream that never gives more than so many bytes at once."""

    def __init__(self, content: bytes, most: int) -> None:
        self._content = content
        self._most = most

    def read(self, size: int) -> bytes:
        taken, self._content = self._content[: min(size, self._most)], self._content[min(size, self._most) :]
        return taken


def test_a_file_of_backslashes_ends(document: Path) -> None:
    document.write_bytes(b'["' + b"\\" * 3_000_001)
    with pytest.raises(UsageError, match="is not JSON"):
        contents(document)
