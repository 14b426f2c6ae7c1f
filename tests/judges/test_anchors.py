"""Texts whose score is known: the embedded judge comes near each and meets most."""

import json
from collections import defaultdict
from pathlib import Path

import pytest

from triptych.catalog import read_shortlists
from triptych.judges.embedded import connect
from triptych.records import Case
from triptych.rubrics import find_rubrics
from triptych.samples import sample_files

ANCHORS = Path(__file__).parent / "anchors"
NEAR, EXACT = 0.95, 0.6


@pytest.fixture(scope="module")
def off_by() -> dict[str, list[int]]:
    """How many anchors each text's score is off, by rubric; 5 where there is none."""
    shortlists = {path.stem: next(iter(read_shortlists(path))) for path in sample_files()}
    found: dict[str, list[int]] = defaultdict(list)
    for rubric in find_rubrics():
        for line in (ANCHORS / f"{rubric.name}.jsonl").read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            shortlist = shortlists[row["sample"]]
            products = [p for p in shortlist.products if rubric.task == "comparison" or p.id == row["product"]]
            query = None if rubric.task == "opinion" else row["query"] or shortlist.query
            case = Case.model_validate({"task": rubric.task, "query": query, "products": products, "text": row["text"]})
            (judgement,) = connect().judge_all(case, [rubric])
            found[rubric.name].append(5 if judgement.score is None else abs(judgement.score - row["expect"]))
    return found


@pytest.mark.slow
def test_scores_come_near_and_most_are_met(off_by: dict[str, list[int]]) -> None:
    every = [off for some in off_by.values() for off in some]
    assert sum(off <= 1 for off in every) / len(every) >= NEAR
    assert sum(off == 0 for off in every) / len(every) >= EXACT


@pytest.mark.slow
def test_no_rubric_is_left_behind(off_by: dict[str, list[int]]) -> None:
    assert {name for name, some in off_by.items() if sum(off <= 1 for off in some) / len(some) < 0.75} == set()
