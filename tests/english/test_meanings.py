"""Meanings as vectors: the same as the whole text through the tokenizer gives."""

import importlib.util
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from triptych.english.meanings import (
    _model,
    bond,
    embed,
    likeness,
    opposites_of,
    related_to,
    synonyms_of,
)

_TEXTS = [
    "The battery lasts 12 hours, and I don't regret it!",
    "two  blanks and   three",
    " a blank before",
    "a blank behind ",
    "  ",
    " ",
    "tabs\tand\nlines",
    "Gr8 😀 für ₹1,499 日本 語",
    "<s> a mark of the tokenizer's own </s> <unk>",
    "x<unk>y ▁z",
    "unbelievablylongwordwithoutanyblankinit",
]


@pytest.mark.parametrize("text", _TEXTS)
def test_a_text_means_what_all_of_it_at_once_means(text: str) -> None:
    whole = np.asarray(_model().embed([text]))[0]
    assert np.allclose(embed([text])[0], whole / np.linalg.norm(whole), atol=1e-6)


def test_vectors_have_length_one_whatever_stands_beside_them() -> None:
    together = embed(_TEXTS)
    assert np.allclose(np.linalg.norm(together, axis=1), 1.0)
    assert np.array_equal(together, np.array([embed([text])[0] for text in _TEXTS]))


def test_an_empty_text_is_a_blank_and_no_text_is_no_row() -> None:
    assert np.array_equal(embed([""]), embed([" "]))
    assert embed([]).shape == (0, 256)


def test_likeness_is_that_of_all_rows_whatever_is_done_at_once() -> None:
    vectors = embed([f"{text} {number}" for number in range(30) for text in _TEXTS])
    alike = likeness(vectors, vectors[:40])
    assert alike.shape == (330, 40)
    assert np.allclose(alike, vectors.astype(np.float64) @ vectors[:40].astype(np.float64).T, atol=1e-6)
    assert likeness(vectors[:0], vectors).shape == (0, 330)
    assert likeness(vectors, vectors[:0]).shape == (330, 0)


def test_logging_of_the_process_is_left_alone() -> None:
    code = (
        "import logging; from triptych.english.meanings import embed; embed(['a word']); "
        "print(logging.getLogger().level, logging.getLogger().handlers)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == [str(30), "[]"]


PATH = Path(__file__).parents[2] / "training" / "word_relations.py"
THINGS = ("lid", "cap", "strap", "motor")


def test_words_used_in_each_others_place_are_related() -> None:
    assert related_to("mic")["microphone"] > 0.7
    assert "headphones" in related_to("earbuds")
    assert related_to("xyzzy") == {}


def test_some_neighbours_belong_together() -> None:
    assert bond("Water", "bottle") > bond("insulated", "water")
    assert bond("bottle", "water") == 0


def test_opposites_go_both_ways() -> None:
    assert "noisy" in opposites_of("quiet")
    assert "quiet" in opposites_of("noisy")
    assert "silent" in synonyms_of("quiet")
    assert "quiet" not in synonyms_of("quiet")
    assert opposites_of("xyzzy") == frozenset()


@pytest.fixture(scope="module")
def training() -> ModuleType:
    spec = importlib.util.spec_from_file_location("word_relations", PATH)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def sentences() -> list[list[str]]:
    """Sturdy and robust are used alike, and so is flimsy, of which buyers think less."""
    rng = random.Random(1)
    made = [f"the {rng.choice(THINGS)} feels {rng.choice(('sturdy', 'robust'))} water bottle" for _ in range(60)]
    made += [f"the {rng.choice(THINGS)} feels flimsy water bottle" for _ in range(30)]
    made += [f"my {rng.choice(('dog', 'cat'))} eats fish every day" for _ in range(60)]
    return [sentence.split() for sentence in made]


def test_words_in_each_others_place_are_related_but_not_opposites(
    training: ModuleType, sentences: list[list[str]]
) -> None:
    vocabulary = sorted({word for words in sentences for word in words})
    vectors = training.learn_vectors(sentences, vocabulary)
    stars = training.mean_stars(sentences, [1 if "flimsy" in words else 5 for words in sentences])
    lines = training.learn_related(vocabulary, vectors, np.ones_like(vectors) / vectors.shape[1] ** 0.5, stars)
    related = dict(line.split(" ", 1) for line in lines)
    assert "robust:" in related["sturdy"]
    assert "flimsy:" not in related["sturdy"]
    assert "the" not in related


def test_neighbours_far_beyond_chance_belong_together(training: ModuleType, sentences: list[list[str]]) -> None:
    counts = Counter(word for words in sentences for word in words)
    pairs = list(training.learn_pairs(sentences, counts, fewest=12))
    assert any(line.startswith("water bottle ") for line in pairs)
    assert not any(line.startswith("the ") for line in pairs)
