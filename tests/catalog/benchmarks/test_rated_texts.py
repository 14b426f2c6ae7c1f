"""Rated texts, one a line."""

import json
from pathlib import Path
from typing import Any

import pytest

from triptych.catalog import Report
from triptych.catalog.benchmarks import Benchmark, load_benchmark

REVIEWS = ["Great sound, weak battery.", "The battery died in a week.", "Comfortable and loud."]


def write(path: Path, rows: list[Any]) -> None:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


def scores_of(benchmark: Benchmark, case_id: str) -> dict[str, list[float]]:
    found: dict[str, list[float]] = {}
    for rating in benchmark.ratings:
        if rating.case_id == case_id:
            found.setdefault(rating.metric, []).append(rating.score)
    return found


@pytest.mark.parametrize("name", ["summeval-op", "opinsummeval", "rated-texts"])
def test_one_rated_text_a_line_loads_under_every_name(name: str, tmp_path: Path) -> None:
    human = {"readability": [4.0, 5.0], "fluency_of_ours": [1, 2]}
    row = {"instance_id": 7, "source_reviews": REVIEWS, "summary": "Good.", "system": "bart", "human": human}
    write(tmp_path / "lines.jsonl", [row])
    found = load_benchmark(name, str(tmp_path / "lines.jsonl"), Report())
    assert found.cases[0].id == "7/bart"
    assert scores_of(found, "7/bart") == {"fluency": [4, 5], "fluency_of_ours": [1, 2]}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"system": None}, "lines.jsonl:2: system: is missing; a line has instance_id,"),
        ({"human": {"fluency": "45"}}, "lines.jsonl:2: human: {'fluency': '45'} is not an object of lists"),
        ({"human": [4]}, "lines.jsonl:2: human: [4] is not an object of lists"),
        ({"summary": None}, "lines.jsonl:2: summary: is missing"),
    ],
)
def test_a_wrong_line_is_told_by_its_field(change: dict[str, Any], message: str, tmp_path: Path) -> None:
    row = {"instance_id": 7, "source_reviews": REVIEWS, "summary": "Good.", "system": "a", "human": {"fluency": [4]}}
    write(tmp_path / "lines.jsonl", [row, row | {"system": "b"} | change])
    report = Report()
    found = load_benchmark("opinsummeval", str(tmp_path / "lines.jsonl"), report)
    assert [case.system for case in found.cases] == ["a"]
    (problem,) = map(str, report.problems)
    assert message in problem
    assert "opinsummeval" not in problem.replace(str(tmp_path), "")
