"""The network that reads a text beside a question."""

import numpy as np
import pytest

from triptych.english.questions import (
    LONGEST,
    WIDTH,
    Beside,
    pieces_of,
    read_on,
    read_question,
    read_texts,
    shares_of,
    stored,
)


def side_of(question: str, text: str) -> str:
    """What a text says to a question: nothing, yes, no."""
    weights = stored()
    beside = Beside(read_question(question), [part.values for part in read_texts([text])[0]])
    return ("nothing", "yes", "no")[int((beside.sums() @ weights["stance"] + weights["stance bias"])[0, :3].argmax())]


@pytest.mark.parametrize(
    "text", ["A quiet kettle, isn't it?", "Naïve café-goers’ UNBELIEVABLYlongword 12,5 €", "🫖 тихий", ""]
)
def test_pieces_are_where_they_say(text: str) -> None:
    pieces = pieces_of(text)
    assert all(0 <= one.start < one.end <= len(text) for one in pieces)
    assert [one.start for one in pieces] == sorted(one.start for one in pieces)
    assert {letter for one in pieces for letter in text[one.start : one.end]} == {*text} - {" "}


def test_a_long_text_is_read_in_parts_that_end_with_sentences() -> None:
    text = "The lid is tight. " * 100
    (parts,) = read_texts([text])
    assert len(parts) > 1
    assert all(len(part.pieces) <= LONGEST for part in parts)
    assert all(text[: part.pieces[-1].end].endswith(".") for part in parts)
    assert all(part.values.shape == (len(part.pieces) + 2, WIDTH) for part in parts)


def test_what_a_text_comes_to_does_not_depend_on_those_read_with_it() -> None:
    texts = ["It leaks.", "The handle stays cool and it is very easy to clean.", "Nice " * 40]
    together = [parts[0].values for parts in read_texts(texts)]
    alone = [read_texts([text])[0][0].values for text in texts]
    for one, other in zip(together, alone, strict=True):
        assert np.allclose(one, other, atol=1e-4)
    question = read_question("easy to clean")
    beside = Beside(question, together)
    for n, text in enumerate(together):
        single = Beside(question, [text])
        assert np.allclose(beside.sums()[n], single.sums()[0], atol=1e-3)
        assert np.allclose(beside.pieces([n])[0], single.pieces([0])[0], atol=1e-3)
        assert np.allclose(read_on(together)[n], read_on([text])[0], atol=1e-3)


@pytest.mark.parametrize(
    ("question", "text", "side"),
    [
        ("easy to clean", "I use it daily. It is very easy to wash and takes no time.", "yes"),
        ("easy to clean", "I use it daily. It is a pain to clean, the pulp sticks everywhere.", "no"),
        ("easy to clean", "I use it daily. My mother has the same in red.", "nothing"),
    ],
)
def test_a_text_says_yes_or_no_or_nothing(question: str, text: str, side: str) -> None:
    assert side_of(question, text) == side


def test_shares_add_up() -> None:
    assert shares_of(np.array([[1.0, 2.0, 1000.0], [0.0, 0.0, 0.0]], dtype=np.float32)).sum(axis=1) == pytest.approx(1)


def test_nothing_is_read_of_nothing() -> None:
    assert read_texts([]) == []
    assert read_texts([""]) == [[]]
    assert read_on([]) == []
