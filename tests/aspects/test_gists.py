"""What remarks say, in the third person."""

import pytest

from triptych.aspects.gists import Gist, common_words, corrected, forms_of, gists_of
from triptych.aspects.quotations import Remark, Wanted, remarks_in
from triptych.english.questions import read_texts
from triptych.records import Direction


def remark(text: str, words: str, direction: Direction) -> Remark:
    """Some words of a review."""
    start = text.index(words)
    (found,) = remarks_in([Wanted(text, start, start + len(words), direction, read_texts([text])[0])])
    assert found is not None
    return found


def gist(text: str, words: str, direction: Direction) -> Gist:
    """What some words of a review say."""
    (found,) = gists_of([remark(text, words, direction)])
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("text", "words", "direction", "subject", "predicate"),
    [
        ("Nice bottle but the lid leaks all over my bag.", "the lid leaks", "-", "the lid", "leaks"),
        ("I love it, it is very easy to clean.", "very easy to clean", "+", "it", "is very easy to clean"),
        ("Great, but sound quality is poor", "sound quality is poor", "-", "sound quality", "is poor"),
    ],
)
def test_a_remark_is_retold(text: str, words: str, direction: Direction, subject: str, predicate: str) -> None:
    found = gist(text, words, direction)
    assert (found.subject.removeprefix("the "), found.predicate) == (subject.removeprefix("the "), predicate)
    assert found.chance > 0.2


def test_only_words_of_the_review_and_common_ones_are_written() -> None:
    text = "I bought this in June. My hands begin to hurt pretty quickly and the thumb rest feels cheap."
    for words in ("begin to hurt pretty quickly", "the thumb rest feels cheap"):
        found = gist(text, words, "-")
        known = {form for word in text.split() for form in forms_of(word.strip("."))} | {*common_words()}
        assert {*f"{found.subject} {found.predicate}".split()} <= {word.lower() for word in known} | known


def test_nothing_is_retold_of_empty_words_nor_what_denies_the_remark() -> None:
    empty, denied = "I ordered two of them last week. Delivered by my neighbour.", "It is not loud."
    assert gists_of([remark(empty, "ordered two of them last week", "+")]) == [None]
    (found,) = gists_of([remark(denied, "not loud", "-")])
    assert found is None or "not" in found.predicate


def test_many_are_retold_as_each_alone() -> None:
    texts = ["The lid leaks when tipped over.", "Sound quality is poor and the mic does not work at all."]
    some = [remark(texts[0], "The lid leaks when tipped", "-"), remark(texts[1], "Sound quality is poor", "-")]
    together, alone = gists_of(some), [gists_of([each])[0] for each in some]
    assert [(each.subject, each.predicate) for each in together if each] == [
        (each.subject, each.predicate) for each in alone if each
    ]
    assert gists_of([]) == []


def test_forms_of_a_word() -> None:
    assert forms_of("stopped")[:3] == ("stopped", "stops", "stop")
    assert forms_of("heating")[:3] == ("heating", "heats", "heat")
    assert set(forms_of("my")) == {""}
    assert forms_of("USB")[0] == "USB"
    assert forms_of("Great")[0] == "great"


def test_a_word_is_corrected_only_where_one_is_near() -> None:
    assert corrected("qulity") == "quality"
    assert corrected("battery") is None
    assert corrected("battry") is None  # Of "battery" or "batty".
