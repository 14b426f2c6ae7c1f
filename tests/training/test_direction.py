"""Training gives the same bytes for the same reviews, and learns what they say."""

import hashlib
import importlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from triptych.aspects.direction import run_keys, word_hash

TRAINING = Path(__file__).parents[2] / "training"


def invented_rows() -> Iterator[dict[str, Any]]:
    for n in range(60):
        yield {"product_id": n, "stars": 5, "title": "Lovely", "text": f"The lid number {n} is lovely. It shuts well."}
        yield {"product_id": n, "stars": 1, "title": "Awful", "text": f"The lid number {n} is awful. It leaks a lot."}


def test_the_same_reviews_give_the_same_weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("scipy")
    monkeypatch.syspath_prepend(str(TRAINING))
    direction = importlib.import_module("direction")
    for name in ("first.npz", "second.npz"):
        direction.learn(invented_rows(), tmp_path / name, (5, 5, 5))
    digests = {hashlib.sha256((tmp_path / name).read_bytes()).hexdigest() for name in ("first.npz", "second.npz")}
    assert len(digests) == 1
    stored = np.load(tmp_path / "first.npz")
    keys = np.cumsum(stored["gaps"], dtype=np.uint32).tolist()
    weights = {word: _weight(word, keys, stored["values"]) for word in ("lovely", "awful", "leaks")}
    assert weights["lovely"] > 0 > weights["awful"]
    assert weights["leaks"] < 0


def _weight(word: str, keys: list[int], values: Any) -> int:
    (key,) = run_keys(np.array([word_hash(word)], dtype=np.uint64))[0].tolist()
    return int(values[keys.index(key)])
