"""Learning words gives the same lists for the same reviews: how common each is, and which things people judge."""

import importlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from triptych.aspects.lexicon import judged_things

TRAINING = Path(__file__).parents[2] / "training"


def invented_rows() -> Iterator[dict[str, Any]]:
    for n in range(30):
        yield {
            "product_id": n,
            "stars": 5,
            "title": "Lovely",
            "text": f"The lid number {n} is soft. The lid is tight. My husband is happy. Near the sink, by the sink.",
        }


def learnt(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    monkeypatch.syspath_prepend(str(TRAINING))
    found: dict[str, Any] = importlib.import_module("words").learn(invented_rows(), named=20)
    return found


def test_the_same_reviews_give_the_same_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("scipy")
    assert json.dumps(learnt(monkeypatch)) == json.dumps(learnt(monkeypatch))


def test_things_of_which_it_is_said_how_they_are_are_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("scipy")
    lists = learnt(monkeypatch)
    assert "lid" in lists["judged"]
    assert "husband" not in lists["judged"]
    assert lists["in a million"]["lid"] == lists["in a million"]["sink"] > lists["in a million"]["husband"]


def test_the_shipped_list_is_of_such_things() -> None:
    assert {"lid", "zipper", "battery"} <= judged_things()
    assert judged_things().isdisjoint({"husband", "sink", "desire"})
