"""The public forms of the benchmarks, written out small, read into our records; and files that are not such."""

import json
from pathlib import Path
from typing import Any

import pytest

from triptych.catalog import Report
from triptych.catalog.benchmarks import Benchmark, benchmark_names, load_benchmark
from triptych.errors import UsageError

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


def write_opinsummeval(folder: Path) -> None:
    outputs, scores = [], []
    for case in (1, 2):
        revs = {f"rev{place}": text for place, text in enumerate(REVIEWS, start=1)}
        texts = {"bart": f"Bart on {case}.", "t5": f"T5 on {case}."}
        outputs.append({"case": str(case), "revs": revs, "summ": "…", "model_output": texts})
        sheet = {"asp_rel": 2.0, "self_coh": 3.0, "sent_con": 4.0, "readblty": 5.0}
        rated = {"rouge": 0.1, "annot1": sheet, "annot2": sheet | {"asp_rel": 1.0}}
        scores.append({"bart": rated, "t5": rated, "case": case})
    write(folder / "14model_outputs.jsonl", outputs)
    write(folder / "scores.jsonl", scores)


def scores_of(benchmark: Benchmark, case_id: str) -> dict[str, list[float]]:
    found: dict[str, list[float]] = {}
    for rating in benchmark.ratings:
        if rating.case_id == case_id:
            found.setdefault(rating.metric, []).append(rating.score)
    return found


def test_the_names_are_the_files() -> None:
    assert benchmark_names() == ("opinsummeval", "rated-texts", "summeval-op")


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


def test_opinsummeval_under_our_metric_names(tmp_path: Path) -> None:
    write_opinsummeval(tmp_path)
    found = load_benchmark("opinsummeval", str(tmp_path / "scores.jsonl"), Report())
    assert [case.id for case in found.cases] == ["yelp1/bart", "yelp1/t5", "yelp2/bart", "yelp2/t5"]
    assert [review.text for review in found.cases[0].products[0].reviews] == REVIEWS
    assert scores_of(found, "yelp2/t5") == {
        "aspect_coverage": [2, 1],
        "relevance": [2, 1],
        "coherence": [3, 3],
        "sentiment_consistency": [4, 4],
        "fluency": [5, 5],
    }


@pytest.mark.parametrize("name", ["summeval-op", "opinsummeval", "rated-texts"])
def test_one_rated_text_a_line_loads_under_every_name(name: str, tmp_path: Path) -> None:
    human = {"readability": [4.0, 5.0], "fluency_of_ours": [1, 2]}
    row = {"instance_id": 7, "source_reviews": REVIEWS, "summary": "Good.", "system": "bart", "human": human}
    write(tmp_path / "lines.jsonl", [row])
    found = load_benchmark(name, str(tmp_path / "lines.jsonl"), Report())
    assert found.cases[0].id == "7/bart"
    assert scores_of(found, "7/bart") == {"fluency": [4, 5], "fluency_of_ours": [1, 2]}


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
