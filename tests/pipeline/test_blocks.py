"""Blocks of a large input, and shards that are whole or not there."""

import gzip
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import fsspec
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from triptych.errors import TransientError, UsageError
from triptych.pipeline.blocks import CONTENT, Shards, fetched, find_blocks, shard_name

COLUMNS = {"id": "string", CONTENT: "string"}
NAME = shard_name(7, "0123456789abcdef")


@settings(max_examples=60, deadline=None)
@given(
    lines=st.lists(st.binary(max_size=40).map(lambda line: line.replace(b"\n", b"")), max_size=30),
    block_bytes=st.integers(2, 200),
    ends=st.booleans(),
)
def test_every_line_is_in_exactly_one_block_and_in_order(
    tmp_path_factory: pytest.TempPathFactory, lines: Sequence[bytes], block_bytes: int, ends: bool
) -> None:
    path = tmp_path_factory.mktemp("blocks") / "x.jsonl"
    path.write_bytes(b"\n".join(lines) + (b"\n" if ends else b""))
    content, rows = b"", 0
    assume(path.stat().st_size != 1)
    for block in find_blocks(str(path), block_bytes) if path.stat().st_size else ():
        with fetched(block) as found:
            content += found.path.read_bytes()
            rows += found.rows
    assert content == path.read_bytes()
    assert rows == len(path.read_bytes().splitlines()) or b"\r" in content or not content.isascii()


def test_blocks_are_the_same_for_every_start_and_a_digest_tells_content(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text("".join(f"{number}\n" for number in range(1000)))
    digests = []
    for _ in range(2):
        blocks = find_blocks(str(path), 1000)
        digests.append([_digest_of(block) for block in blocks])
    assert digests[0] == digests[1] and len(set(digests[0])) == 4


def test_a_folder_gives_its_files_in_order_and_leaves_other_files_alone(tmp_path: Path) -> None:
    (tmp_path / "b.jsonl").write_text("1\n")
    (tmp_path / "a.jsonl.gz").write_bytes(gzip.compress(b"2\n3\n"))
    pq.write_table(pa.table({"id": ["x", "y", "z"]}), tmp_path / "c.parquet", row_group_size=2)
    (tmp_path / "notes.txt").write_text("no")
    (tmp_path / "_begun.jsonl").write_text("no")
    found = [(Path(block.path).name, block.start, block.end) for block in find_blocks(str(tmp_path))]
    assert found == [("a.jsonl.gz", 0, None), ("b.jsonl", 0, 2), ("c.parquet", 0, None), ("c.parquet", 1, None)]
    with fetched(find_blocks(str(tmp_path))[3]) as block:
        assert (pq.read_table(block.path).to_pylist(), block.rows) == ([{"id": "z"}], 1)


def test_an_object_store_is_read_and_written_by_its_url() -> None:
    system = fsspec.filesystem("memory")
    system.pipe_file("/bucket/in/x.jsonl", b"1\n2\n3\n")
    blocks = find_blocks("memory://bucket/in", 2)
    assert [block.path for block in blocks] == ["memory:///bucket/in/x.jsonl"] * 3
    with fetched(blocks[1]) as found:
        assert found.path.read_bytes() == b"2\n"
    shards = Shards("memory://bucket/out")
    shards.check()
    shards.write(NAME, [{"id": "a", CONTENT: "{}"}], COLUMNS, is_open=False)
    assert shards.done() == {NAME}
    assert shards.read(NAME) == [{"id": "a", CONTENT: "{}"}]


@pytest.mark.parametrize(("make", "words"), [(None, "does not exist"), ("notes.txt", "holds no file that ends in")])
def test_nothing_to_read_is_said(tmp_path: Path, make: str | None, words: str) -> None:
    if make:
        (tmp_path / make).write_text("x")
    with pytest.raises(UsageError, match=words):
        find_blocks(str(tmp_path if make else tmp_path / "gone"))


def test_a_damaged_table_and_an_unknown_kind_of_url_are_said(tmp_path: Path) -> None:
    (tmp_path / "x.parquet").write_text("no table")
    with pytest.raises(UsageError, match=r"x\.parquet cannot be read as Parquet"):
        find_blocks(str(tmp_path))
    with pytest.raises(UsageError, match="nowhere://x cannot be used"):
        find_blocks("nowhere://x")


def test_what_was_begun_is_found_until_it_is_complete(tmp_path: Path) -> None:
    shards = Shards(str(tmp_path / "out"))
    shards.check()
    assert shards.read(NAME) is None
    shards.write(NAME, [{"id": "a", CONTENT: "1"}], COLUMNS, is_open=True)
    assert (shards.done(), shards.read(NAME)) == (set(), [{"id": "a", CONTENT: "1"}])
    shards.write(NAME, [{"id": "a", CONTENT: "2"}], COLUMNS, is_open=False)
    assert (shards.done(), shards.read(NAME)) == ({NAME}, [{"id": "a", CONTENT: "2"}])
    assert [path.name for path in (tmp_path / "out").iterdir()] == [NAME]


def test_shards_of_others_go_and_files_of_others_are_respected(tmp_path: Path) -> None:
    shards = Shards(str(tmp_path))
    for name in (NAME, shard_name(8, "old")):
        shards.write(name, [], COLUMNS, is_open=False)
    shards.write(NAME, [], COLUMNS, is_open=True)
    shards.keep_only([NAME])
    assert [path.name for path in tmp_path.iterdir()] == [NAME]
    (tmp_path / "thesis.docx").write_text("x")
    with pytest.raises(UsageError, match=r"holds thesis\.docx, which is no shard of ours"):
        shards.check()


def test_a_full_disk_leaves_no_half_shard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(handle: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(TransientError, match="No space left on device"):
        Shards(str(tmp_path)).write(NAME, [{"id": "a", CONTENT: "1"}], COLUMNS, is_open=False)
    assert list(tmp_path.iterdir()) == []


def _digest_of(block: Any) -> str:
    with fetched(block) as found:
        return found.digest
