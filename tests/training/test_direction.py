"""Training gives the same bytes for the same reviews, and learns what they say."""

import hashlib
import importlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from triptych.aspects import lexicon as weighing
from triptych.aspects.lexicon import runs_of, weigh_runs

TRAINING = Path(__file__).parents[2] / "training"


def invented_rows() -> Iterator[dict[str, Any]]:
    for n in range(60):
        yield {"product_id": n, "stars": 5, "title": "Lovely", "text": f"The lid number {n} is lovely. It shuts well."}
        yield {"product_id": n, "stars": 4, "title": "Fine", "text": f"The lid number {n} is lovely but a bit stiff."}
        yield {"product_id": n, "stars": 1, "title": "Awful", "text": f"The lid number {n} is awful. It leaks a lot."}


def test_the_same_reviews_give_the_same_weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("scipy")
    monkeypatch.syspath_prepend(str(TRAINING))
    direction = importlib.import_module("direction")
    digests = set()
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
        direction.learn(invented_rows(), tmp_path / name, (5, 5, 5))
        files = sorted((tmp_path / name).iterdir())
        assert [file.stem for file in files] == ["direction", "quibble"]
        digests.add(tuple(hashlib.sha256(file.read_bytes()).hexdigest() for file in files))
    assert len(digests) == 1
    learnt = weighing.weights_in(tmp_path / "first")
    monkeypatch.setattr(weighing, "_weights", lambda: learnt)
    weighing._lone.cache_clear()
    try:
        assert _worth("stiff", "quibble") > 0
        assert _worth("stiff") < _worth("lovely")
        assert _worth("lovely") > 0 > _worth("awful")
        assert _worth("leaks") < 0
        assert _worth("is lovely") > _worth("lovely")
    finally:
        weighing._lone.cache_clear()


def test_clauses_are_cut_at_but(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("scipy")
    monkeypatch.syspath_prepend(str(TRAINING))
    clauses_of = importlib.import_module("direction").clauses_of
    assert list(clauses_of(["nice", "but", "stiff"])) == [(["nice"], 0), (["stiff"], 1)]
    assert list(clauses_of(["although", "stiff", ",", "nice"])) == [(["stiff"], 1), (["nice"], 0)]


def _worth(text: str, name: str = "direction") -> float:
    words = text.split()
    return weigh_runs(runs_of(words, range(len(words))), name).of(0, len(words))
