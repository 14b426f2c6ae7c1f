"""Which titles of reviews say nothing of their own, by how many have them."""

import importlib
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).parents[2] / "training"


def test_titles_of_many_reviews_are_canned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(SCRIPTS))
    canned = importlib.import_module("canned_titles").canned
    assert canned(["Just wow!"] * 60 + ["just WOW"] * 40 + ["The lid leaks"] * 99 + [""] * 200) == ["just wow"]
