"""Sentences, words and their kinds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from triptych.english.sentences import MOST_WORDS, sentences_of


def tagged(text: str) -> list[str]:
    """`word/kind` of all words."""
    return [f"{word}/{kind}" for s in sentences_of(text) for word, kind in zip(s.words, s.kinds, strict=True)]


def test_sentences_end_where_people_end_them() -> None:
    assert len(list(sentences_of("Nice. Very nice!! Is it? Yes\nnew line"))) == 5
    assert len(list(sentences_of("Rs. 300 for v1.2 is ok"))) == 1
    assert len(list(sentences_of("good<br>bad"))) == 2


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The keyboard works great", "works/V"),
        ("I charge it at night", "charge/V"),
        ("The charge is gone", "charge/N"),
        ("I really like the fit", "like/V"),
        ("feels like plastic", "like/I"),
        ("Fit: very good", "fit/N"),
        ("Lumbar is excellent", "lumbar/N"),
        ("calls are useless", "calls/N"),
        ("I have a Toshiba laptop", "toshiba/P"),
    ],
)
def test_kinds_depend_on_the_neighbours(text: str, expected: str) -> None:
    assert expected in tagged(text)


@pytest.mark.parametrize(
    ("text", "lemma"),
    [
        ("batteries", "battery"),
        ("broke", "break"),
        ("lenses", "lens"),
        ("shoes", "shoe"),
        ("Gr8", "great"),
        ("sooooo", "so"),
    ],
)
def test_words_have_their_dictionary_form(text: str, lemma: str) -> None:
    (sentence,) = sentences_of(text)
    assert sentence.lemmas == [lemma]


def test_a_run_without_a_full_stop_is_cut() -> None:
    assert max(len(sentence) for sentence in sentences_of("word " * 1000)) <= MOST_WORDS


@given(st.text(max_size=200))
def test_offsets_hold_for_any_text(text: str) -> None:
    last = 0
    for sentence in sentences_of(text):
        assert len(sentence.words) == len(sentence.kinds) == len(sentence.lemmas)
        for start, end in zip(sentence.starts, sentence.ends, strict=True):
            assert last <= start < end <= len(text)
            last = end
