"""OpinSummEval as it is published, written out small."""

import json
from pathlib import Path
from typing import Any

from triptych.catalog import Report
from triptych.catalog.benchmarks import Benchmark, load_benchmark

REVIEWS = ["Great sound, weak battery.", "The battery died in a week.", "Comfortable and loud."]


def write(path: Path, rows: list[Any]) -> None:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


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


def test_what_a_row_lacks_is_named(tmp_path: Path) -> None:
    write_opinsummeval(tmp_path)
    path = tmp_path / "14model_outputs.jsonl"
    good = json.loads(path.read_text().splitlines()[0])
    without = [{key: value for key, value in good.items() if key != lost} for lost in ("model_output", "case")]
    write(path, [good, *without, good | {"model_output": {"gpt": "New."}}])
    report = Report()
    assert len(load_benchmark("opinsummeval", str(tmp_path), report).cases) == 2
    for problem, message in zip(
        map(str, report.problems),
        (
            ":2: model_output: None is not an object of texts by system",
            ":3: case: None is not in scores.jsonl",
            ":4: model_output: scores.jsonl has no annot1 and annot2 for 'gpt'",
        ),
        strict=True,
    ):
        assert message in problem
