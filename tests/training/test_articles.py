"""Which nouns take an article, by how reviewers write them."""

import importlib
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).parents[2] / "training"


def test_nouns_go_by_the_article_they_are_mostly_written_with(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(SCRIPTS))
    articles_of = importlib.import_module("articles").articles_of

    texts = ["Good for a laptop.", "Great on the beach!", "Good for travel, and for gym and for the gym."] * 20
    assert articles_of(texts) == {"a": ["laptop"], "the": ["beach"]}
    assert articles_of(texts[:9]) == {"a": [], "the": []}, "too few uses"
