"""Sentences, words and their kinds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from triptych.english.sentences import (
    MOST_WORDS,
    kept_sentences,
    sentence_around,
    sentence_spans,
    sentences_of,
    spoken_sentences,
    tag,
)


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


def split(text: str) -> list[str]:
    return [text[start:end] for start, end in sentence_spans(text)]


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("good product.. value for money", ["good product..", "value for money"]),
        ("loud !!! very loud", ["loud !!!", "very loud"]),
        ("battery is ok\nmic is bad", ["battery is ok", "mic is bad"]),
        ("It cost Rs. 300. Worth it.", ["It cost Rs. 300.", "Worth it."]),
        ("Lasts approx. 4.5 hrs. Fine", ["Lasts approx. 4.5 hrs.", "Fine"]),
        ("well... it broke", ["well...", "it broke"]),
        ("Love it 😍. Buy it!", ["Love it 😍.", "Buy it!"]),
        ("cheap.Bad zip", ["cheap.", "Bad zip"]),
        ("at v1.2 it hung", ["at v1.2 it hung"]),
        ("He said “it leaks.” I agree.", ["He said “it leaks.”", "I agree."]),
        ('They promise "all day." It lasts two hours.', ['They promise "all day."', "It lasts two hours."]),
        ("• light • cheap", ["light", "cheap"]),
        ("good<br/>bad", ["good", "bad"]),
        ("", []),
        ("  \n ", []),
    ],
)
def test_messy_reviews_are_split(text: str, sentences: list[str]) -> None:
    assert split(text) == sentences


def test_a_span_has_its_sentences_around_it() -> None:
    text = "Nice bag. The zip broke! I sent it back."
    zip_at = text.index("zip")
    assert text[slice(*sentence_around(text, zip_at, zip_at + 3))] == "The zip broke!"
    assert text[slice(*sentence_around(text, 0, zip_at))] == "Nice bag. The zip broke!"
    assert sentence_around("", 0, 0) == (0, 0)


@given(st.text(alphabet='ab.!?… \n"”’)(<br>😀', max_size=60))
def test_spans_are_in_order_and_leave_no_word_out(text: str) -> None:
    last = 0
    for start, end in sentence_spans(text):
        assert last <= start < end <= len(text)
        assert not text[start].isspace() and not text[end - 1].isspace()
        last = end
    tagged = [
        start
        for sentence in sentences_of(text)
        for start, word in zip(sentence.starts, sentence.words, strict=True)
        if word.isalpha()
    ]
    assert all(any(start <= at < end for start, end in sentence_spans(text)) for at in tagged)


def test_kept_sentences_are_the_same() -> None:
    assert list(kept_sentences("Nice. Very nice!")) == list(sentences_of("Nice. Very nice!"))


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("the keyboard works great", "TNVJ"),
        ("the charging is slow", "TNBJ"),
        ("it is light", "SBJ"),
        ("the light is dim", "TNBJ"),
        ("it doesn't fit", "SXV"),
    ],
)
def test_neighbours_decide(text: str, kinds: str) -> None:
    words = text.split()
    assert "".join(tag(words, words)) == kinds


def test_capitals_decide_where_the_words_do_not() -> None:
    raw = ["I", "own", "a", "Toshiba"]
    assert tag([word.lower() for word in raw], raw)[-1] == "P"


def test_what_nobody_marked_off_is_cut_where_the_words_let_expect_it() -> None:
    text = "dont believe the good reviewsthe table shakes a lot when i write on it better to avoid it and save money"
    spoken = [text[s.starts[0] : s.ends[-1]] for s in spoken_sentences(text)]
    assert spoken[0] == "dont believe the good reviews"
    assert spoken[1].startswith("the table shakes a lot")
    assert len(spoken) > len(kept_sentences(text)) == 1


def test_what_is_marked_off_stays_as_it_is() -> None:
    text = "The table shakes a lot when I write on it, and the screws came loose after a week. Better avoid it."
    assert spoken_sentences(text) == kept_sentences(text)
