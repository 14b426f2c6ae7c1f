"""Training gives the same bytes for the same reviews, and learns what they say."""

import hashlib
import importlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from triptych.aspects import lexicon as weighing
from triptych.aspects.lexicon import weigh_words

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
    stored = dict(np.load(tmp_path / "first.npz").items())
    keys = np.cumsum(stored["gaps"], dtype=np.uint32).tolist()
    weights = {key: value * weighing.STEP for key, value in zip(keys, stored["values"].tolist(), strict=True)}
    monkeypatch.setattr(weighing, "_weights", lambda: weights)
    weighing._lone.cache_clear()
    try:
        assert _worth("lovely") > 0 > _worth("awful")
        assert _worth("leaks") < 0
        assert _worth("is lovely") > _worth("lovely")
    finally:
        weighing._lone.cache_clear()


def _worth(text: str) -> float:
    words = text.split()
    return weigh_words(words, range(len(words))).of(0, len(words))
