"""Meanings as vectors: the same as the whole text through the tokenizer gives."""

import subprocess
import sys

import numpy as np
import pytest

from triptych.english.meanings import _means, _model, embed, likeness

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
    assert np.array_equal(_means([text])[0], np.asarray(_model().embed([text]))[0])


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
