"""SUMMEVAL-OP as it is published, written out small."""

import json
from pathlib import Path
from typing import Any

import pytest

from triptych.catalog import Report
from triptych.catalog.benchmarks import Benchmark, load_benchmark

REVIEWS = ["Great sound, weak battery.", "The battery died in a week.", "Comfortable and loud."]

KEYS = ("fl", "co", "re", "fa", "ac", "sc", "sp")


def write(path: Path, rows: list[Any]) -> None:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


def write_summeval(folder: Path, systems: tuple[str, ...] = ("one", "two"), products: int = 2) -> None:
    detailed, averaged = [], []
    for product in range(products):
        texts = [f"Text of {system} about {product}." for system in systems]
        scores = {key: [[1 + place, 2 + place, 3] for place in range(len(systems))] for key in KEYS}
        detailed.append({"reviews": REVIEWS, "summaries": texts, **scores})
        named = {system: {"summary": text, "dimensions": {}} for system, text in zip(systems, texts, strict=True)}
        averaged.append({"reviews": REVIEWS, "summaries": named})
    write(folder / "summeval-op-detailed.jsonl", detailed)
    write(folder / "summeval-op.jsonl", averaged)


def scores_of(benchmark: Benchmark, case_id: str) -> dict[str, list[float]]:
    found: dict[str, list[float]] = {}
    for rating in benchmark.ratings:
        if rating.case_id == case_id:
            found.setdefault(rating.metric, []).append(rating.score)
    return found


@pytest.mark.parametrize("given", ["", "summeval-op-detailed.jsonl", "summeval-op.jsonl"])
def test_summeval_op(given: str, tmp_path: Path) -> None:
    write_summeval(tmp_path)
    report = Report()
    found = load_benchmark("summeval-op", str(tmp_path / given), report)
    assert [case.id for case in found.cases] == ["op00/one", "op00/two", "op01/one", "op01/two"]
    assert (report.rows, report.good, report.problem_count) == (2, 2, 0)
    case = found.cases[1]
    assert (case.item, case.system, case.text, case.task) == ("op00", "two", "Text of two about 0.", "opinion")
    assert [review.text for review in case.products[0].reviews] == REVIEWS
    scores = scores_of(found, "op00/two")
    assert sorted(scores) == [
        "aspect_coverage",
        "coherence",
        "faithfulness",
        "fluency",
        "relevance",
        "sentiment_consistency",
        "specificity",
    ]
    assert scores["fluency"] == [2, 3, 3]


def test_summeval_op_without_names_numbers_the_systems(tmp_path: Path) -> None:
    write_summeval(tmp_path)
    (tmp_path / "summeval-op.jsonl").unlink()
    report = Report()
    found = load_benchmark("summeval-op", str(tmp_path), report)
    assert found.cases[0].system == "system 1"
    assert "summeval-op.jsonl is not beside the ratings, so systems are numbered" in report.notes


def test_a_wrong_row_is_told_and_left_out(tmp_path: Path) -> None:
    write_summeval(tmp_path, products=3)
    rows = [json.loads(line) for line in (tmp_path / "summeval-op-detailed.jsonl").read_text().splitlines()]
    rows[0]["fl"] = rows[0]["fl"][:1]
    rows[1]["co"][0][0] = 9
    write(tmp_path / "summeval-op-detailed.jsonl", rows)
    report = Report()
    found = load_benchmark("summeval-op", str(tmp_path), report)
    assert {case.item for case in found.cases} == {"op02"}
    assert {rating.case_id for rating in found.ratings} == {"op02/one", "op02/two"}
    assert (report.rows, report.good, report.skipped) == (3, 1, 2)
    messages = [str(problem) for problem in report.problems]
    assert any("fl: is not a list of 2 lists of ratings" in message for message in messages)
    assert any("score: 9 is not a rating" in message for message in messages)
