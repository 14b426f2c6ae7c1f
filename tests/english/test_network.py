"""The network that reads reviews."""

import numpy as np
import pytest

from triptych.english.network import encode, placed_words, read_texts

TEXTS = ["The lid leaks when it is tipped over.", "good", "", "battery backup is poor but display is awesome", "¡İyi!"]


def test_each_word_has_its_place_and_a_vector() -> None:
    for text, read in zip(TEXTS, read_texts(TEXTS), strict=True):
        assert len(read.starts) == len(read.ends) == len(read.vectors) - 2
        assert all(0 <= start < end <= len(text) for start, end in zip(read.starts, read.ends, strict=True))


def test_a_text_reads_alike_in_any_company() -> None:
    together = read_texts(TEXTS)
    for text, read in zip(TEXTS, together, strict=True):
        (alone,) = read_texts([text])
        np.testing.assert_allclose(alone.vectors, read.vectors, atol=1e-4)


def test_words_around_a_word_change_what_is_made_of_it() -> None:
    one, other = read_texts(["not noisy at all", "very noisy at all"])
    assert np.abs(one.vectors[2] - other.vectors[2]).max() > 0.1


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Doesn't fit", ["Doesn't", "fit"]),
        ("works finebut slow", ["works", "fine", "but", "slow"]),
        ("5000 mAh, 20%", ["5000", "mAh", ",", "20", "%"]),
        ("", []),
    ],
)
def test_words_are_taken_apart_where_they_were_glued(text: str, words: list[str]) -> None:
    assert [text[start:end] for _, start, end in placed_words(text)] == words


def test_numbers_count_by_their_length_and_rare_words_by_their_end() -> None:
    assert [number for number, *_ in placed_words("12")] == [number for number, *_ in placed_words("57")]
    assert [number for number, *_ in placed_words("xqzzting")] == [number for number, *_ in placed_words("pfllting")]


def test_nothing_to_read_gives_only_edges() -> None:
    assert [len(found) for found in encode([[], []])] == [2, 2]
