"""Fitting finds what made the scores, keeps every curve's direction, and gives the same weights again."""

import importlib
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from triptych.judges.embedded import load_weights
from triptych.measures import Analysis, take_measure
from triptych.measures.claims import ClaimDoubts
from triptych.records import Case, Rubric
from triptych.rubrics import load_rubric

TRAINING = Path(__file__).parents[2] / "training"
REVIEWS = ("The lid shuts well.", "It leaks a lot.", "Keeps tea hot for 6 hours.")


@pytest.fixture
def judging(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    pytest.importorskip("scipy")
    monkeypatch.syspath_prepend(str(TRAINING))
    return importlib.import_module("judging")


def case_of(text: str) -> Case:
    reviews = [{"id": str(n), "text": said} for n, said in enumerate(REVIEWS)]
    product = {"id": "flask", "title": "Tarn Flask", "reviews": reviews}
    return Case.model_validate({"task": "opinion", "products": [product], "text": text, "system": "x"})


def test_a_curve_follows_what_made_the_scores_and_never_turns_back(judging: ModuleType) -> None:
    rubric: Rubric = load_rubric("opinion/fluency")
    random = np.random.default_rng(1)
    judging.SIGNS.update({"language": 1, "language.errors": -1, "flow": 1})
    texts = []
    for n in range(60):
        found = dict(zip(("language", "language.errors", "flow"), map(float, random.random(3)), strict=True))
        score = 4.5 - 3 * found["language.errors"]
        texts.append(judging.Text(case_of(f"{n}"), "rated", str(n % 5), {rubric.name: score}, quantities=found))
    first, second = (judging.fit_rubric(rubric, texts) for _ in range(2))
    assert first == second
    heights = [height for _, height in first.curves["language.errors"]]
    assert heights == sorted(heights, reverse=True) and heights[-1] < -2
    assert "flow" not in first.curves


def test_wrong_statements_teach_what_makes_a_claim_doubtful(judging: ModuleType) -> None:
    texts = []
    for n in range(20):
        said = case_of(f"The lid shuts well. Tea stays hot for {50 + n} hours.")
        measured = take_measure("claims", Analysis(said))
        assert isinstance(measured, ClaimDoubts)
        wrong = (f"Tea stays hot for {50 + n} hours",)
        texts.append(judging.Text(said, "rated", "s", {}, wrong, checked=measured.checked))
    weights = judging.fit_claims(texts)
    assert weights["wrong_figure"] > 0.5
    right, wrong = texts[0].checked
    assert judging.doubt(wrong, weights) > 0.5 > judging.doubt(right, weights)
    judging.put_claims(texts, weights)
    assert 0.4 < texts[0].quantities["claims"] < 0.7


def test_remarks_on_wrong_statements_quote_them(judging: ModuleType) -> None:
    assert judging.quoted_in('"24 oz" (Tarn) - it is 32 oz') == ["24 oz"]
    assert judging.quoted_in('"says "ok" ... and more" - no') == ["says", "and more"]
    assert judging.quoted_in("never leaks (Tarn) - r2 leaks") == ["never leaks"]


def test_the_shipped_weights_are_what_it_writes(judging: ModuleType, tmp_path: Path) -> None:
    path = tmp_path / "weights.yaml"
    judging.dump_weights(load_weights(), path)
    assert path.read_text(encoding="utf-8") == judging.WEIGHTS.read_text(encoding="utf-8")
