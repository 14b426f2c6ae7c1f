"""Benchmarks by name, and files that are none."""

import json
from pathlib import Path
from typing import Any

import pytest

from triptych.catalog import Report
from triptych.catalog.benchmarks import benchmark_names, load_benchmark
from triptych.errors import UsageError


def write(path: Path, rows: list[Any]) -> None:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


def test_the_names_are_the_files() -> None:
    assert benchmark_names() == ("opinsummeval", "rated-texts", "summeval-op")


@pytest.mark.parametrize("name", ["summeval-op", "opinsummeval", "rated-texts"])
@pytest.mark.parametrize("rows", [[{"a": 1}], [[1, 2]], [{"human": 3, "summaries": 4}]])
def test_another_file_is_a_sentence(name: str, rows: list[Any], tmp_path: Path) -> None:
    write(tmp_path / "other.jsonl", rows)
    with pytest.raises(UsageError):
        load_benchmark(name, str(tmp_path / "other.jsonl"), Report())


def test_unknown_names_and_paths_are_sentences(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="unknown benchmark 'summeval'; known: opinsummeval, rated-texts, summeval-op"):
        load_benchmark("summeval", str(tmp_path), Report())
    with pytest.raises(UsageError, match="does not exist; give the summeval-op file"):
        load_benchmark("summeval-op", str(tmp_path / "none"), Report())
    with pytest.raises(UsageError, match=r"summeval-op-detailed.jsonl is not there"):
        load_benchmark("summeval-op", str(tmp_path), Report())
    with pytest.raises(UsageError, match=r"14model_outputs.jsonl and scores.jsonl not there"):
        load_benchmark("opinsummeval", str(tmp_path), Report())
