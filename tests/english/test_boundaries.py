"""Sentences that nobody marked off, and words that were glued together."""

import zlib

import pytest

from triptych.english.boundaries import BUCKETS, ends_in, features_of, seam_of


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("the quality is very poor the edges are scratched", [5]),
        ("do not buy this it is a waste of money i am not happy at all", [4, 10]),
        ("a kettle with a lid of steel", []),
    ],
)
def test_a_sentence_ends_where_its_words_let_expect_it(text: str, ends: list[int]) -> None:
    assert ends_in(text.split()) == ends


def test_a_gap_is_known_by_the_checksums_of_the_words_around_it() -> None:
    runs = ("all", "lid |", "| it", "^ lid |", "lid | it", "| it leaks", "^ lid | it", "lid | it leaks")
    assert features_of(["lid", "it", "leaks"], 1) == tuple(zlib.crc32(run.encode()) % BUCKETS for run in runs)


def test_no_sentence_is_shorter_than_three_words() -> None:
    ends = ends_in(["good", "thanks", "good", "thanks", "good", "thanks", "good", "thanks", "good", "thanks"])
    assert all(later - earlier >= 3 for earlier, later in zip([0, *ends], ends, strict=False))


@pytest.mark.parametrize(
    ("word", "parts"),
    [
        ("productwithin", "product within"),
        ("qualitythanks", "quality thanks"),
        ("reviewsthe", "reviews the"),
        ("keyboard", "keyboard"),
        ("comfortable", "comfortable"),
        ("smartphone", "smartphone"),
        ("abc123", "abc123"),
    ],
)
def test_a_word_that_is_two_common_ones_is_taken_apart(word: str, parts: str) -> None:
    seam = seam_of(word)
    assert (f"{word[:seam]} {word[seam:]}" if seam else word) == parts
